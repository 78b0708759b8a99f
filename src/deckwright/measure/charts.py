"""Charts as SVG: bars with intervals, histograms, curves and heat maps.

A chart is one `<svg>` element with a title for screen readers, drawn in the colours of the page it stands in (the
variables `--ink`, `--soft`, `--line`, `--bar`, `--mark`, `--page`). It has no script, no style and no reference to
anything else, so that a page with a strict content security policy can hold it, and it prints.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import ceil, floor, isfinite, log10

from deckwright.errors import DeckwrightError

WIDTH = 480
"""Units across; text stays readable where a phone shows them at four fifths of their size."""
TEXT = 13
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 24, 10, 40
_SMALLEST = 1e-200
"""What is nearer to zero is drawn as zero: powers of ten down there are not exact."""
_DASHES = ("", "6 3", "2 3", "8 3 2 3", "1 4", "10 4")


class ChartError(DeckwrightError):
    """Something that cannot be drawn; the code is stable."""


@dataclass(frozen=True)
class Bar:
    """A value with its name and, if it is an estimate, its interval."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Curve:
    """Points in the order of x, with a name."""

    label: str
    points: tuple[tuple[float, float], ...]


def bars(rows: Sequence[Bar], *, title: str, unit: str = "", mark: float | None = None, digits: int = 1) -> str:
    """Horizontal bars from zero, each with its interval, and a line at a value to compare them with."""
    _finite(*(row.value for row in rows), *(edge for row in rows for edge in (row.low, row.high) if edge is not None))
    ends = [edge for row in rows for edge in (row.value, row.low, row.high) if edge is not None]
    low, high = min([0.0, *ends, *_given(mark)]), max([0.0, *ends, *_given(mark)])
    scale = _Linear(low, high if high > low else low + 1, 0, WIDTH)
    height = 40
    parts: list[str] = []
    told: list[str] = []
    for place, row in enumerate(rows):
        y = place * height
        text = f"{_number(row.value, digits, keep=True)}{unit}"
        if row.low is not None and row.high is not None:
            text += f" ({_number(row.low, digits, keep=True)} to {_number(row.high, digits, keep=True)})"
        told.append(f"{row.label}: {text}")
        left, right = sorted((scale.at(0), scale.at(row.value)))
        parts.append(_text(0, y + 14, row.label) + _text(WIDTH, y + 14, text, anchor="end"))
        parts.append(_rect(left, y + 20, right - left, 12, "var(--bar)"))
        if row.low is not None and row.high is not None:
            parts.append(_rect(scale.at(row.low), y + 24.5, scale.at(row.high) - scale.at(row.low), 3, "var(--ink)"))
    if mark is not None and rows:
        parts += [_line(scale.at(mark), y, scale.at(mark), y + 16, "var(--mark)", 2) for y in _rows(rows, height)]
    return _svg(title, "; ".join(told), height * len(rows), parts)


def spark_bar(value: float, *, low: float | None = None, high: float | None = None, mark: float | None = None) -> str:
    """A share from 0 to 1 as a bar for a cell of a table, with its interval and a line at a fair share."""
    _finite(value, *_given(low), *_given(high), *_given(mark))
    parts = [_rect(0, 3, 100 * value, 6, "var(--bar)")]
    label = f"{100 * value:.1f} %"
    if low is not None and high is not None:
        parts.append(_rect(100 * low, 5.2, max(0.4, 100 * (high - low)), 1.6, "var(--ink)"))
        label += f" ({100 * low:.1f} to {100 * high:.1f})"
    if mark is not None:
        parts.append(_rect(100 * mark, 0, 0.5, 12, "var(--mark)"))
    return (
        f'<svg class="spark" viewBox="0 0 100 12" preserveAspectRatio="none" role="img" aria-label="{label}">'
        f"{''.join(parts)}</svg>"
    )


