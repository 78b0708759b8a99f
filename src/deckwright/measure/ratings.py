"""Ratings on Elo's scale from who met whom and won, with intervals (Bradley and Terry 1952)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

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
