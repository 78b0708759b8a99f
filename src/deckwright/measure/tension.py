"""How a game's outcome takes shape: drama, changes of the lead, and how long it stays open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import ClassVar

from pydantic import ConfigDict

from deckwright import _kernel
from deckwright.agents import AgentSource
from deckwright.engine import Game
from deckwright.measure.intervals import Estimate, mean_estimate
from deckwright.measure.plain import STRICT
from deckwright.measure.settings import MeasureSettings, form_of, forms_of

SURE = 0.8
"""A game is decided when the winner's chance is above this, and stays there."""
NOISE = 2.0
"""The lead changes hands when the new leader is ahead by so many standard errors."""

Chances = Sequence[Sequence[float]]
"""By moment and side."""


@dataclass(frozen=True)
class Tension:
    """Means over games; times are shares of a game's length."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    games: int
    moments: int
    worlds: int
    player: str
    """Who played, and played out from each moment."""
    drama: Estimate | None
    """How far the winner was behind, over the moments when it was (0 never, 0.71 hopelessly)."""
    lead_changes: Estimate | None
    """In a game, as far as the moments show."""
    decided_at: Estimate | None
    """When the winner's chance rose above 80 % for good: 0 at the deal, 1 with the last decision."""
    uncertainty: tuple[Estimate, ...]
    """At each moment, how open the game is: 1 if all have the same chance, 0 if it is decided."""
    leader_wins: tuple[Estimate, ...]
    """At each moment, how often whoever is ahead then wins."""
    cut: int
    """Games that were judged where they stood."""


def measure_tension(
    game: Game,
    settings: MeasureSettings,
    *,
    agent: AgentSource = "random",
    playout: AgentSource = "random",
    games: int = 60,
    moments: int = 20,
    worlds: int = 24,
) -> Tension:
    """Follow games, at each moment each side's chance to win by playouts from what its seats know.

    Browne (2008) for drama and decisiveness; a draw counts for nobody in particular and is left out of both.
    """
    found = _kernel.follow_chances(
        game.rules,
        forms_of(game, (agent,)),
        form_of(game, playout),
        games,
        moments,
        worlds,
        settings.root("tension"),
        settings.thread_count,
        settings.most_decisions,
        settings.progress(0, games),
    )
    name = playout if isinstance(playout, str) else playout.name
    return make_tension(game, found, moments=moments, worlds=worlds, player=name)


def make_tension(
    game: Game, found: Sequence[_kernel.CurveResult], *, moments: int, worlds: int, player: str
) -> Tension:
    """What the curves of some games say."""
    sides = max(1, len(game.teams) or game.seats)
    curves: list[tuple[Chances, list[float]]] = []
    for length, chances, outcome, _ in found:
        if length:
            curves.append(([chances[k : k + sides] for k in range(0, len(chances), sides)], outcome))
    decided = [(chances, outcome.index(max(outcome))) for chances, outcome in curves if _is_won(outcome)]
    ahead = [[_leaders_part(at, outcome) for at in chances] for chances, outcome in curves]
    samples = worlds * (len(game.teams[0]) if game.teams else 1)
    return Tension(
        games=len(curves),
        moments=moments,
        worlds=worlds,
        player=player,
        drama=mean_estimate([drama(chances, winner) for chances, winner in decided], low=0.0) if sides > 1 else None,
        lead_changes=(
            mean_estimate([float(lead_changes(chances, samples)) for chances, _ in curves], low=0.0)
            if sides > 1
            else None
        ),
        decided_at=mean_estimate([decided_at(chances, winner) for chances, winner in decided], low=0.0, high=1.0),
        uncertainty=_over_games([[openness(at) for at in chances] for chances, _ in curves], moments),
        leader_wins=_over_games(ahead, moments) if sides > 1 else (),
        cut=sum(cut for *_, cut in found),
    )


def drama(chances: Chances, winner: int) -> float:
    """Mean of sqrt((leader's chance - winner's) / 2) over the moments when the winner was behind (Browne 2008).

    For two sides this is sqrt(1/2 - winner's chance).
    """
    behind = [sqrt((max(at) - at[winner]) / 2) for at in chances if max(at) > at[winner]]
    return sum(behind) / len(behind) if behind else 0.0


def lead_changes(chances: Chances, samples: int) -> int:
    """How often another side takes the lead, by more than the noise of so many playouts."""
    leader: int | None = None
    changes = 0
    for at in chances:
        best = max(range(len(at)), key=at.__getitem__)
        margin = NOISE * sqrt((_variance(at[best]) + _variance(at[leader or 0])) / samples)
        if leader is None:
            if at[best] > sorted(at)[-2] + margin:
                leader = best
        elif best != leader and at[best] > at[leader] + margin:
            leader, changes = best, changes + 1
    return changes


def _variance(chance: float) -> float:
    return max(0.05, chance * (1 - chance))


def decided_at(chances: Chances, winner: int) -> float:
    """The first moment from which on the winner's chance is above 80 %, as a share of the game."""
    last_open = max((k for k, at in enumerate(chances) if at[winner] <= SURE), default=-1)
    return (last_open + 1) / len(chances)


def openness(at: Sequence[float]) -> float:
    """The entropy of the chances, 1 if all are equal; of a game for one that of winning or not."""
    parts = [at[0], 1 - at[0]] if len(at) == 1 else [chance / total for chance in at] if (total := sum(at)) else []
    if not parts:
        return 1.0
    return max(0.0, -sum(part * log(part) for part in parts if part > 0) / log(len(parts)))


def _leaders_part(at: Sequence[float], outcome: Sequence[float]) -> float:
    best = max(at)
    leaders = [side for side, chance in enumerate(at) if chance == best]
    return sum(outcome[side] for side in leaders) / len(leaders)


def _over_games(rows: list[list[float]], moments: int) -> tuple[Estimate, ...]:
    found = (mean_estimate([row[moment] for row in rows], low=0.0, high=1.0) for moment in range(moments))
    return tuple(one for one in found if one is not None)


def _is_won(outcome: Sequence[float]) -> bool:
    """Whether one side won alone; a game for one is won or lost."""
    return len(outcome) == 1 or max(outcome) > 0.999
