"""The agents of a table: a list that the program which opens it gives. Clients choose from it by name, and only so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from deckwright.agents import Agent, AgentError, KernelAgent, LevelAgent, choose, parse_agent
from deckwright.engine import Game
from deckwright.play.errors import TableError
from deckwright.play.inputs import LONGEST_DATA
from deckwright.play.seats import Seat, is_name

LAST_RESORT = "random"
"""Who plays where neither a seat's agent nor the stand-in can: it needs nothing and plays every game."""


class ListedAgent(NamedTuple):
    """What a name of the list stands for. Clients see the name, never this."""

    spec: str
    """As `parse_agent` reads it; it may name a file of the server."""
    digest: str = ""
    """SHA-256 of that file, so that another one in its place is not taken for it."""


AgentList = Mapping[str, ListedAgent]


def list_agents(game: Game, specs: Mapping[str, str], others: Iterable[str]) -> dict[str, ListedAgent]:
    """The list of a new table: names with their specs, and agents that the program seats by spec alone.

    TableError names the one that there is not, or that cannot play this game.
    """
    listed: dict[str, ListedAgent] = {}
    for name, spec in specs.items():
        if not name or not is_name(name):
            raise TableError("table.bad-agent", f"found the agent's name {name[:60]!r}, expected a short printable one")
        listed[name] = _listed(game, name, spec)
    for spec in others:
        if spec in listed:
            continue
        name = _parsed(spec, spec).name  # without the folders of a file
        if not name.isprintable() or len(name) > LONGEST_DATA:
            raise TableError("table.bad-agent", f"found the agent's name {name[:60]!r}, which no client could say")
        found = _listed(game, name, spec)
        known = listed.setdefault(name, found)
        if known.digest != found.digest or _parsed(name, known.spec).name != name:
            message = f"two agents would be called {name[:60]!r}: name them apart in the list, agents={{name: spec}}"
            raise TableError("table.bad-agent", message)
    return listed


def listed_seat(seat: Seat, listed: AgentList) -> Seat:
    """A seat whose agent is called as in the list."""
    if not seat.agent or seat.agent in listed:
        return seat
    return seat._replace(agent=_parsed(seat.agent, seat.agent).name)


def absent_agents(game: Game, listed: AgentList) -> frozenset[str]:
    """Those of a kept list that cannot be had any more: their file is gone or another one, or they do not play this."""
    return frozenset(name for name, known in listed.items() if not _is_there(game, name, known))


@lru_cache(maxsize=256)
def make_agent(listed: ListedAgent) -> Agent:
    """The agent that a list has; AgentError if it cannot be had."""
    agent = parse_agent(listed.spec)
    if _digest_of(agent) != listed.digest:
        raise AgentError("agent.other-file", "the agent's file is not the one that the table was opened with")
    return agent


def _is_there(game: Game, name: str, known: ListedAgent) -> bool:
    try:
        return _listed(game, name, known.spec) == known
    except TableError:
        return False


def _parsed(name: str, spec: str) -> Agent:
    try:
        return parse_agent(spec)
    except Exception as error:  # a kind of agents may be anybody's code too
        reason = error.message if isinstance(error, AgentError) else type(error).__name__
        raise TableError("table.bad-agent", f"agent {name[:60]!r}: {reason}") from None


def _listed(game: Game, name: str, spec: str) -> ListedAgent:
    agent = _parsed(name, spec)
    found = ListedAgent(spec, _digest_of(agent))
    if not isinstance(agent, KernelAgent):  # those of the kernel play every game
        _check_plays(game, name, found)
    return found


@lru_cache(maxsize=1024)
def _check_plays(game: Game, name: str, listed: ListedAgent) -> None:
    """Try an agent once for all tables of a game: a server that starts again has hundreds of them."""
    agent = _parsed(name, listed.spec)
    state = game.deal(seed=0)
    if state.seat is None:
        return
    try:
        if isinstance(agent, LevelAgent):  # which is one of the kernel's: no need to wait until it has thought
            agent.kernel_form(game)
            return
        chosen = choose(agent, state, seed=0)
    except Exception as error:  # an agent may be anybody's code, and none of its errors may reach the table
        reason = error.message if isinstance(error, AgentError) else type(error).__name__
        raise TableError("table.bad-agent", f"agent {name[:60]!r} does not play {game.name}: {reason}") from None
    if chosen not in state.actions():
        raise TableError("table.bad-agent", f"agent {name[:60]!r} does not play {game.name}: its choice is not legal")


def _digest_of(agent: Agent) -> str:
    """Of the file that an agent was made from, if it says so."""
    found = getattr(agent, "digest", "")
    return found if isinstance(found, str) else ""
