"""Agents that the kernel plays itself."""

from __future__ import annotations

from dataclasses import dataclass

from deckwright.agents.agent import Agent, AgentContext
from deckwright.agents.cambio import CambioAgent
from deckwright.engine import Action, Information


@dataclass(frozen=True)
class KernelAgent:
    """An agent by the name that the kernel knows it by: `random`, `flat:200`."""

    name: str

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Action:  # noqa: ARG002
        """What it does, on this seat's information."""
        return information.consult(self.name, seed=seed)


def kernel_text(agent: Agent) -> str | bytes:
    """What the kernel is told of an agent that it plays itself."""
    return agent.settings if isinstance(agent, CambioAgent) else agent.name
