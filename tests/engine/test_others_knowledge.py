"""Worlds made up for a seat leave the others as much as all can see that they know, and no more."""

from __future__ import annotations

from collections import Counter
from random import Random

from deckwright.engine import State, load

PASSED = 3


def passed_hand(seed: int) -> State:
    """Hearts, after all have passed three cards to the left."""
    state, rng = load("hearts", hands=1).deal(seed=seed), Random(seed)
    while state.phase == "pass":
        state = state.apply(rng.choice(state.actions()))
    return state


def placed(state: State, seat: int, owner: int) -> list[str]:
    """The cards of a hand that a seat can place."""
    return [card for card in state.view(seat).zone("hand", index=owner).cards if card is not None]


def test_in_a_sample_who_passed_cards_knows_so_many_of_them() -> None:
    for seed in range(4):
        state = passed_hand(seed)
        known = set()
        for number in range(12):
            world = state.resample(0, seed=number)
            assert [len(placed(world, giver, giver + 1)) for giver in (1, 2)] == [PASSED, PASSED]
            assert [len(placed(world, seat, 0)) for seat in range(4)] == [13, 0, 0, PASSED]
            assert sorted(placed(world, 3, 0)) == sorted(placed(state, 3, 0)), "seat 0 knows which ones it was given"
            known.add(tuple(placed(world, 1, 2)))
            again = world.resample(0, seed=number + 1)
            assert [len(placed(again, giver, giver + 1)) for giver in (1, 2)] == [PASSED, PASSED]
        assert len(known) > 1, "which ones it does not know"


def test_cards_that_were_passed_may_have_been_played_since() -> None:
    """How many are left is not seen by all: samples hold any number that may be, most of them what is likely."""
    state, rng = passed_hand(1), Random(1)
    for _ in range(20):
        state = state.apply(rng.choice(state.actions()))
    counts = Counter(len(placed(state.resample(0, seed=number), 1, 2)) for number in range(300))
    left = len(state.view(None).zone("hand", index=2).cards)
    mean = sum(count * times for count, times in counts.items()) / 300
    assert set(counts) <= set(range(PASSED + 1))
    assert abs(mean - PASSED * left / 13) < 0.25
