"""The deal of a link: which cards lie where at the start, as one number, where nothing else of chance matters.

Cards that go to the same unordered place (a hand) may come from the deck in any order, so a deal is a rank among the
ways to share the cards out: 28!/(7!)^4 for Texas 42. Where each card of the deck goes is found by dealing the deck
as it is numbered; which places keep an order, by exchanging two of their cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from deckwright.engine import Deal, Game, State
from deckwright.engine.seeds import SEED_BYTES
from deckwright.play.digits import Digits, subset_of, subset_rank
from deckwright.play.inputs import Move

NO_CHANCE = bytes(SEED_BYTES)
"""The seed of a deal whose deck says everything."""


@dataclass(frozen=True)
class DealPlan:
    """Where the cards of a deck go, by their place from the top."""

    zones: tuple[tuple[int, ...], ...]
    """The places in the deck of each zone's cards, in the order in which the zone lists them."""
    ordered: tuple[bool, ...]

    def __hash__(self) -> int:
        return hash(self.zones)


@lru_cache(maxsize=64)
def plan_of(game: Game) -> DealPlan:
    """Where the deck goes when it is dealt as it is numbered."""
    codes = [str(card) for card in game.deck]
    kinds = list(range(len(codes)))
    zones = _places(game, kinds)
    ordered = [len(places) > 1 and _keeps_order(game, kinds, places, number) for number, places in enumerate(zones)]
    return DealPlan(tuple(map(tuple, zones)), tuple(ordered))


def deal_digits(game: Game, start: State) -> list[tuple[int, int]] | None:
    """The deal of a first state as digits; None where the plan does not fit it, or cards look alike."""
    if not _has_plan(game):
        return None
    plan = plan_of(game)
    layout = start.position.layout()
    if [len(cards) for cards in layout] != [len(places) for places in plan.zones]:
        return None
    left = list(range(len(game.deck)))
    digits: list[tuple[int, int]] = []
    for cards, ordered in zip(layout, plan.ordered, strict=True):
        if ordered:
            for card in cards:
                digits.append((left.index(card), len(left)))
                left.remove(card)
        elif cards:
            places = sorted(map(left.index, cards))
            digits.append((subset_rank(places), comb(len(left), len(cards))))
            left = [card for card in left if card not in cards]
    return digits


def parse_deal(game: Game, digits: Digits) -> Deal | None:
    """The deal that digits say; None if this game has none of that form."""
    if not _has_plan(game):
        return None
    plan = plan_of(game)
    left = list(range(len(game.deck)))
    order = [0] * len(left)
    for places, ordered in zip(plan.zones, plan.ordered, strict=True):
        if ordered:
            chosen = [left.pop(digits.take(len(left))) for _ in places]
        elif places:
            chosen = [
                left[place] for place in subset_of(digits.take(comb(len(left), len(places))), len(places), len(left))
            ]
            left = [card for card in left if card not in chosen]
        else:
            continue
        for place, card in zip(places, chosen, strict=True):
            order[place] = card
    cards = game.notation.names.cards
    return Deal(NO_CHANCE, tuple(cards[card] for card in order))


def deals_alike(game: Game, one: Deal, other: Deal, moves: Sequence[Move]) -> bool:
    """Whether two deals make the same game of these moves: every card in its place and everything told, all along.

    The end alone does not say so: after a hand in which other cards lay, the next one can be dealt as it was.
    """
    here, there = game.start(one).position, game.start(other).position
    observers = (*range(game.seats), None)
    if here.layout() != there.layout():
        return False
    for move in moves:
        try:
            here, there = here.apply(*move), there.apply(*move)
        except ValueError:
            return False
        if here.seat != there.seat or here.layout() != there.layout():
            return False
        if any(here.events(seat) != there.events(seat) for seat in observers):
            return False
    return here.observe(None) == there.observe(None)


def _has_plan(game: Game) -> bool:
    """Whether all cards differ: then the number of a card is the number of its type."""
    return len(set(game.notation.names.cards)) == len(game.deck)


def _deal(game: Game, kinds: list[int]) -> list[list[int]]:
    cards = game.notation.names.cards
    return game.start(Deal(NO_CHANCE, tuple(cards[kind] for kind in kinds))).position.layout()


def _places(game: Game, kinds: list[int]) -> list[list[int]]:
    place_of = {kind: place for place, kind in enumerate(kinds)}
    return [[place_of[kind] for kind in cards] for cards in _deal(game, kinds)]


def _keeps_order(game: Game, kinds: list[int], places: list[int], zone: int) -> bool:
    exchanged = list(kinds)
    first, last = places[0], places[-1]
    exchanged[first], exchanged[last] = kinds[last], kinds[first]
    return _deal(game, exchanged)[zone] != _deal(game, kinds)[zone]
