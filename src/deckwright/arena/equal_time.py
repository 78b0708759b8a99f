"""Agents that think equally long: for each that takes a number, the number that makes its decisions take so long."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from deckwright.agents import Agent, parse_agent
from deckwright.arena.errors import ArenaError
from deckwright.engine import Game, Seed, seed_bytes
from deckwright.measure import simulate

PROBE = 32
"""The number that an agent is first timed with."""
PROBE_CHOICES = 120
"""Choices that are timed, about."""
ROUNDS = 3
MOST_NUMBER = 1_000_000
_NUMBERED = re.compile(r"([a-z][a-z-]*):(\d+)(@.*)?", re.ASCII)


@dataclass(frozen=True)
class Timed:
    """An agent with the number that was found for it."""

    agent: Agent
    milliseconds: float
    """What a choice of it took here."""


def equal_time(game: Game, agents: Sequence[Agent], milliseconds: float, *, seed: Seed = 0) -> tuple[Timed, ...]:
    """The same agents, those that take a number with one by which a choice takes so long on one core of this machine.

    Agents that take none (`random`, `policy`) are left as they are. What is found depends on the machine; the matches
    that are then played do not, as the numbers are part of the agents' names.
    """
    if not 0.01 <= milliseconds <= 60_000:
        raise ArenaError("arena.bad-time", f"milliseconds: found {milliseconds}, expected 0.01 to 60,000")
    return tuple(_timed(game, agent, milliseconds, seed) for agent in agents)


def _timed(game: Game, agent: Agent, wanted: float, seed: Seed) -> Timed:
    found = _NUMBERED.fullmatch(agent.name)
    if found is None:
        return Timed(agent, _cost(game, agent, seed))
    number, cost = PROBE, 0.0
    for _ in range(ROUNDS):
        agent = parse_agent(f"{found[1]}:{number}{found[3] or ''}")
        cost = _cost(game, agent, seed)
        if abs(cost - wanted) <= 0.1 * wanted:
            break
        number = max(1, min(MOST_NUMBER, round(number * min(50.0, wanted / max(cost, 1e-6)))))
    return Timed(agent, cost)


def _cost(game: Game, agent: Agent, seed: Seed) -> float:
    """Milliseconds that a choice takes, by play against itself."""
    choices, spent, number = 0, 0.0, 0
    while choices < PROBE_CHOICES and number < PROBE_CHOICES:
        started = perf_counter()
        root = seed_bytes(seed) + b"equal time" + number.to_bytes(2, "big")
        stats = simulate(game, agents=(agent,), games=1, seed=root, threads=1)
        spent += perf_counter() - started
        choices += stats.choices
        number += 1
    return 1000 * spent / max(1, choices)
