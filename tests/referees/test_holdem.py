"""Hold'em against PokerKit, on a sample of the hands that `make prove` goes through."""

from __future__ import annotations

from tests.referees.holdem_hands import Told, check_hand

HANDS = 400
"""About ten seconds; `make prove ARGS="holdem"` plays thirty thousand."""


def test_hands_go_as_in_pokerkit() -> None:
    told: list[Told] = [check_hand(case) for case in range(HANDS)]
    assert sum(one.pots > 1 for one in told) > HANDS / 50, "side pots are among them"
    assert sum(one.pots > 2 for one in told) > 1
    assert sum(one.shared for one in told) > 1
    assert sum(one.raked > 0 for one in told) > HANDS / 10, "the house takes its part"
    assert sum(one.unraked for one in told) < HANDS / 50, "their rake differs seldom"
    assert sum(one.departures > 0 for one in told) < HANDS / 10, "where the rules differ they differ seldom"
