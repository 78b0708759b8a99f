"""Everybody against everybody, and a ladder of ratings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from math import exp, log
from typing import Any

from deckwright.agents import AgentSource, parse_agent
from deckwright.arena.contest import Contest, Seating, play_contest
from deckwright.arena.errors import ArenaError
from deckwright.engine import Game, GameSource, Seed, load

ELO = 400 / log(10)
"""Points of rating for odds of e to 1 (Elo 1978)."""
MEAN_RATING = 1500
ROUNDS = 500
"""Steps of the fit, which converges long before."""


@dataclass(frozen=True)
class Rung:
    """An agent's rating: 1500 is the mean, 400 points more are odds of ten to one."""

    agent: str
    rating: float
    wins: int
    matches: int


@dataclass(frozen=True)
class Ladder:
    """The ratings, best first, and the contests they come from."""

    game: str
    rungs: tuple[Rung, ...]
    contests: tuple[Contest, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return asdict(self)


def play_ladder(
    game: Game | GameSource,
    agents: Sequence[AgentSource],
    *,
    matches: int = 2000,
    seating: Seating = Seating.ROTATED,
    seed: Seed = 0,
    threads: int | None = None,
    progress: Callable[[int], bool | None] | None = None,
) -> Ladder:
    """Every two agents meet, sharing out the seats; ratings fit all results at once (Bradley and Terry 1952)."""
    loaded = game if isinstance(game, Game) else load(game)
    named = {parse_agent(agent).name: agent for agent in agents}
    if len(named) < 2:
        raise ArenaError("arena.too-few", f"a ladder needs two different agents: found {', '.join(named)}")
    if loaded.seats % 2:
        raise ArenaError("arena.odd-seats", f"{loaded.seats} seats cannot be shared out between two: -o players=2")
    contests = []
    for number, (first, second) in enumerate(combinations(named, 2)):
        table = [named[first], named[second]] * (loaded.seats // 2)
        before = number * matches
        contests.append(
            play_contest(
                loaded,
                table,
                matches=matches,
                seating=seating,
                seed=seed,
                threads=threads,
                control=False,
                progress=None if progress is None else lambda done, start=before: progress(start + done),  # type: ignore[misc]
            )
        )
    return Ladder(loaded.id, _rungs(tuple(named), contests), tuple(contests))


def _rungs(names: tuple[str, ...], contests: Sequence[Contest]) -> tuple[Rung, ...]:
    """Ratings by minorise-maximise (Hunter 2004); half a win is added on either side, so that nobody is infinite."""
    won = dict.fromkeys(names, 0.0)
    met: dict[tuple[str, str], float] = {}
    for contest in contests:
        by_name = {standing.agent: standing.wins for standing in contest.standings}
        first, second = by_name
        for name in by_name:
            won[name] += by_name[name] + 0.5
        met[first, second] = by_name[first] + by_name[second] + 1.0
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        for name in names:
            weight = sum(n / (strength[a] + strength[b]) for (a, b), n in met.items() if name in (a, b))
            strength[name] = won[name] / weight
        mean = exp(sum(map(log, strength.values())) / len(names))
        strength = {name: value / mean for name, value in strength.items()}
    rungs = [
        Rung(
            name,
            MEAN_RATING + ELO * log(strength[name]),
            sum(s.wins for contest in contests for s in contest.standings if s.agent == name),
            sum(contest.matches for contest in contests if name in contest.agents),
        )
        for name in names
    ]
    return tuple(sorted(rungs, key=lambda rung: -rung.rating))
