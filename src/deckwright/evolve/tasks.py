"""What workers do: breed and judge a child; look closely at what may enter the archive. Plain data in and out."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

from deckwright.engine import seed_number
from deckwright.evolve.constraints import Constraints
from deckwright.evolve.crossing import crossover
from deckwright.evolve.distance import distance
from deckwright.evolve.errors import EvolveError
from deckwright.evolve.evaluation import CHEAP, FULL, Evaluation, evaluate
from deckwright.evolve.figures import play_distance
from deckwright.evolve.library import library_figures, library_genomes
from deckwright.evolve.naming import rules_digest
from deckwright.evolve.ratings import Rating, liked
from deckwright.evolve.simplify import simplify
from deckwright.evolve.styles import Style
from deckwright.evolve.tiers import Budget
from deckwright.evolve.variation import Rates, Variation, mutate
from deckwright.genome.schema import GameGenome

CROSSING = 0.25
"""Of children, those that have two parents."""
MORE_STEPS = 0.55
"""How likely one change is followed by another."""
MOST_STEPS = 6


@dataclass(frozen=True)
class BreedTask:
    """A child to be bred and judged."""

    parents: tuple[dict[str, Any], ...]
    """One, or two whose mechanics are crossed."""
    donors: tuple[dict[str, Any], ...]
    style: dict[str, Any]
    seed: bytes
    budget: Budget
    constraints: Constraints | None = None
    rates: Rates | None = None


@dataclass(frozen=True)
class CloseTask:
    """A genome to be simplified and judged by all gates, on a seed of its own."""

    genome: dict[str, Any]
    style: dict[str, Any]
    seed: bytes
    budget: Budget
    simplifies: bool = True
    ratings: tuple[dict[str, Any], ...] = ()


def breed(task: BreedTask) -> dict[str, Any]:
    """A child: its genome, how it came about, and what the cheap tiers found of it. Or why there is none."""
    parents = [GameGenome.parse(parent) for parent in task.parents]
    seed = seed_number(task.seed, domain="breeding")
    try:
        steps = _steps(parents, task, seed)
    except EvolveError as error:
        return {"genome": None, "reason": str(error)}
    bred = steps[-1]
    found = evaluate(bred.genome, Style.model_validate(task.style), task.seed, tier=CHEAP, budget=task.budget)
    return {
        "genome": bred.genome.to_dict(),
        "digest": rules_digest(bred.genome),
        "operator": ", ".join(step.operator for step in steps),
        "sentence": "; ".join(step.sentence for step in steps),
        "evaluation": found.to_dict(),
    }


def _steps(parents: list[GameGenome], task: BreedTask, seed: int) -> list[Variation]:
    """One change after another, each a valid game: a single one seldom makes a game that is new."""
    dice = random.Random(seed)
    donors = tuple(GameGenome.parse(donor) for donor in task.donors)
    steps: list[Variation] = []
    if len(parents) == 2:
        steps.append(crossover(parents[0], parents[1], seed, constraints=task.constraints))
    while not steps or (len(steps) < MOST_STEPS and dice.random() < MORE_STEPS):
        before = steps[-1].genome if steps else parents[0]
        chance = dice.getrandbits(48)
        steps.append(mutate(before, chance, rates=task.rates, constraints=task.constraints, donors=donors))
    return steps


def look_closely(task: CloseTask) -> dict[str, Any]:
    """A genome without what changes nothing, judged by all gates on fresh seeds, with its distance from the library."""
    style = Style.model_validate(task.style)
    genome, removed = GameGenome.parse(task.genome), 0
    if task.simplifies:
        simplified = simplify(genome, seed_number(task.seed, domain="simplifying"))
        genome, removed = simplified.genome, len(simplified.removed)
    found = evaluate(genome, style, task.seed, tier=FULL, searches=True, budget=task.budget)
    if found.passed:
        found = _with_novelty(genome, found)
    if task.ratings:
        ratings = tuple(Rating.from_dict(rating) for rating in task.ratings)
        found = replace(found, figures=found.figures.with_(liked=liked(genome, ratings)))
    return {
        "genome": genome.to_dict(),
        "digest": rules_digest(genome),
        "removed": removed,
        "evaluation": found.to_dict(),
    }


def _with_novelty(genome: GameGenome, found: Evaluation) -> Evaluation:
    """The same with the least distances from the library: of rules, and of play."""
    rules = min((distance(genome, other), name) for name, other in library_genomes().items())
    plays = min(play_distance(found.figures, other) for other in library_figures().values())
    figures = found.figures.with_(novelty=rules[0], nearest=rules[1], play_novelty=plays)
    return replace(found, figures=figures)
