"""The cards of a game, what they are worth, what makes them a flush, a meld or a book, and how hands are compared."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from deckwright.cards.deck import domino_set
from deckwright.document import Block, Item, Listing, Paragraph, bullets
from deckwright.genome.checks.walk import phases_of, words_in
from deckwright.genome.enums import HandEvaluationMethod
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.types import RESERVED, Bounds, Type
from deckwright.genome.materials import (
    STANDARD_RANKS,
    STANDARD_SUITS,
    CardTable,
    CardType,
    DeckSpec,
    HandEvaluation,
    HandPattern,
)
from deckwright.genome.phases import Duty
from deckwright.genome.rulebook.grammar import wording as w
from deckwright.genome.rulebook.grammar.sentences import Person, said, settled
from deckwright.genome.rulebook.phrases.cardwords import is_mark
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.names import models
from deckwright.genome.rulebook.phrases.picking import wild_notes
from deckwright.genome.rulebook.phrases.places import zone_noun
from deckwright.genome.rulebook.phrases.reading import trees_in
from deckwright.genome.schema import GameGenome


def cards(english: English) -> tuple[Block, ...]:
    """The deck, and the card tables."""
    deck = english.genome.deck
    sentences, omitted = _pack(deck), []
    for condition in deck.omit:
        phrase, is_one = english.cards_of(condition), condition.suit and condition.rank
        only = is_one and condition.where.strip() == "1"
        omitted.append(f"the {phrase.one()}" if only else f"all {phrase.cards()}")
    sentences += [f"leave out {w.listing(omitted)}"] if omitted else []
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
    is_sequence = any("sequence" in (field[:8], value) for field, value in genome.setup.to_dict().items())
    if is_sequence or any(duty.by for duty in models(genome, Duty)):
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
    suits = w.listing([w.spoken(suit) for suit in deck.suits])
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


def _extras(extras: Sequence[CardType]) -> list[str]:
    """What is added; cards of one rank in several suits are told together."""
    found = []
    for (rank, copies, is_plain), group in groupby(extras, lambda one: (one.rank, one.copies, len(one.suits) == 1)):
        cards = list(group)
        if rank and is_plain and len(cards) > 1:
            suits = w.listing([w.spoken(one.suits[0]) for one in cards])
            name = w.rank_name(rank) if copies == 1 else w.rank_plural(rank)
            found.append(f"{w.number_word(copies)} {name} each of {suits}")
        else:
            found += [_extra(one) for one in cards]
    return found


def _extra(extra: CardType) -> str:
    suits = f" of {w.listing([w.spoken(suit) for suit in extra.suits])}" if extra.suits else ""
    if extra.rank and len(extra.suits) == 1:
        return f"{w.number_word(extra.copies)} {w.rank_name(extra.rank)}{suits}"
    if extra.rank and not extra.suits and extra.name in ("JK", extra.rank):
        return w.count(extra.copies, w.rank_name(extra.rank))
    rank = f" with the rank {w.rank_name(extra.rank)}" if extra.rank and extra.rank != extra.name else ""
    return f"{w.number_word(extra.copies)} “{w.plain(extra.name)}”{suits}{rank}"


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
    cards = words.cards.cards
    pairs = {(card.rank, value) for card, value in zip(cards, values, strict=True)}
    by_rank = {card.rank: value for card, value in zip(cards, values, strict=True)}
    depends_on_rank = len(pairs) == len(by_rank) and all(by_rank)
    told = w.counted_values(by_rank) if depends_on_rank else _rows(english, name)
    ends = [int(card.suit) + int(card.second_suit or card.suit) for card in cards if card.is_domino]
    if len(ends) == len(cards) and ends == list(values):
        told = ["the pips of both its ends together"]
    return said(f"{title} of a card: {'; '.join(told)}")


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


def _table(english: English, name: str) -> CardTable:
    return next(table for table in english.genome.deck.tables if table.name == name)


def patterns(english: English) -> tuple[Block, ...]:
    """The patterns that offers and effects name."""
    found = english.genome.patterns
    names = [w.capitalised(w.spoken(pattern.name)) for pattern in found]
    texts = (pattern_text(english, pattern) for pattern in found)
    entries = tuple(Item(said(f"**{name}**: {text}")) for name, text in zip(names, texts, strict=True))
    if not entries:
        return ()
    several = len({pattern.group for pattern in found if pattern.group}) > 1
    apart = "Sets that are counted as separate share no card; but a card may count once in each group of sets."
    return (Listing(entries), *((Paragraph(apart),) if several else ()))


def pattern_text(english: English, pattern: HandPattern) -> str:
    """What the cards of a pattern have in common, and what else holds for them."""
    shape, notes = _shape(pattern), _notes(english, pattern)
    if shape == "any one card" and pattern.cards is not None:  # told by which cards it may be
        phrase = english.cards_of(pattern.cards)
        shape, notes = phrase.a_card() if phrase.is_single else f"any {phrase.one()}", notes[1:]
    return settled("; ".join([shape, *notes]))


def _shape(pattern: HandPattern) -> str:
    size = pattern.required_count
    parts = []
    if pattern.of_a_kind:
        parts.append("of the same rank")
    if pattern.suited or (pattern.same_suit_count and pattern.same_suit_count == size):
        parts.append("of the same suit")
    elif pattern.same_suit_count:
        parts.append(f"with {w.number_word(pattern.same_suit_count)} of the same suit")
    if pattern.in_sequence or (pattern.sequence_length and pattern.sequence_length == size):
        parts.append("of consecutive ranks")
    elif pattern.sequence_length:
        parts.append(f"with {w.number_word(pattern.sequence_length)} of consecutive ranks")
    if pattern.distinct_suits:
        parts.append("no two of the same suit")
    if pattern.same_rank_groups and not parts and size is not None:
        return _groups(pattern.same_rank_groups, size)
    if pattern.same_rank_groups:
        parts.append(f"with {_groups(pattern.same_rank_groups, sum(pattern.same_rank_groups))}")
    head = _size(pattern)
    is_exact = pattern.required_ranks and len(pattern.required_ranks) == size
    if is_exact and any("consecutive" in part for part in parts):
        parts.append(f"namely {_ranks(pattern.required_ranks or ())}")
    elif pattern.required_ranks and len(pattern.required_ranks) == size:
        head = _ranks(pattern.required_ranks) if size > 1 else w.a(w.rank_name(pattern.required_ranks[0]))
        if not parts:
            return head
    elif pattern.required_ranks:
        parts.append(f"among them {_ranks(pattern.required_ranks)}")
    if not parts:
        return head if head.startswith("at most") else f"any {head}"
    if len(parts) > 1 and parts[1].startswith("of "):
        parts[:2] = [f"{parts[0]} and {parts[1]}"]
    comma = " " if parts[0].startswith(("of ", "with ")) else ", "
    return f"{head}{comma}{', '.join(parts)}"


def _size(pattern: HandPattern) -> str:
    low, high = pattern.min_count, pattern.max_count
    if pattern.required_count is not None:
        return w.count(pattern.required_count, "card")
    if low is not None and high is not None:
        return w.count(low, "card") if low == high else f"{w.number_word(low)} to {w.count(high, 'card')}"
    if low is not None:
        return f"{w.number_word(low)} or more cards"
    return "cards" if high is None else f"at most {w.count(high, 'card')}"


def _groups(groups: tuple[int, ...], size: int) -> str:
    """`three cards of one rank and two of another`, with what is left over."""
    ordered = sorted(groups, reverse=True)
    if len(ordered) == 1:
        text = f"{w.count(ordered[0], 'card')} of the same rank"
    else:
        others = "".join(f" and {w.number_word(other)} of another" for other in ordered[1:])
        text = f"{w.count(ordered[0], 'card')} of one rank{others}"
    left = size - sum(groups)
    if left <= 0:
        return text
    return f"{text}, and {w.number_word(left)} other{'s' if left > 1 else ''}"


def _ranks(ranks: tuple[str, ...]) -> str:
    names = []
    for rank in dict.fromkeys(ranks):
        times = ranks.count(rank)
        names.append(f"{w.number_word(times)} {w.rank_plural(rank)}" if times > 1 else w.rank_name(rank))
    return w.listing(names)


def _notes(english: English, pattern: HandPattern) -> list[str]:
    notes = []
    if pattern.sequence_wrap and english.words.cards.ranks:  # cards without ranks have no order to go round
        high, low = english.words.cards.ranks[-1], english.words.cards.ranks[0]
        notes.append(f"the {w.rank_name(high)} may also be low, below the {w.rank_name(low)}, but never in the middle")
    if pattern.cards is not None:
        phrase = english.cards_of(pattern.cards)
        notes.append(f"only {phrase.cards()} may take part")
    notes += wild_notes(english, pattern)
    if pattern.total:
        words, inner = english.words, english  # names that only offers know are cards picked there
        known = {*words.tables, *words.zones, *words.registers, *words.terms, *RESERVED, *english.scope.names}
        for name in sorted(words_in(pattern.total) - known):
            if name[0].islower() or name[0] == "_":
                card = n.Variable(Type.CARD, Bounds(0, len(words.cards.cards) - 1), f"pattern {name}")
                thing = Person(f"the {w.spoken(name)} card", pronoun="it")
                inner = inner.knowing(**{name: card}).calling(card.name, thing)
        total = inner.value(pattern.total)
        notes.append(f"their total {w.spoken(pattern.values)} is exactly {total}")
    if pattern.points:
        match = n.Variable(Type.CARDS, Bounds(0, 0), "match")
        inner = english.knowing(match=match).calling("match", Person("its cards", "their", "they", plural=True))
        notes.append(f"it is worth {inner.value(pattern.points)}")
    if pattern.group and english.names.is_large_group(pattern.group):
        notes.append(f"it is one of the *{w.spoken(pattern.group)}* patterns")
    return notes


def evaluation(english: English) -> tuple[Block, ...]:
    """How hands are valued and compared."""
    rule = english.genome.hand_evaluation
    if rule is None:
        return ()
    zones = [english.words.zones[name] for name in rule.zones if name in english.words.zones]
    places = w.listing([f"{'the' if zone.owner == 'table' else 'your'} {zone_noun(zone)}" for zone in zones])
    hand = "" if rule.zones == ("hand",) else f"all the cards of {places} count together"
    if rule.choose is not None:
        hand = f"the best {w.count(rule.choose, 'card')} from {places} count"
    match rule.method:
        case HandEvaluationMethod.HIGH_CARD:
            rule_told = "hands are compared by their highest card, then by the next highest, and so on"
            return (Paragraph(said(rule_told, hand)),)
        case HandEvaluationMethod.CARD_COUNT:
            return (Paragraph(said("the hand with more cards is the better one", hand)),)
        case HandEvaluationMethod.POINT_TOTAL:
            return _point_total(rule, hand)
        case HandEvaluationMethod.PATTERN_MATCH:
            return _ranking(english, rule, hand)
    return ()


def _point_total(rule: HandEvaluation, hand: str) -> tuple[Block, ...]:
    sentences = ["the value of a hand is the total of its cards", hand]
    if rule.target_value is None:
        sentences.append("the higher, the better")
    else:
        sentences.append(f"the nearer to {w.digits(rule.target_value)}, the better")
    if rule.bust_threshold is not None:
        sentences.append(f"{w.digits(rule.bust_threshold)} or more is too much: such a hand is worth nothing")
    plain_values = {value.rank: value.value for value in rule.card_values if value.alternate_value is None}
    entries = [Item(said(part)) for part in w.counted_values(plain_values)]
    for value in rule.card_values:
        if value.alternate_value is not None:
            other = w.digits(value.alternate_value)
            when = f" ({other} is never needed)"
            if rule.bust_threshold is not None:
                when = f", or {other} if the total would otherwise be {w.digits(rule.bust_threshold)} or more"
            entries.append(Item(said(f"{w.rank_plural(value.rank)} count {w.digits(value.value)}{when}")))
    return (Paragraph(said(*sentences)), Listing(tuple(entries)))


def _ranking(english: English, rule: HandEvaluation, hand: str) -> tuple[Block, ...]:
    ordered = sorted(rule.patterns, key=lambda pattern: -pattern.rank_priority)
    entries = []
    for pattern in ordered:
        others = [other for other in ordered if other is not pattern]
        level = [w.plain(other.name) for other in others if other.rank_priority == pattern.rank_priority]
        equal = f" (as good as {w.listing(level)})" if level else ""
        entries.append(Item(said(f"**{w.plain(pattern.name)}**{equal}: {pattern_text(english, pattern)}")))
    intro = " ".join(filter(None, (said(hand), "From the best hand to the worst:")))
    level_told = (
        "Of two hands of the same kind, the ranks decide: first those of the largest group of equal cards, then the "
        "others from high to low."
    )
    return (Paragraph(intro), Listing(tuple(entries), numbered=True), Paragraph(level_told))
