"""`deckwright report`: a page, JSON or text of any game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deckwright.cli import app
from deckwright.measure.report import GameReport

from .interrupted import interrupted

SMALL = ("--budget", "100000", "--agents", "random,flat:4")


def run(*words: str) -> str:
    done = CliRunner().invoke(app, ["report", *words])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_json_is_one_document_that_is_read_back() -> None:
    found = GameReport.from_dict(json.loads(run("kuhn", *SMALL, "--json")))
    assert (found.game, found.ladder, found.budget) == ("kuhn", ("random", "flat:4"), 100_000)
    assert found.balance is not None
    assert found.skill is not None


def test_a_file_of_ones_own_is_reported_as_text_and_as_a_page(tmp_path: Path) -> None:
    genome, page = tmp_path / "mine.json", tmp_path / "mine.html"
    genome.write_text(CliRunner().invoke(app, ["show", "war"]).stdout)
    told = run(str(genome), *SMALL, "--out", str(page))
    assert "A game of pure chance" in told
    assert page.read_text().startswith("<!doctype html>")
    assert str(page) in told.replace("\n", "")


def test_a_report_within_a_time_says_what_was_left_out() -> None:
    assert "its time was up" in run("kuhn", *SMALL, "--minutes", "0.00001")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("kuhn", "--budget", "10"), "--budget"),
        (("kuhn", "--minutes", "-1"), "--minutes"),
        (("kuhn", "--minutes", "nan"), "--minutes"),
        ((), "GAME"),
        (("kuhn", "--library"), "--library"),
        (("kuhn", "--agents", "nobody"), "nobody"),
        (("kuhn", "--out", "/no/such/folder/x.html"), "--out"),
    ],
)
def test_what_cannot_be_done_is_refused_before_anything_is_played(words: tuple[str, ...], said: str) -> None:
    done = CliRunner().invoke(app, ["report", *words])
    assert done.exit_code != 0
    assert said in f"{done.output}{done.exception}"


def test_control_c_keeps_what_there_is() -> None:
    done = interrupted("report", "canasta", "--json")
    assert done.returncode == 130, done.stderr
    found = GameReport.from_dict(json.loads(done.stdout))
    assert "it was interrupted" in found.notes[-1]
    assert found.skill is None
