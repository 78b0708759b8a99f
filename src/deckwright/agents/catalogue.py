"""The agents there are, and the texts that mean them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from deckwright.agents.agent import Agent
from deckwright.agents.cambio import CAMBIO_AGENTS, make_cambio_agent
from deckwright.agents.errors import AgentError
from deckwright.agents.kernel import KernelAgent
from deckwright.games.errors import nearest_hint, quoted

MOST_PLAYOUTS = 1_000_000

AgentSource = str | Agent
"""A text such as `flat:200`, or an agent of one's own."""


@dataclass(frozen=True)
class AgentKind:
    """A family of agents: how it is written, what it does, how its text after the colon is read."""

    name: str
    form: str
    text: str
    make: Callable[[str], Agent]


def _make_random(setting: str) -> Agent:
    if setting:
        raise AgentError("agent.bad-setting", f"found 'random:{setting}', expected 'random' alone")
    return KernelAgent("random")


def _make_flat(setting: str) -> Agent:
    if not (setting.isascii() and setting.isdigit() and len(setting) < 9 and 1 <= int(setting) <= MOST_PLAYOUTS):
        raise AgentError(
            "agent.bad-setting", f"found 'flat:{setting}', expected 'flat:N' with N playouts, 1 to {MOST_PLAYOUTS:,}"
        )
    return KernelAgent(f"flat:{int(setting)}")


AGENT_KINDS: Sequence[AgentKind] = (
    AgentKind("random", "random", "plays any legal action, all equally likely", _make_random),
    AgentKind(
        "flat",
        "flat:N",
        "N playouts for each decision, each to the end of the hand, in worlds that it thinks possible",
        _make_flat,
    ),
    *(
        AgentKind(
            name,
            name,
            f"plays Cambio: {(kind.__doc__ or '').splitlines()[0].lower().rstrip('.')}",
            partial(make_cambio_agent, name),
        )
        for name, kind in CAMBIO_AGENTS.items()
    ),
)


def parse_agent(source: AgentSource) -> Agent:
    """The agent that a text means; AgentError suggests the nearest."""
    if not isinstance(source, str):
        if isinstance(source, Agent):
            return source
        raise AgentError("agent.wrong-type", f"found {type(source).__name__}, expected a text or an Agent")
    name, _, setting = source.strip().partition(":")
    kinds = {kind.name: kind for kind in AGENT_KINDS}
    kind = kinds.get(name.lower())
    if kind is None:
        known = ", ".join(kind.form for kind in AGENT_KINDS)
        raise AgentError(
            "agent.unknown", f"there is no agent {quoted(source)}: there is {known}{nearest_hint(name, kinds)}"
        )
    return kind.make(setting.strip())


def parse_agents(texts: str) -> tuple[Agent, ...]:
    """Agents in a list with commas."""
    return tuple(parse_agent(text) for text in texts.split(","))


def seat_agents(agents: Sequence[AgentSource], seats: int) -> tuple[Agent, ...]:
    """An agent for each seat: if there are fewer agents than seats, they take turns."""
    if not 1 <= len(agents) <= seats:
        raise AgentError("agent.wrong-number", f"found {len(agents)} agents, expected 1 to {seats}: one a seat")
    parsed = [parse_agent(agent) for agent in agents]
    return tuple(parsed[seat % len(parsed)] for seat in range(seats))
