"""Everybody against everybody, and a ladder of ratings with intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from deckwright.agents import Agent, AgentSource, parse_agent
from deckwright.agents.supervised import TIME_LIMIT_S
from deckwright.arena.contest import Contest, Seating, play_contest, play_itself, sides_of
from deckwright.arena.errors import ArenaError
from deckwright.engine import Game, GameSource, Seed, load, seed_bytes
from deckwright.measure import Share
from deckwright.measure.ratings import Meeting, Rung, rate


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
    time_limit_s: float | None = TIME_LIMIT_S,
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
                    time_limit_s=time_limit_s,
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
    """Who beat whom how often; where one seat loses and all others share the win, whoever has that seat was beaten."""
    wins, other = dict.fromkeys((first, second), 0), {first: second, second: first}
    for contest in contests:
        lost = sum(standing.losses for standing in contest.standings)
        names_losers = lost == contest.shared and not any(standing.wins for standing in contest.standings)
        for standing in contest.standings:
            wins[standing.agent] += standing.wins
            wins[other[standing.agent]] += standing.losses if names_losers else 0
    return Meeting(first, second, wins[first], wins[second], sum(contest.matches for contest in contests))
