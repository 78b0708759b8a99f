"""How much of a result is the deal's: the same deals played again with agents in other seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import ConfigDict

from deckwright.agents import AgentSource
from deckwright.engine import Game
from deckwright.measure.duplicates import Duplicates
from deckwright.measure.intervals import Estimate, bounded, jackknife
from deckwright.measure.plain import STRICT
from deckwright.measure.sampling import until_narrow
from deckwright.measure.settings import MeasureSettings

LEAST_TURNS = 4
"""Each deal is played at least so often."""
FIRST_DEALS = 24


@dataclass(frozen=True)
class Luck:
    """The share of the variance of a seat's return that its deal explains."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    share: Estimate | None
    """Intraclass correlation: 1 if the deal decides all, 0 if nothing. None if results never differ at all."""
    deals: int
    games: int
    strong: str
    weak: str


def measure_luck(
    game: Game,
    settings: MeasureSettings,
    *,
    strong: AgentSource = "flat:8",
    weak: AgentSource = "random",
    deals: int = 96,
    narrow: float = 0.05,
) -> Luck:
    """One strong agent among weak ones in every seat in turn, on the same deals.

    What a seat gets is grouped by deal. If the cards decide, it is the same whoever sits where; if skill or choice
    decides, it is not. ICC(1) by analysis of variance (Shrout and Fleiss 1979), seats centred and pooled.
    """
    seats = game.seats
    agents = (strong, *(weak,) * (seats - 1))
    turns = seats * -(-LEAST_TURNS // seats)
    played = Duplicates(game, agents, settings, "luck", turns=turns)
    share = until_narrow(
        FIRST_DEALS,
        deals,
        lambda first, count: played.play(first, count, deals),
        lambda: luck_share(played.returns),
        lambda found: found is not None and found.half_width <= narrow,
    )
    return Luck(share, played.deals, played.deals * turns, _name(strong), _name(weak))


def luck_share(returns: list[list[list[float]]]) -> Estimate | None:
    """The intraclass correlation of returns by deal, turn and seat, with its interval over deals."""
    deals = len(returns)
    if deals < 2:
        return None
    turns, seats = len(returns[0]), len(returns[0][0])
    # By deal and seat: the mean, and the squares around it.
    means = [[sum(turn[seat] for turn in deal) / turns for seat in range(seats)] for deal in returns]
    inside = [
        sum((turn[seat] - mean[seat]) ** 2 for turn in deal for seat in range(seats))
        for deal, mean in zip(returns, means, strict=True)
    ]
    sums = [sum(mean[seat] for mean in means) for seat in range(seats)]
    squares = [sum(mean[seat] ** 2 for mean in means) for seat in range(seats)]
    within = sum(inside)

    def correlation(left_out: int | None) -> float | None:
        count, spread, rest = deals, within, 0.0
        if left_out is not None:
            count, spread = deals - 1, within - inside[left_out]
        if count < 2 or turns < 2:
            return None
        for seat in range(seats):
            total, square = sums[seat], squares[seat]
            if left_out is not None:
                total, square = total - means[left_out][seat], square - means[left_out][seat] ** 2
            rest += turns * (square - total * total / count)
        between, inner = rest / (seats * (count - 1)), spread / (seats * count * (turns - 1))
        whole = between + (turns - 1) * inner
        return (between - inner) / whole if whole > 1e-12 else None

    found = jackknife(deals, correlation)
    if found is None:
        return None
    value = min(1.0, max(0.0, found.value))
    return bounded(value, found.half_width, low=0.0, high=1.0)


def _name(agent: AgentSource) -> str:
    return agent if isinstance(agent, str) else agent.name
