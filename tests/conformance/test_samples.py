"""A sampled world has a future of its own, which what really lies there does not decide."""

from __future__ import annotations

from random import Random

from tests.conformance.walks import Variant, observers, view_text, walk

STATES = 4
STEPS = 25


def test_samples_are_decided_by_what_the_seat_knows_and_the_seed(variant: Variant) -> None:
    """In a world that looks alike the same seed gives the same sample, with the same chance to come."""
    game = variant.load()
    states = walk(variant)
    rng = Random(8)
    for state in states[:: max(1, len(states) // STATES)]:
        for seat in range(game.seats):
            look_alike = state.resample(seat, seed=5)
            one, other = (world.resample(seat, seed=5) for world in (state, look_alike))
            for _ in range(STEPS):
                assert one.position.layout() == other.position.layout()
                if one.is_over:
                    break
                action = rng.choice(one.actions())
                one, other = one.apply(action), other.apply(action)
            for observer in observers(game):
                assert view_text(one, observer) == view_text(other, observer)
