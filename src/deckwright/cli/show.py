"""`deckwright show`: the genome of a game, or its house rules where it has no genome; how the kernel plays it."""

from __future__ import annotations

from typing import Annotated

import typer

from deckwright.cli.options import GameArgument, OptionList, load_game
from deckwright.cli.output import print_json, print_text


def show(
    game: GameArgument,
    option: OptionList = None,
    plan: Annotated[
        bool, typer.Option("--plan", help="How the kernel plays each node of its program, and why not faster.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Without --plan it is JSON anyhow.")] = False,
) -> None:
    """Print the genome of a game as JSON; of a game that is the kernel's own, its options as they are set."""
    loaded = load_game(game, option)
    if not plan:
        return print_json(loaded.definition.document())
    from deckwright.engine.plans import format_plans, node_plans

    plans = node_plans(loaded)
    if json:
        return print_json([{**each._asdict(), "missing": dict(each.missing)} for each in plans])
    return print_text(format_plans(plans))
