"""`deckwright evolve`: breed new games, and keep the best of each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, TextColumn
from rich.progress import Progress as Bar
from rich.table import Table

from deckwright.cli.options import JsonFlag, complete_games
from deckwright.cli.output import INTERRUPTED, WRONG_USE, check_folder, console, error_console, print_json, refuse
from deckwright.evolve.constraints import Constraints
from deckwright.evolve.evolution import EvolutionResult, Progress, run_evolution
from deckwright.evolve.export import elite_row
from deckwright.evolve.families import FAMILIES
from deckwright.evolve.pitch import name_and_pitch
from deckwright.evolve.ratings import load_ratings
from deckwright.evolve.styles import load_style, style_names
from deckwright.evolve.tiers import DEFAULT_BUDGET
from deckwright.measure import available_threads

POPULATION = 24
GENERATIONS = 10


def evolve(
    style: Annotated[
        str, typer.Option(help=f"What is wanted: {', '.join(style_names())}, or the path of a style of your own.")
    ] = "balanced",
    population: Annotated[int, typer.Option(help="Children of a generation.", min=1)] = POPULATION,
    generations: Annotated[
        int | None, typer.Option(help=f"How many in all, {GENERATIONS} if nothing is said.", show_default=False)
    ] = None,
    minutes: Annotated[float | None, typer.Option(help="Go on for so long instead; whole generations.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    from_: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="GAME,..",
            help="What to start from; the whole library if nothing is said.",
            autocompletion=complete_games,
        ),
    ] = "",
    out: Annotated[Path | None, typer.Option(help="A folder for the games and the run, so that it can go on.")] = None,
    store: Annotated[str, typer.Option(help="Keep the run in this database instead, by URL (postgresql://...).")] = "",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in --out, or --store.")] = False,
    ratings: Annotated[
        Path | None, typer.Option(help="What people said of games (an export of the lab): being liked comes first.")
    ] = None,
    players: Annotated[str, typer.Option(metavar="N|LOW-HIGH", help="Only games for so many.")] = "",
    family: Annotated[str, typer.Option(help=f"Only games of a family: {', '.join(FAMILIES)}.")] = "",
    words: Annotated[int | None, typer.Option(help="Only games whose rulebook has at most so many words.")] = None,
    search: Annotated[
        str, typer.Option(help="archive, or random: children of what it starts from alone, to compare with.")
    ] = "archive",
    effort: Annotated[
        float, typer.Option(help="How much is played to judge a game: 0.25 is four times as quick, and less sure.")
    ] = 1.0,
    threads: Annotated[
        int | None, typer.Option(help="Processes; all cores if not given. The games are the same.")
    ] = None,
    cluster: Annotated[str, typer.Option(help="Work on a dask.distributed cluster at this address.")] = "",
    json: JsonFlag = False,
) -> None:
    """Breed new games from those there are, judge them by gates, and keep the best of each kind."""
    if generations is not None and minutes is not None:
        refuse("--generations and --minutes: found both, expected one of them", code=WRONG_USE)
    if search not in ("archive", "random"):
        refuse(f"--search: found {search!r}, expected archive or random", code=WRONG_USE)
    if threads is not None and not 1 <= threads <= 1024:
        refuse(f"--threads: found {threads}, expected 1 to 1024", code=WRONG_USE)
    check_folder(out=out)
    wanted = Constraints(players=_bounds(players), family=family or None, rulebook_words=words)
    is_kept = out is not None or bool(store)
    with _shown(generations, minutes) as told:
        try:
            found = run_evolution(
                None if minutes is not None else GENERATIONS if generations is None else generations,
                population,
                style=load_style(style),
                seed=seed,
                parents=[name.strip() for name in from_.split(",")] if from_ else None,
                constraints=None if wanted == Constraints() else wanted,
                search="random" if search == "random" else "archive",
                ratings=load_ratings(ratings) if ratings is not None else (),
                budget=DEFAULT_BUDGET.scaled(effort),
                minutes=minutes,
                threads=available_threads() if threads is None else threads,
                cluster=cluster or None,
                out=out,
                store=store or None,
                resume=resume,
                progress=told,
            )
        except KeyboardInterrupt:
            saved = "saved: the same command with --resume goes on" if is_kept else "nothing was saved (--out DIR)"
            refuse(f"interrupted; {saved}", code=INTERRUPTED)
    if json:
        print_json(document(found, out))
    else:
        print_result(found, out)


def _bounds(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    low, _, high = text.partition("-")
    if not low.strip().isdecimal() or not (high or low).strip().isdecimal():
        refuse(f"--players: found {text!r}, expected a number, or two as in 2-4", code=WRONG_USE)
    return int(low), int(high or low)


def document(found: EvolutionResult, out: Path | None) -> dict[str, Any]:
    """The run as one JSON document."""
    archive = found.archive
    name, pitch = name_and_pitch(found.best_genome)
    return {
        "style": archive.style.name,
        "generations": len(found.history),
        "evaluations": found.evaluations,
        "cells": len(archive.found),
        "stepping_stones": len(archive) - len(archive.found),
        "score": archive.score,
        "out": None if out is None else str(out),
        "best": {"name": name, "pitch": pitch, "genome": found.best_genome.to_dict()},
        "games": [elite_row(cell, elite, archive) for cell, elite in archive.found.items()],
        "history": list(found.history),
    }


def print_result(found: EvolutionResult, out: Path | None) -> None:
    """The archive for a person."""
    shown = console()
    archive = found.archive
    shown.print(
        f"{_counted(len(archive.found), 'kind')} of new games found in {_counted(len(found.history), 'generation')}, "
        f"{_counted(found.evaluations, 'judgement')} (style {archive.style.name})."
    )
    if not archive.found:
        shown.print(
            "No new game passed every gate: more generations, another style, or other games to start from may help."
        )
        _print_stops(found)
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("name", "kind", "nearest to", "by", "skill", "luck", "words"):
        table.add_column(heading)
    for cell, elite in archive.found.items():
        figures = elite.evaluation.figures
        table.add_row(
            elite.genome.name or elite.genome.genome_id,
            str(cell),
            figures.nearest,
            "" if figures.novelty is None else f"{figures.novelty:.2f}",
            "" if figures.skill is None else f"{figures.skill.value:.2f}",
            "" if figures.luck is None else f"{figures.luck.value:.2f}",
            str(figures.rulebook_words),
        )
    shown.print(table)
    name, pitch = name_and_pitch(found.best_genome)
    shown.print(f"\nBest: [bold]{name}[/bold]. {pitch}")
    if out is not None:
        shown.print(
            f"games: {out}/genomes (deckwright rules FILE, deckwright play FILE); all of it: {out}/archive.json"
        )
    else:
        shown.print("nothing was saved: --out DIR keeps the games")


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def _print_stops(found: EvolutionResult) -> None:
    stops: dict[str, int] = {}
    for generation in found.history:
        for gate, count in generation["stopped_by"].items():
            stops[gate] = stops.get(gate, 0) + count
    told = ", ".join(f"{gate} {count}" for gate, count in sorted(stops.items(), key=lambda one: -one[1]))
    console().print(f"Gates that closed: {told}")


@contextmanager
def _shown(generations: int | None, minutes: float | None) -> Iterator[Callable[[Progress], None] | None]:
    """On a terminal a line that lives; elsewhere a line for each generation on standard error."""
    out = error_console()
    if not out.is_terminal:
        yield lambda progress: out.print(line(progress), soft_wrap=True, markup=False)
        return
    columns = (TextColumn("{task.description}"), BarColumn(bar_width=24))
    with Bar(*columns, console=out, transient=True) as bar:
        task = bar.add_task("breeding the first generation", total=None)

        def told(progress: Progress) -> None:
            total = 60 * minutes if minutes is not None else float(generations or GENERATIONS)
            done = progress.seconds if minutes is not None else float(progress.generation.number + 1)
            bar.update(task, description=line(progress), total=total, completed=done)

        yield told


def line(progress: Progress) -> str:
    """A generation in a line: how far, what there is, and how long it may take."""
    told = progress.generation
    whole = "" if progress.generations is None else f"/{progress.generations}"
    best = f", best {told.best}" if told.best else ""
    left = "" if progress.seconds_left is None else f", {_time_left(*progress.seconds_left)} left"
    return (
        f"generation {told.number + 1}{whole}: {_counted(told.cells, 'kind')} of new games (score {told.score:.2f}), "
        f"{told.stones} on the way, {told.passed} of {told.bred} passed the cheap gates{best}{left}"
    )


def _time_left(low: float, high: float) -> str:
    def said(seconds: float) -> str:
        return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"

    return said(high) if said(low) == said(high) else f"{said(low)} to {said(high)}"
