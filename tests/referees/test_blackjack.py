"""Blackjack step by step against OpenSpiel's: same legal actions, same cards, same returns."""

from __future__ import annotations

from random import Random

import pyspiel
import pytest

from deckwright.engine import load

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARDS = [f"{rank}{suit}" for suit in "CDHS" for rank in RANKS]
"""By OpenSpiel's number."""
DEALS = 1000


def their_actions(state) -> dict[str, int]:
    return {state.action_to_string(state.current_player(), action).lower(): action for action in state.legal_actions()}


@pytest.mark.parametrize("hit", [0.5, 0.25, 0.75])
def test_hands_agree_step_by_step(hit: float) -> None:
    game = load("blackjack", hands=1, bet=1, naturals=False, double="none", splits=0)
    other = pyspiel.load_game("blackjack")
    random = Random(f"blackjack {hit}")
    outcomes = set()
    for _ in range(DEALS):
        order = random.sample(range(52), 52)
        ours, theirs = game.deal(deck=[CARDS[card] for card in order], seed=1), other.new_initial_state()
        dealt = iter(order)
        while not theirs.is_terminal():
            if theirs.is_chance_node():
                theirs.apply_action(next(dealt))
                continue
            actions = {action.text: action for action in ours.actions()}
            assert sorted(actions) == sorted(their_actions(theirs))
            choice = "hit" if random.random() < hit else "stand"
            ours = ours.apply(actions[choice])
            theirs.apply_action(their_actions(theirs)[choice])
        assert ours.is_over
        assert ours.returns == tuple(theirs.returns())
        outcomes.add(ours.returns)
    assert outcomes == {(1.0,), (0.0,), (-1.0,)}
