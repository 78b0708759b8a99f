"""`deckwright show`: the genome of a game, or its house rules where it has no genome."""

from __future__ import annotations

from typing import Annotated

import typer

from deckwright.cli.options import GameArgument, OptionList, load_game
from deckwright.cli.output import print_json


def show(
    game: GameArgument,
    option: OptionList = None,
    json: Annotated[bool, typer.Option("--json", help="As it is anyhow.", show_default=False)] = True,  # noqa: ARG001
) -> None:
    """Print the genome of a game as JSON; of a game that is the kernel's own, its options as they are set."""
    print_json(load_game(game, option).definition.document())
