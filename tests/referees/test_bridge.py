"""Bridge against OpenSpiel, call by call and card by card: the same seat, the same choices, the same score.

OpenSpiel plays one board; the first card goes to North whoever deals; declarer moves for dummy.
"""

from __future__ import annotations

import random

import pyspiel
import pytest

from deckwright.engine import Game, State, load

DEALS = 150
"""Of each dealer and vulnerability; 2,400 in all."""

CODES = [rank + suit for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A") for suit in "CDHS"]
"""OpenSpiel numbers cards by rank, then suit; calls follow: pass, double, redouble, bids."""
CALLS = ["pass", "double", "redouble"] + [f"call {n}{s}" for n in range(1, 8) for s in ("C", "D", "H", "S", "NT")]
NUMBERS = {f"play {code}": number for number, code in enumerate(CODES)} | {
    text: 52 + number for number, text in enumerate(CALLS)
}
TEXTS = {number: text for text, number in NUMBERS.items()}
SEATS = ("north", "east", "south", "west")


def choose(legal: list[int], patience: float, rng: random.Random) -> int:
    """A call: mostly a pass, a low bid or a double, so that auctions end at every height; any card."""
    if legal[0] != 52 or rng.random() < 0.05:
        return rng.choice(legal)
    if rng.random() < patience:
        return 52
    doubles = [call for call in legal if call in (53, 54)]
    return rng.choice(doubles) if doubles and rng.random() < 0.5 else rng.choice(legal[:6])


def play_deal(game: Game, referee: pyspiel.State, dealer: int, rng: random.Random) -> State:
    order = list(range(52))
    rng.shuffle(order)
    for card in order:
        referee.apply_action(card)
    # OpenSpiel's card i goes to seat i % 4; ours goes to the seat after the dealer first.
    deck = [CODES[order[4 * (place // 4) + (dealer + 1 + place) % 4]] for place in range(52)]
    state = game.deal(deck=deck, seed=1)
    patience = rng.choice((0.2, 0.6, 0.9))
    while not referee.is_terminal():
        legal = referee.legal_actions()
        assert state.seat == referee.current_player()
        assert sorted(NUMBERS[action.text] for action in state.actions()) == legal
        chosen = choose(legal, patience, rng)
        referee.apply_action(chosen)
        state = state.apply(TEXTS[chosen])
    return state


@pytest.mark.parametrize("vulnerable", ["none", "north_south", "east_west", "both"])
def test_bridge_is_what_openspiel_plays(vulnerable: str) -> None:
    rng = random.Random(f"bridge {vulnerable}")
    seen: set[str] = set()
    for dealer, name in enumerate(SEATS):
        game = load("bridge", hands=1, vulnerable=vulnerable, dealer=name)
        sides = [vulnerable in ("north_south", "both"), vulnerable in ("east_west", "both")]
        parameters = {
            "use_double_dummy_result": False,
            "dealer": dealer,
            "dealer_vul": sides[dealer % 2],
            "non_dealer_vul": sides[1 - dealer % 2],
        }
        other = pyspiel.load_game("bridge", parameters)
        for _ in range(DEALS):
            referee = other.new_initial_state()
            state = play_deal(game, referee, dealer, rng)
            assert state.is_over
            assert list(state.returns or ()) == referee.returns()
            facts = state.view(None).facts
            seen.add("passed out" if facts["declarer"] is None else f"doubled {facts['doubled']}")
    assert seen == {"passed out", "doubled 0", "doubled 1", "doubled 2"}
