"""Learned policies: how they are learned, kept in files and found, and the agent that plays one by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.agents.kind import AgentKind
from deckwright.agents.policies.file import LearnedPolicy, load_policy
from deckwright.agents.policies.library import find_policy, missing_policy, shipped_games
from deckwright.agents.policies.recipe import DEFAULT_RECIPE, CurvePoint, Recipe

if TYPE_CHECKING:
    from deckwright.agents.agent import Agent

__all__ = [
    "DEFAULT_RECIPE",
    "KINDS",
    "OWN_POLICY",
    "CurvePoint",
    "LearnedPolicy",
    "Recipe",
    "find_policy",
    "load_policy",
    "missing_policy",
    "shipped_games",
]

OWN_POLICY = "own"
"""The policy that a game has, wherever it has one."""


def _make_policy(setting: str) -> Agent:
    from deckwright.agents.kernel import KernelAgent  # which asks this package for policies

    if not setting:
        return KernelAgent("policy", policy=OWN_POLICY)
    return KernelAgent(f"policy:{setting}", text="policy", policy=setting)


KINDS = (
    AgentKind(
        "policy",
        "policy[:FILE]",
        "does what was learned by self-play: the game's own policy, or one that `deckwright learn` saved",
        _make_policy,
        cost="about a microsecond",
    ),
)
