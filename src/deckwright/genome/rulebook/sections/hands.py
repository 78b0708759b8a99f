"""Patterns and hands: what makes cards a flush, a meld or a book, and how hands are compared."""

from __future__ import annotations

from deckwright.genome.checks.walk import words_in
from deckwright.genome.enums import HandEvaluationMethod
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.facts import RESERVED
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.patterns import CardValue, HandEvaluation, HandPattern
from deckwright.genome.rulebook.document import Block, Item, Listing, Paragraph
from deckwright.genome.rulebook.grammar import wording as w
from deckwright.genome.rulebook.grammar.people import Person, said, settled
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.laying import wild_notes
from deckwright.genome.rulebook.phrases.places import zone_noun


def patterns(english: English) -> tuple[Block, ...]:
    """The patterns that offers and effects name."""
    found = english.genome.patterns
    entries = tuple(
        Item(said(f"**{w.capitalised(w.spoken(pattern.name))}**: {pattern_text(english, pattern)}"))
        for pattern in found
    )
    if not entries:
        return ()
    several = len({pattern.group for pattern in found if pattern.group}) > 1
    apart = "Sets that are counted as separate share no card; but a card may count once in each group of sets."
    return (Listing(entries), *((Paragraph(apart),) if several else ()))


def pattern_text(english: English, pattern: HandPattern) -> str:
    """What the cards of a pattern have in common, and what else holds for them."""
    shape, notes = _shape(pattern), _notes(english, pattern)
    if shape == "any one card" and pattern.cards is not None:
        shape, notes = _one_card(english, pattern), notes[1:]
    return settled("; ".join([shape, *notes]))


def _one_card(english: English, pattern: HandPattern) -> str:
    """A pattern of one card, by which cards it may be."""
    assert pattern.cards is not None
    phrase = english.cards_of(pattern.cards)
    return phrase.a_card() if phrase.is_single else f"any {phrase.one()}"


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
        text = f"{w.count(ordered[0], 'card')} of one rank" + "".join(
            f" and {w.number_word(other)} of another" for other in ordered[1:]
        )
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
        total = _with_picks(english, pattern.total).value(pattern.total)
        notes.append(f"their total {w.spoken(pattern.values)} is exactly {total}")
    if pattern.points:
        match = n.Variable(Type.CARDS, Bounds(0, 0), "match")
        inner = english.knowing(match=match).calling("match", Person("its cards", "their", "they", plural=True))
        notes.append(f"it is worth {inner.value(pattern.points)}")
    if pattern.group and english.names.is_large_group(pattern.group):
        notes.append(f"it is one of the *{w.spoken(pattern.group)}* patterns")
    return notes


def _with_picks(english: English, text: str) -> English:
    """The place where a pattern's total is worked out: names that only offers know are cards picked there."""
    words = english.words
    known = {*words.tables, *words.zones, *words.registers, *words.terms, *RESERVED, *english.scope.names}
    for name in sorted(words_in(text) - known):
        if name[0].islower() or name[0] == "_":
            card = n.Variable(Type.CARD, Bounds(0, len(words.cards.cards) - 1), f"pattern {name}")
            english = english.knowing(**{name: card}).calling(
                card.name, Person(f"the {w.spoken(name)} card", pronoun="it")
            )
    return english


# comparing hands


def evaluation(english: English) -> tuple[Block, ...]:
    """How hands are valued and compared."""
    rule = english.genome.hand_evaluation
    if rule is None:
        return ()
    hand = _hand(english, rule)
    match rule.method:
        case HandEvaluationMethod.HIGH_CARD:
            return (
                Paragraph(said("hands are compared by their highest card, then by the next highest, and so on", hand)),
            )
        case HandEvaluationMethod.CARD_COUNT:
            return (Paragraph(said("the hand with more cards is the better one", hand)),)
        case HandEvaluationMethod.POINT_TOTAL:
            return _point_total(rule, hand)
        case HandEvaluationMethod.PATTERN_MATCH:
            return _ranking(english, rule, hand)
    return ()


def _hand(english: English, rule: HandEvaluation) -> str:
    """Which cards count, where it is not simply the hand."""
    zones = [english.words.zones[name] for name in rule.zones if name in english.words.zones]
    places = w.listing(
        [f"the {zone_noun(zone)}" if zone.owner == "table" else f"your {zone_noun(zone)}" for zone in zones]
    )
    if rule.choose is not None:
        return f"the best {w.count(rule.choose, 'card')} from {places} count"
    return "" if rule.zones == ("hand",) else f"all the cards of {places} count together"


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
    entries += [Item(_alternate(value, rule)) for value in rule.card_values if value.alternate_value is not None]
    return (Paragraph(said(*sentences)), Listing(tuple(entries)))


def _alternate(value: CardValue, rule: HandEvaluation) -> str:
    other = w.digits(value.alternate_value or 0)
    when = (
        f", or {other} if the total would otherwise be {w.digits(rule.bust_threshold)} or more"
        if rule.bust_threshold is not None
        else f" ({other} is never needed)"
    )
    return said(f"{w.rank_plural(value.rank)} count {w.digits(value.value)}{when}")


def _ranking(english: English, rule: HandEvaluation, hand: str) -> tuple[Block, ...]:
    ordered = sorted(rule.patterns, key=lambda pattern: -pattern.rank_priority)
    entries = []
    for pattern in ordered:
        level = [
            w.plain(other.name)
            for other in ordered
            if other.rank_priority == pattern.rank_priority and other is not pattern
        ]
        equal = f" (as good as {w.listing(level)})" if level else ""
        entries.append(Item(said(f"**{w.plain(pattern.name)}**{equal}: {pattern_text(english, pattern)}")))
    return (
        Paragraph(" ".join(filter(None, (said(hand), "From the best hand to the worst:")))),
        Listing(tuple(entries), numbered=True),
        Paragraph(
            said(
                "of two hands of the same kind, the ranks decide: first those of the largest group of equal cards, "
                "then the others from high to low"
            )
        ),
    )
