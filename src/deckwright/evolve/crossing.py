"""Crossing two genomes: the child is one of them with whole mechanics of the other."""

from __future__ import annotations

from deckwright.dice import Dice
from deckwright.engine.teams import can_repair_teams, repair_teams
from deckwright.evolve.constraints import Constraints
from deckwright.evolve.draft import Draft
from deckwright.evolve.naming import rules_digest
from deckwright.evolve.operators.teams import disband, enrol, team_words
from deckwright.evolve.operators.transplants import TAKES, Take, title
from deckwright.evolve.variation import Attempt, Variation, finished, mutate
from deckwright.genome.schema import GameGenome

MOST_MECHANICS = 3
ATTEMPTS = 30


def take_teams(draft: Draft, other: GameGenome) -> str | None:
    """The other's teams, repaired for these players; or nobody's, if the other has none."""
    own = draft.parent
    if own.player_count < 3 or (own.team_mode, own.teams) == (other.team_mode, other.teams):
        return None
    if draft.is_pinned("$.teams"):
        return None
    if not other.team_mode:
        disband(draft)
        return "everybody plays alone"
    if not can_repair_teams(other.teams, own.player_count):
        return None
    teams = repair_teams(other.teams, own.player_count)
    if teams == own.teams:
        return None
    enrol(draft, teams)
    return f"is played in teams: {team_words(teams)}"


WAYS: dict[str, Take] = {**TAKES, "teams": take_teams}
"""What a child may have from its other parent."""


def crossover(a: GameGenome, b: GameGenome, seed: int, *, constraints: Constraints | None = None) -> Variation:
    """A child of two genomes: either of them, with up to three mechanics of the other; valid, complete, compiled.

    Where nothing of one fits the other, the child is a mutation of the first. The same arguments give the same child.
    """
    dice = Dice(f"cross {seed} {rules_digest(a)} {rules_digest(b)}")
    own, other = (a, b) if dice.chance(0.5) else (b, a)
    child = own
    names: list[str] = []
    sentences: list[str] = []
    wanted = dice.number(1, MOST_MECHANICS)
    for number in range(ATTEMPTS):
        if len(names) == wanted or (names and number > ATTEMPTS // 2):
            break
        left = [name for name in WAYS if name not in names]
        name = dice.one(left)
        tried = _attempt(WAYS[name], child, other, dice, constraints)
        if tried.genome is not None and tried.outcome == "varied":
            child = tried.genome
            names.append(name)
            sentences.append(tried.sentence)
    if names and all(rules_digest(child) != rules_digest(parent) for parent in (a, b)):
        generation = max(a.generation, b.generation) + 1
        child = child.model_copy(update={"generation": generation})
        return Variation(child, f"crossover: {', '.join(names)}", f"{title(own)}, but {'; '.join(sentences)}")
    return mutate(own, seed, constraints=constraints, donors=(other,))


def _attempt(take: Take, child: GameGenome, other: GameGenome, dice: Dice, constraints: Constraints | None) -> Attempt:
    pinned = constraints.pinned_in(child) if constraints is not None else ()
    draft = Draft(child, dice, (other,), pinned)
    sentence = take(draft, other)
    if sentence is None:
        return Attempt("no site")
    return finished(draft, sentence, (child,), constraints=constraints)
