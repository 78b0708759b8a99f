"""Sequential sampling: more and more until the interval is narrow enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

T = TypeVar("T")

GROWTH = 2
"""Each stage has so many times as many as all before, less those; few looks keep the interval nearly honest."""


def stages(first: int, most: int, *, done: int = 0) -> Iterator[tuple[int, int]]:
    """Ranges of numbers to play, one after the other: from, and how many; `done` have been played before."""
    total = min(most, GROWTH * done) if done else max(1, min(first, most))
    while done < most:
        yield done, total - done
        done, total = total, min(most, GROWTH * total)


def until_narrow(
    first: int,
    most: int,
    play: Callable[[int, int], bool],
    value: Callable[[], T],
    narrow: Callable[[T], bool],
    *,
    done: int = 0,
) -> T:
    """Play stage by stage until the value is narrow, there are no more, or `play` says that it was stopped.

    Stage sizes do not depend on time, so the same request plays the same games. Looking several times makes a nominal
    95 % interval cover a little less (Wald 1947): with doubling there are few looks, and `first` is not small.
    """
    found: T | None = None
    for start, count in stages(first, most, done=done):
        goes_on = play(start, count)
        found = value()
        if not goes_on or narrow(found):
            break
    return value() if found is None else found
