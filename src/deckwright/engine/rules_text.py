"""The rulebook of whatever can be loaded: the rules from its genome, and an example hand that the kernel played."""

from __future__ import annotations

from deckwright.engine.game import Game
from deckwright.engine.loading import GameSource, load
from deckwright.engine.own_game import OwnGame
from deckwright.games.entry import OptionValue


def rulebook(game: Game | GameSource, /, **options: OptionValue) -> str:
    """The rules of a game in Markdown, from the fields that the kernel executes, with a hand that was really played."""
    from deckwright.engine.example import example_hand  # large, and not needed to play
    from deckwright.genome.rulebook import generate_rulebook
    from deckwright.genome.rulebook.markdown import to_markdown

    loaded = _loaded(game, options)
    if isinstance(loaded, OwnGame):
        return to_markdown(loaded.entry.book(loaded.settings))
    return generate_rulebook(loaded.genome, example=example_hand(loaded))


def rulebook_page(game: Game | GameSource, /, **options: OptionValue) -> str:
    """The same as a page of HTML that needs nothing else and prints well."""
    from deckwright.engine.example import example_hand
    from deckwright.genome.rulebook import rulebook_html
    from deckwright.genome.rulebook.html import to_html

    loaded = _loaded(game, options)
    if isinstance(loaded, OwnGame):
        return to_html(loaded.entry.book(loaded.settings))
    return rulebook_html(loaded.genome, example=example_hand(loaded))


def _loaded(game: Game | GameSource, options: dict[str, OptionValue]) -> Game:
    return game if isinstance(game, Game) and not options else load(game, **options)
