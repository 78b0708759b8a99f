"""Many games in one call: each as if it were alone, within its budget, on any number of threads."""

from __future__ import annotations

import pytest

from deckwright.engine import load
from deckwright.measure import Errand, MeasureError, MeasureSettings, measure_coverage, measure_many, simulate

GAMES = [load("hearts", hands=1), load("kuhn"), load("scopa", hands=1), load("toy-whist")]


def test_what_is_found_of_a_game_is_what_simulate_finds_whatever_it_is_measured_with() -> None:
    errands = [Errand(game, seed=number, games=30) for number, game in enumerate(GAMES)]
    found = measure_many(errands)
    assert measure_many(errands, threads=3) == found
    assert measure_many(errands[2:]) == found[2:]
    for errand, one in zip(errands, found, strict=True):
        alone = simulate(errand.game, games=30, seed=errand.seed, threads=1)
        assert one.stats.games_played == 30
        assert (one.stats.wins, one.stats.draws, one.stats.decisions) == (alone.wins, alone.draws, alone.decisions)
        assert [seat.mean for seat in one.stats.returns] == pytest.approx([seat.mean for seat in alone.returns])
        assert (one.coverage, one.tension, one.is_spent) == (None, None, False)


def test_a_budget_ends_one_game_and_not_the_others() -> None:
    endless, quick = load("uno"), load("kuhn")
    found = measure_many([Errand(endless, games=100, budget=5_000, followed_games=5), Errand(quick, games=100)])
    assert found[0].is_spent
    assert 0 < found[0].stats.games_played < 100
    assert found[0].tension is not None
    assert found[0].tension.games == 0  # nothing was left for it
    assert not found[1].is_spent
    assert found[1].stats.games_played == 100


def test_rules_are_counted_and_chances_followed_in_the_same_call() -> None:
    [found] = measure_many([Errand(GAMES[2], games=20, counted_games=40, followed_games=8, moments=6, worlds=4)])
    assert found.coverage is not None
    assert found.coverage.games == 40
    counted = measure_coverage(GAMES[2], MeasureSettings(threads=1), games=40)
    assert [rule.path for rule in found.coverage.rules] == [rule.path for rule in counted.rules]
    assert {rule.label for rule in found.coverage.rules if rule.times} >= {"capture", "lay"}
    assert found.tension is not None
    assert (found.tension.games, found.tension.moments) == (8, 6)
    assert len(found.tension.uncertainty) == 6


def test_an_errand_that_cannot_be_is_refused() -> None:
    with pytest.raises(MeasureError) as refused:
        Errand(GAMES[1], budget=0)
    assert refused.value.code == "measure.bad-budget"
    assert measure_many([]) == []
