"""A complete genome leaves no mechanic to be guessed."""

import pytest

from deckwright.genome.schema import (
    CardCondition,
    CardScoringRule,
    DoPhase,
    End,
    HandEvaluation,
    HandEvaluationMethod,
    ScoringTrigger,
    TurnStructure,
)
from deckwright.genome.validate import check_genome_completeness

from .small import choice_genome, trick_genome

ANY_CARD = CardCondition()


@pytest.mark.parametrize("genome", [trick_genome(), choice_genome()], ids=lambda genome: genome.genome_id)
def test_the_small_genomes_are_complete(genome):
    result = check_genome_completeness(genome)
    assert result.complete, str(result)


@pytest.mark.parametrize(
    ("genome", "code"),
    [
        (trick_genome(turn_structure=TurnStructure(phases=(DoPhase(effects=(End(),)),))), "complete.no-decision"),
        (
            choice_genome(
                card_scoring=(CardScoringRule(condition=ANY_CARD, points=1, trigger=ScoringTrigger.TRICK_WIN),)
            ),
            "unused.scoring",
        ),
        (
            choice_genome(
                card_scoring=(CardScoringRule(condition=ANY_CARD, points=1, trigger=ScoringTrigger.SET_COMPLETE),)
            ),
            "unused.scoring",
        ),
        (
            trick_genome(hand_evaluation=HandEvaluation(method=HandEvaluationMethod.PATTERN_MATCH)),
            "complete.no-patterns",
        ),
        (choice_genome(max_hands=5), "complete.no-match"),
    ],
)
def test_what_is_missing_is_named(genome, code):
    result = check_genome_completeness(genome)
    assert not result.complete
    assert code in {issue.code for issue in result.missing}
    assert code not in str(check_genome_completeness(trick_genome()))
