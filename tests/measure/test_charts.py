"""Charts: whole XML, inside their frame, told in words too, and nothing a strict policy would refuse."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deckwright.measure.charts import Bar, ChartError, Curve, bars, curves, heat_map, histogram, spark_bar
from deckwright.measure.page import page

NUMBERS = st.floats(-1e9, 1e9, allow_nan=False)
NAMES = st.text(max_size=12).filter(lambda text: text.isprintable())


def drawn(svg: str) -> ElementTree.Element:
    """The chart as XML, after what holds for every chart."""
    root = ElementTree.fromstring(svg)
    assert root.tag == "svg"
    assert root.get("role") == "img"
    assert root.get("aria-label")
    for element in root.iter():
        assert element.tag in {"svg", "title", "desc", "rect", "line", "text", "polyline"}
        assert "style" not in element.attrib
        assert not [name for name in element.attrib if name.startswith("on") or "href" in name]
    _, _, width, height = map(float, root.get("viewBox", "").split())
    for rect in root.iter("rect"):
        x, y, wide, high = (float(rect.get(name, "nan")) for name in ("x", "y", "width", "height"))
        assert -0.5 <= x <= x + wide <= width + 0.5
        assert -0.5 <= y <= y + high <= height + 0.5
    for line in root.iter("polyline"):
        for pair in line.get("points", "").split():
            x, y = map(float, pair.split(","))
            assert 0 <= x <= width
            assert 0 <= y <= height
    return root


@given(st.lists(st.builds(Bar, NAMES, NUMBERS), max_size=6), st.none() | NUMBERS)
def test_any_bars_fit_their_frame(rows: list[Bar], mark: float | None) -> None:
    root = drawn(bars(rows, title="any", mark=mark))
    assert len(list(root.iter("rect"))) == len(rows)


@given(
    st.lists(st.lists(st.tuples(NUMBERS, NUMBERS), max_size=8), min_size=1, max_size=5), st.booleans(), st.booleans()
)
@example([[(0.0, 0.0), (0.0, 5e-324)]], False, False)
@example([[(5e-324, 0.0)]], True, False)
def test_any_curves_fit_their_frame(lines: list[list[tuple[float, float]]], log_x: bool, log_y: bool) -> None:
    given_curves = [Curve(f"<{number}>", tuple(points)) for number, points in enumerate(lines)]
    drawn(curves(given_curves, title="<any>", x="x & x", y="y", log_x=log_x, log_y=log_y))


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=30), st.integers(-1000, 1000))
def test_any_histogram_fits_its_frame(counts: list[int], first: int) -> None:
    root = drawn(histogram(counts, [first + place for place in range(len(counts) + 1)], title="any", x="decisions"))
    assert len(list(root.iter("rect"))) == sum(count > 0 for count in counts)


@given(st.integers(1, 9), st.integers(1, 13), st.data())
def test_any_heat_map_fits_its_frame(rows: int, columns: int, data: st.DataObject) -> None:
    grid = [[data.draw(st.none() | NUMBERS) for _ in range(columns)] for _ in range(rows)]
    names = [f"n{place}" for place in range(13)]
    root = drawn(heat_map(grid, title="any", columns=names[:columns], rows=names[:rows]))
    assert len(list(root.iter("rect"))) == rows * columns


def test_bars_are_as_long_as_their_values_and_intervals_lie_where_they_should() -> None:
    root = drawn(bars([Bar("a", 2, 1, 4), Bar("b", 4)], title="two", mark=2))
    first, interval, second = ([float(rect.get(name, "")) for name in ("x", "width")] for rect in root.iter("rect"))
    assert first == [0, 240]
    assert interval == [120, 360]
    assert second == [0, 480]
    assert [line.get("x1") for line in root.iter("line")] == ["240.0", "240.0"]
    assert root.get("aria-label") == "two. a: 2.0 (1.0 to 4.0); b: 4.0"


def test_the_highest_cell_is_the_darkest() -> None:
    root = drawn(heat_map([[0.0, None, 1.0]], title="row", columns=["a", "b", "c"], rows=["r"]))
    shades = [rect.get("fill-opacity") for rect in root.iter("rect")]
    assert shades == ["0.08", None, "0.95"]


def test_a_logarithmic_axis_has_one_tick_a_decade_and_leaves_zero_out() -> None:
    root = drawn(
        curves([Curve("gain", ((1, 0.5), (10, 0.05), (100, 0)))], title="fall", x="n", y="gain", log_x=True, log_y=True)
    )
    texts = [text.text for text in root.iter("text")]
    assert {"1", "10", "1e-1", "1e-2"} <= set(texts)
    [line] = root.iter("polyline")
    assert len(line.get("points", "").split()) == 2


def test_names_are_escaped_in_every_chart() -> None:
    name = '<b>&"x'
    for svg in (
        bars([Bar(name, 1)], title=name),
        histogram([1], [0, 1], title=name, x=name, y=name),
        curves([Curve(name, ((0, 0), (1, 1)))], title=name, x=name, y=name),
        heat_map([[1.0]], title=name, columns=[name], rows=[name]),
    ):
        assert any(element.text == name for element in drawn(svg).iter())


@pytest.mark.parametrize(
    "call",
    [
        lambda: bars([Bar("a", float("nan"))], title=""),
        lambda: spark_bar(float("inf")),
        lambda: histogram([1, 2], [0, 1], title="", x=""),
        lambda: histogram([1], [1, 1], title="", x=""),
        lambda: histogram([-1], [0, 1], title="", x=""),
        lambda: heat_map([[1.0]], title="", columns=["a", "b"], rows=["r"]),
    ],
)
def test_what_cannot_be_drawn_is_refused(call: object) -> None:
    with pytest.raises(ChartError):
        call()  # type: ignore[operator]


def test_a_page_lets_in_its_own_style_and_script_and_nothing_else() -> None:
    text = page("<t>", ["<p>x</p>"], style="p { color: red }", script="void 0;")
    assert "<title>&lt;t&gt;</title>" in text
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    assert "script-src 'sha256-" in policy
    assert "script-src" not in page("t", [])


def test_what_is_counted_has_whole_numbers_on_its_axes() -> None:
    lines = [Curve("kinds", ((1, 1), (2, 1), (3, 1)))]
    whole = curves(lines, title="runs", x="generation", y="kinds", low=0, is_count=True)
    assert not re.findall(r">\d+\.\d+</text>", whole)
    assert re.findall(r">\d+\.\d+</text>", curves(lines, title="runs", x="generation", y="kinds", low=0))
