"""Solved spots as files: the spot, how good its solution is, and the average play of both."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from deckwright.solve.errors import SolveError
from deckwright.solve.poker.binary import read_binary, write_binary
from deckwright.solve.poker.locks import Lock
from deckwright.solve.poker.spots import DEFAULT_MEMORY_MB, Bets, SolvedSpot, Spot

KIND: Final = "spot-solution"
VERSION: Final = 1
SEATS: Final = 2


def save_spot(path: str | Path, solved: SolvedSpot) -> str:
    """Keep a solved spot; the checksum of the file."""
    header = {
        "spot": spot_document(solved.spot),
        "iterations": solved.iterations,
        "seconds": solved.seconds,
        "values": list(solved.values),
        "gains": list(solved.gains),
    }
    return write_binary(path, KIND, VERSION, header, solved.play())


def load_spot(path: str | Path, *, max_memory_mb: float = DEFAULT_MEMORY_MB) -> SolvedSpot:
    """A solved spot from its file; SolveError if it is damaged, or of another version."""
    file = read_binary(path, KIND, VERSION)
    head = file.header
    try:
        iterations, seconds = int(head["iterations"]), float(head["seconds"])
        values, gains = (tuple(map(float, head[name])) for name in ("values", "gains"))
        if (
            iterations < 1
            or len(values) != SEATS
            or len(gains) != SEATS
            or not all(map(math.isfinite, (seconds, *values, *gains)))
        ):
            raise ValueError("figures that are none")
        solved = SolvedSpot(parse_spot(head["spot"]), max_memory_mb=max_memory_mb)
        solved.load_play(bytes(file.content), iterations=iterations, seconds=seconds)
    except SolveError:
        raise
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        TypeError,
        ValueError,
    ):  # whatever a header holds in place of a spot
        raise SolveError("file.damaged", f"{path}: its header is not of a solved spot") from None
    solved.values, solved.gains = (values[0], values[1]), (gains[0], gains[1])
    return solved


def spot_document(spot: Spot) -> dict[str, Any]:
    """A spot as plain data that reads back as the same spot."""
    trees = spot.bets if isinstance(spot.bets, tuple) else (spot.bets, spot.bets)
    oop, ip = spot.ranges
    return {
        "board": spot.board,
        "oop": str(oop),
        "ip": str(ip),
        "pot": spot.pot,
        "stack": spot.stack,
        "bets": [asdict(tree) for tree in trees],
        "rake": spot.rake,
        "rake_cap": spot.rake_cap if math.isfinite(spot.rake_cap) else None,
        **({"locks": [lock.to_dict() for lock in spot.locks]} if spot.locks else {}),
    }


def parse_spot(document: Mapping[str, Any]) -> Spot:
    """The spot that plain data says."""
    first, second = (
        Bets(**{**tree, "bets": tuple(tree["bets"]), "raises": tuple(tree["raises"])}) for tree in document["bets"]
    )
    cap = document.get("rake_cap")
    return Spot(
        document["board"],
        document["oop"],
        document["ip"],
        document["pot"],
        document["stack"],
        (first, second),
        document.get("rake", 0.0),
        math.inf if cap is None else cap,
        tuple(Lock.from_dict(one) for one in document.get("locks", ())),
    )
