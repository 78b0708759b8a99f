"""Solving as a job: a small game in a process of its own, live, to be ended early, and then the walk through it."""

from __future__ import annotations

import math
import time
from typing import Any

from deckwright.engine import load
from deckwright.jobs import JobKind, ProcessLimits, Work
from deckwright.solve.report import verdict
from deckwright.solve.solution import Look, Solution
from deckwright.solve.solving import solve
from deckwright.solve.walk import make_walk

SOLVE = JobKind(
    "solve",
    "deckwright.solve.solve_job:solve_job",
    ProcessLimits(memory_bytes=3_000_000_000, cpu_s=1_800, wall_s=3_600.0, file_bytes=2_000_000_000),
    lane="solve",
)
"""Its spec: `game` (an id) or `genome`, `options`, `algorithm`, `iterations`, `target`, `seed`, `max_memory_mb`."""
CHECKPOINT = "solver.json"
SHOW_EVERY_S = 0.4
WALK_SHARE = 0.95
"""The rest is the walk."""


def solve_job(work: Work) -> dict[str, Any]:
    """Solve the game that the spec says, cards told apart, so that everything a table shows is in the walk."""
    spec = work.spec
    game = load(spec.get("genome") or spec["game"], **spec.get("options", {}))
    work.tell(0.0, "expanding the game")
    checkpoint = work.folder / CHECKPOINT
    solution = solve(
        game,
        spec["algorithm"],
        iterations=spec["iterations"],
        target=spec.get("target"),
        seed=spec.get("seed", 0),
        merge=False,
        max_memory_mb=spec["max_memory_mb"],
        checkpoint=checkpoint,
        resume=checkpoint.exists(),
        progress=Telling(work),
    )
    work.tell(WALK_SHARE, "working out what each action earns")
    return solved_data(solution)


def solved_data(solution: Solution) -> dict[str, Any]:
    """A solution for a page: how close it is, how it came there, and the walk."""
    data = solution.to_dict()
    looks = [[look.iterations, *look.gains] for look in solution.trace]
    return {**data, "name": solution.game.name, "verdict": verdict(solution), "looks": looks, **make_walk(solution)}


class Telling:
    """Tells how far a solver is, and stops it when that is wished."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._looks: list[list[float]] = []
        self._begun = time.monotonic()
        self._told = 0.0

    def __call__(self, iterations: int, look: Look | None) -> bool:
        """Hear of an iteration; False stops."""
        if look is not None:
            self._looks.append([iterations, *look.gains])
        now = time.monotonic()
        if self._looks and now - self._told >= SHOW_EVERY_S:
            self._told = now
            gained = sum(self._looks[-1][1:])
            self._work.tell(WALK_SHARE * self._share(iterations), f"{iterations:,} iterations, NashConv {gained:.3g}")
            seconds = round(now - self._begun, 1)
            self._work.show({"iterations": iterations, "seconds": seconds, "looks": self._looks})
        return not self._work.stop.is_set()

    def _share(self, iterations: int) -> float:
        """How far it is: by iterations, or by how much of the way to its target is behind, on a scale of powers."""
        spec = self._work.spec
        share: float = iterations / spec["iterations"]
        target, first, now = spec.get("target"), sum(self._looks[0][1:]), sum(self._looks[-1][1:])
        if target and first > target and now > 0:
            share = max(share, math.log(first / max(now, target)) / math.log(first / target))
        return min(1.0, share)
