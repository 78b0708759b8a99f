"""Learned policies: what they read is what their seat knows, in every game."""

from __future__ import annotations

from random import Random

from tests.conformance.walks import Variant, sample

from deckwright import _kernel
from deckwright.engine import Game

WEIGHTS = 1 << 14
HEADER_BYTES = 20


def any_policy(game: Game) -> _kernel.PolicyFile:
    """A policy that no two features are alike to."""
    plan = (game.rules, 1, bytes(32), 1, 0.02, (0.0, 0.0), 1, None)
    header = _kernel.train(*plan)[0][: HEADER_BYTES - 4] + b"\x00\x00\x80\x3a"  # a step of 2 ** -10
    return _kernel.PolicyFile(header + Random(3).randbytes(2 * WEIGHTS))


def test_features_and_choices_are_the_same_in_worlds_that_look_the_same(house_rules: Variant) -> None:
    game = house_rules.load()
    policy = any_policy(game)
    for state in sample(house_rules, 10):
        if state.seat is None:
            continue
        rows = _kernel.features(state.position)
        assert len(rows) == len(state.actions())
        assert all(0 <= index < WEIGHTS for row in rows for index in row)
        choice = _kernel.choose(state.position, ("policy", policy), 1)
        for seed in range(3):
            other = state.resample(state.seat, seed=seed).position
            assert _kernel.features(other) == rows
            assert _kernel.choose(other, ("policy", policy), 2) == choice


def test_search_with_a_policy_chooses_alike_in_worlds_that_look_the_same(house_rules: Variant) -> None:
    """What it infers from bets it infers from what everyone has seen of them."""
    game = house_rules.load()
    agent = ("ismcts:12", any_policy(game))
    for state in sample(house_rules, 6):
        if state.seat is None:
            continue
        choice = _kernel.choose(state.position, agent, 9)
        for seed in range(2):
            assert _kernel.choose(state.resample(state.seat, seed=seed).position, agent, 9) == choice


def test_features_tell_actions_apart(variant: Variant) -> None:
    """Actions of a position mostly differ in their features: otherwise nothing could be learned about them."""
    alike = listed = 0
    for state in sample(variant, 10):
        if state.seat is not None and len(state.actions()) > 1:
            rows = [tuple(row) for row in _kernel.features(state.position)]
            alike += len(rows) - len(set(rows))
            listed += len(rows)
    assert alike <= listed / 2, f"{alike} of {listed}"
