"""Reports on games as jobs of the web app."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from deckwright.measure.report import GameReport
from deckwright.measure.report_job import REPORT
from deckwright.measure.report_page import report_body
from deckwright.web.web_job import GameName, GameOptions, Games, JobRequest, Prepared, WebJob

BUDGET = 10_000_000
"""What a report is made with if nobody says otherwise."""


class ReportRequest(JobRequest):
    """A report on a game."""

    game: GameName
    options: GameOptions = Field(default_factory=dict)
    budget: Annotated[int, Field(ge=100_000, le=10**12)] = BUDGET
    """In decisions. More than a small one needs the operator's token as a bearer header."""
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0


def _prepare(games: Games, asked: ReportRequest) -> Prepared:
    game = games.load(asked.game, asked.options)
    spec = {**games.game_spec(asked.game, asked.options), "budget": asked.budget, "seed": asked.seed}
    return Prepared(f"Report on {game.name}", spec, asked.budget)


def _html(result: dict[str, Any]) -> str:
    return report_body(GameReport.from_dict(result))


REPORT_JOB = WebJob(REPORT, ReportRequest, _prepare, "decisions", 20_000_000, 400_000_000, _html)
