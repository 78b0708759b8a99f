"""simulate and demo."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from deckwright.games import library

from .conftest import Run
from .interrupted import interrupted


@pytest.mark.parametrize("game", sorted(library()))
def test_simulate_prints_what_scripts_rely_on(run: Run, game: str) -> None:
    outcome = run("simulate", game, "--games", "20", "--json")
    data = outcome.data
    assert outcome.err == ""
    assert {"games_played", "wins", "team_wins", "draws", "losses", "decisions", "seconds"} <= set(data)
    assert data["games_played"] == 20
    assert sum(data["wins"]) + sum(data["team_wins"]) + data["draws"] + data["losses"] == 20


def test_the_same_seed_gives_the_same_numbers(run: Run) -> None:
    def numbers(*extra: str) -> dict[str, object]:
        data: dict[str, object] = run("simulate", "leduc", "--games", "300", "--json", *extra).data
        del data["seconds"]
        return data

    assert numbers("--seed", "5") == numbers("--seed", "5", "--threads", "2")
    assert numbers("--seed", "5") != numbers("--seed", "6")


def test_agents_are_seated_in_the_order_given(run: Run) -> None:
    data = run("simulate", "kuhn", "--games", "10", "--agents", "flat:3,random", "--json").data
    assert data["agents"] == ["flat:3", "random"]


def test_people_get_shares_with_intervals(run: Run) -> None:
    out = run("simulate", "kuhn", "--games", "100").out
    assert "95 % interval" in out
    assert "100 games" in out


def test_teams_have_their_mean_scores(run: Run) -> None:
    assert "mean score" in run("simulate", "hearts", "--games", "10").out
    data = run("simulate", "texas-42", "--games", "10", "--json").data
    assert sum(mean["mean"] for mean in data["team_scores"]) > 7
    assert f"{data['team_scores'][0]['mean']:.2f} ±" in run("simulate", "texas-42", "--games", "10").out


def test_a_game_that_did_not_come_out_is_lost(run: Run) -> None:
    assert "1 lost in" in run("simulate", "solitaire", "--games", "1", "--seed", "0").out


def test_the_demo_shows_what_it_is(run: Run) -> None:
    outcome = run("demo")
    assert outcome.code == 0
    for part in ("games, each written once", "rulebook", "your hand:", "seat 0:", "games per second"):
        assert part in outcome.out


def test_progress_is_a_bar_on_a_terminal_and_leaves_standard_output_alone() -> None:
    ours, theirs = pty.openpty()
    command = [str(Path(sys.executable).with_name("deckwright")), "simulate", "leduc", "--games", "20000", "--json"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, env=environment) as running:
        os.close(theirs)
        seen = _read_all(ours)
        assert running.stdout is not None
        assert json.loads(running.stdout.read())["games_played"] == 20000
    assert "20000/20000" in seen


def _read_all(terminal: int) -> str:
    parts: list[bytes] = []
    try:
        while part := os.read(terminal, 65536):
            parts.append(part)
    except OSError:  # the other end has been closed
        pass
    os.close(terminal)
    return b"".join(parts).decode(errors="replace")


def test_games_that_a_limit_ended_are_told_if_there_are_any(run: Run) -> None:
    assert (
        "a limit of hands, turns or tricks ended 20 games"
        in run("simulate", "war", "-o", "limit=1", "--games", "20").out
    )
    assert "limit" not in run("simulate", "kuhn", "--games", "20").out


def test_control_c_is_heard_and_told_in_a_sentence() -> None:
    done = interrupted("simulate", "canasta", "--games", "1000000")
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "deckwright: interrupted: simulating Canasta was not finished\n"
