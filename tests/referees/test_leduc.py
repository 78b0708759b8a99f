"""Leduc hold'em step by step against OpenSpiel's: same legal actions, same board, same returns."""

from __future__ import annotations

from random import Random

import pyspiel
import pytest

from deckwright.engine import Game, State, load

FOLD, CALL, RAISE = 0, 1, 2
MEANING = {"fold": FOLD, "check": CALL, "call": CALL, "raise": RAISE}
POLICIES = {"uniform": (1, 1, 1), "timid": (2, 3, 1), "bold": (1, 5, 10), "calling": (0.2, 10, 1)}
"""How often to fold, call and raise, where each is legal."""
DEALS = 400


def cards_by_number(game: Game) -> list[str]:
    """OpenSpiel numbers the cards rank by rank, two of each."""
    ranks = list(dict.fromkeys(card.rank for card in game.deck))
    return [card.code for rank in ranks for card in game.deck if card.rank == rank]


def compare(ours: State, theirs, order: list[int], random: Random, weights: tuple[float, float, float]) -> int:
    """One game on both sides; how many decisions it had."""
    players, decisions = ours.game.seats, 0
    for card in order[:players]:
        theirs.apply_action(card)
    while not theirs.is_terminal():
        if theirs.is_chance_node():
            theirs.apply_action(order[players])
            assert ours.view(None).zone("board").count == 1
            continue
        assert ours.seat == theirs.current_player()
        actions = {MEANING[action.text]: action for action in ours.actions()}
        assert sorted(actions) == theirs.legal_actions()
        assert len(actions) == len(ours.actions())
        meaning = random.choices(list(actions), weights=[weights[meaning] for meaning in actions])[0]
        ours = ours.apply(actions[meaning])
        theirs.apply_action(meaning)
        decisions += 1
    assert ours.is_over
    assert ours.returns == tuple(theirs.returns())
    return decisions


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("isomorphic", [False, True])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_games_agree_step_by_step(players: int, isomorphic: bool, policy: str) -> None:
    game = load("leduc", players=players, suit_isomorphism=isomorphic)
    other = pyspiel.load_game("leduc_poker", {"players": players})
    cards = cards_by_number(game)
    random = Random(f"{players} {policy}")
    decisions = 0
    for _ in range(DEALS):
        order = random.sample(range(len(cards)), len(cards))
        ours = game.deal(deck=[cards[card] for card in order], seed=1)
        decisions += compare(ours, other.new_initial_state(), order, random, POLICIES[policy])
    assert decisions > DEALS
