"""Figures of found games, and of runs, drawn for pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from deckwright.games import library
from deckwright.measure.charts import Curve, curves, spark_bar
from deckwright.web.words import WORDS

SHOWN: Sequence[tuple[str, float]] = (
    ("skill", 1.5), ("depth", 1.0), ("luck", 1.0), ("consequence", 1.0), ("reach", 1.0), ("bias", 1.0),
    ("kingmaking", 1.0), ("foremost", 1.0), ("completion", 1.0), ("liked", 5.0),
)  # fmt: skip
"""Figures with intervals, and where their bars end."""
PLAIN: Sequence[tuple[str, int]] = (
    ("choices", 1), ("decisions", 1), ("draws", 2), ("novelty", 2), ("play_novelty", 3), ("rulebook_words", 0),
)  # fmt: skip
"""Figures without, and how many digits they have."""


def called(name: str) -> str:
    """What a game of the library is called; anything else by its own name."""
    entry = library().get(name)
    return name if entry is None else entry.name


def figure_rows(figures: Mapping[str, Any] | None) -> list[dict[str, str]]:
    """What was measured of a found game, a row for each figure that is known."""
    if figures is None:
        return []
    rows = []
    for name, most in SHOWN:
        found = figures.get(name)
        if found is not None:
            low, high = (max(0.0, min(1.0, found[edge] / most)) for edge in ("low", "high"))
            bar = spark_bar(max(0.0, min(1.0, found["value"] / most)), low=low, high=high)
            text = f"{found['value']:.2f} ({found['low']:.2f} to {found['high']:.2f})"
            rows.append({"name": WORDS[f"figure_{name}"], "bar": bar, "text": text})
    for name, digits in PLAIN:
        value = figures.get(name)
        if value is not None:
            more = f" ({called(figures['nearest'])})" if name == "novelty" and figures.get("nearest") else ""
            rows.append({"name": WORDS[f"figure_{name}"], "bar": "", "text": f"{value:,.{digits}f}{more}"})
    return rows


def history_chart(history: Sequence[Mapping[str, Any]]) -> str:
    """Coverage and score by generation; nothing before there are two."""
    if len(history) < 2:
        return ""
    numbers = [one["number"] + 1 for one in history]
    lines = [
        Curve(WORDS["lab_kinds"], tuple(zip(numbers, (one["cells"] for one in history), strict=True))),
        Curve(WORDS["lab_stones"], tuple(zip(numbers, (one["stones"] for one in history), strict=True))),
    ]
    return curves(
        lines, title=WORDS["lab_history"], x=WORDS["lab_generation"], y=WORDS["lab_kinds_short"], low=0, is_count=True
    )


def gates_closed(history: Sequence[Mapping[str, Any]]) -> list[tuple[str, int]]:
    """Which gates stopped how many children, the most first."""
    stops: Counter[str] = Counter()
    for one in history:
        stops.update(one["stopped_by"])
    return stops.most_common()
