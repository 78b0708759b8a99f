"""Judging one genome: a pure function of the genome, the style, a seed and a budget, so that any worker may do it."""

from __future__ import annotations

from collections.abc import Sequence
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
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import check_genome_completeness
from deckwright.measure import AggregatedStats, from_plain, measure_many, to_plain
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
    [found] = evaluate_many([(genome, seed)], style, tier=tier, searches=searches, budget=budget)
    return found


def evaluate_many(
    cases: Sequence[tuple[GameGenome, Seed]],
    style: Style,
    *,
    tier: int = CHEAP,
    searches: bool = False,
    budget: Budget = DEFAULT_BUDGET,
    threads: int = 1,
    is_first: bool = False,
) -> list[Evaluation]:
    """Judge genomes, each as if it were alone; the first tier of all is one call of the kernel, on so many threads.

    `is_first`: what passes will be judged again, so that less play will do.
    """
    opened = [_opened(genome, style, seed, budget, is_first=is_first) for genome, seed in cases]
    measured = [one for one in opened if isinstance(one, Measuring)]
    hands = iter(measure_many([one.random_hands for one in measured], threads=threads))
    return [
        one if isinstance(one, Evaluation) else _judged(one, next(hands).stats, style, tier, searches=searches)
        for one in opened
    ]


def _opened(genome: GameGenome, style: Style, seed: Seed, budget: Budget, *, is_first: bool) -> Measuring | Evaluation:
    """A genome to be measured, or why it is not."""
    figures = figures_of_rules(genome)
    incomplete = check_genome_completeness(genome)
    if not incomplete.complete:
        return Evaluation(figures, 0, Stopped("valid", 0, str(incomplete)[:500]))
    if stopped := closed_gate(figures, style, 0):
        return Evaluation(figures, 0, stopped)
    try:
        return Measuring(genome, seed_bytes(seed, domain="evaluation"), budget, is_first=is_first)
    except DeckwrightError as error:
        return Evaluation(figures, 0, Stopped("valid", 0, f"{error.code}: {error.message}"[:500]))


def figures_of_rules(genome: GameGenome) -> Figures:
    """What the rules of a game tell before it is played."""
    return Figures(family=family_of(genome), seats=genome.player_count, sides=sides_of(genome))


def _judged(measuring: Measuring, hands: AggregatedStats, style: Style, tier: int, *, searches: bool) -> Evaluation:
    """The tiers of one genome, from its hands at random on."""
    figures = measuring.look_at_random(figures_of_rules(measuring.genome), hands)
    steps = (
        (),
        (measuring.play_learned, measuring.compare_players),
        (measuring.look_closely, measuring.write_rules),  # a rulebook costs as much as to learn a policy
        (measuring.look_at_rules,),
    )
    for number in range(1, FULL + 1):
        stopped = closed_gate(figures, style, 1) if number == 1 else None
        for step in steps[number - 1]:
            try:
                figures = step(figures)
            except DeckwrightError as error:  # what cannot be measured is not judged, and does not end a run
                return Evaluation(figures, number, Stopped("valid", number, f"{error.code}: {error.message}"[:500]))
            if stopped := closed_gate(figures, style, number):
                break
        if number == FULL and not stopped and searches:
            figures = measuring.search(figures)
        if stopped or number == tier or is_chance(figures):
            return Evaluation(figures, number, stopped, is_chance(figures))
    raise AssertionError(f"there is no tier {tier}")
