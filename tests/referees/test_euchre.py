"""Euchre against OpenSpiel, call by call and card by card: the same seat, the same choices, the same score.

OpenSpiel plays one hand; the first card goes to the dealer; the dealer keeps the turned-up card; the maker says only
after the discard whether to play alone. Its seats are turned here so that its dealer is ours.
"""

from __future__ import annotations

import random

import pyspiel
import pytest

from deckwright.engine import Game, State, load

DEALS = 1500
"""With and without sticking the dealer; 3,000 in all."""

SUITS = ("clubs", "diamonds", "hearts", "spades")
CODES = [rank + suit for rank in ("9", "10", "J", "Q", "K", "A") for suit in "CDHS"]
"""OpenSpiel numbers cards by rank, then suit; pass, the four suits, alone and together follow."""
DEALER = 3
PASS, FIRST_SUIT, ALONE, TOGETHER = 24, 25, 29, 30


def number_of(text: str, upcard: str) -> int:
    """OpenSpiel's number of an action."""
    match text.split():
        case ["pass"]:
            return PASS
        case ["call", "order", "up"]:
            return FIRST_SUIT + "CDHS".index(upcard[-1])
        case ["call", suit]:
            return FIRST_SUIT + SUITS.index(suit)
        case ["go", "alone"]:
            return ALONE
        case ["play", "together"]:
            return TOGETHER
        case ["play" | "discard", card]:
            return CODES.index(card)
    raise AssertionError(text)


def choose(legal: list[int], eager: float, rng: random.Random) -> int:
    """Any card; a suit now and then; alone half of the time."""
    if legal[0] == PASS and len(legal) > 1:
        return rng.choice(legal[1:]) if rng.random() < eager else PASS
    return rng.choice(legal)


def play_deal(game: Game, referee: pyspiel.State, rng: random.Random) -> tuple[State, int]:
    dealer = rng.randrange(4)
    referee.apply_action(dealer)
    order = list(range(24))
    rng.shuffle(order)
    for card in order[:21]:
        referee.apply_action(card)
    # OpenSpiel deals the first card of each round to the dealer, we the last.
    rounds = [order[start : start + 4] for start in range(0, 20, 4)]
    deck = [CODES[card] for cards in rounds for card in (*cards[1:], cards[0])] + [CODES[card] for card in order[20:]]
    state = game.deal(deck=deck, seed=1)
    upcard, turn = CODES[order[20]], (dealer - DEALER) % 4
    eager = rng.choice((0.02, 0.15, 0.7))
    while not referee.is_terminal():
        legal = referee.legal_actions()
        assert state.seat is not None
        assert (state.seat + turn) % 4 == referee.current_player()
        texts = {number_of(action.text, upcard): action.text for action in state.actions()}
        assert sorted(texts) == legal
        chosen = choose(legal, eager, rng)
        referee.apply_action(chosen)
        state = state.apply(texts[chosen])
    return state, turn


@pytest.mark.parametrize("stick", [True, False])
def test_euchre_is_what_openspiel_plays(stick: bool) -> None:
    game = load("euchre", hands=1, stick_the_dealer=stick, discard="not_upcard", alone="after_discard")
    other = pyspiel.load_game("euchre", {"stick_the_dealer": stick})
    rng = random.Random(f"euchre {stick}")
    scores: set[float] = set()
    for _ in range(DEALS):
        referee = other.new_initial_state()
        state, turn = play_deal(game, referee, rng)
        assert state.is_over
        returns = referee.returns()
        assert [returns[(seat + turn) % 4] for seat in range(4)] == list(state.returns or ())
        scores.add(abs(returns[0]))
    assert scores == ({1, 2, 4} if stick else {0, 1, 2, 4})
