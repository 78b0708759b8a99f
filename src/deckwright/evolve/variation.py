"""Varying a genome: one operator, one site, and a genome that is valid, complete and plays otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from deckwright.dice import Dice
from deckwright.evolve.constraints import Constraints
from deckwright.evolve.distance import near_duplicates
from deckwright.evolve.draft import Draft
from deckwright.evolve.errors import EvolveError
from deckwright.evolve.features import features_of
from deckwright.evolve.naming import rules_digest
from deckwright.evolve.operators import OPERATORS, Operator
from deckwright.evolve.playing import plays_alike
from deckwright.evolve.settle import settled
from deckwright.genome.errors import Issue
from deckwright.genome.schema import GameGenome

ATTEMPTS = 60
"""Sites that are tried before a genome counts as one that cannot be varied."""
TRIES = 4
"""Sites of one operator."""


@dataclass(frozen=True)
class Variation:
    """A changed genome: valid, complete, compiled; by which operator, and in plain words how."""

    genome: GameGenome
    operator: str
    sentence: str


@dataclass(frozen=True)
class Rates:
    """How often operators are used: by name, by family, and otherwise as they say themselves. 0 is never."""

    operators: Mapping[str, float] = field(default_factory=dict)
    families: Mapping[str, float] = field(default_factory=dict)
    """Factors of the operators' own weights."""

    def __post_init__(self) -> None:
        known = {one.family for one in OPERATORS.values()}
        for name in (*self.operators, *self.families):
            if name not in OPERATORS and name not in known:
                raise EvolveError("rates.no-such-operator", f"no operator and no family of them is called {name!r}")
        for name, rate in (*self.operators.items(), *self.families.items()):
            if not 0 <= rate < float("inf"):
                raise EvolveError("rates.bad-rate", f"{name}: found {rate}, expected a number from 0 on")

    def of(self, one: Operator) -> float:
        """The rate of an operator."""
        return self.operators.get(one.name, one.weight * self.families.get(one.family, 1.0))


Outcome = Literal[
    "varied", "no site", "refused", "pinned", "same rules", "near duplicate", "same play", "against constraints"
]


@dataclass(frozen=True)
class Attempt:
    """One operator tried at one site."""

    outcome: Outcome
    sentence: str = ""
    genome: GameGenome | None = None
    issues: tuple[Issue, ...] = ()


def attempt(
    one: Operator,
    genome: GameGenome,
    dice: Dice,
    *,
    constraints: Constraints | None = None,
    donors: Sequence[GameGenome] = (),
    compare_play: bool = True,
) -> Attempt:
    """Try an operator at one site of a genome."""
    pinned = constraints.pinned_in(genome) if constraints is not None else ()
    draft = Draft(genome, dice, donors, pinned)
    sentence = one.apply(draft)
    if sentence is None:
        return Attempt("no site")
    return finished(draft, sentence, (genome,), constraints=constraints, compare_play=compare_play)


def finished(
    draft: Draft,
    sentence: str,
    parents: Sequence[GameGenome],
    *,
    constraints: Constraints | None,
    compare_play: bool = True,
) -> Attempt:
    """What came of a draft: settled, checked, named, and played beside its parent."""
    child = settled(draft, generation=max(parent.generation for parent in parents) + 1)
    if not isinstance(child, GameGenome):
        return Attempt("refused", sentence, issues=tuple(child))
    if any(rules_digest(child) == rules_digest(parent) for parent in parents):
        return Attempt("same rules", sentence)
    if len(near_duplicates(child)) > max(len(near_duplicates(parent)) for parent in parents):
        return Attempt("near duplicate", sentence)
    if constraints is not None and constraints.violations(child):
        return Attempt("against constraints", sentence)
    if compare_play and any(plays_alike(child, parent) for parent in parents):
        return Attempt("same play", sentence, child)
    return Attempt("varied", sentence, child)


def mutate(
    genome: GameGenome,
    seed: int,
    *,
    rates: Rates | None = None,
    constraints: Constraints | None = None,
    donors: Sequence[GameGenome] = (),
) -> Variation:
    """A genome that differs from this one by one operator; the same arguments give the same one.

    It is valid, complete and compiles. Sites where nothing valid comes of it, or where random play stays the same, are
    passed over; only if there is no other is the play of the result that of its parent. `donors` are games that
    mechanics may be taken from. EvolveError if nothing can be varied within the constraints.
    """
    rates = rates or Rates()
    dice = Dice(f"mutate {seed} {rules_digest(genome)}")
    features = features_of(genome)
    fitting = [one for one in OPERATORS.values() if one.fits(features, has_donors=bool(donors))]
    left = {one.name: TRIES for one in fitting if rates.of(one) > 0}
    spare: Variation | None = None
    for _ in range(ATTEMPTS):
        names = [name for name, tries in left.items() if tries]
        if not names:
            break
        name = dice.weighted(*((rates.of(OPERATORS[name]), name) for name in names))
        tried = attempt(OPERATORS[name], genome, dice, constraints=constraints, donors=donors)
        if tried.outcome == "varied" and tried.genome is not None:
            return Variation(tried.genome, name, tried.sentence)
        left[name] = 0 if tried.outcome == "no site" else left[name] - 1
        if spare is None and tried.genome is not None:
            spare = Variation(tried.genome, name, tried.sentence)
    if spare is not None:
        return spare
    within = "" if constraints is None else " within the constraints"
    raise EvolveError("variation.none", f"{genome.name or genome.genome_id}: no operator gives another game{within}")
