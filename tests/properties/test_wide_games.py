"""Keys, samples and choices hang on what a seat has seen, in small games of all that is said about hidden cards.

`make prove ARGS=wide` goes through many more of them.
"""

from __future__ import annotations

import pytest

from .wide_games import check_wide_game, wide_game

ONCE_WRONG = (206, 211, 275, 775, 1067, 2102, 2175, 2273, 2274, 2296, 4043)
"""Outcomes of tests that nobody was told, phases passed over, copies taken for others, and which copy was picked."""


@pytest.mark.parametrize("seed", [*range(6), *ONCE_WRONG])
def test_keys_samples_and_choices_hang_on_what_the_seat_has_seen(seed: int) -> None:
    assert wide_game(seed) is not None
    assert check_wide_game(seed, deals=10, most=160) > 0
