"""Players: the protocol they follow, the catalogue of those there are, and how they are seated."""

from deckwright.agents.agent import Agent, AgentContext, KnowsItsGames, check_agents, context_of
from deckwright.agents.catalogue import (
    AGENT_KINDS,
    AgentSource,
    agent_kinds,
    known_here,
    parse_agent,
    parse_agents,
    seat_agents,
)
from deckwright.agents.errors import AgentError
from deckwright.agents.kernel import KernelAgent, kernel_form
from deckwright.agents.kind import EVERY_GAME, AgentKind
from deckwright.agents.levels import LEVELS, LevelAgent, level_text
from deckwright.agents.playing import choose, explain, play

__all__ = [
    "AGENT_KINDS",
    "EVERY_GAME",
    "LEVELS",
    "Agent",
    "AgentContext",
    "AgentError",
    "AgentKind",
    "AgentSource",
    "KernelAgent",
    "KnowsItsGames",
    "LevelAgent",
    "agent_kinds",
    "check_agents",
    "choose",
    "context_of",
    "explain",
    "kernel_form",
    "known_here",
    "level_text",
    "parse_agent",
    "parse_agents",
    "play",
    "seat_agents",
]