def histogram(counts: Sequence[int], edges: Sequence[float], *, title: str, x: str, y: str = "games") -> str:
    """How many values lie between each edge and the next."""
    if len(edges) != len(counts) + 1 or any(after <= before for before, after in pairwise(edges)):
        raise ChartError(
            "chart.bad-edges",
            f"found {len(counts)} counts and {len(edges)} edges, expected rising edges, one more than counts",
        )
    _finite(*edges)
    if min(counts, default=0) < 0:
        raise ChartError("chart.bad-count", "a count is below zero")
    frame = _Frame(
        _Linear(edges[0], edges[-1], _LEFT, WIDTH - _RIGHT), _Linear(0, max([1, *counts]), 260 - _BOTTOM, _TOP), 260
    )
    parts = frame.axes(x, y)
    for count, (left, right) in zip(counts, pairwise(edges), strict=True):
        if count:
            bottom, top = frame.y.at(0), frame.y.at(count)
            width = max(0.5, frame.x.at(right) - frame.x.at(left) - 1)
            name = f"{_number(left)} to {_number(right)}: {count:,}"
            parts.append(_rect(frame.x.at(left), top, width, bottom - top, "var(--bar)", name=name))
    total = sum(counts)
    most = max(range(len(counts)), key=counts.__getitem__, default=None)
    told = f"{total:,} {y}"
    if most is not None and total:
        told += f", most of them between {_number(edges[most])} and {_number(edges[most + 1])} {x}"
    return _svg(title, told, 260, parts)


