"""A file of a solved spot that anybody may have written: it is a spot, or it is refused with a code."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from deckwright.solve.errors import SolveError
from deckwright.solve.poker.binary import read_binary, write_binary
from deckwright.solve.poker.locks import Lock
from deckwright.solve.poker.spot_file import KIND, VERSION, load_spot, save_spot
from deckwright.solve.poker.spots import Bets, Spot, solve_spot

SPOT = Spot(
    "2c2d7h9sJc",
    oop="JdJh, KcQd",
    ip="AcAd",
    pot=100,
    stack=100,
    bets=Bets(bets=(1.0,), cap=1),
    locks=(Lock("all-in", {"call": "AA:0.25"}),),
)
ODD: tuple[Any, ...] = (None, True, -1, 2**70, math.inf, math.nan, "x", "²", [], {}, [None], ["x"], {"a": 1}, 0)


def places(part: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where each part of a document is."""
    inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for name, value in inner:
        yield (*here, name)
        yield from places(value, (*here, name))


def test_a_spot_file_with_anything_in_its_header_is_a_spot_or_refused_with_a_code(tmp_path: Path) -> None:
    saved = tmp_path / "spot.bin"
    save_spot(saved, solve_spot(SPOT, iterations=20))
    file = read_binary(saved, KIND, VERSION)
    sound, content = json.loads(json.dumps(dict(file.header))), bytes(file.content)
    refused = 0
    for place in places(sound):
        if place[0] in ("kind", "version"):
            continue
        for value in ODD:
            header = copy.deepcopy(sound)
            part = header
            for name in place[:-1]:
                part = part[name]
            part[place[-1]] = value
            write_binary(saved, KIND, VERSION, header, content)
            try:
                found = load_spot(saved)
            except SolveError:
                refused += 1
                continue
            json.dumps(found.to_dict(), allow_nan=False)
    assert refused > 200
