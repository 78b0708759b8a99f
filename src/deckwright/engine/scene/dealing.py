"""Where each card of a shuffled deck goes when it is dealt: what a page needs to hold its cards against a seed.

It is found by dealing decks in known orders. A place in the deck goes where its card was found every time; where that
depends on the cards (a start card that is put back, a seat that the highest card chooses), nothing is said of it.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from deckwright.engine.deal import Deal
from deckwright.engine.seeds import SEED_BYTES

if TYPE_CHECKING:
    from deckwright.engine.game import Game

ORDERS = 48
"""Decks that are dealt: cards of which there are several need many to be told apart."""


@lru_cache(maxsize=64)
def deal_places(game: Game) -> tuple[str, ...]:
    """For each place of the deck, from the top, the region that its card is dealt to; empty where it depends."""
    codes = [str(card) for card in game.deck]
    number = {code: place for place, code in enumerate(game.notation.names.cards)}
    rng = Random("where cards are dealt to")
    left: list[set[int]] = [set(range(len(game.notation.zones))) for _ in codes]
    for _ in range(ORDERS):
        rng.shuffle(codes)
        layout = game.start(Deal(rng.randbytes(SEED_BYTES), tuple(codes))).position.layout()
        holders: dict[int, set[int]] = {}
        for zone, cards in enumerate(layout):
            for card in cards:
                holders.setdefault(card, set()).add(zone)
        for code, places in zip(codes, left, strict=True):
            places &= holders.get(number[code], set())
    return tuple(str(game.notation.zones[min(places)]) if len(places) == 1 else "" for places in left)


def deal_sheet(game: Game) -> dict[str, Any]:
    """The deck as the game numbers it, and where each place of the shuffled one goes."""
    return {"deck": [str(card) for card in game.deck], "places": list(deal_places(game))}
