"""Two agents on the same deals, played with the sides exchanged: leads, and what they say with how much certainty."""

from __future__ import annotations

import random
import statistics
import time
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt

from deckwright import _kernel
from deckwright.agents import Agent, kernel_form, parse_agent
from deckwright.engine import Game, load, seed_bytes
from deckwright.games import library
from deckwright.measure import Share, simulate, wilson_share

STAGES = (4, 8, 16, 32, 64, 128, 256, 512, 1024)
"""Deals after which a sequential comparison looks at what it has."""
Z_95, Z_99 = 1.960, 2.576
"""What is printed; and what a comparison stops by, which is stricter, as it looks several times."""
DRAWS = 2_000
"""Evenings that are put together at random to tell a share by."""


def one_hand(game_id: str) -> Game:
    """The game, one hand of it where hands can be counted."""
    entry = library()[game_id]
    return load(game_id, hands=1) if any(option.name == "hands" for option in entry.options) else load(game_id)


def seatings(game: Game, one: Agent, other: Agent) -> Iterator[tuple[list[Agent], list[int]]]:
    """Both ways of sitting down, with the seats of the first agent."""
    side = [game.player_to_team[seat] % 2 if game.teams else seat % 2 for seat in range(game.seats)]
    for first in (0, 1):
        yield [one if own == first else other for own in side], [s for s in range(game.seats) if side[s] == first]


def lead(game: Game, one: Agent, other: Agent, *, hands: int, seed: int) -> float:
    """By how much the first agent returned more than the other, per hand and seat; alone, each plays by itself."""
    if game.seats == 1:
        own, others = (simulate(game, agents=[agent], games=hands, seed=seed, threads=1) for agent in (one, other))
        return own.returns[0].mean - others.returns[0].mean
    total = 0.0
    for agents, seats in seatings(game, one, other):
        returns = [mean.mean for mean in simulate(game, agents=agents, games=hands, seed=seed, threads=1).returns]
        rest = [value for seat, value in enumerate(returns) if seat not in seats]
        total += sum(returns[seat] for seat in seats) / len(seats) - sum(rest) / len(rest)
    return total / 2


@dataclass
class Duel:
    """Deals of a game, each played with the sides exchanged by two agents that the kernel plays; it goes on at will."""

    game: Game
    one: str
    other: str
    leads: list[float] = field(default_factory=list)
    """What the first agent's seats had more at the end of each deal's first hand, on average."""

    def play(self, deals: int, *, until: float = float("inf")) -> None:
        """Play on to so many deals in all; stops when the process has used so much CPU time."""
        one, other = (kernel_form(parse_agent(text), self.game) for text in (self.one, self.other))
        if one is None or other is None:
            raise ValueError(f"{self.one} or {self.other} is no agent of the kernel")
        seed = seed_bytes(1, domain="duels")
        while len(self.leads) < deals and time.process_time() < until:
            _, mean, *_ = _kernel.duel(self.game.rules, one, other, 1, seed, 1, len(self.leads))
            self.leads.append(round(mean, 4))

    def decide(self, *, seconds: float, deals: int = STAGES[-1]) -> None:
        """Play in stages until the lead is certain to 99 %, or the deals or the CPU seconds are spent."""
        until = time.process_time() + seconds
        for stage in STAGES:
            self.play(min(stage, deals), until=until)
            if len(self.leads) < stage or abs(self.mean) > student(Z_99, stage - 1) * self.error > 0:
                return

    @property
    def mean(self) -> float:
        """The mean lead of a hand."""
        return statistics.fmean(self.leads)

    @property
    def error(self) -> float:
        """The mean lead's standard error."""
        return statistics.stdev(self.leads) / sqrt(len(self.leads)) if len(self.leads) > 1 else float("inf")

    @property
    def margin(self) -> float:
        """Half of the mean's 95 % interval, by Student's t."""
        return student(Z_95, len(self.leads) - 1) * self.error if len(self.leads) > 1 else float("inf")

    @property
    def verdict(self) -> str:
        """`better`, `worse` or `level`, at 95 %."""
        return "better" if self.mean > self.margin else "worse" if self.mean < -self.margin else "level"

    def __str__(self) -> str:
        return f"{lead_text(self.mean, self.margin)} ({len(self.leads)} deals)"


def student(z: float, freedom: int) -> float:
    """The quantile of Student's t that is z in the normal distribution (Cornish and Fisher 1937)."""
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return float(sum(term / freedom**power for power, term in enumerate(terms)))


def lead_text(mean: float, margin: float) -> str:
    """`+1.88 ± 0.86`, `+362 ± 110`: to two digits of the margin."""
    digits = 0 if margin >= 10 else 1 if margin >= 1 else 2
    return f"{mean:+,.{digits}f} ± {margin:,.{digits}f}"


def evenings_won(leads: Sequence[float], hands: int) -> Share:
    """The share of evenings of so many hands in which these leads add up to more than nothing; ties are half.

    All evenings that can be put together from the deals count, not only those that were played one after the other:
    a U-statistic (Hoeffding 1948), with the variance of its projection on single deals. Its interval is Wilson's for as
    many evenings as have that variance, at least those that the deals make one after the other.
    """
    if not leads:
        return wilson_share(0.0, 0)
    chance = random.Random(0)
    rest = sorted(sum(chance.choices(leads, k=hands - 1)) for _ in range(DRAWS))
    edge = 1e-9
    won = [1 - (bisect_left(rest, -each - edge) + bisect_right(rest, -each + edge)) / (2 * DRAWS) for each in leads]
    share, fewest = statistics.fmean(won), len(leads) / hands
    variance = hands**2 * statistics.pvariance(won) / len(leads)
    worth = share * (1 - share) / variance if variance > 0 else fewest
    total = max(1, round(min(max(worth, fewest), len(leads))))
    return wilson_share(share * total, total)
