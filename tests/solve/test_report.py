"""The page: everything is in it, nothing is fetched, and it says how to get the same again."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

import deckwright as dw
from deckwright.cli import app
from deckwright.solve.report import command_line, make_report, write_report


@pytest.fixture(scope="module")
def page() -> str:
    return make_report(dw.solve("kuhn", "dcfr", iterations=200, settings={"alpha": 2}))


def test_the_page_needs_nothing_else_and_is_small(page: str) -> None:
    assert page.count("<script>") == 1
    assert not re.search(r"""(src|href)\s*=\s*["']?(https?:)?//""", page)
    assert "<link" not in page
    assert " style=" not in page
    assert "default-src 'none'" in page
    assert len(page) < 40_000


def test_the_page_draws_how_the_gains_fell(page: str) -> None:
    [chart] = re.findall(r"<svg class=\"chart\".*?</svg>", page, re.DOTALL)
    lines = ElementTree.fromstring(chart).findall("polyline")
    assert len(lines) == 3, "all seats together, and each seat"
    heights = [float(pair.split(",")[1]) for pair in lines[0].get("points", "").split()]
    assert heights[-1] > heights[0], "lower is better, and further down"


def test_the_page_holds_the_strategy_and_the_way_there(page: str) -> None:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data = json.loads(found.group(1))
    assert len(data["sets"]) == 12
    assert {one["label"] for one in data["sets"]} >= {"holding the queen, after check-bet"}


def test_the_page_explains_its_words(page: str) -> None:
    for word in ("information set", "equilibrium", "NashConv", "value", "gain"):
        assert word in page
    assert "solve kuhn --algorithm dcfr --iterations 200 --seed 0 --set alpha=2" in page


def test_the_command_in_the_page_does_the_same_again() -> None:
    solution = dw.solve(dw.load("leduc", suit_isomorphism=True), "es-mccfr", iterations=300, seed=5)
    words = command_line(solution).split()[1:]
    again = CliRunner().invoke(app, [*words, "--json"])
    assert json.loads(again.stdout)["nash_conv"] == solution.nash_conv


def test_a_name_cannot_become_markup(tmp_path: Path) -> None:
    genome = dw.load("kuhn").genome.copy_with(name="<script>alert(1)</script>")
    solution = dw.solve(genome, iterations=1)
    write_report(solution, tmp_path / "page.html")
    assert "<script>alert(1)" not in (tmp_path / "page.html").read_text()
