"""Players of hold'em by rule of thumb, to measure others against. The kernel plays them."""

from __future__ import annotations

import json
from functools import partial
from typing import Final

from deckwright.agents.agent import Agent
from deckwright.agents.errors import AgentError
from deckwright.agents.kernel import KernelAgent
from deckwright.agents.kind import AgentKind

RULE_AGENTS: Final = {
    "tight": "plays few hands, bets good ones, folds the rest",
    "loose": "plays many hands, calls much and raises little",
    "aggressive": "plays many hands, bets and raises with most of them, and bluffs",
    "always-call": "checks or calls, whatever happens",
}
"""By name, and how each plays."""


def _make(name: str, setting: str) -> Agent:
    if setting:
        raise AgentError("agent.bad-setting", f"found '{name}:{setting}', expected '{name}' alone: it has no settings")
    return KernelAgent(name, json.dumps({"family": name}))


KINDS = tuple(
    AgentKind(name, name, f"plays Texas hold'em: {text}", partial(_make, name), games="holdem")
    for name, text in RULE_AGENTS.items()
)

__all__ = ["KINDS", "RULE_AGENTS"]
