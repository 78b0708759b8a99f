"""A kind of agent: how its text is written and read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from deckwright.agents.agent import Agent

EVERY_GAME = "every game"


@dataclass(frozen=True)
class AgentKind:
    """A family of agents: how it is written, what it does, how its text after the colon is read."""

    name: str
    form: str
    text: str
    make: Callable[[str], Agent]
    games: str = EVERY_GAME
    """The id of the one game that it plays, or that it plays every game."""
    cost: str = "microseconds"
    """Roughly what a decision takes, in words."""
