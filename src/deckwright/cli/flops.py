"""`deckwright flops`: the same spot on many flops."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from deckwright.cli.options import JsonFlag
from deckwright.cli.output import INTERRUPTED, console, error_console, print_json, refuse
from deckwright.cli.spot import parse_sizes
from deckwright.solve.poker.flops import Flop, SolvedFlop, check_suits, means, report_document, solve_flop, some_flops
from deckwright.solve.poker.spots import DEFAULT_MEMORY_MB, Bets, SolvedSpot, Spot


def flops(
    oop: Annotated[str, typer.Option(help="The range of who acts first: 'QQ+, AKs:0.5, T9s-65s', any.")],
    ip: Annotated[str, typer.Option(help="The range of who acts last.")],
    pot: Annotated[float, typer.Option(help="Chips in the pot.")],
    stack: Annotated[float, typer.Option(help="Chips that each has left.")],
    count: Annotated[int, typer.Option(help="Flops, evenly spread over all; 1755 is every one up to suits.")] = 25,
    board: Annotated[list[str] | None, typer.Option(help="A flop, as in Qs7s2d, instead; may be given again.")] = None,
    bets: Annotated[str, typer.Option(help="Sizes of bets, parts of the pot.")] = "0.5",
    raises: Annotated[str, typer.Option(help="Sizes of raises, parts of the pot after calling.")] = "1",
    cap: Annotated[int, typer.Option(help="Bets and raises on a street, at most.")] = 2,
    all_in: Annotated[bool, typer.Option(help="Whether everything may be put in besides.")] = True,
    rake: Annotated[float, typer.Option(help="The part of a pot that the house takes.")] = 0.0,
    rake_cap: Annotated[float, typer.Option(help="Chips that the house takes at most.")] = float("inf"),
    iterations: Annotated[int, typer.Option(help="Of each flop, at most.")] = 300,
    target: Annotated[float, typer.Option(help="Exploitability of each flop, per cent of the pot.")] = 1.0,
    threads: Annotated[int, typer.Option(help="Threads; the result is the same for any number.")] = 1,
    max_memory: Annotated[float, typer.Option(help="Refuse flops that take more, in MB.")] = DEFAULT_MEMORY_MB,
    json: JsonFlag = False,
) -> None:
    """Solve a spot for two players on many flops: what it is worth and what is done, flop by flop and by texture."""
    tree = Bets(parse_sizes("bets", bets), parse_sizes("raises", raises), cap, all_in)
    chosen = tuple(Flop(one, 1.0) for one in board) if board else some_flops(count)
    spot = Spot(chosen[0].board, oop, ip, pot, stack, tree, rake, rake_cap)
    if not board:
        check_suits(spot.ranges)
    size = SolvedSpot(spot, max_memory_mb=max_memory).size
    remarks = error_console()
    remarks.print(
        f"{len(chosen)} flops, {size.action_nodes:,} decisions of betting, {size.size_bytes / 1e6:,.0f} MB each"
    )
    rows: list[SolvedFlop] = []
    try:
        for flop in chosen:
            found = solve_flop(
                spot, flop, iterations=iterations, target=target / 100, threads=threads, max_memory_mb=max_memory
            )
            rows.append(found)
            remarks.print(f"{found.board}: {100 * found.exploitability:.2g} % of the pot after {found.seconds:.1f} s")
    except KeyboardInterrupt:
        if not rows:
            refuse("interrupted: no flop was solved", code=INTERRUPTED)
        remarks.print(f"interrupted: {len(rows)} of {len(chosen)} flops")
    if json:
        print_json(report_document(rows))
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("flops", "number", "OOP gets", "IP gets", "OOP first", "IP after check"):
        table.add_column(heading, justify="left" if heading in ("flops", "OOP first", "IP after check") else "right")
    for one in means(rows):
        table.add_row(
            one.name,
            str(one.flops),
            f"{one.values[0]:.3f}",
            f"{one.values[1]:.3f}",
            mix(one.first),
            mix(one.after_check),
        )
    console().print(table)


def mix(shares: dict[str, float]) -> str:
    """`check 60 %, bet 5 40 %`."""
    return ", ".join(f"{action} {100 * share:.0f} %" for action, share in shares.items())
