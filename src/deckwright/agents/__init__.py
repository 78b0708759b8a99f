"""Players: the protocol they follow, the catalogue of those there are, and how they are seated."""

from deckwright.agents.agent import Agent, AgentContext, context_of
from deckwright.agents.cambio import CambioAgent, explain, make_cambio_agent
from deckwright.agents.catalogue import (
    AGENT_KINDS,
    AgentKind,
    AgentSource,
    agent_kinds,
    parse_agent,
    parse_agents,
    seat_agents,
)
from deckwright.agents.errors import AgentError
from deckwright.agents.kernel import KernelAgent, kernel_text
from deckwright.agents.playing import choose, play

__all__ = [
    "AGENT_KINDS",
    "Agent",
    "AgentContext",
    "AgentError",
    "AgentKind",
    "AgentSource",
    "CambioAgent",
    "KernelAgent",
    "agent_kinds",
    "choose",
    "context_of",
    "explain",
    "kernel_text",
    "make_cambio_agent",
    "parse_agent",
    "parse_agents",
    "play",
    "seat_agents",
]
