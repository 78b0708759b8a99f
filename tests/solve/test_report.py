"""The page: everything is in it, nothing is fetched, and it says how to get the same again."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import deckwright as dw
from deckwright.cli import app
from deckwright.solve.report import command_line, make_report, write_report


@pytest.fixture(scope="module")
def page() -> str:
    return make_report(dw.solve("kuhn", "dcfr", iterations=200, settings={"alpha": 2}))


def test_the_page_needs_nothing_else(page: str) -> None:
    own = page.split("<script>")
    assert len(own) == 3, "the charts' script and ours"
    markup = page[: page.index('<script type="application/json"')] + own[2]
    assert not re.search(r"""(src|href)\s*=\s*["']?(https?:)?//""", markup)
    assert "<link" not in markup
    assert "plotly.js v" in own[1]


def test_the_page_holds_the_strategy_and_the_way_there(page: str) -> None:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data = json.loads(found.group(1))
    assert len(data["sets"]) == 12
    assert data["trace"][-1]["iterations"] == 200
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
