"""What benchmarks say of agents: evenings put together from deals, and the data and tables that come of them."""

from __future__ import annotations

import json
from random import Random

import pytest
from benchmarks.duels import STAGES, Z_95, Z_99, Duel, evenings_won, student
from benchmarks.levels import PLAYED, found_share, hands_of_evening
from benchmarks.strength import CLAIMS, FILE

from deckwright import load
from deckwright.agents import LEVELS
from deckwright.agents.levels import measured_levels
from deckwright.games import library

SHORT = 10
"""Evenings of more hands take long to put together again."""


def test_evenings_of_one_hand_are_the_deals_themselves() -> None:
    share = evenings_won([1.0] * 30 + [-1.0] * 10, 1)
    assert share.share == pytest.approx(0.75)
    assert share.low < 0.75 < share.high


def test_level_evenings_are_half_and_more_hands_make_the_better_side_clearer() -> None:
    assert evenings_won([0.0] * 20, 4).share == pytest.approx(0.5)
    leads = [Random(seed).gauss(0.3, 1.0) for seed in range(400)]
    shares = [evenings_won(leads, hands).share for hands in (1, 4, 16)]
    assert shares == sorted(shares)
    assert shares[-1] > shares[0] + 0.1


@pytest.mark.parametrize(
    ("choices", "hands"), [(0.5, 60), (10, 15), (30, 5), (54, 4), (75, 4), (76, 3), (110, 2), (151, 1), (1600, 1)]
)
def test_an_evening_has_a_few_hands_unless_one_is_as_long_as_other_evenings(choices: float, hands: int) -> None:
    assert hands_of_evening(choices) == hands


def test_nobody_is_certain_after_a_few_evenings() -> None:
    share = evenings_won([2.0] * 12, 4)
    assert share.share == 1.0
    assert share.low < 0.6


@pytest.mark.parametrize(
    ("z", "freedom", "tabled"), [(Z_95, 7, 2.365), (Z_95, 31, 2.040), (Z_99, 7, 3.499), (Z_99, 127, 2.615)]
)
def test_quantiles_are_those_of_students_tables(z: float, freedom: int, tabled: float) -> None:
    assert student(z, freedom) == pytest.approx(tabled, abs=0.01)


def test_a_duel_goes_on_where_it_was_and_stops_when_it_is_certain() -> None:
    game = load("kuhn")
    whole = Duel(game, "greedy", "random")
    whole.play(12)
    parts = Duel(game, "greedy", "random")
    parts.play(5)
    parts.play(12)
    assert parts.leads == whole.leads
    certain = Duel(load("hearts"), "policy", "random")
    certain.decide(seconds=60)
    assert len(certain.leads) in STAGES[:4]
    assert certain.verdict == "better"


@pytest.mark.parametrize("game_id", [name for name, each in measured_levels().items() if each["measured"]])
def test_shares_of_levels_follow_from_the_deals_that_were_played(game_id: str) -> None:
    found = measured_levels()[game_id]
    played = json.loads(PLAYED.read_text(encoding="utf-8"))["games"][game_id]
    assert set(found["levels"]) == set(LEVELS)
    for pair, share in found["shares"].items():
        above, _, level = pair.partition(" over ")
        leads = played[f"{found['levels'][above]} v {found['levels'][level]}"]
        assert share["deals"] == len(leads)
        if found["hands"] <= SHORT:
            assert found_share(leads, found["hands"]) == share


def test_what_is_claimed_of_agents_was_found_in_the_games_it_is_claimed_of() -> None:
    known = json.loads(FILE.read_text(encoding="utf-8"))
    assert set(known) == set(CLAIMS)
    for name, games in known.items():
        assert set(games) <= set(CLAIMS[name].games()) <= set(library())
