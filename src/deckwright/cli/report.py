"""`deckwright report`: what kind of game it is, as a page, as text or as JSON."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from deckwright.cli.options import JsonFlag, OptionList, complete_games, load_game
from deckwright.cli.output import INTERRUPTED, WRONG_USE, check_writable, console, error_console, print_json, refuse
from deckwright.cli.own_agents import parse_agents
from deckwright.files import write_whole
from deckwright.measure.library import FOLDER, ship
from deckwright.measure.report import BUDGET, GameReport, Told, default_ladder, make_report
from deckwright.measure.report_page import report_page
from deckwright.measure.verdict import headline, verdict

if TYPE_CHECKING:
    from deckwright.engine import Game

LEAST_BUDGET = 10_000


def report(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="The id of a game, or the path of a genome file.", autocompletion=complete_games
        ),
    ] = "",
    option: OptionList = None,
    out: Annotated[Path | None, typer.Option(help="Write the report as one page of HTML to this file.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same figures.")] = 0,
    threads: Annotated[int | None, typer.Option(help="How many threads; all there are if not given.")] = None,
    budget: Annotated[
        int, typer.Option(help="How much may be played, in decisions, those of playouts and searches included.")
    ] = BUDGET,
    minutes: Annotated[
        float | None,
        typer.Option(help="Stop after so long and keep what there is; figures depend on the machine."),
    ] = None,
    agents: Annotated[
        str, typer.Option(help="The ladder, weakest first, with commas; those for every game if not given.")
    ] = "",
    library: Annotated[
        bool, typer.Option("--library", help="Make the reports that come with every game of the library.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Measure a game: balance, skill, luck, decisions, tension, length, and which rules ever apply."""
    check_writable(out=out)
    if budget < LEAST_BUDGET:
        refuse(f"--budget: found {budget:,}, expected at least {LEAST_BUDGET:,} decisions", code=WRONG_USE)
    if minutes is not None and not 0 < minutes <= 100_000:
        refuse(f"--minutes: found {minutes}, expected a number above 0", code=WRONG_USE)
    if library:
        if game or out or agents:
            refuse("--library makes every game's report: leave GAME, --out and --agents away", code=WRONG_USE)
        _make_library(seed, threads, budget)
        return
    if not game:
        refuse("GAME: name a game, as in `deckwright report hearts`, or use --library", code=WRONG_USE)
    loaded = load_game(game, option)
    ladder = parse_agents(agents) if agents else default_ladder()
    with _progress(loaded) as told:
        found = make_report(
            loaded,
            seed=seed,
            threads=threads,
            budget=budget,
            seconds=None if minutes is None else 60 * minutes,
            ladder=tuple(ladder),
            told=told,
        )
    if out is not None:
        write_whole(out, report_page(found, command=_command()))
    if json:
        print_json(found.to_dict())
    else:
        _print(found)
        if out is not None:
            console().print(f"report: {out}")
    if any("it was interrupted" in note for note in found.notes):
        raise SystemExit(INTERRUPTED)


def _command() -> str:
    return shlex.join(["deckwright", *sys.argv[1:]])


def _print(found: GameReport) -> None:
    shown = console()
    shown.print(f"[bold]{found.name}[/bold]: {headline(found)}")
    for remark in verdict(found):
        shown.print(f"{'!' if remark.is_warning else '-'} {remark.text}", markup=False)
    for note in found.notes:
        shown.print(f"note: {note}", markup=False)
    shown.print(f"{found.seconds:.0f} s; `--out FILE.html` makes a page of it, `--json` data", markup=False)


@contextmanager
def _progress(game: Game) -> Iterator[Told | None]:
    """A bar with the time left, on a terminal."""
    shown = error_console()
    if not shown.is_terminal:
        yield None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=shown, transient=True) as bar:
        task = bar.add_task(game.name, total=1.0)
        yield lambda what, done: bar.update(task, completed=done, description=f"{game.name}: {what}")


def _make_library(seed: int, threads: int | None, budget: int) -> None:
    """Every game's report, into the package; one that is of today's rules and no smaller budget stays."""
    from deckwright import measure
    from deckwright.engine import load
    from deckwright.games import library
    from deckwright.measure.library import library_reports

    folder = Path(measure.__file__).parent / FOLDER
    for id in library():  # noqa: A001
        game = load(id)
        old = library_reports().get(id)
        if old is not None and (old.digest, old.seed) == (game.definition.digest, seed) and old.budget >= budget:
            console().print(f"{id}: is of today")
            continue
        with _progress(game) as told:
            found = make_report(game, seed=seed, threads=threads, budget=budget, told=told)
        if any("it was interrupted" in note for note in found.notes):
            refuse(f"interrupted: {id} and what comes after it was not measured", code=INTERRUPTED)
        ship(found, folder)
        console().print(f"{id}: {headline(found)} ({found.seconds:.0f} s)")
