"""An exact spot as a job: solved in a process of its own, its exploitability shown on the way, its play kept."""

from __future__ import annotations

import time
from typing import Any, Final

from deckwright.jobs import JobKind, ProcessLimits, Work
from deckwright.solve.poker.spot_file import parse_spot, save_spot
from deckwright.solve.poker.spots import SolvedSpot

SPOT_FOLDER: Final = "kept"
SPOT: Final = JobKind(
    "holdem-spot",
    "deckwright.solve.poker.spot_job:spot_job",
    ProcessLimits(memory_bytes=4_000_000_000, cpu_s=5_000, wall_s=7_200.0, file_bytes=1_000_000_000),
    lane="poker",
    kept=SPOT_FOLDER,
)
"""Its spec: `spot`, `iterations`, `target`, `seconds`, `max_memory_mb`, `solution` (its name), `kept` (its folder)."""
SOLUTION_FILE: Final = "solution.bin"
MOST_POINTS: Final = 400


def spot_job(work: Work) -> dict[str, Any]:
    """Solve the spot that the spec says until it is good enough, or its time is over, or it is told to stop."""
    spec = work.spec
    target = float(spec["target"])
    solved = SolvedSpot(parse_spot(spec["spot"]), max_memory_mb=float(spec["max_memory_mb"]))
    points: list[tuple[int, float]] = []
    until = time.monotonic() + float(spec["seconds"])
    ended = "iterations"

    def told(done: int, exploitability: float | None) -> bool:
        nonlocal ended
        if exploitability is not None:
            points.append((done, exploitability))
            work.show({"points": points[-MOST_POINTS:], "target": target})
            work.tell(done / spec["iterations"], f"{done:,} iterations, {100 * exploitability:.3g} % of the pot")
        if work.stop.is_set():
            ended = "stopped"
        elif time.monotonic() > until:
            ended = "time"
        return ended == "iterations"

    solved.run(iterations=int(spec["iterations"]), target=target, progress=told)
    if solved.exploitability <= target:
        ended = "target"
    points.append((solved.iterations, solved.exploitability))
    save_spot(work.folder / SOLUTION_FILE, solved)
    told_of = solved.to_dict()
    del told_of["node"]
    return {
        "solution": spec["solution"],
        "origin": spec.get("origin"),
        "ended": ended,
        "target": target,
        "points": sorted(dict(points).items())[-MOST_POINTS:],
        **told_of,
    }
