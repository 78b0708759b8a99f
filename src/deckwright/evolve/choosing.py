"""Which children are worth a judgement: what is known of them before it, and what came of others like them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field, FiniteFloat

from deckwright.evolve.archive import CHOICE_EDGES, LUCK_EDGES, Archive, Cell, cell_of, range_text
from deckwright.evolve.distance import is_near
from deckwright.evolve.evaluation import figures_of_rules
from deckwright.evolve.figures import Figures
from deckwright.evolve.library import library_genomes
from deckwright.genome.schema import GameGenome

HOPE = 0.2
"""What a child of a sort that was never judged is hoped to add to the QD-score: a fair game that is let in."""
LITTLE = 0.03
"""The same of a child that can only be a stepping stone, or take the place of a game that is nearly the same."""
KNOWN = "nearly a game of the library"
NEAR = "nearly a new game of its family and table"
LIKE_PARENT = 0.6
"""How likely a child's luck is in the range of its parent's; the others share the rest."""
TAKEN = 0.1
"""What a place where a new game stands is worth, beside an empty one: who is better may still take it."""
DOUBTFUL = 0.25
"""What a child is worth whose few games at random were all drawn, or had no choices."""
PATIENCE = 2.0
"""Judgements of one kind that came to nothing until it is worth half."""
MEMORY = 0.9
"""How much what children came to still counts a generation later: what is full adds no more."""

Amount = Annotated[FiniteFloat, Field(ge=0)]


@dataclass(frozen=True)
class Sort:
    """What is known of a child before it is judged."""

    name: str
    """Its family and table, or that it is nearly a game that is known: a child does as well as others of its sort."""
    kind: str = ""
    """The same and its range of choices, where it might stand in a place of its own."""
    room: float = 1.0
    """How likely no new game stands where it would, and no gate is seen to close before."""


@dataclass
class Experience:
    """What came of children of late, by what was known of them."""

    judged: dict[str, Amount] = field(default_factory=dict)
    """How many of each sort were judged, and of each kind."""
    added: dict[str, FiniteFloat] = field(default_factory=dict)
    """What those of a sort added to the QD-score; how many of a kind added something."""

    def fade(self) -> None:
        """A generation later."""
        self.judged = {name: MEMORY * number for name, number in self.judged.items()}
        self.added = {name: MEMORY * score for name, score in self.added.items()}

    def judge(self, sort: Sort) -> None:
        """One of them is judged."""
        for name in {sort.name, sort.kind}:
            self.judged[name] = self.judged.get(name, 0.0) + 1

    def add(self, sort: Sort, score: float) -> None:
        """It added so much."""
        self.added[sort.name] = self.added.get(sort.name, 0.0) + score
        if score > 0 and sort.kind:
            self.added[sort.kind] = self.added.get(sort.kind, 0.0) + 1

    def worth(self, sort: Sort, picked: Mapping[str, int]) -> float:
        """What one more of these is expected to add, where so many of each sort and kind are to be judged already."""
        hope = HOPE if sort.kind else LITTLE
        tried = self.judged.get(sort.name, 0.0) + picked.get(sort.name, 0)
        gain = (hope + self.added.get(sort.name, 0.0)) / (1 + tried)
        if not sort.kind:
            return gain
        tried = self.judged.get(sort.kind, 0.0) + picked.get(sort.kind, 0)
        return gain * sort.room * (PATIENCE + self.added.get(sort.kind, 0.0)) / (PATIENCE + tried)


def sort_of(
    genome: GameGenome,
    archive: Archive,
    *,
    choices: float,
    drawn: float,
    parents: Sequence[Figures],
) -> Sort | None:
    """The sort of a child; None if it cannot enter the archive.

    Its family and table, if its rules are far from the library and from every new game there is. What is near to the
    library can only be a stepping stone, what is near to a new game of its family and table can only take the place of
    that game, and what is near to another new game is refused, whatever a judgement finds. `choices` and
    `drawn` are what random play came to while it was bred; where luck puts it is guessed from its parents.
    """
    least = archive.style.least_distance
    if any(is_near(genome, other, least) for other in library_genomes().values()):
        return Sort(KNOWN)
    here = cell_of(figures_of_rules(genome).with_(choices=choices))
    found = archive.found
    near = [cell for cell, elite in found.items() if is_near(genome, elite.genome, least)]
    if near:
        return Sort(NEAR) if all((cell.family, cell.table) == (here.family, here.table) for cell in near) else None
    name = f"{here.family}, {here.table}"
    kind = f"{name}, {range_text(here.choices, CHOICE_EDGES)} choices"
    room = _room(here, {cell_of(one).luck for one in parents}, found)
    limits = archive.style.limits
    is_doubtful = drawn > limits.most_draws or choices < limits.least_choices
    return Sort(name, kind, room * (DOUBTFUL if is_doubtful else 1.0))


def _room(here: Cell, lucks: set[int], found: Mapping[Cell, object]) -> float:
    """How likely there is no new game where it would stand, if its luck is most likely that of a parent."""
    ranges = len(LUCK_EDGES) + 1
    likely = [LIKE_PARENT / len(lucks) if luck in lucks else 0.0 for luck in range(ranges)] if lucks else [0.0] * ranges
    rest = (1 - sum(likely)) / max(1, likely.count(0.0))
    chances = [chance or rest for chance in likely]
    total = sum(chances)
    free = [TAKEN if here._replace(luck=luck) in found else 1.0 for luck in range(ranges)]
    return sum(chance * one for chance, one in zip(chances, free, strict=True)) / total


def choose(sorts: Sequence[Sort | None], count: int, known: Experience) -> list[int]:
    """The places of the most promising, in order: so many at most, and none that cannot enter.

    One after the other that is expected to add most. Each one that is taken counts as a judgement that added nothing,
    so that they spread.
    """
    waiting: dict[Sort, list[int]] = {}
    for place, sort in enumerate(sorts):
        if sort is not None:
            waiting.setdefault(sort, []).append(place)
    picked: dict[str, int] = {}
    chosen: list[int] = []
    while waiting and len(chosen) < count:
        best = max(waiting, key=lambda sort: known.worth(sort, picked))  # the first of equals
        chosen.append(waiting[best].pop(0))
        for name in {best.name, best.kind}:
            picked[name] = picked.get(name, 0) + 1
        if not waiting[best]:
            del waiting[best]
    return sorted(chosen)


def openness(cell: Cell, found: Mapping[Cell, object]) -> float:
    """The part of the places of a cell's family and table in which no new game stands."""
    places = (len(CHOICE_EDGES) + 1) * (len(LUCK_EDGES) + 1)
    taken = sum((other.family, other.table) == (cell.family, cell.table) for other in found)
    return 1 - taken / places
