"""Evaluations of mutants a second on one core, to the end of the cheap gates: validate, compile, 100 random games.

python -m benchmarks evolving                     # the bar of `make bench`
python -m benchmarks.evolving --null              # the archive against random search: hours, and it can go on;
                                                  # --effort 0.05 --from GAME,.. for an hour
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from deckwright.engine import Game
from deckwright.evolve import mutate
from deckwright.evolve.config import Search
from deckwright.evolve.evolution import STORE, Progress, run_evolution
from deckwright.evolve.library import library_genomes
from deckwright.evolve.loop import AGAIN_SHARE, CLOSE_SHARE
from deckwright.evolve.tiers import DEFAULT_BUDGET
from deckwright.genome.schema import GameGenome
from deckwright.jobs.workers import ProcessWorkers
from deckwright.measure import Errand, measure_many

GAMES = 100
MOST_DECISIONS = 3_000
MUTANTS = 2
MEDIAN_BAR = 50
LINEAR = 1.7
"""Two cores are twice as fast, within 15 %."""
MOST_JUDGED = 1 + CLOSE_SHARE + AGAIN_SHARE
"""Judgements in a generation at most, for each child of it."""
SEARCHES: tuple[Search, ...] = ("archive", "random")
T_95 = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262}
Row = dict[str, object]
History = Sequence[Mapping[str, float]]


MEASURE = """
import json, sys, time
from benchmarks.evolving import cost_s
print(json.dumps([cost_s(data) for data in json.load(sys.stdin)]))
"""


def cost_s(data: dict[str, object]) -> float:
    """CPU time of one mutant, from plain data to its random games."""
    started = time.process_time()
    genome = GameGenome.from_dict(data)
    measure_many([Errand(Game(genome.copy_with(max_hands=1)), seed=1, games=GAMES, most_decisions=MOST_DECISIONS)])
    return time.process_time() - started


def speedup(mutants: list[dict[str, object]]) -> float:
    """How many times as fast two processes are as one, of a list that neither has seen, started beforehand."""
    times: dict[int, float] = {}
    for count in (1, 2):
        with ProcessWorkers(count) as workers:
            list(workers.map(cost_s, mutants[:4]))  # they have started, and have loaded what they need
            started = time.perf_counter()
            list(workers.map(cost_s, mutants[4:]))
            times[count] = time.perf_counter() - started
    return times[1] / times[2]


def rates() -> Iterator[Row]:
    """The median over mutants of every game of the library, and the mean, in a process that has not seen them."""
    mutants = [
        mutate(genome, 1000 + seed).genome.to_dict() for genome in library_genomes().values() for seed in range(MUTANTS)
    ]
    command = [sys.executable, "-c", MEASURE]
    run = subprocess.run(command, input=json.dumps(mutants), capture_output=True, text=True, check=True)
    costs: list[float] = json.loads(run.stdout)
    median, mean = 1 / statistics.median(costs), len(costs) / sum(costs)
    yield {"game": "median mutant", "per_second": median, "bar": MEDIAN_BAR, "holds": median >= MEDIAN_BAR}
    yield {"game": "mean", "per_second": mean, "bar": None, "holds": None}
    if len(os.sched_getaffinity(0)) > 1:
        faster = speedup(mutants)
        yield {"game": "two processes, times one", "per_second": faster, "bar": LINEAR, "holds": faster >= LINEAR}


def line(row: Row) -> str:
    verdict = {None: "", True: "holds", False: "MISSED"}[row["holds"]]  # type: ignore[index]
    bar = "" if row["bar"] is None else f"{row['bar']:g}"
    return f"{row['game']:<36}{row['per_second']:>12.1f}{bar:>15}  {verdict}".rstrip()


@dataclass(frozen=True)
class Comparison:
    """What the archive and the null are compared by; runs of another comparison are kept apart."""

    seeds: int
    evaluations: int
    population: int
    effort: float
    parents: tuple[str, ...]

    @property
    def name(self) -> str:
        """A folder for its runs: more evaluations or seeds go on with those that are there."""
        parents = sha256(",".join(self.parents).encode()).hexdigest()[:8] if self.parents else "library"
        return f"{self.population}-{self.effort:g}-{parents}"

    @property
    def terms(self) -> Row:
        """All but how much of it is made, as JSON reads it."""
        return {"population": self.population, "effort": self.effort, "parents": list(self.parents)}


STEPS = (16, 8, 4, 2, 1)
"""Figures are told after these parts of all evaluations."""
KEPT = Path("benchmarks/results/null.json")
"""The generations of every run and the commit they were made on; runs that are whole are not made again."""

KEPT_EVERY = 5
"""Generations after which the file is written."""


@dataclass
class Histories:
    """What came of the runs of a comparison so far, in a file that outlives their folders."""

    asked: Comparison
    path: Path
    runs: dict[str, Row]

    @classmethod
    def load(cls, asked: Comparison, path: Path) -> Histories:
        """Those of the file; none of a file that is not there or is of another comparison."""
        held = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        return cls(asked, path, held["runs"] if held.get("comparison") == asked.terms else {})

    def find(self, search: Search, seed: int, evaluations: int) -> History | None:
        """The generations of a run, if it has reached so many evaluations."""
        history: History = self.runs.get(f"{search}-{seed}", {}).get("history", ())  # type: ignore[assignment]
        return history if history and history[-1]["evaluations"] >= evaluations else None

    def keep(self, search: Search, seed: int, history: History) -> None:
        """The generations of a run so far."""
        told = [{what: one[what] for what in ("evaluations", "cells", "score")} for one in history]
        self.runs[f"{search}-{seed}"] = {"commit": commit(), "history": told}
        document = {"comparison": self.asked.terms, "runs": self.runs}
        self.path.write_text(json.dumps(document) + "\n", encoding="utf-8")


def commit() -> str:
    """The commit that is checked out, marked where files differ from it."""
    run = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=True)
    return run.stdout.strip()


def null(asked: Comparison, folder: Path, threads: int, kept: Path) -> None:
    """The archive against random search with the same operators, gates and number of evaluations, seed by seed.

    Every run is kept in the folder and goes on where it was if this is begun again; its generations are in the file.
    """
    histories = Histories.load(asked, kept)
    for seed in range(asked.seeds):
        for search in SEARCHES:
            if histories.find(search, seed, asked.evaluations) is None:
                _run(histories, search, seed, folder / asked.name / f"{search}-{seed}", threads)
    for part in STEPS:
        tell(asked, histories, asked.evaluations // part)


def tell(asked: Comparison, histories: Histories, evaluations: int) -> None:
    """Both searches after so many evaluations, seed by seed, and the ratios of their figures."""
    rows: list[dict[str, float]] = []
    for seed in range(asked.seeds):
        row: dict[str, float] = {"seed": seed}
        for search in SEARCHES:
            history = histories.find(search, seed, evaluations)
            if history is not None:
                row |= {f"{search}_{what}": after(evaluations, history, what) for what in ("cells", "score")}
        if len(row) == 1 + 2 * len(SEARCHES):
            rows.append(row)
            print(", ".join(f"{name} {value:.2f}" for name, value in row.items()))
    for what, (mean, low, high) in ratios(rows).items():
        told = f"{what}: {mean:.2f} times the null's, {low:.2f} to {high:.2f}"
        print(f"{evaluations} evaluations, {told} (t, 95 %, of {len(rows)} seeds)", flush=True)


def ratios(rows: list[dict[str, float]]) -> dict[str, tuple[float, float, float]]:
    """How many times the null's the archive's figures are, with intervals; nothing of a single seed."""
    if len(rows) < 2:
        return {}
    return {
        what: interval([row[f"archive_{what}"] / max(row[f"random_{what}"], 1e-9) for row in rows])
        for what in ("score", "cells")
    }


def _run(histories: Histories, search: Search, seed: int, out: Path, threads: int) -> None:
    """A run, up to a generation after which there were as many evaluations as asked, or more."""
    asked = histories.asked

    def told(progress: Progress) -> None:
        now = progress.generation
        print(f"  {search} {seed}: generation {now.number + 1}, {now.evaluations} evaluations, "
              f"{now.cells} cells, score {now.score:.2f}", file=sys.stderr, flush=True)  # fmt: skip

    history: History = ()
    while not history or history[-1]["evaluations"] < asked.evaluations:
        done = history[-1]["evaluations"] if history else 0
        needed = math.ceil((asked.evaluations - done) / (MOST_JUDGED * asked.population))
        generations = len(history) + min(needed, KEPT_EVERY)
        history = run_evolution(
            generations,
            asked.population,
            seed=seed,
            search=search,
            budget=DEFAULT_BUDGET.scaled(asked.effort),
            parents=asked.parents or None,
            threads=threads,
            out=out,
            resume=(out / STORE).exists(),
            progress=told,
        ).history
        histories.keep(search, seed, history)


def after(evaluations: int, history: Sequence[Mapping[str, float]], what: str) -> float:
    """A figure after exactly so many evaluations: on a line between the generations before and after.

    Generations of the two searches are not of the same size, because not as many children are looked at closely.
    """
    place = next(place for place, one in enumerate(history) if one["evaluations"] >= evaluations)
    now = history[place]
    before = history[place - 1] if place else {"evaluations": 0.0, what: 0.0}
    share = (evaluations - before["evaluations"]) / (now["evaluations"] - before["evaluations"])
    return before[what] + share * (now[what] - before[what])


def interval(values: list[float]) -> tuple[float, float, float]:
    """The mean of two ratios or more, by their logarithms, and its 95 % interval (Student's t)."""
    logs = [math.log(max(value, 1e-9)) for value in values]
    mean = statistics.mean(logs)
    half = T_95[min(len(logs) - 1, max(T_95))] * statistics.stdev(logs) / math.sqrt(len(logs))
    return math.exp(mean), math.exp(mean - half), math.exp(mean + half)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--null", action="store_true")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--evaluations", type=int, default=2_000)
    parser.add_argument("--population", type=int, default=36)
    parser.add_argument("--effort", type=float, default=1.0)
    parser.add_argument("--from", dest="parents", default="", help="games to start from, by commas; the whole library")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--runs", type=Path, default=Path(".proofs/null"), help="where the runs are kept")
    parser.add_argument("--keep", type=Path, default=KEPT, help="the file of generations")
    parser.add_argument("--tell", action="store_true", help="only what the file of generations holds")
    asked = parser.parse_args()
    if asked.null or asked.tell:
        parents = tuple(name for name in asked.parents.split(",") if name)
        comparison = Comparison(asked.seeds, asked.evaluations, asked.population, asked.effort, parents)
        if asked.null:
            null(comparison, asked.runs, asked.threads, asked.keep)
        else:
            kept = Histories.load(comparison, asked.keep)
            for part in STEPS:
                tell(comparison, kept, comparison.evaluations // part)
    else:
        for row in rates():
            print(line(row))
