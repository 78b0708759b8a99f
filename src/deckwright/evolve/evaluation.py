"""Judging one genome: a pure function of the genome, the style, a seed and a budget, so that any worker may do it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import ConfigDict

from deckwright.engine import Seed, seed_bytes
from deckwright.errors import DeckwrightError
from deckwright.evolve.families import family_of
from deckwright.evolve.figures import Figures
from deckwright.evolve.gates import Stopped, closed_gate, is_chance
from deckwright.evolve.styles import Style
from deckwright.evolve.tiers import DEFAULT_BUDGET, Budget, Measuring, sides_of
from deckwright.genome.completeness import check_genome_completeness
from deckwright.genome.rulebook import generate_rulebook
from deckwright.genome.schema import GameGenome
from deckwright.measure import from_plain, to_plain
from deckwright.measure.plain import STRICT

CHEAP = 3
"""The last tier that every candidate may reach; search is for those that would enter the archive."""
FULL = 4


@dataclass(frozen=True)
class Evaluation:
    """What was found of a genome, how far it came, and what stopped it, if anything did."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    figures: Figures
    tier: int
    """The last tier that was measured."""
    stopped: Stopped | None = None
    is_chance: bool = False
    """Nobody ever has a choice: a game of chance, whatever the style thinks of that."""

    @property
    def passed(self) -> bool:
        """Whether no gate closed."""
        return self.stopped is None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return to_plain(self)

    @classmethod
    def from_dict(cls, data: Any) -> Evaluation:
        """The evaluation that plain data says."""
        return from_plain(cls, data)


def evaluate(
    genome: GameGenome,
    style: Style,
    seed: Seed,
    *,
    tier: int = CHEAP,
    searches: bool = False,
    budget: Budget = DEFAULT_BUDGET,
) -> Evaluation:
    """Judge a genome, tier by tier, until a gate closes. The same arguments give the same evaluation anywhere.

    `searches`: what passes everything is searched too, for its depth, which no gate asks for.
    """
    figures = Figures(family=family_of(genome), seats=genome.player_count, sides=sides_of(genome))
    incomplete = check_genome_completeness(genome)
    if not incomplete.complete:
        return Evaluation(figures, 0, Stopped("valid", 0, str(incomplete)[:500]))
    if stopped := closed_gate(figures, style, 0):
        return Evaluation(figures, 0, stopped)
    try:
        measuring = Measuring(genome, seed_bytes(seed, domain="evaluation"), budget)
    except DeckwrightError as error:
        return Evaluation(figures, 0, Stopped("valid", 0, f"{error.code}: {error.message}"[:500]))
    for number, measure in enumerate(
        (measuring.play_random, measuring.play_learned, measuring.look_closely, measuring.look_at_rules), 1
    ):
        figures = measure(figures)
        if number == 1 and not is_chance(figures):
            figures = figures.with_(rulebook_words=len(generate_rulebook(genome).split()))
        stopped = closed_gate(figures, style, number)
        if number == FULL and not stopped and searches:
            figures = measuring.search(figures)
        if stopped or number == tier or is_chance(figures):
            return Evaluation(figures, number, stopped, is_chance(figures))
    raise AssertionError(f"there is no tier {tier}")
