"""What workers do: breed children; judge them; look closely at what may enter the archive. Plain data in and out."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

from deckwright.engine import seed_number
from deckwright.errors import DeckwrightError
from deckwright.evolve.constraints import Constraints
from deckwright.evolve.crossing import crossover
from deckwright.evolve.distance import distance
from deckwright.evolve.evaluation import CHEAP, FULL, Evaluation, evaluate, evaluate_many
from deckwright.evolve.figures import play_distance
from deckwright.evolve.library import library_figures, library_genomes
from deckwright.evolve.naming import named, rules_digest
from deckwright.evolve.playing import tried_out
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
SEEN = "it was there before"
"""Why there is no child."""


@dataclass(frozen=True)
class BreedTask:
    """A child to be bred."""

    parents: tuple[dict[str, Any], ...]
    """One, or two whose mechanics are crossed."""
    donors: tuple[dict[str, Any], ...]
    seed: bytes
    constraints: Constraints | None = None
    rates: Rates | None = None
    seen: frozenset[str] = frozenset()
    """Digests of what was there before."""


@dataclass(frozen=True)
class JudgeTask:
    """Children to be judged by the cheap tiers, each on a seed of its own."""

    genomes: tuple[dict[str, Any], ...]
    seeds: tuple[bytes, ...]
    style: dict[str, Any]
    budget: Budget


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
    """A child: its genome, and how it came about. Or why there is none."""
    parents = [GameGenome.parse(parent) for parent in task.parents]
    try:
        steps = _steps(parents, task, seed_number(task.seed, domain="breeding"))
    except DeckwrightError as error:  # one child that cannot be had does not end a run
        return {"genome": None, "reason": str(error)}
    genome = steps[-1].genome
    if rules_digest(genome) in task.seen:
        return {"genome": None, "reason": SEEN}
    played = tried_out(genome)
    return {
        "genome": genome.to_dict(),
        "digest": rules_digest(genome),
        "operator": ", ".join(step.operator for step in steps),
        "sentence": "; ".join(step.sentence for step in steps),
        "choices": played.choices,
        "drawn": played.drawn,
    }


def judge(task: JudgeTask) -> dict[str, Any]:
    """What the cheap tiers find of some children, each as if it were alone."""
    genomes = [GameGenome.parse(genome) for genome in task.genomes]
    style = Style.model_validate(task.style)
    cases = list(zip(genomes, task.seeds, strict=True))
    judged = evaluate_many(cases, style, tier=CHEAP, budget=task.budget, is_first=True)
    found = [_with_novelty(genome, one) if one.passed else one for genome, one in zip(genomes, judged, strict=True)]
    return {"evaluations": [one.to_dict() for one in found]}


def is_result(found: Any, task: BreedTask | JudgeTask | CloseTask) -> bool:
    """Whether something that was kept is the result of a task; what is not has to be done again."""
    try:
        match task:
            case BreedTask():
                return _is_child(found)
            case JudgeTask():
                return len([Evaluation.from_dict(one) for one in found["evaluations"]]) == len(task.genomes)
            case CloseTask():
                Evaluation.from_dict(found["evaluation"])
                return _is_genome(found) and type(found["removed"]) is int
    except (DeckwrightError, AttributeError, LookupError, TypeError):
        return False


def _is_child(found: Any) -> bool:
    if found["genome"] is None:
        return isinstance(found["reason"], str)
    told = isinstance(found["operator"], str) and isinstance(found["sentence"], str)
    return _is_genome(found) and told and type(found["choices"]) is type(found["drawn"]) is float


def _is_genome(found: Any) -> bool:
    return bool(rules_digest(GameGenome.parse(found["genome"])) == found["digest"])


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
    """A genome without what changes nothing, judged by all gates on fresh seeds, with its distance from the library.

    A stepping stone, whose rules are too near to the library, stays as it is: nobody is shown it, and simplifying is
    most of the work.
    """
    style = Style.model_validate(task.style)
    genome, removed = GameGenome.parse(task.genome), 0
    if task.simplifies and nearest(genome)[0] >= style.least_distance:
        simplified = simplify(genome, seed_number(task.seed, domain="simplifying"))
        removed = len(simplified.removed)
        genome = named(simplified.genome, generation=genome.generation)
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


def nearest(genome: GameGenome) -> tuple[float, str]:
    """The least distance of its rules from any game of the library, and that game."""
    return min((distance(genome, other), name) for name, other in library_genomes().items())


def _with_novelty(genome: GameGenome, found: Evaluation) -> Evaluation:
    """The same with the least distances from the library: of rules, and of play."""
    rules = nearest(genome)
    plays = min(play_distance(found.figures, other) for other in library_figures().values())
    figures = found.figures.with_(novelty=rules[0], nearest=rules[1], play_novelty=plays)
    return replace(found, figures=figures)
