"""Where each card of a shuffled deck goes when it is dealt: what a page needs to show the cards that a seed deals.

It is found by dealing decks in known orders: every card comes to every place, so that nothing is missed that hangs on
one card. A place of the deck goes to the region that its card went to first, if
that was the same every time, whatever happened to the card then: it may have been laid down, or put back with all
others and dealt again. Where it depends on the cards, nothing is said of a place.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from deckwright.engine.deal import Deal
from deckwright.engine.seeds import SEED_BYTES

if TYPE_CHECKING:
    from deckwright._kernel import Event
    from deckwright.engine.game import Game
    from deckwright.engine.state import State

ORDERS = 48
"""Decks that are dealt besides: what one deal in ten does otherwise, by several cards, is missed in one game of 150."""


@lru_cache(maxsize=256)
def deal_places(game: Game) -> tuple[str, ...]:
    """For each place of the deck, from the top, the region that its card is dealt to; empty where that depends."""
    zones = game.notation.zone_texts
    rng = Random("where cards are dealt to")
    found: list[set[str]] = [set() for _ in game.deck]
    for codes in _orders([str(card) for card in game.deck], rng):
        state = game.start(Deal(rng.randbytes(SEED_BYTES), tuple(codes)))
        places = [zones[zone] if is_it else "" for zone, is_it in _dealt(state, codes)]
        for seen, region in zip(found, places + [""] * (len(codes) - len(places)), strict=True):
            seen.add(region)
    return tuple(seen.pop() if len(seen) == 1 else "" for seen in found)


def _orders(codes: list[str], rng: Random) -> Iterator[list[str]]:
    """Some at random, then one in every rotation."""
    for _ in range(ORDERS):
        rng.shuffle(codes)
        yield codes
    for _ in codes:
        codes = [*codes[1:], codes[0]]
        yield codes


def _dealt(state: State, codes: list[str]) -> Iterator[tuple[int, bool]]:
    """Where each card from the stock went, and whether it can have been the next of the deck; until one is put back."""
    notation = state.game.notation
    names, stock = notation.names.cards, {number for number, zone in enumerate(notation.zones) if zone.role == "stock"}
    told = state.seen_events(None)
    back = next((number for number, event in enumerate(told) if number and _puts_back(event, stock)), len(told))
    # Which cards may have been in a zone: those that lie there in the end, or where cards have gone on to from there.
    held: list[set[str]] = [{names[card] for card in cards} for cards in state.position.layout()]
    for kind, data in reversed(told):
        if kind == "moved":
            held[data["from"]] |= held[data["to"]]
    deck = iter(codes)
    for kind, data in told[:back]:
        if kind == "moved" and data["from"] in stock and (code := next(deck, "")):
            yield data["to"], back < len(told) or code in held[data["to"]]


def _puts_back(event: Event, stock: set[int]) -> bool:
    """Whether cards come back to the stock, or all do for another hand."""
    kind, data = event
    return kind in ("shuffled", "dealt") or (kind == "moved" and data["to"] in stock)


def deal_sheet(game: Game) -> dict[str, Any]:
    """The deck as the game numbers it, and where each place of the shuffled one goes."""
    return {"deck": [str(card) for card in game.deck], "places": list(deal_places(game))}
