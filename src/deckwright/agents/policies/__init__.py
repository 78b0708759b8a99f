"""Learned policies: how they are learned, kept in files and found, and the agent that plays one by itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deckwright.agents.errors import AgentError
from deckwright.agents.kind import AgentKind
from deckwright.agents.policies.file import LearnedPolicy, load_policy
from deckwright.agents.policies.library import find_policy, missing_policy, shipped_games
from deckwright.agents.policies.recipe import DEFAULT_RECIPE, CurvePoint, Recipe
from deckwright.games.errors import quoted

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
COLDEST, HOTTEST = 0.01, 100.0
"""Temperatures: near to what the policy prefers most, and near to random play."""


def _make_policy(setting: str) -> Agent:
    from deckwright.agents.kernel import KernelAgent  # which asks this package for policies

    if not setting:
        return KernelAgent("policy", policy=OWN_POLICY)
    return KernelAgent(f"policy:{setting}", text="policy", policy=setting)


def _make_softmax(setting: str) -> Agent:
    from deckwright.agents.kernel import KernelAgent

    temperature = float(setting) if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,2})?", setting) else 0.0
    if not COLDEST <= temperature <= HOTTEST:
        found = quoted(f"softmax:{setting}" if setting else "softmax")
        expected = f"softmax:T with a temperature T from {COLDEST} to {HOTTEST:g}, as in softmax:1.5"
        raise AgentError("agent.bad-setting", f"found {found}, expected {expected}")
    return KernelAgent(f"softmax:{temperature:g}", policy=OWN_POLICY)


KINDS = (
    AgentKind(
        "policy",
        "policy[:FILE]",
        "does what was learned by self-play: the game's own policy, or one that `deckwright learn` saved",
        _make_policy,
        cost="about a microsecond",
    ),
    AgentKind(
        "softmax",
        "softmax:T",
        "draws what it does by the game's policy at temperature T: 1 as it was learned, nearer to random play above",
        _make_softmax,
        cost="about a microsecond",
    ),
)
