"""Is the game playable? Every defect, with its path."""

from __future__ import annotations

from deckwright.genome.errors import GenomeError, Issue
from deckwright.genome.schema import GameGenome


def genome_issues(genome: GameGenome) -> list[Issue]:
    """Every defect of a genome whose types are right."""
    return []


def check_genome(genome: GameGenome) -> None:
    """Raise GenomeError with every defect, if there is one."""
    if issues := genome_issues(genome):
        raise GenomeError(issues)


class GenomeValidator:
    """The seed's name for validation."""

    @staticmethod
    def validate(genome: GameGenome) -> list[str]:
        """Every defect as a sentence; empty when the genome is valid."""
        return [issue.message or str(issue) for issue in genome_issues(genome)]
