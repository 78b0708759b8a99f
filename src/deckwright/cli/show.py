"""`deckwright show`: the genome of a game, or its house rules where it has no genome."""

from __future__ import annotations

from typing import Annotated

import typer

from deckwright.cli.options import GameArgument, OptionList, load_game
from deckwright.cli.output import print_json, print_text
from deckwright.engine.own_game import OwnGame
from deckwright.genome.codec import dump_json


def show(
    game: GameArgument,
    option: OptionList = None,
    json: Annotated[bool, typer.Option("--json", help="As it is anyhow.", show_default=False)] = True,  # noqa: ARG001
) -> None:
    """Print the genome of a game as JSON; of a game that is the kernel's own, its options as they are set."""
    loaded = load_game(game, option)
    if isinstance(loaded, OwnGame):
        print_json({"id": loaded.id, "name": loaded.name, "options": dict(loaded.settings)})
    else:
        print_text(dump_json(loaded.genome))
