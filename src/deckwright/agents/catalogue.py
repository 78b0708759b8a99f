"""The agents there are, and the texts that mean them."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import MappingProxyType

from deckwright.agents.agent import Agent
from deckwright.agents.errors import AgentError
from deckwright.agents.kernel import KernelAgent
from deckwright.agents.kind import AgentKind
from deckwright.agents.levels import LevelAgent
from deckwright.agents.policies import OWN_POLICY
from deckwright.engine import EngineError
from deckwright.engine.consulting import parse_setting
from deckwright.games.errors import nearest_hint, quoted

ENTRY_POINTS = "deckwright.agents"
"""Kinds of agents that rooms above this one, and other packages, bring along."""

AgentSource = str | Agent
"""A text such as `flat:200`, or an agent of one's own."""


def _make_plain(name: str, setting: str) -> Agent:
    try:
        return KernelAgent(name + parse_setting(name, setting))
    except EngineError as error:
        raise AgentError(error.code, error.message) from None


def _make_ismcts(setting: str) -> Agent:
    """`N` or `Nms`, and after an @ the policy: none, or a file's. Without it the game's own, if it has one."""
    budget, at, policy = setting.partition("@")
    if at and not policy:
        raise AgentError("agent.bad-setting", f"found 'ismcts:{setting}', expected @none or @FILE after the budget")
    text = _make_plain("ismcts", budget.strip()).name
    if not at:
        return KernelAgent(text, text, OWN_POLICY)
    return KernelAgent(f"{text}@{policy}", text, "" if policy == "none" else policy)


def _make_level(name: str, setting: str) -> Agent:
    if setting:
        raise AgentError(
            "agent.bad-setting", f"found '{name}:{setting}', expected '{name}' alone: a level has no settings"
        )
    return LevelAgent(name)


def _families() -> Iterator[AgentKind]:
    """The agents of single games: the KINDS of every folder of this room."""
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if module.ispkg:
            yield from import_module(f"{__package__}.{module.name}").KINDS


AGENT_KINDS: Sequence[AgentKind] = (
    AgentKind("random", "random", "plays any legal action, all equally likely", partial(_make_plain, "random")),
    AgentKind(
        "greedy",
        "greedy",
        "looks one step ahead: tries each action in a few worlds that it thinks possible",
        partial(_make_plain, "greedy"),
        cost="a tenth of a millisecond in Hearts",
    ),
    AgentKind(
        "flat",
        "flat:N",
        "N playouts for each decision, each to the end of the hand, in worlds that it thinks possible",
        partial(_make_plain, "flat"),
        cost="N playouts: a few milliseconds for N = 1000 in Hearts",
    ),
    AgentKind(
        "ismcts",
        "ismcts:N",
        "searches the tree of what may come by N simulations, or ismcts:Nms for N milliseconds; with the game's policy "
        "if there is one (@none: without, @FILE: with that of a file)",
        _make_ismcts,
        cost="N simulations: a few milliseconds for N = 1000 in Hearts",
    ),
    *(
        AgentKind(name, name, text, partial(_make_level, name), cost=cost)
        for name, text, cost in (
            ("easy", "for people: a beginner", "milliseconds"),
            ("medium", "for people: better than easy on most deals", "milliseconds"),
            ("hard", "for people: better than medium on most deals", "under 0.3 s on average"),
            ("best", "for people: as good as it gets within a second", "under a second"),
        )
    ),
    *_families(),
)


@cache
def agent_kinds() -> Mapping[str, AgentKind]:
    """Every kind of agent by name: those of this room, and those that others registered by entry point."""
    kinds = {kind.name: kind for kind in AGENT_KINDS}
    for point in entry_points(group=ENTRY_POINTS):
        found = point.load()
        for kind in found if isinstance(found, tuple) else (found,):
            if not isinstance(kind, AgentKind) or kind.name in kinds:
                told = f"the entry point {point.name!r} is no kind of agent of its own"
                raise AgentError("agent.bad-entry-point", told)
            kinds[kind.name] = kind
    return MappingProxyType(kinds)


_HERE: dict[str, AgentKind] = {}


@contextmanager
def known_here(kinds: Iterable[AgentKind]) -> Iterator[None]:
    """While it lasts, this process knows kinds of agents that its user has named on the command line."""
    added = {kind.name: kind for kind in kinds}
    _HERE.update(added)
    try:
        yield
    finally:
        for name in added:
            del _HERE[name]


def parse_agent(source: AgentSource) -> Agent:
    """The agent that a text means; AgentError suggests the nearest."""
    if not isinstance(source, str):
        if isinstance(source, Agent):
            return source
        raise AgentError("agent.wrong-type", f"found {type(source).__name__}, expected a text or an Agent")
    name, _, setting = source.strip().partition(":")
    own = {kind.name: kind for kind in AGENT_KINDS}
    kinds = own if name.lower() in own else {**agent_kinds(), **_HERE}  # others only if they are asked for
    kind = kinds.get(name.lower())
    if kind is None:
        known = ", ".join(kind.form for kind in kinds.values())
        raise AgentError(
            "agent.unknown", f"there is no agent {quoted(source)}: there is {known}{nearest_hint(name, kinds)}"
        )
    return kind.make(setting.strip())


def parse_agents(texts: str) -> tuple[Agent, ...]:
    """Agents in a list with commas."""
    return tuple(parse_agent(text) for text in texts.split(","))


def seat_agents(agents: Sequence[AgentSource] | str, seats: int) -> tuple[Agent, ...]:
    """An agent for each seat: if there are fewer agents than seats, they take turns; one text is every seat's."""
    if isinstance(agents, str):
        agents = (agents,)
    if not 1 <= len(agents) <= seats:
        raise AgentError("agent.wrong-number", f"found {len(agents)} agents, expected 1 to {seats}: one a seat")
    parsed = [parse_agent(agent) for agent in agents]
    return tuple(parsed[seat % len(parsed)] for seat in range(seats))
