"""Hearts against OpenSpiel, card by card: the same seat, the same legal cards, the same points.

OpenSpiel plays one hand; the queen of spades breaks hearts; its returns are 26 less the points.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pyspiel
import pytest

from deckwright.engine import Game, State, load

DEALS = 300
"""Of each passing direction; 1,200 in all."""

CODES = [rank + suit for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A") for suit in "CDHS"]
"""OpenSpiel numbers cards by rank, then suit."""
NUMBERS = {code: number for number, code in enumerate(CODES)}

DIRECTIONS = {"none": 0, "left": 1, "across": 2, "right": 3}

Policy = Callable[[list[int], random.Random], int]


def anything(legal: list[int], rng: random.Random) -> int:
    return rng.choice(legal)


def greedy(legal: list[int], rng: random.Random) -> int:
    """The highest card: tricks are taken on purpose, and sometimes all of them."""
    return max(legal, key=lambda card: (card // 4, rng.random()))


def careful(legal: list[int], rng: random.Random) -> int:
    """The queen or a heart if it may be thrown away, otherwise a low card."""
    return max(legal, key=lambda card: (CODES[card] == "QS", card % 4 == 2, -card // 4, rng.random()))


POLICIES: tuple[Policy, ...] = (anything, greedy, careful)


def table_of(rng: random.Random) -> list[Policy]:
    """Now all alike, now one greedy player among careful ones, now anyone."""
    match rng.randrange(3):
        case 0:
            return [anything] * 4
        case 1:
            return [greedy if seat == 0 else careful for seat in range(4)]
        case _:
            return [rng.choice(POLICIES) for _ in range(4)]


def legal_cards(state: State) -> list[int]:
    return sorted(NUMBERS[action.text.removeprefix("play ")] for action in state.actions())


def pass_cards(state: State, referee: pyspiel.State, policies: list[Policy], rng: random.Random) -> State:
    """Each seat passes the same three cards in both; the order in which they are named is not the same."""
    for seat in range(4):
        assert state.seat == referee.current_player() == seat
        hand = [NUMBERS[card] for card in state.view(seat).hand if card is not None]
        assert sorted(hand) == referee.legal_actions()
        left = list(hand)
        for _ in range(3):
            chosen = policies[seat](left, rng)
            left.remove(chosen)
            referee.apply_action(chosen)
        given = {f"pass {CODES[card]}" for card in set(hand) - set(left)}
        while given:
            text = next(action.text for action in state.actions() if action.text in given)
            given.remove(text)
            state = state.apply(text)
    return state


def play_deal(game: Game, referee: pyspiel.State, direction: str, rng: random.Random) -> State:
    order = list(range(52))
    rng.shuffle(order)
    referee.apply_action(DIRECTIONS[direction])
    for card in order:
        referee.apply_action(card)
    state = game.deal(deck=[CODES[card] for card in order], seed=1)
    policies = table_of(rng)
    if direction != "none":
        state = pass_cards(state, referee, policies, rng)
    while not referee.is_terminal():
        seat, legal = referee.current_player(), referee.legal_actions()
        assert state.seat == seat
        assert legal_cards(state) == legal
        card = policies[seat](legal, rng)
        referee.apply_action(card)
        state = state.apply(f"play {CODES[card]}")
    return state


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_hearts_is_what_openspiel_plays(direction: str) -> None:
    game = load("hearts", hands=1, passing=direction, breaks="queen")
    other = pyspiel.load_game("hearts")
    rng = random.Random(f"hearts {direction}")
    moons = 0
    for _ in range(DEALS):
        referee = other.new_initial_state()
        state = play_deal(game, referee, direction, rng)
        assert state.is_over
        assert [26 - score for score in state.scores] == referee.returns()
        moons += 0 in state.scores and sum(state.scores) == 78
    assert moons, "somebody shot the moon"
