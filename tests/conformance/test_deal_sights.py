"""What a seat is shown while cards are dealt is remembered, also if it is covered up again before anybody decides."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest
from tests.conformance.recall import Keys, Memory
from tests.conformance.walks import Variant

from deckwright.engine import load

DEALT = [
    {"type": "move", "cards": "stock", "count": "1", "to": "hand[0]"},
    {"type": "move", "cards": "stock", "count": "1", "to": "hand[1]"},
]
SHOWN: dict[str, list[dict[str, Any]]] = {
    "the other's card, taken back": [
        DEALT[0],
        {"type": "show", "cards": "hand[0]", "to": "1"},
        {"type": "move", "cards": "hand[0]", "to": "stock", "place": "shuffled"},
        *DEALT,
    ],
    "one's own card, taken back": [
        DEALT[1],
        {"type": "move", "cards": "hand[1]", "to": "stock", "place": "bottom"},
        *DEALT,
    ],
    "the top of the stock": [
        {"type": "move", "cards": "stock", "count": "1", "to": "open"},
        {"type": "move", "cards": "open", "to": "stock", "place": "shuffled"},
        *DEALT,
    ],
    "the other's card, still there": [*DEALT, {"type": "show", "cards": "hand[0]", "to": "1"}],
}


def genome(deal: list[dict[str, Any]]) -> dict[str, Any]:
    """Each lays a card or holds it; the higher card laid is worth more."""
    lay = {"name": "lay", "picks": [{"name": "x", "kind": "card", "source": "hand", "to": "laid"}]}
    turns = {"type": "turns", "phases": [{"type": "choice", "offers": [lay, {"name": "hold"}]}]}
    open_zone = [{"name": "open", "seen_by": "all"}] if any(step.get("to") == "open" for step in deal) else []
    return {
        "genome_id": "seen-in-the-deal",
        "player_count": 2,
        "utility": "score",
        "deck": {"suits": ["spades"], "ranks": ["2", "3", "4", "5"]},
        "zones": [
            {"name": "stock", "role": "stock", "seen_by": "none"},
            {"name": "hand", "role": "hand", "owner": "seat", "seen_by": "owner"},
            {"name": "laid", "owner": "seat"},
            *open_zone,
        ],
        "setup": {"cards_per_player": 0, "deal": deal},
        "turn_structure": {"phases": [{**turns, "until": "size(laid[0]) + size(laid[1]) >= 1", "limit": 2}]},
        "scoring_rules": [{"name": "laid", "points": "size(laid)"}],
        "win_conditions": [{"type": "high_score"}],
        "max_hands": 1,
    }


@pytest.mark.parametrize("what", SHOWN)
def test_keys_remember_what_was_shown_in_the_deal(what: str) -> None:
    game = load(genome(SHOWN[what]))
    keys = [Keys(seat) for seat in range(2)]
    for deck in permutations(game.notation.names.cards):
        for seed in range(3):
            state = game.deal(seed=seed, deck=deck)
            for seat in range(2):
                keys[seat].meet(state, Memory(seat).meet(state), (what, deck, seed))
    assert len(keys[1].key_of) > len(game.notation.names.cards)  # more than its own card


def test_deals_have_one_key_exactly_where_a_seat_is_told_the_same_of_them(variant: Variant) -> None:
    """Cards change places in the deck: between hands, within one, or where nobody sees them."""
    game = variant.load()
    first = list(game.deck.cards)
    Random(1).shuffle(first)
    keys = [Keys(seat) for seat in range(game.seats)]
    alike = 0
    for place in range(min(len(first) - 1, 2 * game.seats)):
        for distance in (1, game.seats):
            deck = list(first)
            other = (place + distance) % len(deck)
            deck[place], deck[other] = deck[other], deck[place]
            state = game.deal(seed=1, deck=deck)
            for own in keys:
                alike += state.key(own.seat) in own.memory_of
                own.meet(state, Memory(own.seat).meet(state), (place, other))
    assert alike > 0
