"""The seven rules of the seed design, and its rules for teams, in its words."""

from __future__ import annotations

from collections.abc import Iterator

from deckwright.genome.checks.walk import all_effects, has_phase, phases_of
from deckwright.genome.enums import HandEvaluationMethod
from deckwright.genome.errors import Issue
from deckwright.genome.schema import GameGenome
from deckwright.genome.teams import team_issues

SCORE_WINS = frozenset({"high_score", "low_score", "first_to_score"})
CAPTURE_WINS = frozenset({"capture_all", "most_captured"})


def scoring_issues(genome: GameGenome) -> Iterator[Issue]:
    """1. A score decides only if something scores."""
    scores = (
        genome.card_scoring or genome.scoring_rules or any(effect.type == "score" for effect, _ in all_effects(genome))
    )
    for number, win in enumerate(genome.win_conditions):
        if win.type in SCORE_WINS and not scores:
            message = "Score-based win condition requires card_scoring or scoring_rules"
            yield Issue("win.no-scoring", f"$.win_conditions[{number}].type", win.type, "a way to score", message)
            return


def best_hand_issues(genome: GameGenome) -> Iterator[Issue]:
    """2. The best hand needs patterns to compare."""
    evaluation = genome.hand_evaluation
    matches = evaluation is not None and evaluation.method is HandEvaluationMethod.PATTERN_MATCH
    for number, win in enumerate(genome.win_conditions):
        if win.type == "best_hand" and not matches:
            message = "best_hand win condition requires hand_evaluation with PATTERN_MATCH"
            yield Issue("win.no-patterns", f"$.win_conditions[{number}].type", "best_hand", "hand patterns", message)


def betting_issues(genome: GameGenome) -> Iterator[Issue]:
    """3 and 4. Betting needs chips, and a showdown something to compare."""
    if has_phase(genome, "betting") and genome.setup.starting_chips <= 0:
        message = "BettingPhase requires setup.starting_chips > 0"
        yield Issue(
            "betting.no-chips", "$.setup.starting_chips", str(genome.setup.starting_chips), "more than 0", message
        )
    for phase, path in phases_of(genome.turn_structure):
        if phase.type != "betting" or not phase.compares_hands:
            continue
        if genome.hand_evaluation is None:
            message = "BettingPhase with HAND_EVALUATION showdown requires hand_evaluation"
            yield Issue("betting.no-evaluation", f"{path}.showdown_method", "no hand_evaluation", "one", message)
        elif genome.hand_evaluation.method is HandEvaluationMethod.NONE:
            message = "a showdown by HAND_EVALUATION needs a method to compare hands by: it is NONE"
            yield Issue("betting.no-method", "$.hand_evaluation.method", "none", "a way to compare hands", message)


def capture_issues(genome: GameGenome) -> Iterator[Issue]:
    """5. Captures decide only if cards can be captured."""
    place = any(zone.role == "captured" for zone in genome.zones)
    captures = place or has_phase(genome, "trick")
    for number, win in enumerate(genome.win_conditions):
        if win.type in CAPTURE_WINS and not (place if win.type == "most_captured" else captures):
            message = "Capture win condition requires tableau_mode WAR or MATCH_RANK (or tricks, or a captured zone)"
            yield Issue("win.no-capture", f"$.win_conditions[{number}].type", win.type, "a way to capture", message)


def pattern_issues(genome: GameGenome) -> Iterator[Issue]:
    """6. The constraints of a pattern must go together."""
    listed = [(pattern, f"$.patterns[{number}]") for number, pattern in enumerate(genome.patterns)]
    if genome.hand_evaluation is not None:
        listed += [
            (p, f"$.hand_evaluation.patterns[{number}]") for number, p in enumerate(genome.hand_evaluation.patterns)
        ]
    for pattern, path in listed:
        count = pattern.required_count
        if count is None:
            continue
        groups = sum(pattern.same_rank_groups or ())
        if groups > count:
            message = f"HandPattern '{pattern.name}': same_rank_groups sum ({groups}) exceeds required_count ({count})"
            yield Issue("pattern.groups", f"{path}.same_rank_groups", str(groups), f"at most {count}", message)
        for name in ("same_suit_count", "sequence_length"):
            value = getattr(pattern, name)
            if value is not None and value > count:
                message = f"HandPattern '{pattern.name}': {name} ({value}) exceeds required_count ({count})"
                yield Issue("pattern.count", f"{path}.{name}", str(value), f"at most {count}", message)
        if len(pattern.required_ranks or ()) > count:
            message = f"HandPattern '{pattern.name}': more required_ranks than required_count ({count})"
            yield Issue(
                "pattern.ranks", f"{path}.required_ranks", str(pattern.required_ranks), f"at most {count}", message
            )


def card_value_issues(genome: GameGenome) -> Iterator[Issue]:
    """7. A point total needs a value for every rank of the deck."""
    evaluation = genome.hand_evaluation
    if evaluation is None or evaluation.method is not HandEvaluationMethod.POINT_TOTAL:
        return
    ranks = dict.fromkeys((*genome.deck.ranks, *(extra.rank for extra in genome.deck.extra if extra.rank)))
    missing = [rank for rank in ranks if rank not in {value.rank for value in evaluation.card_values}]
    if missing:
        message = f"POINT_TOTAL requires card_values for all ranks, missing: {missing}"
        yield Issue("evaluation.missing-values", "$.hand_evaluation.card_values", str(missing), "every rank", message)


SEED_RULES = (
    scoring_issues,
    best_hand_issues,
    betting_issues,
    capture_issues,
    pattern_issues,
    card_value_issues,
    team_issues,
)
