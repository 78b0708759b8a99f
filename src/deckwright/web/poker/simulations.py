"""Simulations of hold'em as jobs of the web app: who may sit down, and how much may be played."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from deckwright.agents import check_agents, parse_agent
from deckwright.measure.poker.ring import HOLDEM
from deckwright.measure.poker.ring_job import RING
from deckwright.measure.poker.ring_page import ring_body
from deckwright.web.errors import WebError
from deckwright.web.opponents import RULE, Opponent, find_opponents
from deckwright.web.poker.shelf import Shelf
from deckwright.web.web_job import Games, JobRequest, Prepared, WebJob

STRANGER_HANDS = 60_000
MOST_HANDS = 3_000_000
STRANGER_S = 120.0
LONG_S = 3_600.0


class SimulationRequest(JobRequest):
    """Two to six agents at a table of hold'em."""

    agents: Annotated[list[Annotated[str, Field(max_length=100)]], Field(min_length=2, max_length=6)]
    """`random`, `always-call`, `tight`, `loose`, `aggressive`, a level, or `blueprint:NAME` of a bundle."""
    hands: Annotated[int, Field(ge=1, le=10**7)] = 6_000
    stack: Annotated[int, Field(ge=2, le=1_000)] = 100
    """Big blinds of everyone."""
    sizes: Annotated[str, Field(max_length=60)] = "0.5,1"
    """Bets as parts of the pot, as the game's option has them."""
    duplicate: bool = True
    """Play each deal once for every seat."""
    log: Annotated[int, Field(ge=0, le=20)] = 3
    """Hands that are told action by action; with duplicate deals alone."""
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0


def agent_choices(shelf: Shelf) -> list[dict[str, Any]]:
    """Agents that may be chosen: their names, in groups, and for how many players they are (0: any number)."""
    found = [Opponent("random", RULE), *find_opponents(HOLDEM, shelf)]
    return [{"agent": one.name, "group": one.group, "players": one.players} for one in found]


def _prepare(games: Games, asked: SimulationRequest) -> Prepared:
    known = {choice["agent"]: choice["players"] for choice in agent_choices(games.shelf)}
    for agent in asked.agents:
        if agent not in known:
            raise WebError("agent.unknown", f"there is no such agent here: there is {', '.join(known)}")
        if known[agent] not in (0, len(asked.agents)):
            raise WebError(
                "blueprint.other-game", f"{agent} is for {known[agent]} players, and {len(asked.agents)} play"
            )
    options = {"stack": asked.stack, "sizes": asked.sizes}
    game = games.load(HOLDEM, {"players": len(asked.agents), **options})  # refuses sizes and stacks that cannot be
    folders = {}
    for agent in set(asked.agents):
        kind, _, name = agent.partition(":")
        if name:
            folders[agent] = f"{kind}:{games.shelf.bundle_folder(name)}"
    check_agents(map(parse_agent, folders.values()), game)
    spec = {
        "page": HOLDEM,
        "agents": asked.agents,
        "folders": folders,
        "options": options,
        "hands": asked.hands,
        "duplicate": asked.duplicate,
        "log": asked.log,
        "seed": asked.seed,
        "seconds": STRANGER_S if asked.hands <= STRANGER_HANDS else LONG_S,
    }
    return Prepared(" – ".join(asked.agents)[:180], spec, asked.hands)


def _page(result: dict[str, Any]) -> str:
    return ring_body(result)


SIMULATION_JOB = WebJob(RING, SimulationRequest, _prepare, "hands", STRANGER_HANDS, MOST_HANDS, _page, can_stop=True)
