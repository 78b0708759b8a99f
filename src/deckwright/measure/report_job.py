"""A report as a job: a game by its id or its genome, measured in a process of its own."""

from __future__ import annotations

from typing import Any

from deckwright.engine import load
from deckwright.jobs import JobKind, ProcessLimits, Work
from deckwright.measure.report import make_report

REPORT = JobKind("report", "deckwright.measure.report_job:report_job", ProcessLimits(cpu_s=3600, wall_s=7200.0))
"""Its spec: `game` (an id) or `genome`, `options`, `budget` in decisions, `seed`, `threads`, `seconds`."""


def report_job(work: Work) -> dict[str, Any]:
    """Measure the game that the spec says."""
    spec = work.spec
    game = load(spec.get("genome") or spec["game"], **spec.get("options", {}))
    report = make_report(
        game,
        seed=spec.get("seed", 0),
        budget=spec["budget"],
        threads=spec.get("threads", 1),
        seconds=spec.get("seconds"),
        told=lambda what, share: work.tell(share, what),
    )
    return report.to_dict()
