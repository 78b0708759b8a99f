"""`deckwright solve`: find how to play a small game, and prove how close that is to perfect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from deckwright.cli.options import GameArgument, JsonFlag, OptionList, load_game, parse_assignments
from deckwright.cli.output import (
    INTERRUPTED,
    MISSED,
    WRONG_USE,
    check_writable,
    console,
    error_console,
    print_json,
    refuse,
)
from deckwright.solve import ALGORITHMS, Look, SetStrategy, Solution
from deckwright.solve import solve as solve_game
from deckwright.solve.expansion import DEFAULT_MEMORY_MB
from deckwright.solve.report import verdict, write_report
from deckwright.solve.solving import Progress as Report

ALGORITHM_HELP = f"How: {', '.join(algorithm.name for algorithm in ALGORITHMS)}."
RARE = 0.001
"""What one's own play leads to more rarely than this is left out of the table."""


def solve(
    game: GameArgument,
    option: OptionList = None,
    algorithm: Annotated[str, typer.Option(help=ALGORITHM_HELP)] = "dcfr",
    iterations: Annotated[
        int | None, typer.Option(help="Stop after so many iterations; 1000 if there is no target.")
    ] = None,
    target: Annotated[
        float | None, typer.Option(help="Stop as soon as all seats together could gain no more than this (NashConv).")
    ] = None,
    seed: Annotated[int, typer.Option(help="Chance of the sampling algorithms.")] = 0,
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=NUMBER", help="Set a number of the algorithm.")
    ] = None,
    updates: Annotated[
        str, typer.Option(help="alternating: seats learn in turn; simultaneous: at once.")
    ] = "alternating",
    threads: Annotated[int, typer.Option(help="Threads; the result is the same for any number.")] = 1,
    merge: Annotated[bool, typer.Option(help="Merge what differs only by cards that play no part.")] = True,
    max_memory: Annotated[float, typer.Option(help="Refuse a game that takes more, in MB.")] = DEFAULT_MEMORY_MB,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Save the state of the solver here, now and then and on Ctrl-C.")
    ] = None,
    resume: Annotated[bool, typer.Option(help="Go on from the checkpoint.")] = False,
    out: Annotated[Path | None, typer.Option(help="Save the strategy; the agent strategy:FILE plays it.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write a page with charts and every decision.")] = None,
    rows: Annotated[int, typer.Option(help="How many information sets to print.", min=0)] = 30,
    json: JsonFlag = False,
) -> None:
    """Find how to play a small game well against anyone, and prove how close that is to perfect."""
    loaded = load_game(game, option)
    check_writable(out=out, html=html, checkpoint=checkpoint)
    with progress_line(loaded.name) as told:
        try:
            solution = solve_game(
                loaded,
                algorithm,
                iterations=iterations,
                target=target,
                seed=seed,
                settings=parse_numbers(set_ or []),
                updates=updates,
                threads=threads,
                merge=merge,
                max_memory_mb=max_memory,
                checkpoint=checkpoint,
                resume=resume,
                progress=told,
            )
        except KeyboardInterrupt:
            saved = (
                f": saved in {checkpoint}, go on with --resume" if checkpoint else ": nothing saved (--checkpoint FILE)"
            )
            refuse(f"interrupted{saved}", code=INTERRUPTED)
    if out is not None:
        solution.strategy.save(out)
    if html is not None:
        write_report(solution, html)
    reached = None if target is None else solution.nash_conv <= target
    if json:
        print_json({**solution.to_dict(), "target": target, "target_reached": reached})
    else:
        print_solution(solution, rows)
        tell_files(out, html)
    if reached is False:
        refuse(f"the target {target:g} was missed: NashConv is {solution.nash_conv:.3g}", code=MISSED)


def tell_files(out: Path | None, html: Path | None) -> None:
    """What was written where."""
    for written, what in ((out, "strategy"), (html, "report")):
        if written is not None:
            console().print(f"{what} written to {written}", soft_wrap=True)


def parse_numbers(texts: list[str]) -> dict[str, float]:
    """`NAME=NUMBER` arguments by name."""
    numbers: dict[str, float] = {}
    for name, text in parse_assignments(texts).items():
        try:
            numbers[name] = float(text)
        except ValueError:
            refuse(f"--set {name}={text}: expected a number, as in --set alpha=1.5", code=WRONG_USE)
    return numbers


def print_solution(solution: Solution, rows: int) -> None:
    """The solution for a person: what was done, what it is worth, how close it is, how to play."""
    out = console()
    tree = solution.tree
    out.print(
        f"{solution.game.name}: {tree.information_sets:,} information sets (all that a seat can know when it decides) "
        f"in a tree of {tree.nodes:,} nodes."
    )
    if tree.unmerged_information_sets > tree.information_sets:
        out.print(f"Cards that play no part are merged: without that it is {tree.unmerged_information_sets:,} sets.")
    out.print(f"{solution.algorithm}, {solution.iterations:,} iterations in {solution.seconds:.3f} s.\n")
    out.print(seats_table(solution))
    out.print(
        "\nvalue: what the seat earns on average if all play as below. "
        "could still gain: how much more, if it alone changed to the best possible play.\n"
        f"NashConv {solution.nash_conv:.3g} is the sum of the gains; "
        "at 0 nobody has a reason to change: an equilibrium.\n"
        f"{verdict(solution)}\n"
    )
    if rows:
        reached = [found for found in solution.strategy if found.reach >= RARE]
        out.print(strategy_table(reached[:rows]))
        if len(reached) > rows:
            out.print(f"... and {len(reached) - rows:,} more: --rows N, --html FILE or --out FILE.json")
        if len(reached) < tree.information_sets:
            unreached = tree.information_sets - len(reached)
            out.print(f"{unreached:,} sets that a seat's own play never leads to are not shown.")


def seats_table(solution: Solution) -> Table:
    """One line a seat."""
    table = Table(box=None, pad_edge=False)
    for heading in ("seat", "value", "could still gain"):
        table.add_column(heading, justify="right")
    for seat, (value, gain) in enumerate(zip(solution.values, solution.gains, strict=True)):
        table.add_row(str(seat), f"{value:+.6f}", f"{gain:.2e}")
    return table


def strategy_table(sets: Sequence[SetStrategy]) -> Table:
    """How often to do what."""
    table = Table(box=None, pad_edge=False)
    for heading in ("seat", "what it knows", "what to do, how often"):
        table.add_column(heading)
    for found in sets:
        shares = "   ".join(
            f"{action} {100 * share:.1f} %" for action, share in zip(found.actions, found.probabilities, strict=True)
        )
        table.add_row(str(found.seat), found.label, shares)
    return table


@contextmanager
def progress_line(name: str) -> Iterator[Report | None]:
    """Live NashConv on standard error, where somebody is looking."""
    out = error_console()
    if not out.is_terminal:
        yield None
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=out, transient=True) as bar:
        task = bar.add_task(f"expanding {name}")
        last: list[Look] = []

        def told(iterations: int, look: Look | None) -> bool:
            if look is not None:
                last[:] = [look]
            quality = f", NashConv {last[0].nash_conv:.3g}" if last else ""
            bar.update(task, description=f"solving {name}: {iterations:,} iterations{quality}")
            return True

        yield told
