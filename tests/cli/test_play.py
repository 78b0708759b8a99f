"""`deckwright play` and `deckwright replay`, with a person who types."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from tests.play.look_and_guess import LOOK_AND_GUESS
from typer.testing import CliRunner

from deckwright.cli import app
from deckwright.cli.evening import LINK_SHOWS_ALL, news
from deckwright.cli.menu import find_choice, find_command
from deckwright.games import library
from deckwright.play import parse_link

EACH_WAY = "a\n\n"


def run(*arguments: str, typed: str = "") -> Any:
    return CliRunner().invoke(app, list(arguments), input=typed)


def played(tmp_path: Path, *arguments: str, typed: str, seed: int | None = 1) -> Any:
    seeded = () if seed is None else ("--seed", str(seed))
    store = str(tmp_path / "games.db")
    return run("play", *arguments, *seeded, "--agents", "random", "--store", store, typed=typed)


def link_in(text: str) -> str:
    return str(re.findall(r"deckwright replay (\S+)", text)[-1])


@pytest.mark.parametrize("game", list(library()))
def test_every_game_can_be_played_and_left(tmp_path: Path, game: str) -> None:
    result = played(tmp_path, game, typed=EACH_WAY * 6)
    assert result.exit_code == 0, result.output
    assert "Traceback" not in result.output
    assert "Kept." in result.output or "deckwright replay" in result.output


def test_a_game_ends_with_a_rating_a_record_and_a_link(tmp_path: Path) -> None:
    record = tmp_path / "shuffle.json"
    result = played(tmp_path, "texas-42", "-o", "hands=1", "--record", str(record), typed=EACH_WAY * 40)
    assert result.exit_code == 0, result.output
    assert "win" in result.output
    assert "of 100" in result.output
    linked = parse_link(link_in(result.output))
    assert linked.is_finished
    assert run("verify", str(record)).exit_code == 0
    steps = run("replay", link_in(result.output), "--all", "--seat", "2")
    assert steps.exit_code == 0
    assert steps.output.count("as seat 2 knew it") == len(linked.moves) + 1


def test_replaying_shows_what_a_seat_knew_and_nothing_else(tmp_path: Path) -> None:
    result = played(tmp_path, "kuhn", "--no-rating", typed=EACH_WAY * 6)
    link = link_in(result.output)
    start = parse_link(link).states()[0]
    mine, theirs = start.view(0).hand[0], start.view(1).hand[0]
    first = run("replay", link, typed="q\n").output
    assert f"your hand: {mine}" in first
    assert str(theirs) not in first
    watched = run("replay", link, "--seat", "watch", typed="n\np\n99\ns 1\ns 7\n?\nq\n")
    assert watched.exit_code == 0
    assert f"your hand: {theirs}" in watched.output
    assert run("replay", link, "--seat", "9").exit_code == 2
    assert run("replay", link[:-1]).exit_code != 0


def test_a_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    first = played(tmp_path, "hearts", "-o", "passing=none", typed="a\n", seed=None)
    assert "Kept." in first.output
    again = played(tmp_path, "hearts", "-o", "passing=none", typed="", seed=None)
    assert "It goes on after" in again.output
    afresh = played(tmp_path, "hearts", "-o", "passing=none", "--new", typed="", seed=None)
    assert "It goes on after" not in afresh.output


def test_moves_are_typed_and_taken_back_and_rules_are_read(tmp_path: Path) -> None:
    typed = "call 31\nu\nnonsense\n?\nr\nl\n99\nhint\npass\n"
    result = played(tmp_path, "texas-42", "-o", "hands=1", typed=typed)
    assert result.exit_code == 0, result.output
    assert "You call 31 points." in result.output
    assert "You pass." in result.output
    assert "'nonsense' is none of these" in result.output
    assert "# Texas 42" in result.output
    assert "'99' is none of these" in result.output
    assert "Taken back: your 'call 31', and what Ada" in result.output
    assert result.output.index(LINK_SHOWS_ALL) < result.output.index("dw1.")
    assert "best would: " in result.output
    assert "How many marks ahead it should leave your side after this hand" in " ".join(result.output.split())
    assert "It hardly looked at the" in " ".join(result.output.split())
    assert "± 0.00" not in result.output  # nobody is sure of a move that was tried once
    assert "\x1b" not in result.output
    assert parse_link(re.findall(r"dw1\S+", result.output)[0]).is_finished is False


def test_a_wrong_seat_or_agent_is_told(tmp_path: Path) -> None:
    assert played(tmp_path, "kuhn", "--seat", "5", typed="").exit_code == 2
    result = run("play", "kuhn", "--agents", "grandmaster", "--store", str(tmp_path / "x.db"))
    assert result.exit_code != 0


def test_agents_that_cannot_sit_down_leave_no_table_behind(tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "x.db"))
    assert run("play", "hearts", "--agents", "smart", *store, typed="a\n").exit_code != 0
    assert run("play", "kuhn", "--agents", "random,random", *store, typed="a\n").exit_code == 2
    assert run("play", "hearts", *store, typed="q\n").exit_code == 0
    assert run("play", "cambio", "--agents", "smart", *store, typed="q\n").exit_code == 0


def test_what_is_typed_is_understood() -> None:
    labels = ["play QS", "play 10H", "pass"]
    for typed, place in (("b", 1), ("play qs", 0), ("QS", 0), ("pa", 2), ("10h", 1), ("10", 1)):
        assert find_choice(labels, typed) == place
    for typed in ("", "0", "2", "4", "play", "x"):
        assert isinstance(find_choice(labels, typed), str)
    assert find_choice(labels[:1], "") == 0


def test_commands_are_letters_or_words() -> None:
    assert [find_command(typed) for typed in ("u", "Rules", "LINK", "quit", "?", "help", "hint")] == list("urlq??h")
    assert [find_command(typed) for typed in ("", "ru", "pass")] == [None] * 3


def test_players_who_are_level_at_the_top_share_the_win(tmp_path: Path) -> None:
    """As the rulebook says; it is a draw only if all are level."""
    options = ("-o", "hands=1", "-o", "passing=none", "--agents", "random", "--no-rating")
    result = played(tmp_path, "hearts", *options, typed="a\n" * 40, seed=14)
    assert "You and Ada and Cleo share the win." in result.output


def test_the_same_seed_deals_the_same_cards_at_every_table(tmp_path: Path) -> None:
    links = [
        link_in(played(tmp_path / folder, "kuhn", "--no-rating", typed=EACH_WAY * 6, seed=5).output) for folder in "ab"
    ]
    assert links[0] == links[1]


def test_events_are_told_once() -> None:
    assert news(("a", "b"), ("a", "b", "c")) == ("c",)
    assert news(("a", "b"), ("b", "c", "d")) == ("c", "d")
    assert news(("a",), ("c",)) == ("c",)
    assert news((), ("c",)) == ("c",)


def test_old_maid_ends_by_saying_who_lost(tmp_path: Path) -> None:
    result = played(tmp_path, "old-maid", "-o", "players=3", "--no-rating", typed="\n" * 200)
    assert "share the win" not in result.output
    assert "You lose!" in result.output or re.search(r"(Ada|Ben) loses; you are safe\.", result.output)


def test_a_choice_in_secret_is_sent_when_it_is_whole(tmp_path: Path) -> None:
    """Two numbers: until both are named nothing is said at the table, and the first can be taken back."""
    genome = deepcopy(LOOK_AND_GUESS)
    offer = genome["turn_structure"]["phases"][1]["phases"][0]["offers"][0]
    offer["picks"].append({"name": "m", "kind": "number", "low": 1, "high": 3})
    offer["effects"][0]["value"] = "n + m"
    path = tmp_path / "guess.json"
    path.write_text(json.dumps(genome))
    result = played(tmp_path, str(path), "--no-rating", typed="a\n4\nu\n5\nh\n2\n\n")
    assert result.exit_code == 0, result.output
    assert "Taken back: your" in result.output
    assert "best would: " in result.output
    assert len(parse_link(link_in(result.output)).moves) == 2 + 2 * 2
