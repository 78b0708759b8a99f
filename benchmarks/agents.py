"""Agents of the kernel: whole rounds of Cambio between two V2, one thread, by CPU time."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from deckwright import load, simulate

ROUNDS = 5
MATCHES = 4_000
PLAIN_PYTHON = 6_000
"""Rounds per second of the same agents written in plain Python, on one core."""
BAR = 20
Row = dict[str, object]


def rounds_per_second(seed: int) -> float:
    started = time.process_time()
    played = simulate(load("cambio"), agents=("bayesian-v2", "bayesian-v2"), games=MATCHES, seed=seed, threads=1)
    return played.hands / (time.process_time() - started)


def ratios() -> Iterator[Row]:
    """What is at least twenty times as fast as plain Python."""
    ours = statistics.median(rounds_per_second(number) for number in range(ROUNDS))
    ratio = ours / PLAIN_PYTHON
    yield {
        "game": "cambio V2 - V2",
        "ours": ours,
        "theirs": float(PLAIN_PYTHON),
        "ratio": ratio,
        "bar": BAR,
        "holds": ratio >= BAR,
    }
