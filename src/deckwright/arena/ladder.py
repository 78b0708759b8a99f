"""Everybody against everybody, and a ladder of ratings with intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from math import exp, log, sqrt
from typing import Any

from deckwright.agents import Agent, AgentSource, parse_agent
from deckwright.arena.contest import Contest, Seating, play_contest, play_itself, sides_of
from deckwright.arena.errors import ArenaError
from deckwright.engine import Game, GameSource, Seed, load, seed_bytes
from deckwright.measure import Share
from deckwright.measure.intervals import Z_95

ELO = 400 / log(10)
"""Points of rating for odds of e to 1 (Elo 1978)."""
MEAN_RATING = 1500
ROUNDS = 500
"""Steps of the fit, which converges long before."""


@dataclass(frozen=True)
class Meeting:
    """What came of two agents' matches."""

    first: str
    second: str
    first_wins: int
    second_wins: int
    matches: int

    @property
    def draws(self) -> int:
        """Matches that neither side won alone."""
        return self.matches - self.first_wins - self.second_wins

    def points(self, name: str) -> float:
        """Wins of one of them, a draw counting half."""
        return (self.first_wins if name == self.first else self.second_wins) + self.draws / 2


@dataclass(frozen=True)
class Rung:
    """An agent's rating: 1500 is the mean, 400 points more are odds of ten to one."""

    agent: str
    rating: float
    low: float
    high: float
    """The 95 % interval, from the curvature of the likelihood: for the ladder as a whole, whose mean is fixed."""
    wins: int
    draws: int
    """Shared or drawn: half a win to either side."""
    losses: int
    matches: int


@dataclass(frozen=True)
class Ladder:
    """The ratings, best first, and the contests they come from."""

    game: str
    rungs: tuple[Rung, ...]
    contests: tuple[Contest, ...]
    meetings: tuple[Meeting, ...]
    control: Share
    """The first agent against itself: the share of one side, a draw counting half. 50 % should be in its interval."""
    control_agent: str
    control_matches: int

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
    """Every two agents meet, sharing out the seats; ratings fit all results at once (Bradley and Terry 1952).

    Where seats (or teams) are odd, each agent has one more than the other in half of the matches.
    """
    loaded = game if isinstance(game, Game) else load(game)
    named = {agent.name: agent for agent in map(parse_agent, agents)}
    if len(named) < 2:
        raise ArenaError("arena.too-few", f"a ladder needs two different agents: found {', '.join(named)}")
    if loaded.seats < 2:
        raise ArenaError("arena.one-seat", f"{loaded.name} has one seat: nobody meets anybody")
    contests: list[Contest] = []
    meetings: list[Meeting] = []
    for first, second in combinations(named, 2):
        tables = list(shared_tables(loaded, named[first], named[second]))
        found: list[Contest] = []
        for table in tables:
            before = sum(contest.matches for contest in (*contests, *found))
            found.append(
                play_contest(
                    loaded,
                    table,
                    matches=-(-matches // len(tables)),
                    seating=seating,
                    seed=seed,
                    threads=threads,
                    control=False,
                    progress=None if progress is None else lambda done, start=before: progress(start + done),  # type: ignore[misc]
                )
            )
        contests += found
        meetings.append(_meeting(first, second, found))
    start = next(iter(named.values()))
    root = seed_bytes(seed) + b"ladder control"
    control, played = play_itself(loaded, start, matches=matches, seed=root, threads=threads)
    rungs = rate(tuple(named), meetings)
    return Ladder(loaded.id, rungs, tuple(contests), tuple(meetings), control, start.name, played)


def shared_tables(game: Game, first: Agent, second: Agent) -> Iterator[tuple[Agent, ...]]:
    """Two agents in turn around the table, team by team where there are teams; where that is odd, the other way too."""
    sides = sides_of(game)
    pairs = [(first, second)] if len(sides) % 2 == 0 else [(first, second), (second, first)]
    for pair in pairs:
        at = {seat: pair[number % 2] for number, side in enumerate(sides) for seat in side}
        yield tuple(at[seat] for seat in range(game.seats))


def _meeting(first: str, second: str, contests: Sequence[Contest]) -> Meeting:
    wins = dict.fromkeys((first, second), 0)
    for contest in contests:
        for standing in contest.standings:
            wins[standing.agent] += standing.wins
    return Meeting(first, second, wins[first], wins[second], sum(contest.matches for contest in contests))


def rate(names: tuple[str, ...], meetings: Sequence[Meeting]) -> tuple[Rung, ...]:
    """Ratings by minorise-maximise (Hunter 2004); half a win is added on either side, so that nobody is infinite."""
    won = {name: sum(m.points(name) + 0.5 for m in meetings if name in (m.first, m.second)) for name in names}
    met = {(m.first, m.second): m.matches + 1.0 for m in meetings}
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        for name in names:
            weight = sum(n / (strength[a] + strength[b]) for (a, b), n in met.items() if name in (a, b))
            strength[name] = won[name] / weight
        mean = exp(sum(map(log, strength.values())) / len(names))
        strength = {name: value / mean for name, value in strength.items()}
    errors = _errors(names, met, strength)
    rungs = []
    for name in names:
        mine = [m for m in meetings if name in (m.first, m.second)]
        wins = sum(m.first_wins if name == m.first else m.second_wins for m in mine)
        draws, matches = sum(m.draws for m in mine), sum(m.matches for m in mine)
        rating, half = MEAN_RATING + ELO * log(strength[name]), Z_95 * ELO * errors[name]
        rungs.append(Rung(name, rating, rating - half, rating + half, wins, draws, matches - wins - draws, matches))
    return tuple(sorted(rungs, key=lambda rung: -rung.rating))


def _errors(names: tuple[str, ...], met: dict[tuple[str, str], float], strength: dict[str, float]) -> dict[str, float]:
    """Standard errors of the logarithms of strength: the inverse of the information, their mean being fixed."""
    size = len(names)
    at = {name: place for place, name in enumerate(names)}
    # The information has no direction for the mean; what is added here is taken away again below.
    matrix = [[1 / size] * size for _ in names]
    for (a, b), matches in met.items():
        share = strength[a] / (strength[a] + strength[b])
        weight = matches * share * (1 - share)
        for i, j, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
            matrix[at[i]][at[j]] += sign * weight
    inverse = _inverse(matrix)
    return {name: sqrt(max(0.0, inverse[at[name]][at[name]] - 1 / size)) for name in names}


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """By elimination (Gauss, Jordan); the matrix is symmetric and positive definite, so no row is exchanged."""
    size = len(matrix)
    rows = [[*row, *(float(place == column) for column in range(size))] for place, row in enumerate(matrix)]
    for place in range(size):
        pivot = rows[place][place]
        rows[place] = [value / pivot for value in rows[place]]
        for other in range(size):
            if other != place:
                factor = rows[other][place]
                rows[other] = [value - factor * lead for value, lead in zip(rows[other], rows[place], strict=True)]
    return [row[size:] for row in rows]
