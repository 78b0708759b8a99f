"""Patterns and card rules asked about directly (the seed design's integration tests, re-expressed)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.cards import Card, Rank, Suit, joker, parse_card
from deckwright.engine import (
    EngineError,
    card_matches_rule,
    compare_patterns,
    find_best_matching_pattern,
    matches_pattern,
)
from deckwright.genome.schema import CardCondition, CardScoringRule, CardType, DeckSpec, HandPattern, ScoringTrigger

FLUSH = HandPattern(name="Flush", rank_priority=60, same_suit_count=5)
STRAIGHT = HandPattern(name="Straight", rank_priority=50, sequence_length=5)
WRAPPING = HandPattern(name="Straight", rank_priority=50, sequence_length=5, sequence_wrap=True)
FULL_HOUSE = HandPattern(name="Full House", rank_priority=70, same_rank_groups=(3, 2))
STRAIGHT_FLUSH = HandPattern(name="Straight Flush", rank_priority=90, same_suit_count=5, sequence_length=5)


def hand(text: str) -> list[Card]:
    return [parse_card(word) for word in text.split()]


@pytest.mark.parametrize(
    ("cards", "pattern", "matches"),
    [
        ("2H 5H 7H JH KH", FLUSH, True),
        ("2H 5H 7H JH KC", FLUSH, False),
        ("5H 6C 7D 8S 9H", STRAIGHT, True),
        ("5H 6C 7D 8S 10H", STRAIGHT, False),
        ("10H JC QD KS AH", STRAIGHT, True),
        ("AH 2C 3D 4S 5H", STRAIGHT, False),
        ("AH 2C 3D 4S 5H", WRAPPING, True),
        ("QH KC AD 2S 3H", WRAPPING, False),  # the ace is high or low, never in the middle
        ("KH KC KD 2S 2H", FULL_HOUSE, True),
        ("KH KC KD 2S 3H", FULL_HOUSE, False),
        ("AH 2H 3H 4H 5H", HandPattern(name="x", same_suit_count=5, sequence_length=5, sequence_wrap=True), True),
        ("QS QH QD", HandPattern(name="queens", required_ranks=("Q", "Q")), True),
        ("QS KH", HandPattern(name="queens", required_ranks=("Q", "Q")), False),
        ("2C 3D 4H 5S", HandPattern(name="rainbow", required_count=4, distinct_suits=True), True),
        ("2C 3D 4H 5H", HandPattern(name="rainbow", required_count=4, distinct_suits=True), False),
    ],
)
def test_a_hand_forms_a_pattern(cards: str, pattern: HandPattern, *, matches: bool) -> None:
    assert matches_pattern(hand(cards), pattern) is matches


@pytest.mark.parametrize(
    ("cards", "matches"),
    [("3C 4C 5C", True), ("3C 4C 5C 6C", True), ("3C 4C", False), ("3C 4C 5D", False), ("3C 4C 6C", False)],
)
def test_a_meld_is_the_whole_set_of_cards(cards: str, *, matches: bool) -> None:
    run = HandPattern(name="run", suited=True, in_sequence=True, min_count=3)
    assert matches_pattern(hand(cards), run) is matches


def test_the_pattern_of_highest_priority_is_found() -> None:
    patterns = (STRAIGHT, STRAIGHT_FLUSH, FLUSH)
    assert find_best_matching_pattern(hand("5H 6H 7H 8H 9H"), patterns) == STRAIGHT_FLUSH
    assert find_best_matching_pattern(hand("5H 6H 7H 8H 10H"), patterns) == FLUSH
    assert find_best_matching_pattern(hand("5H 6H 7H 8C 10H"), patterns) is None


@given(st.integers(-1000, 1000), st.integers(-1000, 1000))
def test_priorities_order_patterns(first: int, second: int) -> None:
    one, other = HandPattern(name="a", rank_priority=first), HandPattern(name="b", rank_priority=second)
    assert (compare_patterns(one, other) > 0) == (first > second)
    assert (compare_patterns(one, other) == 0) == (first == second)


def test_a_rule_gives_points_for_the_cards_it_names() -> None:
    queen = CardScoringRule(
        condition=CardCondition(suit=Suit.SPADES, rank=Rank.QUEEN), points=13, trigger=ScoringTrigger.TRICK_WIN
    )
    hearts = CardScoringRule(condition=CardCondition(suit=Suit.HEARTS), points=1, trigger=ScoringTrigger.TRICK_WIN)
    assert card_matches_rule(Card(Suit.SPADES, Rank.QUEEN), queen)
    assert not card_matches_rule(Card(Suit.SPADES, Rank.KING), queen)
    assert not card_matches_rule(Card(Suit.HEARTS, Rank.QUEEN), queen)
    assert card_matches_rule(Card(Suit.HEARTS, Rank.TWO), hearts)


def test_a_rule_may_be_an_expression() -> None:
    faces = CardScoringRule(condition=CardCondition(where="rank(c) >= 'J'"), points=1, trigger=ScoringTrigger.PLAY)
    assert [card_matches_rule(card, faces) for card in hand("10C JC AC")] == [False, True, True]


def test_a_card_of_another_deck_needs_its_deck() -> None:
    rule = CardScoringRule(condition=CardCondition(rank="joker"), points=50, trigger=ScoringTrigger.HAND_END)
    deck = DeckSpec(extra=(CardType(name="JK", rank="joker", copies=2),))
    assert card_matches_rule(joker(), rule, deck=deck)
    with pytest.raises(EngineError, match="JK is not in the deck of 52"):
        card_matches_rule(joker(), FACES)


FACES = CardScoringRule(condition=CardCondition(rank="K"), points=1, trigger=ScoringTrigger.PLAY)


def holds(pattern: HandPattern, cards: list[Card]) -> bool:
    """The constraints of a pattern, one by one, as the language describes them."""
    order = DeckSpec().ranks
    ranks, suits = [order.index(card.rank) for card in cards], [card.suit for card in cards]
    runs = [set(range(top, top - length, -1)) for length in (pattern.sequence_length or 0,) for top in range(13)]
    groups = sorted(pattern.same_rank_groups or (), reverse=True)
    sizes = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    return all(
        (
            pattern.required_count in (None, len(cards)),
            not pattern.of_a_kind or len(set(ranks)) <= 1,
            not pattern.suited or len(set(suits)) <= 1,
            not pattern.distinct_suits or len(set(suits)) == len(suits),
            not pattern.in_sequence or sorted(ranks) == list(range(min(ranks), min(ranks) + len(ranks))),
            max(map(suits.count, suits)) >= (pattern.same_suit_count or 0),
            any(run <= set(ranks) for run in runs),
            len(groups) <= len(sizes) and all(size >= group for size, group in zip(sizes, groups, strict=False)),
            all(cards_of(cards, rank) >= (pattern.required_ranks or ()).count(rank) for rank in order),
        )
    )


def cards_of(cards: list[Card], rank: str) -> int:
    return sum(card.rank == rank for card in cards)


FEW = ["2H", "2C", "2S", "3H", "3C", "4H", "4S", "5H", "AH"]
COUNTS = st.none() | st.integers(1, 4)
PATTERNS = st.builds(
    HandPattern,
    name=st.just("x"),
    required_count=COUNTS,
    same_suit_count=COUNTS,
    same_rank_groups=st.none() | st.lists(st.integers(1, 3), min_size=1, max_size=2).map(tuple),
    sequence_length=COUNTS,
    required_ranks=st.none() | st.lists(st.sampled_from("23"), min_size=1, max_size=2).map(tuple),
    of_a_kind=st.booleans(),
    suited=st.booleans(),
    in_sequence=st.booleans(),
    distinct_suits=st.booleans(),
)


@given(PATTERNS, st.lists(st.sampled_from(FEW), min_size=1, max_size=4, unique=True))
def test_every_constraint_that_is_given_must_hold(pattern: HandPattern, cards: list[str]) -> None:
    assert matches_pattern(hand(" ".join(cards)), pattern) is holds(pattern, hand(" ".join(cards)))


@pytest.mark.parametrize(
    ("cards", "field", "matches"),
    [
        ("2H 5H 7H", "suited", True),
        ("2H 5H 7C", "suited", False),
        ("4H 5H 6C", "in_sequence", True),
        ("4H 5H 7C", "in_sequence", False),
        ("4H 4C 4S", "of_a_kind", True),
        ("4H 4C 5S", "of_a_kind", False),
        ("4H 5C 9S", "distinct_suits", True),
        ("4H 5H 9S", "distinct_suits", False),
    ],
)
def test_what_holds_of_all_cards_is_asked_of_the_whole_hand(cards: str, field: str, *, matches: bool) -> None:
    assert matches_pattern(hand(cards), HandPattern(name="x").copy_with(**{field: True})) is matches


@pytest.mark.parametrize(
    ("cards", "pattern", "matches"),
    [
        ("AS KS", HandPattern(name="many", min_count=3), False),
        ("AS KS QD", HandPattern(name="many", min_count=3), True),
        ("AS KS QD", HandPattern(name="many", min_count=3, suited=True), False),
        ("AS KS QS", HandPattern(name="many", min_count=3, suited=True), True),
        ("AS KS QD", HandPattern(name="many", min_count=2, cards=CardCondition(suit="spades")), False),
        ("AS KS QS", HandPattern(name="many", min_count=2, cards=CardCondition(suit="spades")), True),
    ],
)
def test_sets_that_are_too_many_to_list_can_be_asked_about(cards: str, pattern: HandPattern, *, matches: bool) -> None:
    assert matches_pattern(hand(cards), pattern) is matches
