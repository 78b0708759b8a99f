"""Cards that are shown, picked and moved between hidden places: keys and samples are made of what a seat has seen.

A seat that is shown a pile sees in which order its cards lie. Who else has seen a card at which place counts in
samples only where everybody can tell.
"""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from tests.conformance.recall import check_all_keys

from .hidden_places import hidden_game

MIXED, DEALS = 4, 6
"""Cards on top of the deck that change places, and how many of their orders are dealt."""
ONCE_WRONG = (14, 21, 31, 32, 49)
"""Piles that were shown, rows that cards were picked from, like cards: one key or one memory had two worlds."""


@pytest.mark.parametrize("seed", [*range(4), *ONCE_WRONG])
def test_keys_and_samples_of_hidden_places_hang_on_what_the_seat_has_seen(seed: int) -> None:
    game = hidden_game(seed)
    if game is None:
        return
    first, rest = game.deck.cards[:MIXED], game.deck.cards[MIXED:]
    orders = list(dict.fromkeys((*order, *rest) for order in permutations(first)))
    dealt = Random(seed).sample(orders, min(DEALS, len(orders)))
    check_all_keys((game.deal(deck=order, seed=seed) for order in dealt), worlds=True)
