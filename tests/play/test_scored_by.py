"""The log says by which rule somebody scores, and nothing twice."""

from __future__ import annotations

import re

from tests.play.test_said_at_tables import frames, lines


def test_points_of_a_scoring_rule_are_told_with_its_name() -> None:
    scored = [event for event in lines(list(frames("texas-42", hands=1))) if event["kind"] == "scored"]
    assert [event["rule"] for event in scored] in (["bid made"], ["set"])
    assert re.fullmatch(r"(You|Player 1) and Player \d score (1 mark|\d marks): (bid made|set)\.", scored[0]["text"])


def test_each_rule_of_a_contract_is_told_apart() -> None:
    """Three lines that say `You and Clio score 40` do not say what for."""
    rules = set()
    for seed in range(5):
        events = lines(list(frames("bridge", hands=1, seed=seed)))
        for event in events:
            if event["kind"] == "scored":
                assert event["text"].endswith(f" score {event['amount']}: {event['rule']}.")
                rules.add(event["rule"])
    assert len(rules) > 1


def test_points_of_cards_in_a_trick_name_no_rule() -> None:
    scored = [event for event in lines(list(frames("hearts", hands=1))) if event["kind"] == "scored"]
    of_tricks = [event for event in scored if event["amount"] not in (26, -26)]
    assert of_tricks
    assert {event["rule"] for event in of_tricks} == {None}


def test_cards_passed_in_secret_are_told_once() -> None:
    events = lines(list(frames("hearts", hands=1, most=12)))
    assert any(" gives you " in event["text"] for event in events)
    assert not any(event["text"] in ("You pass.", "Player 1 passes.") for event in events)
