"""Push or fold before the flop: for two players exactly, for three over sampled triples of classes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from deckwright import _kernel
from deckwright.solve.errors import SolveError
from deckwright.solve.poker.classes import CLASS_NAMES, COMBOS, by_class, combos_of_class
from deckwright.solve.poker.tables import class_equities, class_triples

LEAST_STACK: Final = 1.0
MOST_STACK: Final = 1000.0
DEFAULT_DEALS: Final = 2000
LEAST_DEALS: Final = 10
MOST_DEALS: Final = 20_000
TARGET: Final = 1e-8
"""What a seat may still gain, in big blinds, when solving stops; for three players a hundred times that."""
MOST_ITERATIONS: Final = 20_000
MOST_ITERATIONS_OF_THREE: Final = 400
FIRST_IN: Final = "first in"
DECISIONS_OF_THREE: Final = (
    (0, FIRST_IN),
    (1, FIRST_IN),
    (1, "after BTN"),
    (2, "after BTN"),
    (2, "after BTN and SB"),
    (2, "after SB"),
)
"""Seat and what was done before, as in the kernel."""

Progress = Callable[[str, int], bool]


@dataclass(frozen=True)
class Decision:
    """One decision: who, after what, and how often each class of hands goes in."""

    seat: int
    position: str
    after: str
    often: Mapping[str, float]

    @property
    def share(self) -> float:
        """The part of all hands that goes in."""
        return sum(self.often[name] * len(combos_of_class(number)) for number, name in enumerate(CLASS_NAMES)) / COMBOS


@dataclass(frozen=True)
class PushOrFold:
    """How to play push or fold. Values and gains are in big blinds, by seat in the order in which they act."""

    stack: float
    positions: tuple[str, ...]
    decisions: tuple[Decision, ...]
    values: tuple[float, ...]
    gains: tuple[float, ...]
    errors: tuple[float, ...]
    """Standard errors of the values from sampled equities; 0 where those are exact."""
    iterations: int
    deals: int | None = field(default=None)
    """Deals that every triple of classes was sampled with."""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.positions)

    @property
    def exploitability(self) -> float:
        """What a seat could gain on average by changing alone: NashConv by the number of players."""
        return sum(self.gains) / self.players

    def to_dict(self) -> dict[str, Any]:
        """For JSON. For two players `jam` and `call` are by class; for three by position first."""
        first = [one for one in self.decisions if one.after == FIRST_IN]
        later = [one for one in self.decisions if one.after != FIRST_IN]
        jam: dict[str, Any] = {one.position: dict(one.often) for one in first}
        call: dict[str, Any] = {f"{one.position} {one.after}": dict(one.often) for one in later}
        if self.players == 2:
            [jam], [call] = jam.values(), call.values()
        return {
            "stack": self.stack,
            "players": self.players,
            "positions": list(self.positions),
            "values": list(self.values),
            "jam": jam,
            "call": call,
            "exploitability": self.exploitability,
            "gains": list(self.gains),
            "standard_errors": list(self.errors),
            "deals_per_triple": self.deals,
            "iterations": self.iterations,
        }


def push_or_fold(
    stack: float,
    *,
    players: int = 2,
    deals: int = DEFAULT_DEALS,
    threads: int = 1,
    progress: Progress | None = None,
) -> PushOrFold:
    """Solve push or fold for a stack in big blinds: `push_or_fold(10).values`.

    The small blind is half a big one. For three players every triple of classes is sampled with `deals` deals, once.
    """
    if not (math.isfinite(stack) and LEAST_STACK <= stack <= MOST_STACK):
        raise SolveError(
            "pushfold.bad-stack", f"stack: found {stack:g}, expected {LEAST_STACK:g} to {MOST_STACK:g} big blinds"
        )
    if players not in (2, 3):
        raise SolveError("pushfold.bad-players", f"players: found {players}, expected 2 or 3")
    if not LEAST_DEALS <= deals <= MOST_DEALS:
        raise SolveError("pushfold.bad-deals", f"deals: found {deals}, expected {LEAST_DEALS} to {MOST_DEALS}")
    told = None if progress is None else lambda done: progress("solving", done)
    if players == 2:
        solved = _kernel.push_or_fold_two(stack, class_equities(), TARGET, MOST_ITERATIONS, told)
        places: tuple[tuple[int, str], ...] = ((0, FIRST_IN), (1, "after SB"))
        positions: tuple[str, ...] = ("SB", "BB")
    else:
        sampling = None if progress is None else lambda done: progress("sampling", done)
        triples = class_triples(deals, threads=threads, progress=sampling)
        solved = _kernel.push_or_fold_three(stack, triples, deals, 100 * TARGET, MOST_ITERATIONS_OF_THREE, told)
        places = DECISIONS_OF_THREE
        positions = ("BTN", "SB", "BB")
    if solved is None:
        raise SolveError("pushfold.stopped", "push or fold was not solved: it was told to stop")
    often, values, gains, errors, iterations = solved
    decisions = tuple(
        Decision(seat, positions[seat], after, by_class(numbers))
        for (seat, after), numbers in zip(places, often, strict=True)
    )
    return PushOrFold(
        stack,
        positions,
        decisions,
        tuple(values),
        tuple(gains),
        tuple(errors),
        iterations,
        deals if players == 3 else None,
    )
