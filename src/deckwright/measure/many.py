"""Many games measured in one call of the kernel, each within a budget of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from deckwright import _kernel
from deckwright.agents import AgentSource
from deckwright.engine import Game, Seed, seed_bytes
from deckwright.genome.compile.compiler import CountedProgram, compile_counted
from deckwright.measure.coverage import Coverage, make_coverage
from deckwright.measure.errors import MeasureError
from deckwright.measure.settings import MOST_DECISIONS, form_of
from deckwright.measure.stats import AggregatedStats, make_stats
from deckwright.measure.tension import Tension, make_tension

MOST_BUDGET = 10**12


@dataclass(frozen=True)
class Errand:
    """What is asked of one game. The same agent sits in every seat; nothing more is begun once the budget is spent."""

    game: Game
    seed: Seed = 0
    agent: AgentSource = "random"
    games: int = 100
    most_decisions: int = MOST_DECISIONS
    """A game that is not over after so many decisions is cut."""
    budget: int = MOST_BUDGET
    """Decisions of everything together."""
    counted_games: int = 0
    """Games in which every rule is counted."""
    followed_games: int = 0
    """Games in which each side's chance to win is followed."""
    moments: int = 10
    worlds: int = 8

    def __post_init__(self) -> None:
        for name in ("games", "counted_games", "followed_games", "moments", "worlds", "most_decisions", "budget"):
            found, least = getattr(self, name), 1 if name in ("most_decisions", "budget") else 0
            if not least <= found <= MOST_BUDGET:
                raise MeasureError(f"measure.bad-{name}", f"{name}: found {found}, expected {least} to {MOST_BUDGET:,}")


@dataclass(frozen=True)
class Measured:
    """What was found of one game."""

    stats: AggregatedStats
    coverage: Coverage | None
    tension: Tension | None
    is_spent: bool
    """Less was played than was asked for, because of the budget."""


def measure_many(errands: Sequence[Errand], *, threads: int = 1) -> list[Measured]:
    """Play many games in one call, on threads of the kernel, and count.

    What is found of a game depends neither on the others nor on the threads.
    """
    programs = [_counted(errand) for errand in errands]
    asked: list[_kernel.Errand] = [
        {
            "rules": errand.game.rules,
            "counted": None if program is None else _kernel.Rules(program.program.to_json(), fast=False),
            "agent": form_of(errand.game, errand.agent),
            "seed": seed_bytes(errand.seed, domain="simulate"),
            "games": errand.games,
            "most_decisions": errand.most_decisions,
            "budget": errand.budget,
            "counted_games": errand.counted_games,
            "followed_games": errand.followed_games,
            "moments": errand.moments,
            "worlds": errand.worlds,
        }
        for errand, program in zip(errands, programs, strict=True)
    ]
    found = _kernel.measure_many(asked, threads, None)
    return [_measured(*one) for one in zip(errands, programs, found, strict=True)]


def _counted(errand: Errand) -> CountedProgram | None:
    if not errand.counted_games or errand.game.definition.genome is None:
        return None
    return compile_counted(errand.game.genome)


def _measured(errand: Errand, program: CountedProgram | None, found: _kernel.ManyResult) -> Measured:
    game = errand.game
    name = errand.agent if isinstance(errand.agent, str) else errand.agent.name
    lines = tuple(family.name for family in game.notation.credits)
    return Measured(
        stats=make_stats(found["statistics"], (name,) * game.seats, lines, ()),
        coverage=(
            None
            if program is None
            else make_coverage(game.genome, program, [found["counts"]], found["counted_games"], (name,))
        ),
        tension=(
            make_tension(game, found["curves"], moments=errand.moments, worlds=errand.worlds, player=name)
            if errand.followed_games
            else None
        ),
        is_spent=found["is_spent"],
    )
