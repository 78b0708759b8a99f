"""`deckwright show`: the genome of a game."""

from __future__ import annotations

from deckwright.cli.options import GameArgument, OptionList, load_game
from deckwright.cli.output import print_text
from deckwright.genome.codec import dump_json


def show(game: GameArgument, option: OptionList = None) -> None:
    """Print the genome of a game as JSON."""
    print_text(dump_json(load_game(game, option).genome))
