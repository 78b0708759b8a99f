"""`deckwright learn`: a policy saved, repeated, and kept when somebody presses Ctrl-C."""

from __future__ import annotations

from pathlib import Path

from deckwright.agents.policies.file import read_policy

from .conftest import Run
from .interrupted import interrupted


def test_a_policy_is_learned_saved_and_played(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "kuhn.policy.json"
    told = run("learn", "kuhn", "--games", "64", "--seed", "3", "--out", str(file), "--json")
    assert (told.code, told.err) == (0, "")
    assert (told.data["game"], told.data["hands"], told.data["seed"]) == ("kuhn", 64, 3)
    assert told.data["curve"][-1]["hands"] == 64
    again = tmp_path / "again.json"
    assert run("learn", "kuhn", "--games", "64", "--seed", "3", "--threads", "2", "--out", str(again)).code == 0
    assert read_policy(file).weights == read_policy(again).weights
    played = run("simulate", "kuhn", "--games", "20", "--agents", f"policy:{file},random", "--json")
    assert played.data["games_played"] == 20


def test_a_genome_of_ones_own_is_learned(run: Run, tmp_path: Path) -> None:
    genome, file = tmp_path / "own.json", tmp_path / "own.policy.json"
    genome.write_text(run("show", "crazy-eights").out)
    told = run("learn", str(genome), "-o", "hands=2", "--games", "32", "--out", str(file))
    assert told.code == 0
    assert "against random play" in told.out
    assert file.exists()


def test_a_bad_budget_and_a_bad_place_are_refused_before_the_work(run: Run, tmp_path: Path) -> None:
    refused = run("learn", "hearts", "--minutes", "-1", "--out", str(tmp_path / "x"))
    assert (refused.code, refused.err[:30]) == (2, "deckwright: found -1.0 minutes")
    assert run("learn", "hearts", "--out", str(tmp_path / "none" / "x")).code == 2
    assert run("learn", "heart").code == 2


def test_an_interrupt_keeps_what_was_learned(tmp_path: Path) -> None:
    file = tmp_path / "hearts.policy.json"
    done = interrupted("learn", "hearts", "--games", "1000000000", "--out", str(file))
    assert done.returncode == 130
    assert done.stderr == f"deckwright: interrupted: {file} holds what was learned until then\n"
    about = read_policy(file).manifest
    assert 0 < about["hands"] < about["planned_hands"]
