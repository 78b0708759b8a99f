"""Patterns and hands: what makes cards a flush, a meld or a book, and how hands are compared."""

from __future__ import annotations

from deckwright.genome.enums import HandEvaluationMethod
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.scope import Scope
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.patterns import HandEvaluation, HandPattern
from deckwright.genome.rulebook.document import Block, Item, Listing, Paragraph
from deckwright.genome.rulebook.english import English
from deckwright.genome.rulebook.people import Person, said, settled
from deckwright.genome.rulebook.places import zone_noun
from deckwright.genome.rulebook.reading import ExpressionError, read_condition
from deckwright.genome.rulebook.wording import (
    capitalised,
    count,
    digits,
    listing,
    number_word,
    plain,
    rank_name,
    rank_plural,
    spoken,
)

_GROUPS = {1: "single card", 2: "pair", 3: "three of a kind", 4: "four of a kind", 5: "five of a kind"}


def pattern_text(english: English, pattern: HandPattern) -> str:
    """What the cards of a pattern have in common."""
    size = _size(pattern)
    parts: list[str] = []
    if pattern.of_a_kind:
        parts.append("all of the same rank")
    if pattern.suited:
        parts.append("all of the same suit")
    if pattern.same_suit_count:
        whole = pattern.same_suit_count == pattern.required_count
        parts.append("all of the same suit" if whole else f"with {number_word(pattern.same_suit_count)} of the same suit")
    if pattern.in_sequence:
        parts.append("all of consecutive ranks")
    if pattern.sequence_length:
        whole = pattern.sequence_length == pattern.required_count
        parts.append("of consecutive ranks" if whole else f"with {number_word(pattern.sequence_length)} of consecutive ranks")
    if pattern.distinct_suits:
        parts.append("no two of the same suit")
    if pattern.same_rank_groups:
        parts.append(f"with {_groups(pattern.same_rank_groups)}")
    if pattern.required_ranks:
        parts.append(f"among them {_ranks(pattern.required_ranks)}")
    text = ", ".join([size, *parts])
    notes = []
    if pattern.sequence_wrap:
        high, low = english.words.cards.ranks[-1], english.words.cards.ranks[0]
        notes.append(f"{rank_name(high)} may also stand below {rank_name(low)}, but not in the middle of a sequence")
    if pattern.cards is not None:
        phrase = english.cards(read_condition(pattern.cards, english.library.card_scope), "c")
        notes.append(f"only {phrase.cards()} may take part")
    notes += _wild(english, pattern)
    if pattern.total:
        notes.append(f"their total {spoken(pattern.values)} must be {_total(english, pattern)}")
    if pattern.points:
        match = n.Variable(Type.CARDS, Bounds(0, 0), "match")
        inner = english.knowing(match=match).calling("match", Person("its cards", "their", "they", plural=True))
        notes.append(f"it counts {inner.value(pattern.points)}")
    if pattern.group:
        notes.append(f"it belongs to the *{spoken(pattern.group)}* patterns")
    return settled("; ".join([text, *notes]))


def _size(pattern: HandPattern) -> str:
    if pattern.required_count is not None:
        return count(pattern.required_count, "card")
    low, high = pattern.min_count, pattern.max_count
    if low is not None and high is not None:
        return count(low, "card") if low == high else f"{number_word(low)} to {count(high, 'card')}"
    if low is not None:
        return f"{number_word(low)} or more cards"
    if high is not None:
        return f"at most {count(high, 'card')}"
    return "cards"


def _groups(groups: tuple[int, ...]) -> str:
    return listing([_GROUPS.get(size) and (f"a {_GROUPS[size]}" if size == 2 else _GROUPS[size]) or f"{number_word(size)} of the same rank" for size in groups]).replace(
        "a pair and a pair", "two pairs"
    )


def _ranks(ranks: tuple[str, ...]) -> str:
    names = []
    for rank in dict.fromkeys(ranks):
        times = ranks.count(rank)
        names.append(f"{number_word(times)} {rank_plural(rank)}" if times > 1 else rank_name(rank))
    return listing(names)


def _wild(english: English, pattern: HandPattern) -> list[str]:
    if pattern.wild is None:
        return []
    phrase = english.cards(read_condition(pattern.wild, english.library.card_scope), "c")
    most = "" if pattern.max_wild is None else f", at most {number_word(pattern.max_wild)} of them"
    natural = "" if pattern.min_natural is None else f", beside at least {count(pattern.min_natural, 'card')} that {'is' if pattern.min_natural == 1 else 'are'} not wild"
    return [f"{phrase.cards()} may stand for any other card{most}{natural}"]


def _total(english: English, pattern: HandPattern) -> str:
    """What the cards add up to; picks that are only known where the pattern is used are named as they are."""
    try:
        return english.value(pattern.total)
    except ExpressionError:
        return english.knowing(**_unknown(english, pattern.total)).value(pattern.total)


