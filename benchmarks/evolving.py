"""Evaluations of mutants a second on one core, to the end of the cheap gates: validate, compile, 100 random games.

python -m benchmarks evolving                     # the bar of `make bench`
python -m benchmarks.evolving --null --seeds 5    # the archive against random search, some hours
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

from deckwright.engine import Game
from deckwright.evolve import mutate
from deckwright.evolve.evolution import EvolutionResult, run_evolution
from deckwright.evolve.library import library_genomes
from deckwright.genome.schema import GameGenome
from deckwright.measure import simulate

GAMES = 100
MOST_DECISIONS = 3_000
MUTANTS = 2
MEDIAN_BAR = 50
Row = dict[str, object]


MEASURE = """
import json, sys, time
from benchmarks.evolving import cost_s
print(json.dumps([cost_s(data) for data in json.load(sys.stdin)]))
"""


def cost_s(data: dict[str, object]) -> float:
    """CPU time of one mutant, from plain data to its random games."""
    started = time.process_time()
    genome = GameGenome.from_dict(data)
    simulate(Game(genome.copy_with(max_hands=1)), games=GAMES, seed=1, threads=1, most_decisions=MOST_DECISIONS)
    return time.process_time() - started


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


def line(row: Row) -> str:
    verdict = {None: "", True: "holds", False: "MISSED"}[row["holds"]]  # type: ignore[index]
    bar = "" if row["bar"] is None else f"{row['bar']:g}"
    return f"{row['game']:<36}{row['per_second']:>12.1f}{bar:>15}  {verdict}".rstrip()


def null(seeds: int, generations: int, population: int, threads: int) -> None:
    """The archive against random search with the same operators, gates and number of evaluations."""
    ratios: dict[str, list[float]] = {"QD-score": [], "coverage": []}
    for seed in range(seeds):
        found: list[EvolutionResult] = [
            run_evolution(generations, population, seed=seed, search=search, threads=threads)
            for search in ("archive", "random")
        ]
        ours, theirs = (result.archive for result in found)
        told = ", ".join(
            f"{result.evaluations} evaluations, {len(result.archive.found)} cells, score {result.archive.score:.2f}"
            for result in found
        )
        print(f"seed {seed}: archive and null: {told}", flush=True)
        ratios["QD-score"].append(ours.score / max(theirs.score, 1e-9))
        ratios["coverage"].append(len(ours.found) / max(len(theirs.found), 1))
    for name, values in ratios.items():
        mean = statistics.mean(values)
        half = 2.776 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.nan
        print(f"{name}: {mean:.2f} times the null's, {mean - half:.2f} to {mean + half:.2f} (t, 95 %)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--null", action="store_true")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--population", type=int, default=48)
    parser.add_argument("--threads", type=int, default=2)
    asked = parser.parse_args()
    if asked.null:
        null(asked.seeds, asked.generations, asked.population, asked.threads)
    else:
        for row in rates():
            print(line(row))
