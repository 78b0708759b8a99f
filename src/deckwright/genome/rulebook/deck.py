"""The cards of a game: the pack, the order of ranks, special cards, and what cards are worth."""

from __future__ import annotations

from collections.abc import Sequence

from deckwright.genome.deck import STANDARD_RANKS, STANDARD_SUITS, CardType, DeckSpec
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.cardwords import is_mark
from deckwright.genome.rulebook.document import Block, Paragraph, bullets
from deckwright.genome.rulebook.english import English
from deckwright.genome.rulebook.people import said
from deckwright.genome.rulebook.reading import read_condition
from deckwright.genome.rulebook.wording import (
    capitalised,
    count,
    counted_values,
    digits,
    listing,
    number_word,
    plain,
    rank_name,
    spoken,
    suit_name,
    times,
)


def cards(english: English) -> tuple[Block, ...]:
    """The deck, and the card tables."""
    deck = english.words.genome.deck
    sentences = [*_pack(deck), *_omitted(english, deck)]
    if deck.extra:
        sentences.append(f"add {listing([_extra(extra) for extra in deck.extra])}")
    if deck.omit or deck.extra or deck.copies > 1:
        sentences.append(f"that makes {count(len(english.words.cards.cards), 'card')}")
    if len(deck.ranks) > 1:
        sentences.append(f"from low to high the ranks are {listing([rank_name(rank) for rank in deck.ranks])}")
    return (Paragraph(said(*sentences)), *bullets(table_text(english, table.name) for table in deck.tables))


def _pack(deck: DeckSpec) -> list[str]:
    if set(deck.suits) == set(STANDARD_SUITS) and set(deck.ranks) == set(STANDARD_RANKS):
        suits = "" if deck.suits == STANDARD_SUITS else f" (suits in this order: {listing([suit_name(suit) for suit in deck.suits])})"
        packs = "a standard pack" if deck.copies == 1 else f"{count(deck.copies, 'standard pack')} together,"
        return [f"use {packs} of 52 cards{' each' if deck.copies > 1 else ''}{suits}"]
    if not deck.ranks:
        return []
    total = max(1, len(deck.suits)) * len(deck.ranks)
    copies = "" if deck.copies == 1 else f", each of them {times(deck.copies)}"
    if not deck.suits:
        return [f"the deck has {count(total, 'card')} without suits, one of each rank{copies}"]
    if len(deck.suits) == 1:
        return [f"the deck has {count(total, 'card')}, all of {suit_name(deck.suits[0])}, one of each rank{copies}"]
    suits = listing([suit_name(suit) for suit in deck.suits])
    return [f"the deck has {count(total, 'card')}: one of each rank in the suits {suits}{copies}"]


def _omitted(english: English, deck: DeckSpec) -> list[str]:
    if not deck.omit:
        return []
    names = []
    for condition in deck.omit:
        phrase = english.cards(read_condition(condition, english.library.card_scope), "c")
        only = condition.suit and condition.rank and condition.where.strip() == "1"
        names.append(f"the {phrase.one()}" if only else f"all {phrase.cards()}")
    return [f"leave out {listing(names)}"]


def _extra(extra: CardType) -> str:
    suits = f" of {listing([suit_name(suit) for suit in extra.suits])}" if extra.suits else ""
    rank = f" with the rank {rank_name(extra.rank)}" if extra.rank and extra.rank != extra.name else ""
    return f"{number_word(extra.copies)} “{plain(extra.name)}”{suits}{rank}"


# tables


def table_text(english: English, name: str) -> str:
    """What a card table gives to each card."""
    words = english.words
    values = words.attributes[name]
    title = f"**{capitalised(spoken(name))}**"
    if is_mark(words, name):
        return said(f"{title}: {_cards_with(english, values, 1)} are *{spoken(name)}*, and no other cards")
    by_rank = _by_rank(english, values)
    if by_rank is not None:
        return said(f"{title} of a card: {'; '.join(counted_values(by_rank))}")
    given = sorted({value for value in values if value}, reverse=True)
    parts = []
    for value in given:
        which = _cards_with(english, values, value)
        is_one = which.startswith("the ") and sum(own == value for own in values) == 1
        parts.append(f"{which} {'counts' if is_one else 'count'} {digits(value)}")
    return said(f"{title} of a card: {'; '.join([*parts, *(['all others count nothing'] if 0 in values else [])])}")


def _by_rank(english: English, values: Sequence[int]) -> dict[str, int] | None:
    """A table that depends on the rank alone."""
    found: dict[str, int] = {}
    for card, value in zip(english.words.cards.cards, values, strict=True):
        if not card.rank or found.setdefault(card.rank, value) != value:
            return None
    return found


def _cards_with(english: English, values: Sequence[int], value: int) -> str:
    """The cards that have a value, as ranks or suits where it depends on those alone."""
    words = english.words
    every = words.cards.cards
    chosen = [place for place, own in enumerate(values) if own == value]
    for attribute, say in (("rank", "rank"), ("suit", "suit")):
        names = list(dict.fromkeys(getattr(every[place], attribute) for place in chosen))
        if "" not in names and all((place in chosen) == (getattr(card, attribute) in names) for place, card in enumerate(every)):
            phrases = [english.cards(_is(english, say, name), "c").cards() for name in names]
            return listing(phrases)
    faces = list(dict.fromkeys(english.card(n.const(place, Type.CARD)).name for place in chosen))
    return listing(faces)


def _is(english: English, attribute: str, name: str) -> n.Node:
    from deckwright.genome.rulebook.reading import read

    return read(f"{attribute}(c) == {name!r}", english.library.card_scope)
