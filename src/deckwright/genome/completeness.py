"""Does the genome say everything needed to play? Nothing is inferred, so what it does not say does not happen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckwright.genome.checks.seed_rules import SCORE_WINS
from deckwright.genome.checks.walk import phases_of
from deckwright.genome.enums import HandEvaluationMethod
from deckwright.genome.errors import Issue
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import genome_issues


@dataclass(frozen=True)
class Completeness:
    """What is missing, and whether anything is."""

    missing: tuple[Issue, ...]

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return not self.missing

    def __str__(self) -> str:
        return "complete" if self.complete else "; ".join(map(str, self.missing))


def check_genome_completeness(genome: GameGenome) -> Completeness:
    """Whether a genome is valid and leaves no mechanic to be guessed."""
    return Completeness((*genome_issues(genome), *_gaps(genome)))


def _gaps(genome: GameGenome) -> Iterator[Issue]:
    roles = {zone.role for zone in genome.zones}
    phases = [phase for phase, _ in phases_of(genome.turn_structure)]
    if not any(phase.asks for phase in phases):
        yield Issue("complete.no-decision", "$.turn_structure.phases", message="no phase asks a player for anything")
    if any(win.type == "empty_hand" for win in genome.win_conditions) and "hand" not in roles:
        yield Issue("complete.no-hand", "$.zones", message="empty_hand refers to a zone with the role hand")
    compared = any(phase.type == "betting" and phase.compares_hands for phase in phases)
    evaluation = genome.hand_evaluation
    if compared and evaluation is not None and evaluation.method is HandEvaluationMethod.NONE:
        yield Issue("complete.no-method", "$.hand_evaluation.method", message="a showdown compares hands by no method")
    if evaluation is not None and evaluation.method is HandEvaluationMethod.PATTERN_MATCH and not evaluation.patterns:
        yield Issue("complete.no-patterns", "$.hand_evaluation.patterns", message="PATTERN_MATCH has no patterns")
    if genome.max_hands > 1 and not any(
        win.type in SCORE_WINS or win.type == "capture_all" for win in genome.win_conditions
    ):
        yield Issue(
            "complete.no-match",
            "$.max_hands",
            message="several hands are played, but nothing is kept from one to the next",
        )
