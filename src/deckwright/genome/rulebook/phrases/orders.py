"""The order of cards in a strain where it is not that of their ranks, told by an example."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.static import NotStatic, evaluate
from deckwright.genome.expressions.vocabulary import Words
from deckwright.genome.rulebook.grammar.wording import listing, rank_name, suit_name
from deckwright.genome.rulebook.phrases.reading import without_reading
from deckwright.genome.zones import Strain

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English

STRAIN_SUIT = "strain suit"


def order_told(words: Words, strain: Strain, english: English, variable: str) -> str | None:
    """What to add about the order: of trumps, where it is not that of ranks; None where an example would not do."""
    cards = words.cards.cards
    if not strain.called or any(card.second_suit or not card.suit or not card.rank for card in cards):
        return None
    named = len(words.cards.suits) - 1
    order, called = english.read(strain.order), english.read(strain.called)
    try:
        trumps = [place for place in range(len(cards)) if _value(words, called, variable, place, named)]
        height = {place: _value(words, order, variable, place, named) for place in range(len(cards))}
    except NotStatic:
        return None
    rank_of = {rank: place for place, rank in enumerate(words.cards.ranks)}
    plain = [place for place in range(len(cards)) if place not in trumps]
    if len({height[place] - rank_of[cards[place].rank] for place in plain}) > 1:
        return None
    by_height = sorted(dict.fromkeys(trumps), key=lambda place: -height[place])
    runs = [
        (suit, [rank_name(cards[place].rank) for place in run])
        for suit, run in groupby(by_height, key=lambda place: cards[place].suit)
    ]
    told = ", then ".join(f"the {listing(list(dict.fromkeys(ranks)))} of {suit_name(suit)}" for suit, ranks in runs)
    intro = f"if {suit_name(words.cards.suits[named])} are named" if strain.each else "here"
    strangers = (
        [
            f"the {rank_name(cards[place].rank)} of {suit_name(cards[place].suit)}"
            for place in trumps
            if cards[place].suit != words.cards.suits[named]
        ]
        if strain.each
        else []
    )
    is_one = len(strangers) == 1
    apart = (
        f" ({listing(strangers)} {'is then a trump' if is_one else 'are then trumps'} and not of "
        f"{'its' if is_one else 'their'} own suit)"
        if strangers
        else ""
    )
    return f"; from high to low the trumps are, {intro}, {told}{apart}"


def are_any_level(words: Words, strain: Strain, english: English, variable: str) -> bool:
    """Whether two cards of one suit, or two trumps, are of equal strength; True where that cannot be worked out."""
    cards = words.cards.cards
    order, called = english.read(strain.order), english.read(strain.called or "0")
    for named in range(len(words.cards.suits) if strain.each else 1):
        seen: set[tuple[str, int]] = set()
        for place, card in enumerate(cards):
            try:
                height = _value(words, order, variable, place, named)
                is_called = bool(_value(words, called, variable, place, named))
            except NotStatic:
                return True
            for suit in {""} if is_called else {card.suit, card.second_suit or card.suit}:
                if (suit, height) in seen:
                    return True
                seen.add((suit, height))
    return False


def _value(words: Words, node: n.Node, variable: str, card: int, suit: int) -> int:
    return evaluate(without_reading(node), words, {variable: card, STRAIN_SUIT: suit})
