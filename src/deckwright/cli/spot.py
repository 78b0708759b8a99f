"""`deckwright spot`: solve a spot of poker for two, from a board on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from deckwright.cli.options import JsonFlag
from deckwright.cli.output import INTERRUPTED, MISSED, WRONG_USE, console, error_console, print_json, refuse
from deckwright.solve.poker.locks import parse_lock
from deckwright.solve.poker.spots import DEFAULT_ITERATIONS, DEFAULT_MEMORY_MB, Bets, SolvedSpot, Spot
from deckwright.solve.poker.spots import Progress as Report


def spot(
    board: Annotated[str, typer.Option(help="Three, four or five cards, as in Qs7s2d.")],
    oop: Annotated[str, typer.Option(help="The range of who acts first: 'QQ+, AKs:0.5, T9s-65s', any.")],
    ip: Annotated[str, typer.Option(help="The range of who acts last.")],
    pot: Annotated[float, typer.Option(help="Chips in the pot.")],
    stack: Annotated[float, typer.Option(help="Chips that each has left.")],
    bets: Annotated[str, typer.Option(help="Sizes of bets, parts of the pot.")] = "0.5,1",
    raises: Annotated[str, typer.Option(help="Sizes of raises, parts of the pot after calling.")] = "1",
    cap: Annotated[int, typer.Option(help="Bets and raises on a street, at most.")] = 3,
    all_in: Annotated[bool, typer.Option(help="Whether everything may be put in besides.")] = True,
    rake: Annotated[float, typer.Option(help="The part of a pot that the house takes.")] = 0.0,
    rake_cap: Annotated[float, typer.Option(help="Chips that the house takes at most.")] = float("inf"),
    iterations: Annotated[int, typer.Option(help="Stop after so many iterations.")] = DEFAULT_ITERATIONS,
    target: Annotated[
        float | None, typer.Option(help="Stop as soon as exploitability is at most so many per cent of the pot.")
    ] = None,
    threads: Annotated[int, typer.Option(help="Threads; the result is the same for any number.")] = 1,
    max_memory: Annotated[float, typer.Option(help="Refuse a spot that takes more, in MB.")] = DEFAULT_MEMORY_MB,
    node: Annotated[str, typer.Option(help="The decision to print: 'check, bet 5, Td'; the first if empty.")] = "",
    lock: Annotated[
        list[str] | None,
        typer.Option(help="Fix what is done at a decision: 'check, bet 5: call = QQ+, AKs:0.5'. May be given again."),
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Solve a spot for two players exactly: what to do with every hand, and how close that is to perfect."""
    tree = Bets(parse_sizes("bets", bets), parse_sizes("raises", raises), cap, all_in)
    asked = Spot(board, oop, ip, pot, stack, tree, rake, rake_cap, tuple(map(parse_lock, lock or ())))
    solver = SolvedSpot(asked, threads=threads, max_memory_mb=max_memory)
    size = solver.size
    error_console().print(
        f"{size.action_nodes:,} decisions of betting, {size.boards:,} boards, "
        f"{size.hands[0]} and {size.hands[1]} hands: {size.size_bytes / 1e6:,.0f} MB"
    )
    part = None if target is None else target / 100
    with progress_line() as told:
        try:
            solver.run(iterations=iterations, target=part, progress=told)
        except KeyboardInterrupt:
            refuse("interrupted: the spot was not solved", code=INTERRUPTED)
    if json:
        print_json({**solver.to_dict(path=node), "target_percent": target})
    else:
        print_solution(solver, node)
    if part is not None and solver.exploitability > part:
        refuse(f"the target was missed: exploitability is {100 * solver.exploitability:.3g} % of the pot", code=MISSED)


def parse_sizes(option: str, text: str) -> tuple[float, ...]:
    """Numbers in a list with commas."""
    try:
        return tuple(float(word) for word in text.split(",") if word.strip())
    except ValueError:
        refuse(f"--{option} {text}: expected parts of the pot, as in 0.5,1", code=WRONG_USE)


def print_solution(solver: SolvedSpot, path: str) -> None:
    """How good it is, and how to play at one decision."""
    out = console()
    found = solver.node(path)
    out.print(
        f"{solver.iterations:,} iterations in {solver.seconds:.2f} s: exploitability "
        f"{100 * solver.exploitability:.3g} % of the pot; OOP gets {solver.values[0]:.4f}, IP {solver.values[1]:.4f}"
    )
    shares = "   ".join(
        f"{action} {100 * share:.1f} %" for action, share in zip(found.actions, found.shares, strict=True)
    )
    out.print(f"\n{found.player} at {path or 'the start'}, board {found.board}, pot {found.pot:g}: {shares}\n")
    table = Table(box=None, pad_edge=False)
    for heading in ("hand", *(f"{action} %" for action in found.actions), "chips"):
        table.add_column(heading, justify="right")
    for combo in reversed(list(found.often)):
        if found.reach[combo] <= 0:
            continue
        pairs = zip(found.often[combo], found.values[combo], strict=True)
        worth = sum(often * (value or 0.0) for often, value in pairs)
        table.add_row(combo, *(f"{100 * often:.1f}" for often in found.often[combo]), f"{worth:.3f}")
    out.print(table)


@contextmanager
def progress_line() -> Iterator[Report | None]:
    """Live exploitability on standard error, where somebody is looking."""
    out = error_console()
    if not out.is_terminal:
        yield None
        return
    with Progress(
        SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), console=out, transient=True
    ) as bar:
        task = bar.add_task("solving")
        last: list[float] = []

        def told(iterations: int, exploitability: float | None) -> bool:
            if exploitability is not None:
                last[:] = [exploitability]
            quality = f", exploitability {100 * last[0]:.3g} % of the pot" if last else ""
            bar.update(task, description=f"{iterations:,} iterations{quality}")
            return True

        yield told
