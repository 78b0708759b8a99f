"""A policy learned for a report, and what learning gained over random play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from pydantic import ConfigDict

from deckwright.agents import AgentContext
from deckwright.agents.policies import LearnedPolicy
from deckwright.engine import Action, Game, Information
from deckwright.measure.plain import STRICT
from deckwright.measure.skill import Comparison

if TYPE_CHECKING:
    from deckwright._kernel import AgentForm, PolicyFile

POLICY = "policy"
"""On a ladder: the policy that is learned in the run."""


@dataclass(frozen=True)
class Learning:
    """So many hands of self-play, and the policy that came of it against random play."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    hands: int
    gain: Comparison


@dataclass(frozen=True)
class LearnedAgent:
    """Plays a policy that was learned for a game; options that leave its cards alone do not matter."""

    policy: LearnedPolicy = field(repr=False)
    file: PolicyFile = field(repr=False)
    name: str = POLICY

    @classmethod
    def of(cls, policy: LearnedPolicy) -> LearnedAgent:
        """An agent that plays what was learned."""
        return cls(policy, policy.for_kernel)

    def kernel_form(self, game: Game) -> AgentForm:
        """Its text and its weights, if they are of this game."""
        self.policy.check_game(game)
        return "policy", self.file

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Action:  # noqa: ARG002
        """What it does, on this seat's information."""
        return information.consult(self.kernel_form(information.game), seed=seed)


@dataclass(frozen=True)
class SearchingAgent:
    """Tree search that uses a learned policy as its prior and in playouts."""

    policy: LearnedAgent
    simulations: int

    @property
    def name(self) -> str:
        """What it is called in results."""
        return f"ismcts:{self.simulations}@policy"

    def kernel_form(self, game: Game) -> AgentForm:
        """Its text and the weights, if they are of this game."""
        self.policy.policy.check_game(game)
        return f"ismcts:{self.simulations}", self.policy.file

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Action:  # noqa: ARG002
        """What it does, on this seat's information."""
        return information.consult(self.kernel_form(information.game), seed=seed)
