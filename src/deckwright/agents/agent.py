"""What it takes to play: a name, and a choice made from what one's seat knows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from deckwright.engine import Action, Game, Information, Transition


@dataclass(frozen=True)
class AgentContext:
    """Who one is at the table. Partners are seats: nobody is shown a partner's cards."""

    seat: int
    team: int = -1
    """-1 without teams."""
    partners: tuple[int, ...] = ()


def context_of(game: Game, seat: int) -> AgentContext:
    """What an agent in a seat is told about the table."""
    if not game.teams:
        return AgentContext(seat)
    team = game.player_to_team[seat]
    return AgentContext(seat, team, tuple(other for other in game.teams[team] if other != seat))


@runtime_checkable
class KnowsItsGames(Protocol):
    """An agent that can say before the first deal that it cannot play a game."""

    def check_game(self, game: Game) -> None:
        """AgentError if it does not play this game."""


def check_agents(agents: Iterable[Agent], game: Game) -> None:
    """AgentError of the first agent that says it cannot play a game."""
    for agent in agents:
        if isinstance(agent, KnowsItsGames):
            agent.check_game(game)


@runtime_checkable
class Agent(Protocol):
    """A player. Chance comes as an argument, so that the same seed gives the same game."""

    @property
    def name(self) -> str:
        """What it is called in results."""

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Action | Transition:
        """One of `information.transitions`, or its action."""
