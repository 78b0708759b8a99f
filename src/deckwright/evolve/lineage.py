"""Where a game comes from: its parents, the operators between them, and what each changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from deckwright.evolve.variation import Variation
from deckwright.genome.schema import GameGenome

MOST_STEPS = 10_000
"""Ancestors that are followed: a lineage with a circle in it ends too."""


@dataclass(frozen=True)
class Birth:
    """How a genome came to be. Founders have no parents, no operator and no sentence."""

    child: str
    """Ids of genomes."""
    parents: tuple[str, ...] = ()
    operator: str = ""
    sentence: str = ""
    seed: int = 0
    generation: int = 0


def founded(genome: GameGenome) -> Birth:
    """The birth of a genome that evolution begins with."""
    return Birth(genome.genome_id, generation=genome.generation)


def born(made: Variation, parents: Iterable[GameGenome], seed: int) -> Birth:
    """The birth of a variation."""
    ids = tuple(parent.genome_id for parent in parents)
    return Birth(made.genome.genome_id, ids, made.operator, made.sentence, seed, made.genome.generation)


def ancestors(births: Mapping[str, Birth], child: str) -> Iterator[Birth]:
    """A genome's birth and those of all its ancestors, each once, the nearest first."""
    waiting, seen = [child], {child}
    for _ in range(MOST_STEPS):
        if not waiting:
            return
        birth = births.get(waiting.pop(0))
        if birth is None:
            continue
        yield birth
        new = [parent for parent in birth.parents if parent not in seen]
        seen.update(new)
        waiting += new


def story(births: Mapping[str, Birth], child: str) -> tuple[str, ...]:
    """What was changed on the way from a founder to a genome, the first change first, along its first parents."""
    sentences: list[str] = []
    for _ in range(MOST_STEPS):
        birth = births.get(child)
        if birth is None or not birth.parents:
            break
        sentences.append(birth.sentence)
        child = birth.parents[0]
    return tuple(reversed(sentences))
