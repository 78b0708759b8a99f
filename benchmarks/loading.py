"""What it takes to load a game: read, check and compile together, by CPU time, each of the library in fresh processes.

Beside it, what a genome takes that differs from one that was loaded in one number: one of each kind of number that the
game has, since some reach further than others (a threshold is read once, how many play is read everywhere).
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Iterator

PROCESSES = 4
MEDIAN_BAR_MS = 10
CANASTA_BAR_MS = 80
CHANGED_BAR = 0.5
"""Of what the game took when it was new, at the median of the library."""
Row = dict[str, object]

MEASURE = """
import copy, json, sys, time
from deckwright import load
from deckwright.games.catalogue import library
from deckwright.genome.errors import GenomeError

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

def changed_costs(genome):
    data = genome.to_dict()
    found = {}
    for path, number in numbers(data):
        kind = ".".join(key for key in path if isinstance(key, str))
        if kind in found:
            continue
        changed = copy.deepcopy(data)
        place = changed
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = number + 1
        try:
            found[kind] = cost(changed)[0]
        except GenomeError:
            continue
    return found

load("kuhn", players=3)  # what a process pays once
rows = {}
for name in sorted(library(), reverse=bool(int(sys.argv[1]))):
    first, game = cost(name)
    if game.definition.genome is not None:
        rows[name] = [first, changed_costs(game.genome)]
print(json.dumps(rows))
"""

Costs = tuple[float, dict[str, float]]
"""Milliseconds of a game, and of the same with a number changed, by the kind of number."""


def measured() -> dict[str, Costs]:
    """The costs of each game of the library; the least of the processes."""
    found: list[dict[str, Costs]] = []
    for number in range(PROCESSES):
        command = [sys.executable, "-c", MEASURE, str(number % 2)]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        found.append(json.loads(run.stdout))
    return {name: _least([costs[name] for costs in found]) for name in found[0]}


def _least(costs: list[Costs]) -> Costs:
    first = min(first for first, _ in costs)
    return first, {kind: min(changed[kind] for _, changed in costs) for kind in costs[0][1]}


def times() -> Iterator[Row]:
    """The bars."""
    costs = measured()
    median = statistics.median(first for first, _ in costs.values())
    yield _row("median of the library", median, MEDIAN_BAR_MS)
    yield _row("canasta", costs["canasta"][0], CANASTA_BAR_MS)
    changed = {name: statistics.median(again.values()) for name, (_, again) in costs.items() if again}
    yield _row("median, one number changed", statistics.median(changed.values()), CHANGED_BAR * median)
    shares = {name: changed[name] / costs[name][0] for name in changed}
    yield _share("of what it was when new: median game", statistics.median(shares.values()), CHANGED_BAR)
    every = [again / first for first, kinds in costs.values() for again in kinds.values()]
    yield _share("mean of all numbers", statistics.mean(every))
    kinds: dict[str, list[float]] = {}
    for first, again in costs.values():
        for kind, cost in again.items():
            kinds.setdefault(kind, []).append(cost / first)
    by_kind = {kind: statistics.median(found) for kind, found in kinds.items()}
    yield _share("median kind of number", statistics.median(by_kind.values()))
    worst = max(by_kind, key=lambda kind: by_kind[kind])
    yield _share(f"worst kind: {worst}", by_kind[worst])
    yield _share("worst of all", max(every))


def _row(what: str, cost_ms: float, bar_ms: float) -> Row:
    return {"game": what, "ms": cost_ms, "bar_ms": bar_ms, "holds": cost_ms <= bar_ms}


def _share(what: str, share: float, bar: float | None = None) -> Row:
    held = {} if bar is None else {"bar": bar, "holds": share <= bar}
    return {"game": what, "share": share, **held}


def line(row: Row) -> str:
    verdict = "" if "holds" not in row else "  holds" if row["holds"] else "  MISSED"
    if "share" in row:
        bar = f"{row['bar']:>12g}   " if "bar" in row else ""
        return f"{row['game']:<36}{row['share']:>12.2f}   {bar}{verdict}"
    return f"{row['game']:<36}{row['ms']:>12.1f} ms{row['bar_ms']:>12.1f} ms{verdict}"
