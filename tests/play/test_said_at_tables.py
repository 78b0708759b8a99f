"""What people read at a table: what they are asked, by which rule they score, what things are called."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.play.tables import dealt, next_message, setup_of, taken

from deckwright.engine import load
from deckwright.engine.scene import game_sheet
from deckwright.play.frame import table_frame


def frames(game: str, *, seat: int = 0, seed: int = 0, most: int = 400, **options: Any) -> Iterator[dict[str, Any]]:
    """What a seat is shown, step by step, in a game that is played at random."""
    rng = Random(f"said {game} {seed}")
    table = dealt(setup_of(load(game, **options), seed=seed))
    for _ in range(most):
        yield json.loads(table_frame(table, seat).to_json())
        if table.is_over:
            return
        table = taken(table, next_message(table, rng))


def lines(shown: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every event of these frames once, names bare."""
    events = {event["number"]: event for frame in shown for event in frame["events"]}
    return [{**event, "text": re.sub("[\u2068\u2069]", "", event["text"])} for event in events.values()]


def test_whoever_leads_is_asked_to_lead() -> None:
    asked = [(bool(frame["trick"]), frame["prompt"]) for frame in frames("hearts", hands=1, passing="none")]
    assert {prompt for is_under_way, prompt in asked if prompt and not is_under_way} == {"Lead a card"}
    assert {prompt for is_under_way, prompt in asked if prompt and is_under_way} == {"Play a card"}


@pytest.mark.parametrize("game", ["bridge", "texas-42"])
def test_a_call_of_a_number_is_a_bid(game: str) -> None:
    asked = {frame["prompt"] for frame in frames(game, hands=1) if frame["kind"] == "auction" and frame["prompt"]}
    assert any("bid" in prompt.lower() for prompt in asked)
    assert not any("call" in prompt.lower() for prompt in asked)


def test_a_bid_of_points_says_so() -> None:
    frame = next(frame for frame in frames("texas-42", hands=1) if frame["choices"])
    labels = {choice["label"] for choice in frame["choices"]}
    assert {"call 30 points", "call 41 points", "call 1 mark"} <= labels


def test_strains_named_by_number_are_said_in_words() -> None:
    """`3s` is how the rules name them: people say threes."""
    game = load("texas-42")
    assert game_sheet(game)["words"]["3s"] == "threes"
    assert game_sheet(load("bridge"))["words"] == {}
    for seed in range(3):
        events = lines(list(frames("texas-42", hands=1, seed=seed)))
        declared = [event["text"] for event in events if " declare" in event["text"]]
        assert declared
        assert not any(re.search(r"\d", text.removeprefix("Player")[2:]) for text in declared)
    assert game.notation.find("declare threes") == game.notation.find("declare 3s") is not None


def test_what_partners_capture_is_told_of_the_side() -> None:
    for frame in frames("texas-42", hands=1):
        badges = [badge for badge in frame["standing"]["badges"] if badge["name"] == "points_captured"]
        assert [(badge["owner"], badge["index"]) for badge in badges] in ([], [("team", 0), ("team", 1)])
        if frame["status"] == "waiting" and (frame["consensus"] or {}).get("beat") == "hand":
            assert sum(badge["value"] for badge in badges) == 35


def test_a_contract_says_how_many_tricks_it_needs() -> None:
    contracts = [frame["standing"]["contract"] for frame in frames("bridge", hands=1) if frame["kind"] == "trick"]
    assert contracts
    assert all(contract["needs"] == contract["level"] + 6 for contract in contracts)
    points = [frame["standing"]["contract"] for frame in frames("texas-42", hands=1) if frame["kind"] == "trick"]
    assert points
    assert {contract["needs"] for contract in points} == {None}
