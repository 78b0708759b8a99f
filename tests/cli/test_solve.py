"""`deckwright solve`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deckwright.cli import app


def run(*words: str) -> str:
    done = CliRunner().invoke(app, ["solve", *words])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_json_is_one_document_with_what_scripts_rely_on() -> None:
    found = json.loads(run("kuhn", "--algorithm", "cfr+", "--iterations", "100", "--json"))
    assert found["algorithm"] == "cfr+"
    assert found["iterations"] == 100
    assert found["information_sets"] == 12
    assert len(found["values"]) == len(found["gains"]) == 2
    assert found["nash_conv"] == pytest.approx(sum(found["gains"]))
    assert found["seconds"] >= 0


def test_it_explains_itself_to_someone_who_has_never_seen_a_solver() -> None:
    said = " ".join(run("kuhn").split())
    for part in (
        "12 information sets (all that a seat can know when it decides)",
        "value: what the seat earns on average",
        "at 0 nobody has a reason to change: an equilibrium",
        "holding the queen, after check-bet",
    ):
        assert part in said


def test_a_target_stops_it() -> None:
    found = json.loads(run("leduc", "--target", "0.01", "--json"))
    assert found["stopped"] == "target"
    assert found["nash_conv"] <= 0.01


def test_a_genome_of_ones_own_is_solved(tmp_path: Path) -> None:
    shown = CliRunner().invoke(app, ["show", "kuhn", "-o", "players=3"]).stdout
    (tmp_path / "mine.json").write_text(shown)
    assert json.loads(run(str(tmp_path / "mine.json"), "--json"))["information_sets"] == 48


def test_a_strategy_and_a_page_are_written(tmp_path: Path) -> None:
    strategy, page = tmp_path / "kuhn.strategy", tmp_path / "kuhn.html"
    said = run("kuhn", "--out", str(strategy), "--html", str(page))
    assert "written to" in said
    assert json.loads(strategy.read_text())["format"] == "deckwright-strategy"
    assert page.read_text().startswith("<!doctype html>")


def test_a_run_is_resumed(tmp_path: Path) -> None:
    saved = str(tmp_path / "kuhn.checkpoint")
    run("kuhn", "--iterations", "50", "--checkpoint", saved, "--json")
    rest = json.loads(run("kuhn", "--iterations", "120", "--checkpoint", saved, "--resume", "--json"))
    whole = json.loads(run("kuhn", "--iterations", "120", "--json"))
    assert (rest["iterations"], rest["values"], rest["gains"]) == (120, whole["values"], whole["gains"])
