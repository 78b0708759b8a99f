"""Whether the seat decides: equal players in every seat, and how often each side wins."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import ClassVar

from pydantic import ConfigDict

from deckwright.agents import AgentSource
from deckwright.engine import Game
from deckwright.measure.duplicates import Duplicates
from deckwright.measure.intervals import Z_95, Estimate, Share, wilson_share
from deckwright.measure.plain import STRICT
from deckwright.measure.sampling import until_narrow
from deckwright.measure.settings import MeasureSettings

FIRST_GAMES = 1_000


@dataclass(frozen=True)
class Balance:
    """How often each seat, and each team, wins among equals; a shared win is shared out."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    agent: str
    games: int
    seats: tuple[Share, ...]
    """The part of all wins that a seat (its team) has (Wilson)."""
    teams: tuple[Share, ...]
    fair: float
    """What each side would have if all were equal."""
    value: Estimate
    """1 less the largest difference between two sides: 1 if all win equally often, 0 if one always wins."""
    cut: int
    """Games that were judged where they stood."""

    @property
    def sides(self) -> tuple[Share, ...]:
        """The teams, or the seats where there are none."""
        return self.teams or self.seats


def measure_balance(
    game: Game,
    settings: MeasureSettings,
    *,
    agent: AgentSource = "random",
    games: int = 20_000,
    narrow: float = 0.01,
) -> Balance:
    """Play games between equals until every side's share is known within `narrow`, or so many."""
    played = Duplicates(game, (agent,), settings, "balance", turns=1)

    def value() -> Balance:
        parts = [sum(deal[0][seat] for deal in played.wins) for seat in range(game.seats)]
        count = played.deals
        seats = tuple(wilson_share(min(part, count), count) for part in parts)
        teams = tuple(seats[members[0]] for members in game.teams)
        sides = teams or seats
        return Balance(
            agent=agent if isinstance(agent, str) else agent.name,
            games=count,
            seats=seats,
            teams=teams,
            fair=1 / len(sides),
            value=_evenness(sides, count),
            cut=played.cut,
        )

    def narrow_enough(found: Balance) -> bool:
        return all(max(side.high - side.share, side.share - side.low) <= narrow for side in found.sides)

    return until_narrow(FIRST_GAMES, games, lambda first, count: played.play(first, count, games), value, narrow_enough)


def _evenness(sides: tuple[Share, ...], games: int) -> Estimate:
    """1 - max |p - q|, with the interval of that difference of two shares of the same games."""
    if len(sides) == 1 or not games:
        return Estimate(1.0, 1.0 if games else 0.0, 1.0)
    high, low = max(side.share for side in sides), min(side.share for side in sides)
    difference = high - low
    # A game is won by the one, the other or neither: the variance of the difference of two parts.
    half = Z_95 * sqrt(max(0.0, high + low - difference**2) / games)
    # The widest of several gaps is never below zero, even among equals.
    least = max(0.0, difference - half * _widest(len(sides)))
    return Estimate(1 - difference, max(0.0, 1 - difference - half), 1 - least)


def _widest(sides: int) -> float:
    """How much wider the widest gap of so many equals is than that of two (studentised range at 95 %)."""
    ranges = {2: 2.77, 3: 3.31, 4: 3.63, 5: 3.86, 6: 4.03, 7: 4.17, 8: 4.29}
    return ranges.get(sides, 4.29 + 0.08 * (sides - 8)) / ranges[2] if sides >= 2 else 1.0
