"""`deckwright equity`: how often hands and ranges win."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from deckwright.cli.options import JsonFlag
from deckwright.cli.output import INTERRUPTED, console, print_json, refuse
from deckwright.solve.poker.equity import DEALS
from deckwright.solve.poker.equity import equity as work_out


def equity(
    hands: Annotated[
        list[str],
        typer.Argument(metavar="HAND...", help="Two to six hands or ranges: AsKs, 'QQ+, AKs:0.5, T9s-65s', any."),
    ],
    board: Annotated[str, typer.Option(help="Cards on the board: none, 3, 4 or 5, as in Qs7s2d.")] = "",
    dead: Annotated[str, typer.Option(help="Cards that are out of play.")] = "",
    exact: Annotated[
        bool | None, typer.Option("--exact/--sample", help="Every deal, or a sample; by default what takes seconds.")
    ] = None,
    deals: Annotated[int, typer.Option(help="Deals of a sample.")] = DEALS,
    seed: Annotated[int, typer.Option(help="Chance of a sample.")] = 0,
    threads: Annotated[int, typer.Option(help="Threads; the result is the same for any number.")] = 1,
    json: JsonFlag = False,
) -> None:
    """How often each of two to six hands or ranges wins when all cards come."""
    try:
        found = work_out(hands, board=board, dead=dead, exact=exact, deals=deals, seed=seed, threads=threads)
    except KeyboardInterrupt:
        refuse("interrupted: the equity was not finished", code=INTERRUPTED)
    if json:
        print_json({"hands": list(hands), "board": board, "dead": dead, **found.to_dict()})
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("hand")
    for heading in ("equity", "wins", "shares", *(() if found.exact else ("standard error",))):
        table.add_column(heading, justify="right")
    for hand, share, win, tie, error in zip(hands, found.shares, found.wins, found.ties, found.errors, strict=True):
        figures = [f"{100 * share:.3f} %", f"{100 * win:.3f} %", f"{100 * tie:.3f} %"]
        table.add_row(hand, *figures, *(() if found.exact else (f"{100 * error:.3f} %",)))
    console().print(table)
    how = "boards, all there are up to suits that can change places" if found.exact else "deals at random"
    console().print(f"{found.deals:,} {how}.")
