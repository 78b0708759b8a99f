"""The kinds of jobs that this server does, and what its pages show of their results.

To add one (evolving, solving, training): give its room a `JobKind`, and add a `WebJob` here. Nothing else names it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from deckwright.jobs import JobKind
from deckwright.measure.report import GameReport
from deckwright.measure.report_job import REPORT
from deckwright.measure.report_page import report_body


@dataclass(frozen=True)
class WebJob:
    """A kind of job with what a stranger may ask of it."""

    kind: JobKind
    title: str
    """`{name}` is the game's."""
    budget: int
    """What it is done with if nobody says otherwise."""
    stranger_budget: int
    """The most without the operator's token."""
    most_budget: int
    """The most with it."""
    page: Callable[[dict[str, Any]], str]
    """Its result as HTML, every text of a genome escaped."""


def _report_html(result: dict[str, Any]) -> str:
    return report_body(GameReport.from_dict(result))


WEB_JOBS: Mapping[str, WebJob] = {
    job.kind.name: job
    for job in (WebJob(REPORT, "Report on {name}", 10_000_000, 20_000_000, 400_000_000, _report_html),)
}
