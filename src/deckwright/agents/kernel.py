"""Agents that the kernel plays itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from deckwright.agents.agent import Agent, AgentContext
from deckwright.agents.policies import OWN_POLICY, find_policy, load_policy, missing_policy
from deckwright.engine import Action, Game, Information

if TYPE_CHECKING:
    from deckwright._kernel import AgentForm


@runtime_checkable
class PlayedByKernel(Protocol):
    """An agent that the kernel plays, so that whole batches of games are played there."""

    def kernel_form(self, game: Game) -> AgentForm:
        """What the kernel is told of it in this game."""


@dataclass(frozen=True)
class KernelAgent:
    """An agent by the name that the kernel knows it by: `random`, `flat:200`."""

    name: str
    text: str = ""
    """What the kernel is told, if that is not its name."""
    policy: str = ""
    """Which policy it uses: none, `OWN_POLICY` (the game's, if there is one), or a file's path."""

    def kernel_form(self, game: Game) -> AgentForm:
        """Its text, and the policy that it uses in this game."""
        text = self.text or self.name
        if not self.policy:
            return text
        policy = find_policy(game) if self.policy == OWN_POLICY else load_policy(self.policy, game)
        if policy is None and not text.startswith("ismcts"):
            raise missing_policy(game)
        return text if policy is None else (text, policy)

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Action:  # noqa: ARG002
        """What it does, on this seat's information."""
        return information.consult(self.kernel_form(information.game), seed=seed)


def kernel_form(agent: Agent, game: Game) -> AgentForm | None:
    """What the kernel is told of an agent that it plays itself; None of any other."""
    return agent.kernel_form(game) if isinstance(agent, PlayedByKernel) else None