def curves(
    lines: Sequence[Curve],
    *,
    title: str,
    x: str,
    y: str,
    log_x: bool = False,
    log_y: bool = False,
    low: float | None = None,
    high: float | None = None,
    is_count: bool = False,
) -> str:
    """Curves over one x axis. On a logarithmic axis what is not above zero is left out; counts have whole numbers."""
    drawn = [
        [
            (a, b)
            for a, b in line.points
            if isfinite(a) and isfinite(b) and (a > _SMALLEST or not log_x) and (b > _SMALLEST or not log_y)
        ]
        for line in lines
    ]
    xs, ys = [a for line in drawn for a, _ in line], [b for line in drawn for _, b in line]
    ys += [edge for edge in (low, high) if edge is not None]
    rows = ceil(len(lines) / 2) if len(lines) > 1 else 0
    plot = 280
    across = _axis(xs, _LEFT, WIDTH - _RIGHT, is_log=log_x, is_count=is_count)
    frame = _Frame(across, _axis(ys, plot - _BOTTOM, _TOP, is_log=log_y, is_count=is_count), plot)
    parts = frame.axes(x, y)
    told: list[str] = []
    for place, (line, points) in enumerate(zip(lines, drawn, strict=True)):
        dash = _DASHES[place % len(_DASHES)]
        colour = "var(--bar)" if place == 0 else "var(--mark)" if place % 2 else "var(--soft)"
        if points:
            told.append(f"{line.label}: from {_number(points[0][1], 3)} to {_number(points[-1][1], 3)}")
            path = " ".join(f"{frame.x.at(a):.1f},{frame.y.at(b):.1f}" for a, b in points)
            parts.append(
                f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{2.5 if place == 0 else 1.6}"'
                f'{_dashed(dash)} stroke-linejoin="round"><title>{escape(line.label)}</title></polyline>'
            )
        if rows:
            left, top = (place % 2) * WIDTH / 2, plot + 6 + (place // 2) * 20
            parts.append(_line(left, top + 8, left + 26, top + 8, colour, 2.5 if place == 0 else 1.6, dash=dash))
            parts.append(_text(left + 32, top + 12, line.label))
    return _svg(title, "; ".join(told), plot + 6 + 20 * rows if rows else plot, parts)


def strip(value: float | None, others: Sequence[tuple[str, float]], *, title: str, unit: str = "") -> str:
    """One figure among those of others, each a tick on a line; the nearest others have names."""
    _finite(*(_given(value)), *(other for _, other in others))
    known = [other for _, other in others] + _given(value)
    scale = _axis(known, 8, WIDTH - 8, is_log=False)
    line = 34.0
    parts = [_line(8, line, WIDTH - 8, line, "var(--line)", 2)]
    for name, other in others:
        at = scale.at(other)
        parts.append(_line(at, line - 7, at, line + 7, "var(--soft)", 1.5, name=f"{name}: {_number(other, 2)}{unit}"))
    if others:
        for name, other, anchor in ((*min(others, key=_second), "start"), (*max(others, key=_second), "end")):
            place = min(max(scale.at(other), 0), WIDTH)
            parts.append(
                _text(place, line + 22, f"{name} {_number(other, 2)}{unit}", anchor=anchor, colour="var(--soft)")
            )
    told = "; ".join(f"{name}: {_number(other, 2)}{unit}" for name, other in others)
    if value is not None:
        at = scale.at(value)
        parts.append(f'<circle cx="{at:.1f}" cy="{line:.1f}" r="6.5" fill="var(--mark)"/>')
        anchor = "start" if at < WIDTH / 3 else "end" if at > 2 * WIDTH / 3 else "middle"
        parts.append(_text(at, line - 14, f"{_number(value, 2)}{unit}", anchor=anchor))
        told = f"this game: {_number(value, 2)}{unit}; {told}"
    return _svg(title, told, 62, parts)


def _second(entry: tuple[str, float]) -> float:
    return entry[1]


def heat_map(
    values: Sequence[Sequence[float | None]],
    *,
    title: str,
    columns: Sequence[str],
    rows: Sequence[str],
    digits: int = 2,
    low: float | None = None,
    high: float | None = None,
) -> str:
    """A grid of values, the darker the higher; what is not known is left empty. Each cell says its number."""
    if len(values) != len(rows) or any(len(row) != len(columns) for row in values):
        raise ChartError(
            "chart.bad-grid", f"found a grid of another shape than {len(rows)} rows by {len(columns)} columns"
        )
    known = [value for row in values for value in row if value is not None]
    _finite(*known)
    bottom, top = (
        low if low is not None else min(known, default=0.0),
        high if high is not None else max(known, default=1.0),
    )
    left = min(160.0, 10 + 7.2 * max((len(row) for row in rows), default=0))
    wide = (WIDTH - left) / max(1, len(columns))
    tall = min(40.0, max(18.0, wide))
    head = 20
    parts = [_text(left + (place + 0.5) * wide, 14, name, anchor="middle") for place, name in enumerate(columns)]
    told: list[str] = []
    for line, (name, row) in enumerate(zip(rows, values, strict=True)):
        y = head + line * tall
        parts.append(_text(left - 6, y + tall / 2 + 4, name, anchor="end"))
        for place, value in enumerate(row):
            x = left + place * wide
            if value is None:
                parts.append(_rect(x + 1, y + 1, wide - 2, tall - 2, "none", stroke="var(--line)"))
                continue
            share = 0.5 if top <= bottom else min(1.0, max(0.0, (value - bottom) / (top - bottom)))
            text = _number(value, digits, keep=True)
            said = f"{name}, {columns[place]}: {text}"
            told.append(said)
            parts.append(_rect(x + 1, y + 1, wide - 2, tall - 2, "var(--bar)", name=said, opacity=0.08 + 0.87 * share))
            if wide >= 7.5 * len(text):
                colour = "var(--page)" if share > 0.6 else "var(--ink)"
                parts.append(_text(x + wide / 2, y + tall / 2 + 4, text, anchor="middle", colour=colour))
    return _svg(title, "; ".join(told[:40]), head + tall * len(rows), parts)


# axes


@dataclass(frozen=True)
class _Linear:
    low: float
    high: float
    first: float
    last: float
    is_count: bool = False

    def at(self, value: float) -> float:
        return self.first + (value - self.low) / (self.high - self.low) * (self.last - self.first)

    def ticks(self) -> Iterator[tuple[float, str]]:
        step = _step(self.high - self.low, is_count=self.is_count)
        digits = max(0, -floor(log10(step)))
        for k in range(ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9) + 1):
            yield k * step, _number(k * step, digits, keep=True)


@dataclass(frozen=True)
class _Log:
    low: float
    high: float
    first: float
    last: float

    def at(self, value: float) -> float:
        share = (log10(value) - log10(self.low)) / (log10(self.high) - log10(self.low))
        return self.first + share * (self.last - self.first)

    def ticks(self) -> Iterator[tuple[float, str]]:
        decades = range(ceil(log10(self.low) - 1e-9), floor(log10(self.high) + 1e-9) + 1)
        for power in decades[:: max(1, ceil(len(decades) / 7))]:
            yield 10.0**power, f"{10**power:,}" if 0 <= power <= 6 else f"1e{power}"


