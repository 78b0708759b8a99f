"""The seed's types, as its own unit tests build them."""

import pytest
from pydantic import ValidationError

from deckwright.cards import Rank, Suit
from deckwright.genome.schema import (
    CardCondition,
    CardScoringRule,
    CardValue,
    GameRules,
    HandEvaluation,
    HandEvaluationMethod,
    HandPattern,
    Move,
    ScoringTrigger,
    TieBreaker,
    TurnStructure,
    WinCondition,
    Zone,
)


def test_card_scoring_rule_can_express_hearts_scoring():
    rule = CardScoringRule(condition=CardCondition(suit=Suit.HEARTS), points=1, trigger=ScoringTrigger.TRICK_WIN)
    assert rule.points == 1
    assert rule.trigger == ScoringTrigger.TRICK_WIN
    assert rule.condition.suit == Suit.HEARTS


def test_points_can_be_negative():
    rule = CardScoringRule(condition=CardCondition(rank=Rank.ACE), points=-10, trigger=ScoringTrigger.HAND_END)
    assert rule.points == -10


def test_hand_pattern_can_express_a_flush():
    assert HandPattern(name="Flush", rank_priority=60, required_count=5, same_suit_count=5).same_suit_count == 5


def test_hand_pattern_can_express_a_full_house():
    pattern = HandPattern(name="Full House", rank_priority=70, required_count=5, same_rank_groups=(3, 2))
    assert pattern.same_rank_groups == (3, 2)


def test_hand_pattern_can_express_a_straight_that_wraps():
    assert HandPattern(name="Straight", rank_priority=50, sequence_length=5, sequence_wrap=True).sequence_wrap is True


def test_hand_evaluation_can_express_blackjack_values():
    evaluation = HandEvaluation(
        method=HandEvaluationMethod.POINT_TOTAL,
        card_values=(CardValue(rank=Rank.ACE, value=11, alternate_value=1), CardValue(rank=Rank.KING, value=10)),
        target_value=21,
        bust_threshold=22,
    )
    assert evaluation.target_value == 21
    assert evaluation.card_values[0].alternate_value == 1


def test_values_are_frozen_and_refuse_unknown_fields():
    with pytest.raises(ValidationError):
        GameRules().tie_breaker = TieBreaker.SPLIT  # type: ignore[misc]
    with pytest.raises(ValidationError):
        Zone(name="hand", colour="red")  # type: ignore[call-arg]


def test_lists_become_tuples_so_that_genomes_can_be_hashed():
    turns = TurnStructure(phases=[{"type": "trick"}])
    assert isinstance(turns.phases, tuple)
    assert hash(turns) == hash(TurnStructure(phases=turns.phases))


def test_an_expression_may_be_written_as_a_number():
    assert Move(cards="stock", to="hand", count=3).count == "3"


def test_a_condition_may_be_written_as_its_where():
    assert HandPattern(name="meld", cards="rank(c) == '2'").cards == CardCondition(where="rank(c) == '2'")


def test_copy_with_checks_types():
    win = WinCondition(type="high_score")
    assert win.copy_with(threshold=5).threshold == 5
    with pytest.raises(ValidationError):
        win.copy_with(threshold="many")
