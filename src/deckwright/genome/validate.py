"""Is the game playable? Every defect, with its path."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from deckwright.genome.checks.deck import DECK_RULES
from deckwright.genome.checks.holding import HOLDING_RULES
from deckwright.genome.checks.inert import INERT_RULES
from deckwright.genome.checks.names import name_issues, without_consequences
from deckwright.genome.checks.patterns import PATTERN_RULES
from deckwright.genome.checks.repeated import repeated_issues
from deckwright.genome.checks.seed_rules import SEED_RULES
from deckwright.genome.checks.size import size_issues
from deckwright.genome.checks.structure import STRUCTURE_RULES
from deckwright.genome.checks.surroundings import PHASE_RULES
from deckwright.genome.checks.syntax import syntax_issues
from deckwright.genome.checks.unused import unused_issues
from deckwright.genome.collecting import without_collecting
from deckwright.genome.compile.compiler import REMEMBERED, try_compile
from deckwright.genome.errors import GenomeError, Issue
from deckwright.genome.schema import GameGenome

RULES = (
    *SEED_RULES,
    *STRUCTURE_RULES,
    *DECK_RULES,
    *HOLDING_RULES,
    *INERT_RULES,
    *PHASE_RULES,
    *PATTERN_RULES,
    repeated_issues,
    unused_issues,
    syntax_issues,
    name_issues,
)
"""What can be said without compiling."""


def genome_issues(genome: GameGenome) -> list[Issue]:
    """Every defect of a genome whose types are right: the seed's rules first, then structure, then expressions."""
    return list(_issues(genome))


@lru_cache(maxsize=REMEMBERED)
def _issues(genome: GameGenome) -> list[Issue]:
    with without_collecting():
        return _find_issues(genome)


def _find_issues(genome: GameGenome) -> list[Issue]:
    if issues := list(size_issues(genome)):
        return issues
    issues = list(dict.fromkeys(issue for rule in RULES for issue in rule(genome)))
    issues = without_consequences(genome, issues, RULES)
    if not any(issue.code.startswith(_STOPPERS) for issue in issues):
        told = {(issue.code, issue.path): place for place, issue in enumerate(issues)}
        for issue in dict.fromkeys(try_compile(genome)[1]):
            place = told.get((issue.code, issue.path))
            if place is None:
                issues.append(issue)
            elif issue.used_at:  # the compiler also knows where a term is used
                issues[place] = replace(issues[place], used_at=issue.used_at)
    return issues


_STOPPERS = ("teams.", "name.taken", "name.not-a-word", "claim.no-rank", "limit.too-long")
"""Defects that would make the compiler repeat them in other words."""


def check_genome(genome: GameGenome) -> None:
    """Raise GenomeError with every defect, if there is one."""
    if issues := genome_issues(genome):
        raise GenomeError(issues)


class GenomeValidator:
    """The seed's name for validation."""

    @staticmethod
    def validate(genome: GameGenome) -> list[str]:
        """Every defect as a sentence; empty when the genome is valid."""
        return [str(issue) for issue in genome_issues(genome)]
