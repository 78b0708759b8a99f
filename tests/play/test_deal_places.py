"""Where a sheet says that the cards of a deck are dealt to, there the shuffle puts them."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

from tests.conformance.walks import Variant
from tests.play.test_shuffle_referee import deck_order

from deckwright.engine import Deal, Game
from deckwright.engine.scene.dealing import deal_places


def lies_there(game: Game, seed: bytes) -> bool:
    """Whether every region that is told of whole holds the cards that the order of the deck puts there."""
    codes = [str(card) for card in game.deck]
    order = [codes[card] for card in deck_order(seed, len(codes))]
    expected: dict[str, Counter[str]] = {}
    for code, region in zip(order, deal_places(game), strict=True):
        expected.setdefault(region, Counter())[code] += 1
    names = game.notation.names.cards
    layout = game.start(Deal(seed)).position.layout()
    return all(
        expected.get(str(zone), Counter()) == Counter(names[card] for card in cards)
        for zone, cards in zip(game.notation.zones, layout, strict=True)
        if expected.get(str(zone), Counter()).total() == len(cards)
    )


def test_the_cards_of_a_seed_lie_where_the_sheet_says(variant: Variant) -> None:
    """Most deals: in some a card is put back, which a page sees and then says nothing of the order."""
    game = variant.load()
    seeds = [sha256(f"places {variant} {number}".encode()).digest() for number in range(4)]
    assert sum(lies_there(game, seed) for seed in seeds) >= 3
