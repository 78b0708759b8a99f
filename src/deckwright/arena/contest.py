"""One table of agents, many matches: who wins how often, and how much of it is the seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from time import perf_counter
from typing import Any

from deckwright.agents import Agent, AgentSource, parse_agent
from deckwright.agents.supervised import TIME_LIMIT_S
from deckwright.arena.errors import ArenaError
from deckwright.engine import Game, GameSource, Seed, load, seed_bytes
from deckwright.measure import Share, simulate, wilson_share

MOST_MATCHES = 10_000_000

Progress = Callable[[int], bool | None]
"""Told the number of matches played so far; False stops."""


class Seating(StrEnum):
    """Where agents sit."""

    ROTATED = "rotated"
    """Every agent in every seat equally often, each time with deals of its own."""
    MIRRORED = "mirrored"
    """The same with the same deals: luck of the cards is shared out too."""
    FIXED = "fixed"
    """In the order they are named: what is measured is partly the seat."""


@dataclass(frozen=True)
class Standing:
    """How an agent did. An agent that sits in several seats is one standing."""

    agent: str
    seats: int
    wins: int
    share: Share
    """Of the matches, with a 95 % interval (Wilson)."""
    fair: float
    """What would be its share if all were equal."""
    mean_score: float
    """Of a seat; in team games of its team."""
    forfeits: int = 0
    """Matches that it lost because it failed: it raised, answered illegally or took too long."""
    failure: str = ""
    """Its first failure, in words."""
    losses: int = 0
    """How often the rules named one of its seats a loser (Old Maid); 0 where they name winners."""
    loss_share: Share | None = None
    """The same of the matches, with a 95 % interval; None where the rules name winners."""
    credits: dict[str, float] = field(default_factory=dict)
    """What a seat of its own brought in on average: `tricks_taken`, `points_captured` ... in team games."""

    @property
    def is_above_fair(self) -> bool:
        """Whether the whole interval lies above its fair share."""
        return self.share.low > self.fair


@dataclass(frozen=True)
class Contest:
    """What came of it. The same request gives the same values, `seconds` apart."""

    game: str
    options: dict[str, Any]
    agents: tuple[str, ...]
    seating: Seating
    matches: int
    seed: int | str
    standings: tuple[Standing, ...]
    draws: int
    shared: int
    """Of the draws, those that several won by the rules: all together, or all but the loser."""
    losses: int
    """Matches that everybody lost together."""
    control: tuple[Share, ...]
    """The first agent against itself in every seat: by seat (or team), what the place alone is worth."""
    control_matches: int
    teams: int
    """How many teams there are; 0 without teams."""
    labels: dict[str, str]
    """What people call the credits."""
    decisions: int
    rounds: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return asdict(self)


def play_contest(
    game: Game | GameSource,
    agents: Sequence[AgentSource],
    *,
    matches: int = 2000,
    seating: Seating = Seating.ROTATED,
    seed: Seed = 0,
    threads: int | None = None,
    control: bool = True,
    time_limit_s: float | None = TIME_LIMIT_S,
    progress: Progress | None = None,
) -> Contest:
    """Matches between agents, one a seat; the number is rounded up so that each sits everywhere equally often.

    An agent written in Python that fails, or takes longer than `time_limit_s` for a decision, loses the match.
    """
    loaded = game if isinstance(game, Game) else load(game)
    seated = seat_all(loaded, agents)
    if not 1 <= matches <= MOST_MATCHES:
        raise ArenaError("arena.bad-matches", f"matches: found {matches!r}, expected 1 to {MOST_MATCHES:,}")
    started = perf_counter()
    turns = 1 if seating is Seating.FIXED else loaded.seats
    each = -(-matches // turns)
    tally = _Tally(loaded, seated, progress, time_limit_s)
    for turn in range(turns):
        root = seed if seating is Seating.MIRRORED else seed_bytes(seed) + turn.to_bytes(2, "big")
        if not tally.play(turn, each, root, threads):
            break
    checked = _control(loaded, seated[0], matches, seed, threads, time_limit_s) if control else ()
    return Contest(
        game=loaded.id,
        options=dict(loaded.options),
        agents=tuple(agent.name for agent in seated),
        seating=seating,
        matches=tally.matches,
        seed=seed if isinstance(seed, int) else seed_bytes(seed).hex(),
        standings=tally.standings(),
        draws=tally.draws,
        shared=tally.shared,
        losses=tally.lost,
        control=checked,
        control_matches=matches if control else 0,
        teams=len(loaded.teams),
        labels={family.name: family.label for family in loaded.notation.credits},
        decisions=tally.decisions,
        rounds=tally.rounds,
        seconds=perf_counter() - started,
    )


def sides_of(game: Game) -> tuple[tuple[int, ...], ...]:
    """The seats of each side that can win: the teams, or every seat alone."""
    return game.teams or tuple((seat,) for seat in range(game.seats))


def play_itself(game: Game, agent: Agent, *, matches: int, seed: Seed, threads: int | None) -> tuple[Share, int]:
    """An agent against itself as two would meet, seats rotated: the share of the one, a draw counting half."""
    sides = sides_of(game)
    rounds = 1 + len(sides) % 2  # where sides are odd, each has one more than the other in turn
    points, played = 0.0, 0
    for turned in range(rounds):
        tally = _Tally(game, (agent,) * game.seats, None)
        for turn in range(game.seats):
            root = seed_bytes(seed) + bytes([turned]) + turn.to_bytes(2, "big")
            tally.play(turn, -(-matches // (rounds * game.seats)), root, threads)
        wins = [sum(tally.wins[side[0]] for side in sides[(start + turned) % 2 :: 2]) for start in (0, 1)]
        points += wins[0] + (tally.matches - sum(wins)) / 2
        played += tally.matches
    return wilson_share(points, played), played


def seat_all(game: Game, agents: Sequence[AgentSource]) -> tuple[Agent, ...]:
    """One agent a seat."""
    if len(agents) != game.seats:
        raise ArenaError(
            "arena.wrong-number",
            f"{game.name} has {game.seats} seats and there are {len(agents)} agents: name one a seat",
        )
    return tuple(parse_agent(agent) for agent in agents)


class _Tally:
    """Counts by agent while seats change."""

    def __init__(
        self,
        game: Game,
        agents: tuple[Agent, ...],
        progress: Progress | None,
        time_limit_s: float | None = TIME_LIMIT_S,
    ) -> None:
        self.game = game
        self.time_limit_s = time_limit_s
        self.forfeits: dict[str, tuple[int, str]] = {}
        self.agents = agents
        self.progress = progress
        self.wins = [0] * len(agents)
        self.scores = [0.0] * len(agents)
        self.losses = [0] * len(agents)
        self.credits = {family.name: [0.0] * len(agents) for family in game.notation.credits}
        self.matches = self.draws = self.shared = self.lost = self.decisions = self.rounds = 0

    def play(self, turn: int, matches: int, seed: Seed, threads: int | None) -> bool:
        """Matches with every agent so many seats on; whether to go on."""
        seats = self.game.seats
        moved = tuple(self.agents[(seat - turn) % seats] for seat in range(seats))
        before = self.matches
        heard: list[bool] = [True]

        def report(done: int) -> bool:
            heard[0] = self.progress is None or self.progress(before + done) is not False
            return heard[0]

        stats = simulate(
            self.game,
            agents=moved,
            games=matches,
            seed=seed,
            threads=threads,
            time_limit_s=self.time_limit_s,
            progress=report,
        )
        for forfeit in stats.forfeits:
            games, first = self.forfeits.get(forfeit.agent, (0, f"{forfeit.code}: {forfeit.message}"))
            self.forfeits[forfeit.agent] = (games + forfeit.games, first)
        by_team = {seat: team for team, members in enumerate(self.game.teams) for seat in members}
        for seat in range(seats):
            agent = (seat - turn) % seats
            self.wins[agent] += stats.team_wins[by_team[seat]] if by_team else stats.wins[seat]
            score = stats.team_scores[by_team[seat]] if by_team else stats.scores[seat]
            self.scores[agent] += score.mean * stats.games_played
            self.losses[agent] += stats.losses_by_seat[seat]
            for name, means in stats.credits.items():
                self.credits[name][agent] += means[seat].mean * stats.games_played
        self.matches += stats.games_played
        self.draws += stats.draws
        self.shared += stats.shared
        self.lost += stats.losses
        self.decisions += stats.decisions
        self.rounds += stats.hands
        return heard[0]

    def standings(self) -> tuple[Standing, ...]:
        """By agent, the most successful first; where the rules name losers, of those the one that lost least."""
        seats, members = len(self.agents), len(self.game.teams[0]) if self.game.teams else 1
        found = []
        for name in dict.fromkeys(agent.name for agent in self.agents):
            places = [place for place, agent in enumerate(self.agents) if agent.name == name]
            wins = sum(self.wins[place] for place in places) // members
            played = max(1, self.matches * len(places))
            forfeits, failure = self.forfeits.get(name, (0, ""))
            found.append(
                Standing(
                    agent=name,
                    seats=len(places),
                    wins=wins,
                    share=wilson_share(wins, self.matches),
                    fair=len(places) / seats,
                    mean_score=sum(self.scores[place] for place in places) / played,
                    losses=(lost := sum(self.losses[place] for place in places)),
                    loss_share=wilson_share(min(lost, self.matches), self.matches) if any(self.losses) else None,
                    credits={
                        name: sum(by_agent[place] for place in places) / played
                        for name, by_agent in self.credits.items()
                    },
                    forfeits=forfeits,
                    failure=failure,
                )
            )
        return tuple(sorted(found, key=lambda one: (-one.share.share / one.fair, one.losses / one.seats)))


def _control(
    game: Game, agent: Agent, matches: int, seed: Seed, threads: int | None, time_limit_s: float | None
) -> tuple[Share, ...]:
    root = seed_bytes(seed) + b"control"
    stats = simulate(game, agents=(agent,), games=matches, seed=root, threads=threads, time_limit_s=time_limit_s)
    return stats.team_win_shares or stats.win_shares
