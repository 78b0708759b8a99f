"""A whole run: what to start from, who works, where it is kept, when it stops."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deckwright.engine import GameSource, load
from deckwright.evolve.archive import Archive
from deckwright.evolve.config import RunConfig, Search
from deckwright.evolve.constraints import Constraints
from deckwright.evolve.errors import EvolveError
from deckwright.evolve.export import write_archive
from deckwright.evolve.library import library_genomes
from deckwright.evolve.loop import Generation, Run
from deckwright.evolve.ratings import Rating
from deckwright.evolve.store import RunStore
from deckwright.evolve.styles import Style, load_style
from deckwright.evolve.tiers import DEFAULT_BUDGET, Budget
from deckwright.evolve.variation import Rates
from deckwright.genome.schema import GameGenome
from deckwright.jobs.workers import make_workers

STORE = "run.sqlite"
LATE = 0.5
"""A generation is not begun if more than this part of it would come after the time is up."""


@dataclass(frozen=True)
class Progress:
    """How a run is going, after each generation."""

    generation: Generation
    generations: int | None
    """How many there are to be; None if time decides."""
    seconds: float
    seconds_left: tuple[float, float] | None
    """Between the fastest and the slowest of the last generations; None before the first."""


@dataclass(frozen=True)
class EvolutionResult:
    """What a run came to."""

    final_population: tuple[GameGenome, ...]
    """The children of the last generation: all valid and complete."""
    best_genome: GameGenome
    """The best game of the archive; while that is empty, the child that came furthest."""
    archive: Archive
    history: tuple[dict[str, Any], ...]
    """Each generation in numbers."""
    evaluations: int


def run_evolution(
    generations: int | None = 10,
    population: int = 20,
    *,
    style: Style | str | Path = "balanced",
    seed: int = 0,
    parents: Sequence[GameSource] | None = None,
    constraints: Constraints | None = None,
    rates: Rates | None = None,
    search: Search = "archive",
    ratings: Iterable[Rating] = (),
    budget: Budget = DEFAULT_BUDGET,
    minutes: float | None = None,
    threads: int = 1,
    cluster: str | None = None,
    out: str | Path | None = None,
    store: str | None = None,
    resume: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> EvolutionResult:
    """Breed games for so many generations, or minutes, and keep the best of each kind.

    The same arguments give the same archive on any number of threads (processes) or workers of a cluster. With `out`
    (a folder) the run is kept: after an interrupt `resume` goes on with it, and comes to what an uninterrupted run
    comes to. `store` names a database by URL instead of the folder's own file.
    """
    if (generations is None) == (minutes is None):
        raise EvolveError("run.bad-length", "found both or neither of generations and minutes, expected one of them")
    if generations is not None and generations < 1:
        raise EvolveError("run.bad-length", f"generations: found {generations}, expected at least 1")
    if minutes is not None and not minutes > 0:
        raise EvolveError("run.bad-length", f"minutes: found {minutes}, expected a number above 0")
    config = RunConfig(
        style=style if isinstance(style, Style) else load_style(style),
        seed=seed,
        population=population,
        parents=_named(parents),
        search=search,
        constraints=constraints,
        rates=rates,
        budget=budget,
        ratings=tuple(ratings),
    )
    folder = None if out is None else Path(out)
    if folder is None and resume and store is None:
        raise EvolveError("run.nothing-to-resume", "a run goes on from the folder that it was kept in: name it (out)")
    kept = _open(folder, store)
    workers = None
    try:
        saved = kept.begin(config.to_dict(), resume=resume)
        workers = make_workers(threads, cluster)
        run = Run(config, workers, kept)
        if saved is not None:
            run.restore(saved)
        _go_on(run, generations, minutes, folder, progress)
    finally:
        if workers is not None:
            workers.close()
        kept.close()
    if folder is not None:
        write_archive(run.archive, folder)
    best = run.best
    if best is None:
        raise EvolveError("run.impossible", "no new game was bred: every child was there before")
    return EvolutionResult(
        final_population=tuple(GameGenome.parse(body) for body in run.state.population),
        best_genome=best,
        archive=run.archive,
        history=tuple(run.state.history),
        evaluations=run.state.evaluations,
    )


def _go_on(
    run: Run,
    generations: int | None,
    minutes: float | None,
    folder: Path | None,
    progress: Callable[[Progress], None] | None,
) -> None:
    started = time.monotonic()
    times: list[float] = []
    until = None if minutes is None else started + 60 * minutes
    while True:
        if generations is not None and run.state.generation >= generations:
            return
        begun = time.monotonic()
        if until is not None and times and begun + (1 - LATE) * times[-1] > until:
            return
        told = run.step()
        if folder is not None:
            write_archive(run.archive, folder)
        times = [*times[-4:], time.monotonic() - begun]
        if progress is not None:
            left = _left(run, generations, until, times)
            progress(Progress(told, generations, time.monotonic() - started, left))


def _left(run: Run, generations: int | None, until: float | None, times: list[float]) -> tuple[float, float]:
    if generations is None:
        assert until is not None
        rest = max(0.0, until - time.monotonic())
        return rest, rest
    count = max(0, generations - run.state.generation)
    return count * min(times), count * max(times)


def _named(parents: Sequence[GameSource] | None) -> tuple[tuple[str, GameGenome], ...]:
    """What to start from: the games that are named, or the whole library."""
    if parents is None:
        return tuple(library_genomes().items())
    found: dict[str, GameGenome] = {}
    for source in parents:
        game = load(source)
        found[game.id] = game.genome
    return tuple(found.items())


def _open(folder: Path | None, store: str | None) -> RunStore:
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise EvolveError("run.bad-folder", f"{folder}: {error.strerror}") from None
    if store is not None:
        return RunStore(store, run="run" if folder is None else folder.name or "run")
    if folder is None:
        return RunStore("sqlite://")
    with suppress(FileNotFoundError):
        if (folder / STORE).stat().st_size == 0:  # made and never written to
            (folder / STORE).unlink()
    return RunStore(folder / STORE)
