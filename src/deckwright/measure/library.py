"""The reports that come with the library's games, and how a game compares with them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from deckwright.files import write_whole
from deckwright.measure.report import GameReport

FOLDER = "reports"
DIGITS = 5
"""Figures of shipped reports are rounded to so many places."""


@dataclass(frozen=True)
class Scale:
    """A figure in which games are compared."""

    key: str
    title: str
    of: Callable[[GameReport], float | None]
    unit: str = ""
    """`%` for shares."""


def _skill(report: GameReport) -> float | None:
    if report.play is not None and report.play.games_played and not report.play.choices:
        return 0.0  # nobody ever has a choice
    if report.skill is None or not report.skill.steps:
        return None if report.learning is None else max(0.0, report.learning.gain.effect.value)
    if report.skill.whole is not None:
        return max(0.0, report.skill.whole.effect.value)
    return sum(max(0.0, step.effect.value) for step in report.skill.steps)  # step by step, where the whole was too dear


def _choices(report: GameReport) -> float | None:
    play = report.play
    return play.choices / play.games_played / report.seats if play is not None and play.games_played else None


SCALES = (
    Scale("skill", "skill: what the best level gains over random, in standard deviations", _skill),
    Scale("luck", "luck: the deal's part of a hand", lambda r: _value(r.luck and r.luck.share), "%"),
    Scale("choices", "choices of a player in a game of random play", _choices),
    Scale("matter", "choices that matter", lambda r: _value(r.decisions and r.decisions.matter), "%"),
    Scale(
        "interaction",
        "choices that the next player feels",
        lambda r: _value(r.decisions and r.decisions.interaction),
        "%",
    ),
    Scale("balance", "balance between seats", lambda r: _value(r.balance and r.balance.value), "%"),
    Scale("decided", "when it is decided", lambda r: _value(r.tension and r.tension.decided_at), "%"),
    Scale("drama", "drama", lambda r: _value(r.tension and r.tension.drama)),
)


def _value(found: Any) -> float | None:
    if found is None:
        return None
    return float(getattr(found, "value", getattr(found, "share", 0.0)))


@lru_cache(maxsize=1)
def library_reports() -> Mapping[str, GameReport]:
    """The shipped reports by the id of their game."""
    found: dict[str, GameReport] = {}
    folder = files("deckwright.measure").joinpath(FOLDER)
    if not folder.is_dir():
        return found
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".json"):
            report = GameReport.from_dict(json.loads(entry.read_text(encoding="utf-8")))
            found[report.game] = report
    return found


def find_report(game: str, digest: str) -> GameReport | None:
    """The shipped report of a game, if it is of these rules."""
    report = library_reports().get(game)
    return report if report is not None and report.digest == digest else None


def ship(report: GameReport, folder: Path) -> Path:
    """Write a report as the library keeps it: rounded, without the rules that applied and without time."""
    coverage = report.coverage
    if coverage is not None:
        report = replace(report, coverage=replace(coverage, rules=coverage.never))
    small = replace(report, seconds=0.0)
    for name in ("play", "played_well"):
        if (stats := getattr(small, name)) is not None:
            small = replace(small, **{name: replace(stats, seconds=0.0)})
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{report.game}.json"
    text = json.dumps(_rounded(asdict(small)), separators=(",", ":"), ensure_ascii=False)
    write_whole(path, text + "\n")
    return path


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, dict):
        return {name: _rounded(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_rounded(one) for one in value]
    return value
