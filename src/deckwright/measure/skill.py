"""How much better play pays: agents against agents on the same deals, and a ladder of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import ClassVar

from pydantic import ConfigDict

from deckwright.agents import Agent, AgentSource, parse_agent
from deckwright.engine import Game
from deckwright.measure.duplicates import Duplicates
from deckwright.measure.intervals import Estimate, Share, mean_estimate, wilson_share
from deckwright.measure.plain import STRICT
from deckwright.measure.sampling import until_narrow
from deckwright.measure.settings import MeasureSettings

FIRST_DEALS = 32


@dataclass(frozen=True)
class Comparison:
    """One agent against another on the same deals, seats exchanged."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    better: str
    worse: str
    deals: int
    games: int
    ahead: Share
    """The share of deals on which the one has the better return, level deals counting half (Wilson)."""
    gain: Estimate
    """What the one returns more than the other, per seat and game, in the game's own units."""
    effect: Estimate
    """The same in standard deviations of a seat's return: 0 if none is the better player."""
    wins: Share
    """The one's part of all wins; half of them if both are equal and have as many seats."""
    cut: int
    """Games that were judged where they stood."""

    @property
    def is_better(self) -> bool:
        """Whether the whole interval of the effect lies above zero."""
        return self.effect.low > 0


@dataclass(frozen=True)
class Skill:
    """A ladder: each level against the one below."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    steps: tuple[Comparison, ...]
    whole: Comparison | None
    """The best level against the first."""

    @property
    def significant_steps(self) -> int:
        """How many levels are better than the one below beyond doubt."""
        return sum(step.is_better for step in self.steps)


def compare_agents(
    game: Game,
    better: AgentSource,
    worse: AgentSource,
    settings: MeasureSettings,
    *,
    deals: int = 200,
    narrow: float = 0.05,
    first: int = FIRST_DEALS,
    enough: Callable[[Comparison], bool] | None = None,
) -> Comparison:
    """Play the same deals with two agents in turn around the table, side by side where there are teams.

    Stops when the interval of the share of deals is within `narrow` to either side, or when `enough` says so.
    """
    one, other = parse_agent(better), parse_agent(worse)
    table = Pairing(game, one, other, settings, deals)
    return until_narrow(
        first,
        deals,
        table.play,
        table.comparison,
        enough
        or (lambda found: max(found.ahead.high - found.ahead.share, found.ahead.share - found.ahead.low) <= narrow),
    )


class Pairing:
    """Two agents at one table, or one after the other in a game for one."""

    def __init__(self, game: Game, better: Agent, worse: Agent, settings: MeasureSettings, most: int) -> None:
        self.game, self.better, self.worse, self.most = game, better, worse, most
        domain = "skill"  # all steps of a ladder on the same deals
        if game.seats == 1:
            self.own = [Duplicates(game, (agent,), settings, domain, turns=1) for agent in (better, worse)]
            self.mine: tuple[int, ...] = (0,)
        else:
            sides = game.teams or tuple((seat,) for seat in range(game.seats))
            self.mine = tuple(seat for side in sides[::2] for seat in side)
            seated = tuple(better if seat in self.mine else worse for seat in range(game.seats))
            self.own = [Duplicates(game, seated, settings, domain)]

    @property
    def deals(self) -> int:
        """How many have been played."""
        return self.own[0].deals

    def play(self, first: int, count: int) -> bool:
        """Play so many more deals; whether to go on."""
        goes_on = [played.play(first, count, self.most) for played in self.own]
        return all(goes_on)

    def _by_deal(self) -> list[tuple[float, float, float]]:
        """Of each deal: the one's mean return, the other's, and the one's part of the wins."""
        if self.game.seats == 1:
            pairs = zip(*(zip(own.returns, own.wins, strict=True) for own in self.own), strict=False)
            return [(one[0][0][0], other[0][0][0], _part(one[1][0][0], other[1][0][0])) for one, other in pairs]
        (played,) = self.own
        turns = range(played.turns or self.game.seats)
        ones = [[seat for seat in range(self.game.seats) if played.agent_at(turn, seat) in self.mine] for turn in turns]
        others = [[seat for seat in range(self.game.seats) if seat not in at] for at in ones]
        sides = self.game.teams or tuple((seat,) for seat in range(self.game.seats))
        firsts = [[min(side) for side in sides if min(side) in at] for at in ones]  # a side's win counts once
        return [
            (_mean_at(returns, ones), _mean_at(returns, others), sum(_at(wins, firsts)) / len(returns))
            for returns, wins in zip(played.returns, played.wins, strict=True)
        ]

    def comparison(self) -> Comparison:
        """What it has come to so far."""
        rows = self._by_deal()
        differences = [one - other for one, other, _ in rows]
        ahead = sum(1.0 if d > 1e-12 else 0.5 if d > -1e-12 else 0.0 for d in differences)
        gain = mean_estimate(differences) or Estimate(0.0, 0.0, 0.0)
        spread = self._spread()
        scale = 1 / spread if spread > 1e-12 else 0.0
        played = self.own[0]
        turns = played.turns or self.game.seats
        deals = len(rows)
        return Comparison(
            better=self.better.name,
            worse=self.worse.name,
            deals=deals,
            games=deals * turns * len(self.own),
            ahead=wilson_share(ahead, deals),
            gain=gain,
            effect=Estimate(gain.value * scale, gain.low * scale, gain.high * scale),
            wins=wilson_share(sum(won for _, _, won in rows), deals),
            cut=sum(own.cut for own in self.own),
        )

    def _spread(self) -> float:
        values = [value for own in self.own for deal in own.returns for turn in deal for value in turn]
        if len(values) < 2:
            return 0.0
        mean = sum(values) / len(values)
        return sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))


def _at(rows: list[list[float]], seats: list[list[int]]) -> list[float]:
    """Of each row, what stands at its seats."""
    return [row[seat] for row, at in zip(rows, seats, strict=True) for seat in at]


def _mean_at(rows: list[list[float]], seats: list[list[int]]) -> float:
    found = _at(rows, seats)
    return sum(found) / len(found)


def _part(one: float, other: float) -> float:
    """Of two who play the same deal alone: who wins it has the whole, both or none have half."""
    return 0.5 + (one - other) / 2


def measure_skill(
    game: Game,
    agents: Sequence[AgentSource],
    settings: MeasureSettings,
    *,
    deals: Sequence[int],
    narrow: float = 0.05,
) -> Skill:
    """Each agent against the one before it, and the last against the first; so many deals at most for each step.

    `deals` has one number for each step, and one for the whole ladder.
    """
    steps = tuple(
        compare_agents(game, after, before, settings, deals=most, narrow=narrow)
        for before, after, most in zip(agents, agents[1:], deals, strict=False)
    )
    whole = None
    if len(agents) > 2 and len(deals) >= len(agents):
        whole = compare_agents(game, agents[-1], agents[0], settings, deals=deals[-1], narrow=narrow)
    return Skill(steps, whole)