def _unknown(english: English, text: str) -> dict[str, n.Node]:
    """Names of picks: cards, since that is what a total depends on."""
    import re

    known = set(english.words.tables) | set(english.words.zones) | set(english.words.registers) | set(english.words.terms)
    from deckwright.genome.expressions.facts import RESERVED

    names = [word for word in re.findall(r"[a-z_]\w*", text) if word not in known and word not in RESERVED]
    return {name: n.Variable(Type.CARD, Bounds(0, len(english.words.cards.cards) - 1), f"pattern {name}") for name in names}


def patterns(english: English) -> tuple[Block, ...]:
    """The patterns that offers and effects name."""
    found = english.words.genome.patterns
    if not found:
        return ()
    inner = english
    for pattern in found:
        for name in _names_in(english, pattern):
            inner = inner.calling(f"pattern {name}", Person(f"the card {spoken(name)}", pronoun="it"))
    entries = tuple(Item(said(f"**{capitalised(spoken(pattern.name))}**: {pattern_text(inner, pattern)}")) for pattern in found)
    return (Listing(entries),)


def _names_in(english: English, pattern: HandPattern) -> list[str]:
    return list(_unknown(english, pattern.total)) if pattern.total else []


# comparing hands


def evaluation(english: English) -> tuple[Block, ...]:
    """How hands are valued and compared."""
    rule = english.words.genome.hand_evaluation
    if rule is None or rule.method is HandEvaluationMethod.NONE:
        return ()
    hand = _hand(english, rule)
    match rule.method:
        case HandEvaluationMethod.HIGH_CARD:
            text = f"hands are compared by their highest card, then by the next highest, and so on; {hand}"
            return (Paragraph(said(text)),)
        case HandEvaluationMethod.CARD_COUNT:
            return (Paragraph(said(f"the hand with more cards is the better one; {hand}")),)
        case HandEvaluationMethod.POINT_TOTAL:
            return _point_total(english, rule, hand)
        case HandEvaluationMethod.PATTERN_MATCH:
            return _ranking(english, rule, hand)
    return ()


def _hand(english: English, rule: HandEvaluation) -> str:
    nouns = [zone_noun(english.words.zones[name]) for name in rule.zones if name in english.words.zones]
    owners = [english.words.zones[name].owner for name in rule.zones if name in english.words.zones]
    said_zones = [f"the {noun}" if owner == "table" else f"your {noun}" for noun, owner in zip(nouns, owners, strict=True)]
    where = f"all the cards of {listing(said_zones)} count"
    if rule.choose is not None:
        return f"the best {count(rule.choose, 'card')} of {listing(said_zones)} count"
    return where


def _point_total(english: English, rule: HandEvaluation, hand: str) -> tuple[Block, ...]:
    grouped: dict[tuple[int, int | None], list[str]] = {}
    for value in rule.card_values:
        grouped.setdefault((value.value, value.alternate_value), []).append(value.rank)
    parts = [
        f"{listing([rank_plural(rank) for rank in ranks])}: {digits(value)}" + (f" or {digits(other)}, whichever serves better" if other is not None else "")
        for (value, other), ranks in grouped.items()
    ]
    sentences = ["the value of a hand is the total of its cards", hand]
    if rule.target_value is not None:
        sentences.append(f"the nearer to {digits(rule.target_value)} the better, and a card with two values counts the one that comes nearest without going over")
    else:
        sentences.append("the higher the better")
    if rule.bust_threshold is not None:
        sentences.append(f"a total of {digits(rule.bust_threshold)} or more is bust: it is worth nothing")
    return (Paragraph(said(*sentences)), Listing(tuple(Item(said(part)) for part in parts)))


def _ranking(english: English, rule: HandEvaluation, hand: str) -> tuple[Block, ...]:
    ordered = sorted(rule.patterns, key=lambda pattern: -pattern.rank_priority)
    entries = []
    for place, pattern in enumerate(ordered):
        level = [other.name for other in ordered if other.rank_priority == pattern.rank_priority and other is not pattern]
        equal = f" (as good as {listing([plain(name) for name in level])})" if level else ""
        entries.append(Item(said(f"**{plain(pattern.name)}**{equal}: {pattern_text(english, pattern)}")))
        del place
    return (
        Paragraph(said("from the best hand to the worst", hand).replace("From the best hand to the worst.", "Hands, from the best to the worst:")),
        Listing(tuple(entries), numbered=True),
        Paragraph(said("if two hands are of the same kind, their ranks are compared: those of the largest group first, then the others from high to low")),
    )


__all__ = ["Scope", "evaluation", "pattern_text", "patterns"]
