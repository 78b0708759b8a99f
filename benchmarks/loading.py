"""What it takes to load a game: check and compile together, by CPU time, each of the library in fresh processes."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Iterator

PROCESSES = 4
MEDIAN_BAR_MS = 10
CANASTA_BAR_MS = 80
Row = dict[str, object]

MEASURE = """
import copy, json, sys, time
from deckwright import load
from deckwright.games.catalogue import library
from deckwright.genome.errors import GenomeError
from deckwright.genome.schema import GameGenome

def cost(source):
    started = time.process_time()
    game = load(source)
    return (time.process_time() - started) * 1e3, game

def numbers(value, path=()):
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(inner, (dict, list)):
            yield from numbers(inner, (*path, key))
        elif type(inner) is int:
            yield (*path, key), inner

def one_changed(genome):
    data = genome.to_dict()
    for path, number in numbers(data):
        changed = copy.deepcopy(data)
        place = changed
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = number + 1
        try:
            return cost(GameGenome.model_validate(changed))[0]
        except (GenomeError, ValueError):
            continue

load("kuhn", players=3)  # what a process pays once
rows = {}
for name in sorted(library(), reverse=bool(int(sys.argv[1]))):
    first, game = cost(name)
    if game.definition.genome is not None:
        rows[name] = [first, one_changed(game.genome)]
print(json.dumps(rows))
"""


def measured() -> dict[str, tuple[float, float | None]]:
    """Milliseconds of each game of the library, and of the same with one number changed; the least of the processes.

    None where no number can be one more.
    """
    found: list[dict[str, tuple[float, float | None]]] = []
    for number in range(PROCESSES):
        command = [sys.executable, "-c", MEASURE, str(number % 2)]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        found.append(json.loads(run.stdout))
    return {name: _least([times[name] for times in found]) for name in found[0]}


def _least(times: list[tuple[float, float | None]]) -> tuple[float, float | None]:
    return min(first for first, _ in times), min((again for _, again in times if again is not None), default=None)


def times() -> Iterator[Row]:
    """The bars."""
    costs = measured()
    median = statistics.median(first for first, _ in costs.values())
    yield _row("median of the library", median, MEDIAN_BAR_MS)
    yield _row("canasta", costs["canasta"][0], CANASTA_BAR_MS)
    changed = statistics.median(again for _, again in costs.values() if again is not None)
    yield _row("median, one number changed", changed, MEDIAN_BAR_MS / 2)


def _row(what: str, cost_ms: float, bar_ms: float) -> Row:
    return {"game": what, "ms": cost_ms, "bar_ms": bar_ms, "holds": cost_ms <= bar_ms}


def line(row: Row) -> str:
    verdict = "holds" if row["holds"] else "MISSED"
    return f"{row['game']:<36}{row['ms']:>12.1f} ms{row['bar_ms']:>12g} ms  {verdict}"
