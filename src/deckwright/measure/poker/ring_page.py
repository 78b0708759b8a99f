"""What came of a simulation of hold'em, as HTML: profits with intervals, curves, positions, and a log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from deckwright.measure.charts import Bar, Curve, bars, curves

HOW: Mapping[bool, str] = {
    True: "each deal played once for every seat, agents one seat further each time",
    False: "everyone in one seat, so that what the cards gave is in the figures",
}
WORDS_OF_COLUMNS = ("agent", "hand", "street", "seat", "action")
"""Heads of columns that hold words, or numbers that name something: they stand at the left."""
ENDS: Mapping[str, str] = {
    "time": "It was ended when its time was over, before all hands were played.",
    "stopped": "It was stopped before all hands were played.",
}


def ring_body(result: Mapping[str, Any]) -> str:
    """The body of a page."""
    return "".join(_parts(result))


def _parts(result: Mapping[str, Any]) -> Iterator[str]:
    names = [f"{seat}. {name}" for seat, name in enumerate(result["agents"], 1)]
    yield f"<h1>{escape(' – '.join(result['agents']))}</h1>"
    how = HOW[bool(result["duplicate"])]
    yield f"<p class='lead'>{result['hands']:,} hands; {how}. Big blinds a hundred hands, with 95 % intervals.</p>"
    if result["ended"] in ENDS:
        yield f"<p class='trouble'>{ENDS[result['ended']]}</p>"
    profits = result["profits_bb"]
    rows = [Bar(name, one["value"], one["low"], one["high"]) for name, one in zip(names, profits, strict=True)]
    yield "<h2>Profit</h2>" + bars(rows, title="Profit in bb/100", digits=1)
    yield _profit_table(result, names)
    if result.get("curves"):
        yield "<h2>Won and lost on the way</h2>" + _curves(result, names)
    if result.get("log"):
        yield _log(result["log"])


def _curves(result: Mapping[str, Any], names: Sequence[str]) -> str:
    deals = [0.0, *map(float, result["curve_deals"])]
    lines = [
        Curve(name, tuple(zip(deals, (0.0, *map(float, line)), strict=True)))
        for name, line in zip(names, result["curves"], strict=True)
    ]
    return curves(lines, title="Big blinds won in all", x="deals", y="big blinds")


def _profit_table(result: Mapping[str, Any], names: Sequence[str]) -> str:
    body = []
    by_position = result.get("by_position") or [[] for _ in names]
    for name, one, places in zip(names, result["profits_bb"], by_position, strict=True):
        numbers = [f"{one['value']:+.1f}", f"{one['low']:+.1f} to {one['high']:+.1f}"]
        numbers += [f"{place['value']:+.1f}" for place in places]
        cells = "".join(f"<td class='number'>{number}</td>" for number in numbers)
        body.append(f"<tr><th scope='row'>{escape(name)}</th>{cells}</tr>")
    rake = result.get("rake_bb", 0.0)
    house = f"<p>The house took {rake:.1f} bb a hundred hands of the table.</p>" if rake else ""
    return _table("Profit by position", ("agent", "bb/100", "interval", *result.get("positions", ())), body) + house


def _log(log: Sequence[Mapping[str, Any]]) -> str:
    rows = []
    for one in log:
        texts = (one["hand"] + 1, one["street"], one["seat"] + 1, one["agent"], one["action"])
        cells = "".join(f"<td>{escape(str(text))}</td>" for text in texts)
        rows.append(f"<tr>{cells}<td class='number'>{one['chips']}</td></tr>")
    table = _table("Action by action", ("hand", "street", "seat", "agent", "action", "chips in"), rows)
    told = "<p class='soft'>Hands of their own, agents one seat further each time.</p>"
    return f"<details open><summary><h2>Action by action</h2></summary>{told}{table}</details>"


def _table(name: str, heads: Sequence[str], rows: Sequence[str]) -> str:
    classes = ["" if text in WORDS_OF_COLUMNS else " class='number'" for text in heads]
    head = "".join(f"<th scope='col'{kind}>{escape(text)}</th>" for text, kind in zip(heads, classes, strict=True))
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    return f"<div class='scroll' tabindex='0' role='region' aria-label='{escape(name, quote=True)}'>{table}</div>"
