"""Players: the protocol they follow, the catalogue of those there are, and how they are seated."""

from deckwright.agents.agent import Agent, AgentContext, context_of
from deckwright.agents.catalogue import AGENT_KINDS, AgentKind, AgentSource, parse_agent, parse_agents, seat_agents
from deckwright.agents.errors import AgentError
from deckwright.agents.kernel import KernelAgent
from deckwright.agents.playing import choose, play

__all__ = [
    "AGENT_KINDS",
    "Agent",
    "AgentContext",
    "AgentError",
    "AgentKind",
    "AgentSource",
    "KernelAgent",
    "choose",
    "context_of",
    "parse_agent",
    "parse_agents",
    "play",
    "seat_agents",
]
