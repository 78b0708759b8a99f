"""The ten classes of five-card poker hands, best first, as patterns: what simple and draw poker compare.

Ranking: https://en.wikipedia.org/wiki/List_of_poker_hands (standard, or "high", rules). The ace is high, or low in
A-2-3-4-5, which is the lowest straight and, in one suit, the lowest straight flush.
"""

from __future__ import annotations

from deckwright.genome.enums import HandEvaluationMethod
from deckwright.genome.materials import HandEvaluation, HandPattern

HAND_SIZE = 5

POKER_HANDS = (
    HandPattern(
        name="Royal Flush",
        rank_priority=100,
        required_count=HAND_SIZE,
        same_suit_count=HAND_SIZE,
        sequence_length=HAND_SIZE,
        required_ranks=("10", "J", "Q", "K", "A"),
    ),
    HandPattern(
        name="Straight Flush",
        rank_priority=90,
        required_count=HAND_SIZE,
        same_suit_count=HAND_SIZE,
        sequence_length=HAND_SIZE,
        sequence_wrap=True,
    ),
    HandPattern(name="Four of a Kind", rank_priority=80, required_count=HAND_SIZE, same_rank_groups=(4,)),
    HandPattern(name="Full House", rank_priority=70, required_count=HAND_SIZE, same_rank_groups=(3, 2)),
    HandPattern(name="Flush", rank_priority=60, required_count=HAND_SIZE, same_suit_count=HAND_SIZE),
    HandPattern(
        name="Straight",
        rank_priority=50,
        required_count=HAND_SIZE,
        sequence_length=HAND_SIZE,
        sequence_wrap=True,
    ),
    HandPattern(name="Three of a Kind", rank_priority=40, required_count=HAND_SIZE, same_rank_groups=(3,)),
    HandPattern(name="Two Pair", rank_priority=30, required_count=HAND_SIZE, same_rank_groups=(2, 2)),
    HandPattern(name="One Pair", rank_priority=20, required_count=HAND_SIZE, same_rank_groups=(2,)),
    HandPattern(name="High Card", rank_priority=10, required_count=HAND_SIZE),
)

POKER_EVALUATION = HandEvaluation(method=HandEvaluationMethod.PATTERN_MATCH, patterns=POKER_HANDS)
