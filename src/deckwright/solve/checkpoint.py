"""Stopping a solver and going on later exactly as if it had never stopped."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from deckwright import _kernel
from deckwright.engine import Game
from deckwright.games.errors import quoted
from deckwright.solve.documents import pack_bytes, read_document, unpack_bytes, write_document
from deckwright.solve.errors import SolveError
from deckwright.solve.solution import Look


def save_checkpoint(path: str | Path, solver: _kernel.Solver, trace: list[Look], config: str, game: Game) -> None:
    """Write down all that a solver knows."""
    iterations, rng, arrays = solver.save()
    content = {
        "game": game.id,
        "config_hash": config,
        "iterations": iterations,
        "random": f"{rng:016x}",
        "arrays": [pack_bytes(numbers) for numbers in arrays],
        "trace": [[look.iterations, list(look.values), list(look.gains)] for look in trace],
    }
    write_document(path, "checkpoint", content)


def load_checkpoint(path: str | Path, solver: _kernel.Solver, config: str) -> list[Look]:
    """Put a solver where a checkpoint left it; SolveError if it is of another run. The way there is returned."""
    content = read_document(path, "checkpoint")
    if content.get("config_hash") != config:
        raise SolveError(
            "checkpoint.mismatch",
            f"{path}: it is of another game, algorithm or setting (found {str(content.get('config_hash'))[:12]}, "
            f"expected {config[:12]}): resume with what it was made with, or give another file",
        )
    try:
        arrays = [unpack_bytes(text) for text in content["arrays"]]
        looks = [_read_look(entry) for entry in content["trace"]]
        solver.restore(_count(content["iterations"]), int(content["random"], 16), arrays)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        if isinstance(error, SolveError):
            raise
        raise SolveError("file.damaged", f"{path}: a checkpoint lacks what it needs: {error}") from None
    return looks


def _read_look(entry: Any) -> Look:
    """A step of the way; ValueError or TypeError if it is none."""
    done, values, gains = entry
    if not (isinstance(values, list) and isinstance(gains, list) and 0 < len(values) == len(gains)):
        raise ValueError("a step has another number of values than of gains")
    for number in (*values, *gains):
        if type(number) not in (int, float) or not math.isfinite(number):
            raise ValueError(f"found {quoted(number)}, expected a number")
    return Look(_count(done), tuple(values), tuple(gains))


def _count(number: Any) -> int:
    if type(number) is not int or number < 0:
        raise ValueError(f"found {quoted(number)}, expected how many iterations")
    return number
