"""About how long it takes to solve a spot, from a small one that is timed once."""

from __future__ import annotations

from functools import cache
from time import process_time
from typing import Final

from deckwright.solve.poker.spots import SolvedSpot, Spot, SpotSize

ITERATIONS: Final = 5


@cache
def seconds_a_megabyte() -> float:
    """Of one iteration here: from a turn of a few hands."""
    solved = SolvedSpot(Spot("Qs7s2d4c", oop="TT+, AQ+, KQ", ip="77+, AT+, KQ", pot=10, stack=30))
    started = process_time()
    solved.run(iterations=ITERATIONS)
    return (process_time() - started) / ITERATIONS / (solved.size.size_bytes / 1e6)


def seconds_to_solve(size: SpotSize, iterations: int) -> float:
    """Of so many iterations, with nothing else to do; a target may end it sooner."""
    return seconds_a_megabyte() * iterations * size.size_bytes / 1e6
