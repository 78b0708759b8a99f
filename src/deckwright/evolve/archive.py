"""The archive: the best game found of each kind, in a grid with ask and tell (MAP-Elites, Mouret and Clune 2015)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from pydantic import NonNegativeInt

from deckwright.evolve.evaluation import Evaluation
from deckwright.evolve.figures import Figures, play_distance
from deckwright.evolve.fitness import compare, quality
from deckwright.evolve.styles import Style
from deckwright.genome.schema import GameGenome
from deckwright.measure.plain import from_plain

CHOICE_EDGES = (6.0, 12.0, 25.0)
LUCK_EDGES = (0.05, 0.35)
FURTHER = 0.005
"""Stepping stones that are as far from the library as each other, within this, are compared as games."""


class Cell(NamedTuple):
    """A kind of game: where two games that are compared stand."""

    family: str
    table: str
    """How many play, and in which teams: `4`, `4 in 2 teams`, `3 together`."""
    choices: int
    """Which of the ranges that `CHOICE_EDGES` make, of choices of a player in a hand."""
    luck: int
    """Which of the ranges that `LUCK_EDGES` make."""

    def __str__(self) -> str:
        choices, luck = range_text(self.choices, CHOICE_EDGES), range_text(self.luck, LUCK_EDGES)
        return f"{self.family}, {self.table}, {choices} choices, luck {luck}"


def range_text(place: int, edges: tuple[float, ...]) -> str:
    """`under 6`, `6 to 12`, `from 25`."""
    if place == 0:
        return f"under {edges[0]:g}"
    return f"from {edges[-1]:g}" if place == len(edges) else f"{edges[place - 1]:g} to {edges[place]:g}"


def cell_of(figures: Figures) -> Cell:
    """Where a game stands."""
    table = str(figures.seats)
    if figures.sides == 1 and figures.seats > 1:
        table += " together"
    elif figures.sides != figures.seats:
        table += f" in {figures.sides} teams"
    luck = 0.0 if figures.luck is None else figures.luck.value
    return Cell(figures.family, table, _place(figures.choices, CHOICE_EDGES), _place(luck, LUCK_EDGES))


def _place(value: float, edges: tuple[float, ...]) -> int:
    return sum(value >= edge for edge in edges)


@dataclass(frozen=True)
class _Kept:
    """What is kept of an elite."""

    digest: str
    genome: dict[str, Any]
    evaluation: dict[str, Any]
    generation: NonNegativeInt
    looks: NonNegativeInt
    looked: NonNegativeInt


@dataclass(frozen=True)
class Elite:
    """The best of its cell."""

    digest: str
    genome: GameGenome
    evaluation: Evaluation
    generation: int
    looks: int = 1
    """How often it was judged, each time on fresh seeds."""
    looked: int = 0
    """The generation in which it was judged last."""

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return {
            "digest": self.digest,
            "genome": self.genome.to_dict(),
            "evaluation": self.evaluation.to_dict(),
            "generation": self.generation,
            "looks": self.looks,
            "looked": self.looked,
        }

    @classmethod
    def from_dict(cls, data: Any) -> Elite:
        """The elite that plain data says; an error with a code if it says none."""
        kept = from_plain(_Kept, data)
        genome, evaluation = GameGenome.parse(kept.genome), Evaluation.from_dict(kept.evaluation)
        return cls(kept.digest, genome, evaluation, kept.generation, kept.looks, kept.looked)


Told = Literal["new cell", "better", "not better", "too close", "stopped"]
Distance = Callable[[GameGenome, GameGenome], float]


class Archive:
    """Elites by cell. The order in which games are told decides ties, and nothing else does."""

    def __init__(self, style: Style, *, distance: Distance) -> None:
        self.style = style
        self._distance = distance
        self._cells: dict[Cell, Elite] = {}

    @property
    def cells(self) -> Mapping[Cell, Elite]:
        """Elites by cell, in the order of cells."""
        return dict(sorted(self._cells.items()))

    def __len__(self) -> int:
        return len(self._cells)

    def __iter__(self) -> Iterator[Elite]:
        return iter(self.cells.values())

    @property
    def found(self) -> Mapping[Cell, Elite]:
        """The games that are new: what a run is for. The others are stepping stones on the way to such."""
        return {cell: elite for cell, elite in self.cells.items() if self.is_new(elite.evaluation.figures)}

    @property
    def score(self) -> float:
        """The QD-score: the sum of the quality of all games that are new."""
        return sum(quality(elite.evaluation.figures, self.style) for elite in self.found.values())

    @property
    def best(self) -> Elite | None:
        """A new game that none is better than, of those the one of highest quality; a stepping stone if none is new."""
        elites = sorted(self.found.values() or self, key=lambda one: -quality(one.evaluation.figures, self.style))
        best: Elite | None = None
        for elite in elites:
            if best is None or compare(elite.evaluation.figures, best.evaluation.figures, self.style) > 0:
                best = elite
        return best

    def would_enter(self, figures: Figures) -> bool:
        """Whether a game with these figures would be let in, unless it is too close to another."""
        there = self._cells.get(cell_of(figures))
        return there is None or self._is_better(figures, there.evaluation.figures)

    def is_close(self, figures: Figures, genome: GameGenome) -> bool:
        """Whether a new game has nearly the rules, or nearly the play, of a new game of another kind here."""
        cell = cell_of(figures)
        others = (other for place, other in self._cells.items() if place != cell)
        return self.is_new(figures) and any(self._is_close(figures, genome, other) for other in others)

    def is_new(self, figures: Figures) -> bool:
        """Whether its rules and its play keep their distance from the library; otherwise it is a stepping stone."""
        rules, plays = figures.novelty or 0.0, figures.play_novelty or 0.0
        return rules >= self.style.least_distance and plays >= self.style.least_play_distance

    def _is_better(self, figures: Figures, there: Figures) -> bool:
        """What is new before what is not; of what is not, the one further on its way; of what is, the better game."""
        mine, theirs = self.is_new(figures), self.is_new(there)
        if mine != theirs:
            return mine
        if not mine:
            further = (figures.novelty or 0.0) - (there.novelty or 0.0)
            if abs(further) > FURTHER:
                return further > 0
        return compare(figures, there, self.style) > 0

    def tell(self, elite: Elite) -> Told:
        """Let a game in if its cell is empty, or it is better than who is there, and it is like nothing else here."""
        if not elite.evaluation.passed:
            return "stopped"
        figures = elite.evaluation.figures
        cell = cell_of(figures)
        there = self._cells.get(cell)
        if there is not None and not self._is_better(figures, there.evaluation.figures):
            return "not better"
        if self.is_close(figures, elite.genome):
            return "too close"
        self._cells[cell] = elite
        return "new cell" if there is None else "better"

    def _is_close(self, figures: Figures, genome: GameGenome, other: Elite) -> bool:
        if not self.is_new(other.evaluation.figures):
            return False
        if play_distance(figures, other.evaluation.figures) < self.style.least_play_distance:
            return True
        return self._distance(genome, other.genome) < self.style.least_distance

    def look_again(self, elite: Elite, evaluation: Evaluation, generation: int) -> bool:
        """A second judgement on fresh seeds: an elite that no longer passes leaves. Whether it stays.

        One that is there no more, because another that was looked at before it has moved to its cell, stays away.
        """
        cell = next((cell for cell, there in self._cells.items() if there.digest == elite.digest), None)
        if cell is None:
            return False
        if not evaluation.passed:
            del self._cells[cell]
            return False
        again = replace(elite, evaluation=evaluation, looks=elite.looks + 1, looked=generation)
        moved = cell_of(evaluation.figures)
        if moved == cell:
            self._cells[cell] = again
            return True
        del self._cells[cell]
        there = self._cells.get(moved)
        if there is not None and not self._is_better(evaluation.figures, there.evaluation.figures):
            return False
        self._cells[moved] = again
        return True

    def to_list(self) -> list[dict[str, Any]]:
        """Plain JSON-able data, in the order of cells."""
        return [elite.to_dict() for elite in self]

    def restore(self, data: Any) -> None:
        """Take over what `to_list` wrote; an error with a code if it is not that."""
        for entry in from_plain(list, data):
            elite = Elite.from_dict(entry)
            self._cells[cell_of(elite.evaluation.figures)] = elite
