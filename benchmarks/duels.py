"""Two agents on the same deals, played twice with the sides exchanged."""

from __future__ import annotations

from collections.abc import Iterator

from deckwright.agents import Agent
from deckwright.engine import Game, load
from deckwright.games import library
from deckwright.measure import simulate


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
