"""The rulebook of whatever can be loaded."""

from __future__ import annotations

from deckwright.engine.game import Game
from deckwright.engine.loading import GameSource, load
from deckwright.games.entry import OptionValue


def rulebook(game: Game | GameSource, /, **options: OptionValue) -> str:
    """The rules of a game in Markdown, from the fields that the kernel executes."""
    from deckwright.genome.rulebook import generate_rulebook  # large, and not needed to play

    loaded = game if isinstance(game, Game) and not options else load(game, **options)
    return generate_rulebook(loaded.genome)
