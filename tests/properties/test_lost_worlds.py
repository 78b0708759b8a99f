"""Samples for a seat are worlds that it may be in, also where it has lost track of cards, whatever row they lie in."""

from __future__ import annotations

import pytest

from .lost_worlds import check_lost_game

GAMES = 60


@pytest.mark.parametrize("seed", range(GAMES))
def test_no_sample_is_a_world_that_the_seat_knows_to_be_impossible(seed: int) -> None:
    drawn, unsure = check_lost_game(seed, games=6, samples=4)
    assert drawn > 100
    assert unsure > 10
