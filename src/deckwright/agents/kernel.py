"""Agents that the kernel plays itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from deckwright.agents.agent import Agent, AgentContext
from deckwright.engine import Action, Information


@runtime_checkable
class PlayedByKernel(Protocol):
    """An agent that is a text to the kernel, so that whole batches of games are played there."""

    @property
    def kernel_text(self) -> str:
        """What the kernel is told of it."""


@dataclass(frozen=True)
class KernelAgent:
    """An agent by the name that the kernel knows it by: `random`, `flat:200`."""

    name: str

    @property
    def kernel_text(self) -> str:
        """Its name is all there is to it."""
        return self.name

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Action:  # noqa: ARG002
        """What it does, on this seat's information."""
        return information.consult(self.kernel_text, seed=seed)


def kernel_text(agent: Agent) -> str | None:
    """What the kernel is told of an agent that it plays itself; None of any other."""
    return agent.kernel_text if isinstance(agent, PlayedByKernel) else None