@dataclass(frozen=True)
class _Frame:
    x: _Linear | _Log
    y: _Linear | _Log
    height: float

    def axes(self, x: str, y: str) -> list[str]:
        parts: list[str] = []
        bottom = self.height - _BOTTOM
        for value, text in self.y.ticks():
            at = self.y.at(value)
            parts.append(_line(_LEFT, at, WIDTH - _RIGHT, at, "var(--line)", 1))
            parts.append(_text(_LEFT - 6, at + 4, text, anchor="end", colour="var(--soft)"))
        for value, text in self.x.ticks():
            at = self.x.at(value)
            parts.append(_line(at, bottom, at, bottom + 4, "var(--soft)", 1))
            parts.append(_text(at, bottom + 17, text, anchor="middle", colour="var(--soft)"))
        parts.append(_text((_LEFT + WIDTH - _RIGHT) / 2, self.height - 6, x, anchor="middle"))
        middle = (_TOP + bottom) / 2
        parts.append(
            f'<text x="13" y="{middle:.1f}" transform="rotate(-90 13 {middle:.1f})" text-anchor="middle" '
            f'font-size="{TEXT}" fill="var(--ink)">{escape(y)}</text>'
        )
        return parts


def _axis(
    values: Sequence[float], first: float, last: float, *, is_log: bool, is_count: bool = False
) -> _Linear | _Log:
    low, high = min(values, default=1.0), max(values, default=1.0)
    if is_log:
        low, high = 10.0 ** floor(log10(low) + 1e-9), 10.0 ** ceil(log10(high) - 1e-9)
        return _Log(low, high if high > low else low * 10, first, last)
    if high - low <= _SMALLEST:
        low, high = low - 0.5, high + 0.5
    step = _step(high - low, is_count=is_count)
    return _Linear(floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step, first, last, is_count)


def _step(span: float, *, is_count: bool) -> float:
    """From one tick to the next; between counts there is nothing."""
    return max(1.0, _nice(span / 5)) if is_count else _nice(span / 5)


def _nice(step: float) -> float:
    """The nearest of 1, 2, 5, 10 ... that is not below."""
    power = 10.0 ** floor(log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * (1 - 1e-9))


# pieces


def _svg(title: str, told: str, height: float, parts: Sequence[str]) -> str:
    description = f"<desc>{escape(told)}</desc>" if told else ""
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {max(1, round(height))}" role="img" '
        f'aria-label="{escape(f"{title}. {told}" if told else title)}">'
        f"<title>{escape(title)}</title>{description}{''.join(parts)}</svg>"
    )


def _rect(
    x: float,
    y: float,
    width: float,
    height: float,
    colour: str,
    *,
    name: str = "",
    stroke: str = "",
    opacity: float = 1,
) -> str:
    more = (f' stroke="{stroke}"' if stroke else "") + (f' fill-opacity="{opacity:.2f}"' if opacity != 1 else "")
    inside = f"><title>{escape(name)}</title></rect>" if name else "/>"
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{max(0.0, width):.2f}" height="{max(0.0, height):.2f}" '
        f'fill="{colour}"{more}{inside}'
    )


def _line(
    x1: float, y1: float, x2: float, y2: float, colour: str, width: float, *, dash: str = "", name: str = ""
) -> str:
    inside = f"><title>{escape(name)}</title></line>" if name else "/>"
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}"'
        f"{_dashed(dash)}{inside}"
    )


def _dashed(dash: str) -> str:
    return f' stroke-dasharray="{dash}"' if dash else ""


def _text(x: float, y: float, text: str, *, anchor: str = "start", colour: str = "var(--ink)") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{TEXT}" fill="{colour}">{escape(text)}</text>'
    )


def _number(value: float, digits: int = 1, *, keep: bool = False) -> str:
    """`1,234.5`; small numbers as `3.2e-07`. Zeros at the end go unless they are to be kept."""
    if value and abs(value) < 10.0**-digits / 2 and not keep:
        return f"{value:.1e}"
    text = f"{value:,.{digits}f}"
    if "." in text and not keep:
        text = text.rstrip("0").rstrip(".")
    return text if float(text.replace(",", "")) else text.lstrip("-")


def _rows(rows: Sequence[Bar], height: float) -> Iterator[float]:
    return (place * height + 18 for place in range(len(rows)))


def _given(value: float | None) -> list[float]:
    return [] if value is None else [value]


def _finite(*values: float) -> None:
    if not all(map(isfinite, values)):
        raise ChartError("chart.bad-number", "found a value that is not a number, or infinite: it cannot be drawn")
