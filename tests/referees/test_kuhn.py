"""Kuhn poker step by step against OpenSpiel's: same legal actions, same returns."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pyspiel
import pytest

from deckwright.engine import State, load

PASS, BET = 0, 1
MEANING = {"check": PASS, "fold": PASS, "raise": BET, "call": BET}
DEALS = 200


def compare(ours: State, theirs) -> int:
    """Both games from here on, every line of play; how many states were compared."""
    if theirs.is_terminal():
        assert ours.is_over
        assert ours.returns == tuple(theirs.returns())
        return 1
    assert ours.seat == theirs.current_player()
    by_meaning = {MEANING[action.text]: action for action in ours.actions()}
    assert sorted(by_meaning) == theirs.legal_actions()
    assert len(by_meaning) == len(ours.actions())
    return 1 + sum(compare(ours.apply(action), theirs.child(meaning)) for meaning, action in by_meaning.items())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_line_of_play_of_every_deal_agrees(players: int) -> None:
    game = load("kuhn", players=players)
    other = pyspiel.load_game("kuhn_poker", {"players": players})
    cards = [card.code for card in game.deck]
    compared = 0
    for order in permutations(range(players + 1)):
        theirs = other.new_initial_state()
        for card in order[:players]:
            theirs.apply_action(card)
        compared += compare(game.deal(deck=[cards[card] for card in order], seed=1), theirs)
    assert compared > 50


@pytest.mark.parametrize("players", range(5, 11))
def test_random_games_of_many_agree(players: int) -> None:
    game = load("kuhn", players=players)
    other = pyspiel.load_game("kuhn_poker", {"players": players})
    cards = [card.code for card in game.deck]
    random = Random(players)
    for _ in range(DEALS):
        order = random.sample(range(players + 1), players + 1)
        ours, theirs = game.deal(deck=[cards[card] for card in order], seed=1), other.new_initial_state()
        for card in order[:players]:
            theirs.apply_action(card)
        while not theirs.is_terminal():
            assert ours.seat == theirs.current_player()
            actions = {MEANING[action.text]: action for action in ours.actions()}
            assert sorted(actions) == theirs.legal_actions()
            meaning = random.choices((PASS, BET), weights=(3, 1))[0]
            ours = ours.apply(actions[meaning])
            theirs.apply_action(meaning)
        assert ours.returns == tuple(theirs.returns())
