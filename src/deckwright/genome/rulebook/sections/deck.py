"""The cards of a game: the pack, the order of ranks, special cards, and what cards are worth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from deckwright.cards.deck import domino_set
from deckwright.genome.checks.walk import phases_of
from deckwright.genome.deck import STANDARD_RANKS, STANDARD_SUITS, CardTable, CardType, DeckSpec
from deckwright.genome.expressions import syntax as s
from deckwright.genome.phases import Duty
from deckwright.genome.rulebook.document import Block, Paragraph, bullets
from deckwright.genome.rulebook.grammar import wording as w
from deckwright.genome.rulebook.grammar.people import said
from deckwright.genome.rulebook.phrases.cardwords import is_mark
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.names import models
from deckwright.genome.rulebook.phrases.spelling import trees_in
from deckwright.genome.schema import GameGenome


def cards(english: English) -> tuple[Block, ...]:
    """The deck, and the card tables."""
    deck = english.genome.deck
    sentences = [*_pack(deck), *_omitted(english, deck)]
    if (dominoes := _dominoes(english, deck)) is not None:
        return (Paragraph(said(dominoes)), *bullets(table_text(english, table.name) for table in deck.tables))
    if deck.extra:
        sentences.append(f"add {w.listing(_extras(deck.extra))}")
    if deck.omit or deck.extra or (deck.copies > 1 and _is_standard(deck)):
        sentences.append(f"that makes {w.count(len(english.words.cards.cards), 'card')}")
    ranks = english.words.cards.ranks
    has_order = ranks_matter(english.genome)
    if len(ranks) > 1 and (has_order or not (_is_standard(deck) or _names_ranks(deck))):
        order = "from low to high the ranks are" if has_order else "the ranks are"
        sentences.append(f"{order} {w.listing([w.rank_name(rank) for rank in ranks])}")
    return (Paragraph(said(*sentences)), *bullets(table_text(english, table.name) for table in deck.tables))


def ranks_matter(genome: GameGenome) -> bool:
    """Whether one rank is higher than another anywhere in the rules."""
    if genome.hand_evaluation is not None or any(phase.compares_ranks for phase, _ in phases_of(genome.turn_structure)):
        return True
    if any(pattern.in_sequence or pattern.sequence_length for pattern in genome.patterns):
        return True
    if any(duty.by for duty in models(genome, Duty)) or any(
        rule.startswith("sequence") for rule in genome.setup.to_dict()
    ):
        return True
    if genome.setup.tableau_mode.value == "sequence":
        return True
    return any(map(_orders_ranks, trees_in((genome.turn_structure, genome.zones, genome.terms))))


def _orders_ranks(tree: s.Syntax) -> bool:
    """Whether ranks are used for more than being asked for, or found equal."""
    match tree:
        case s.Compare(operator="==" | "!=" | "in", left=s.Call(name="rank") as one, right=other) if isinstance(
            other, s.Text | s.Word | s.Group
        ) or (isinstance(other, s.Call) and other.name == "rank"):
            inner = (*one.arguments, *(other.arguments if isinstance(other, s.Call) else ()))
            return any(map(_orders_ranks, inner))
        case s.Call(name="rank") | s.Word(name="ranks"):
            return True
    return any(map(_orders_ranks, tree.children()))


def _is_standard(deck: DeckSpec) -> bool:
    return set(deck.suits) == set(STANDARD_SUITS) and set(deck.ranks) == set(STANDARD_RANKS)


def _names_ranks(deck: DeckSpec) -> bool:
    """Whether the pack has to be told by its ranks, because cards of other ranks are added."""
    return not _is_standard(deck) and any(extra.rank and extra.rank not in deck.ranks for extra in deck.extra)


def _pack(deck: DeckSpec) -> list[str]:
    suits = w.listing([w.suit_name(suit) for suit in deck.suits])
    if _is_standard(deck):
        order = "" if deck.suits == STANDARD_SUITS else f" (suits in this order: {suits})"
        packs = "a standard pack" if deck.copies == 1 else f"{w.count(deck.copies, 'standard pack')} together,"
        return [f"use {packs} of 52 cards{' each' if deck.copies > 1 else ''}{order}"]
    if not deck.ranks:
        return []
    total = max(1, len(deck.suits)) * len(deck.ranks)
    cards, each = w.count(total * deck.copies, "card"), f"{w.number_word(deck.copies)} of each rank"
    if _names_ranks(deck):
        each = f"{w.number_word(deck.copies)} each of {w.listing([w.rank_name(rank) for rank in deck.ranks])}"
    if not deck.suits:
        return [f"the deck has {cards} without suits, {each}"]
    if len(deck.suits) == 1:
        return [f"the deck has {cards}, all of {suits}, {each}"]
    return [f"the deck has {cards}: {each} in each of the suits {suits}"]


def _dominoes(english: English, deck: DeckSpec) -> str | None:
    """A whole set of dominoes."""
    pieces = english.words.cards.cards
    if deck.ranks or not all(piece.is_domino for piece in pieces):
        return None
    highest = max(int(piece.suit) for piece in pieces)
    which = f"use these dominoes: {w.listing([w.plain(piece.code) for piece in pieces])}"
    if sorted(pieces, key=str) == sorted(domino_set(highest=highest), key=str):
        which = f"use a set of {len(pieces)} dominoes, from 0-0 to {highest}-{highest}"
    return f"{which}; the numbers on the ends of a card are its suits"


def _omitted(english: English, deck: DeckSpec) -> list[str]:
    if not deck.omit:
        return []
    names = []
    for condition in deck.omit:
        phrase = english.cards_of(condition)
        only = condition.suit and condition.rank and condition.where.strip() == "1"
        names.append(f"the {phrase.one()}" if only else f"all {phrase.cards()}")
    return [f"leave out {w.listing(names)}"]


def _extras(extras: Sequence[CardType]) -> list[str]:
    """What is added; cards of one rank in several suits are told together."""
    found = []
    for (rank, copies, is_plain), group in groupby(extras, lambda one: (one.rank, one.copies, len(one.suits) == 1)):
        cards = list(group)
        if rank and is_plain and len(cards) > 1:
            suits = w.listing([w.suit_name(one.suits[0]) for one in cards])
            name = w.rank_name(rank) if copies == 1 else w.rank_plural(rank)
            found.append(f"{w.number_word(copies)} {name} each of {suits}")
        else:
            found += [_extra(one) for one in cards]
    return found


def _extra(extra: CardType) -> str:
    suits = f" of {w.listing([w.suit_name(suit) for suit in extra.suits])}" if extra.suits else ""
    if extra.rank and len(extra.suits) == 1:
        return f"{w.number_word(extra.copies)} {w.rank_name(extra.rank)}{suits}"
    if extra.rank and not extra.suits and extra.name in ("JK", extra.rank):
        return w.count(extra.copies, w.rank_name(extra.rank))
    rank = f" with the rank {w.rank_name(extra.rank)}" if extra.rank and extra.rank != extra.name else ""
    return f"{w.number_word(extra.copies)} “{w.plain(extra.name)}”{suits}{rank}"


# tables


def table_text(english: English, name: str) -> str:
    """What a card table gives to each card."""
    words = english.words
    values = words.attributes[name]
    title = f"**{w.capitalised(w.spoken(name))}**"
    if is_mark(words, name):
        rows = _table(english, name).rows
        which = w.listing([english.cards_of(row).cards() for row in rows if row.value])
        doubles = [card.is_domino and len(card.suits) == 1 for card in words.cards.cards]
        if any(doubles) and [bool(value) for value in values] == doubles:
            which = "cards with two equal ends"
        elif not all(row.value for row in rows):
            return said(f"{title} (1 means yes): {'; '.join(_rows(english, name))}")
        return said(f"{title}: {which} are *{w.spoken(name)}*, and no other cards")
    by_rank = _by_rank(english, values)
    told = _rows(english, name) if by_rank is None else w.counted_values(by_rank)
    if _is_pips(english, values):
        told = ["the pips of both its ends together"]
    return said(f"{title} of a card: {'; '.join(told)}")


def _is_pips(english: English, values: Sequence[int]) -> bool:
    """Whether dominoes count what is on them."""
    cards = english.words.cards.cards
    ends = [[int(end) for end in (card.suit, card.second_suit or card.suit)] for card in cards if card.is_domino]
    return len(ends) == len(cards) and [sum(pair) for pair in ends] == list(values)


def _rows(english: English, name: str) -> list[str]:
    """A table by its rows, of which the first that fits counts."""
    parts: list[str] = []
    rest = True
    for row in _table(english, name).rows:
        phrase = english.cards_of(row)
        which = ("all other cards" if parts else "all cards") if phrase.is_any else phrase.cards()
        is_one = phrase.is_single or (which.startswith("the ") and " and " not in which)
        parts.append(f"{which} {'counts' if is_one else 'count'} {w.digits(row.value) if row.value else 'nothing'}")
        rest = rest and not phrase.is_any
    rest = rest and 0 in english.words.attributes[name]
    return [*parts, "all other cards count nothing"] if rest else parts


def _by_rank(english: English, values: Sequence[int]) -> dict[str, int] | None:
    """A table that depends on the rank alone."""
    found: dict[str, int] = {}
    for card, value in zip(english.words.cards.cards, values, strict=True):
        if not card.rank or found.setdefault(card.rank, value) != value:
            return None
    return found


def _table(english: English, name: str) -> CardTable:
    return next(table for table in english.genome.deck.tables if table.name == name)
