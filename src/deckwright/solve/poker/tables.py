"""Tables of equities before the flop: classes against each other, exact and shipped; triples, sampled and kept.

`python -m deckwright.solve.poker.tables FILE` makes the shipped one again: a minute of a core.
"""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from deckwright import _kernel
from deckwright.solve.errors import SolveError
from deckwright.solve.poker.binary import read_binary, write_binary
from deckwright.solve.poker.classes import CLASSES

SHIPPED: Final = Path(__file__).with_name("matchups.bin")
VERSION: Final = 1
MATCHUPS: Final = "class-matchups"
TRIPLES: Final = "class-triples"
TRIPLE_COUNT: Final = CLASSES * (CLASSES + 1) * (CLASSES + 2) // 6
TRIPLE_SEED: Final = 1
CACHE_VARIABLE: Final = "DECKWRIGHT_CACHE"

Progress = Callable[[int], bool]


def cache_folder() -> Path:
    """Where what takes long to make is kept: DECKWRIGHT_CACHE, or the user's cache."""
    given = os.environ.get(CACHE_VARIABLE)
    return Path(given) if given else user_cache_path("deckwright")


@cache
def class_equities() -> bytes:
    """The exact equity of every class against every other, with removed cards, as native doubles."""
    return _kernel.class_equities(bytes(read_binary(SHIPPED, MATCHUPS, VERSION).content))


def class_equity(one: int, other: int) -> float:
    """The exact equity of a class against another."""
    return array("d", class_equities())[one * CLASSES + other]


def make_matchups(path: Path, *, threads: int, progress: Progress | None = None) -> str:
    """Work out the shipped table: all boards, up to suits that can change places."""
    counts = _kernel.class_matchups(threads, progress)
    if counts is None:
        raise SolveError("equity.stopped", "the table was not finished: it was told to stop")
    return write_binary(path, MATCHUPS, VERSION, {"classes": CLASSES, "boards": 1_712_304}, counts)


def has_triples(deals: int) -> bool:
    """Whether the table of triples was made before."""
    return (cache_folder() / f"class-triples-{deals}.bin").is_file()


def class_triples(deals: int, *, threads: int, progress: Progress | None = None) -> bytes:
    """Sampled equities of every three classes, from the cache if they are there."""
    path = cache_folder() / f"class-triples-{deals}.bin"
    try:
        kept = read_binary(path, TRIPLES, VERSION)
        if kept.header.get("deals") == deals and len(kept.content) == TRIPLE_COUNT * 12:
            return bytes(kept.content)
    except SolveError:  # there is none, or it is damaged: it is made again
        pass
    numbers = _kernel.class_triples(deals, TRIPLE_SEED, threads, progress)
    if numbers is None:
        raise SolveError("equity.stopped", "the table of triples was not finished: it was told to stop")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_binary(path, TRIPLES, VERSION, {"deals": deals, "seed": TRIPLE_SEED}, numbers)
    except (OSError, SolveError) as error:
        sys.stderr.write(f"deckwright: the table of triples could not be kept for the next time: {error}\n")
    return numbers


if __name__ == "__main__":
    print(make_matchups(Path(sys.argv[1]), threads=os.cpu_count() or 1))
