"""`deckwright explore`: what a blueprint does at a decision."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from deckwright.cli.output import console, print_json
from deckwright.solve.poker.blueprint import Bundle


def explore(
    bundle: Annotated[Path, typer.Argument(metavar="BUNDLE", help="The folder that `deckwright train` made.")],
    node: Annotated[str, typer.Option(help="The decision: 'raise 2.5, fold, call'; amounts in big blinds.")] = "",
    board: Annotated[str, typer.Option(help="After the flop: the board, for what each hand does.")] = "",
    json: Annotated[
        str | None,
        typer.Option("--json", metavar="NODE", help="Print that decision as JSON; '' is the first."),
    ] = None,
) -> None:
    """Walk through a hold'em blueprint: what each seat does with each hand."""
    loaded = Bundle.load(bundle)
    found = loaded.node(node if json is None else json)
    quality = loaded.manifest.get("quality")
    if json is not None:
        document = {**found.to_dict(), "positions": list(loaded.positions), "quality": quality}
        document["config_hash"] = loaded.config.digest
        if board:
            document["hands"] = {hand: list(row) for hand, row in loaded.by_hand(found, board).items()}
        print_json(document)
        return
    out = console()
    out.print(
        f"{found.position} on the {found.street}, after {', '.join(found.path) or 'nothing'}; pot {found.pot:g} bb"
    )
    table = Table(box=None, pad_edge=False)
    for heading in ("hand", *found.actions):
        table.add_column(heading, justify="right")
    after_flop = found.street != "preflop"
    rows = loaded.by_hand(found, board) if board or not after_flop else dict(enumerate(found.shares))
    for name, row in rows.items():
        table.add_row(str(name), *(f"{100 * share:.0f} %" for share in row))
    out.print(table)
    out.print(f"{loaded.manifest['walks']:,} walks; config {loaded.config.digest[:12]}; imperfect recall")
