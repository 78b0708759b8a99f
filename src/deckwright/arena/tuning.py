"""Finding an agent's constants by playing: CMA-ES (Hansen 2016) over matches against others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from pydantic import ValidationError

from deckwright.agents import AgentSource
from deckwright.agents.cambio import CAMBIO_AGENTS, CambioAgent
from deckwright.agents.cambio.constants import Constants
from deckwright.arena.contest import Seating, play_contest
from deckwright.arena.errors import ArenaError
from deckwright.engine import Seed, load, seed_number
from deckwright.measure import Share

if TYPE_CHECKING:
    import numpy as np

STEP = 0.4
"""First step, in units of each constant's scale."""
LEAST_SCALE = 0.3
"""Scale of a constant that is near nought; others have 40 % of their size."""
CANDIDATE = "candidate"
AGAINST_V2 = (("bayesian-v2",), ("bayesian-v2", "bayesian-v2"))

Opponents = Sequence[AgentSource]
"""Who else sits at a table."""
Progress = Callable[[int, float], bool | None]
"""Told the generation and its best candidate's worth; False stops."""


class Aim(StrEnum):
    """What is made as large as possible, of the shares of wins at the tables."""

    MEAN = "mean"
    WORST = "worst"


@dataclass(frozen=True)
class Effort:
    """How much a search tries. The same effort gives the same search."""

    generations: int = 40
    population: int = 14
    matches: int = 1200
    """Of each candidate at each table."""
    seed: Seed = 0
    threads: int | None = None


@dataclass(frozen=True)
class Tuned:
    """The constants that were found, and how well they do in matches that the search did not see."""

    constants: Constants
    share: float
    """Of wins at the tables, as the search aimed for."""
    generations: int
    matches: int


def tune(
    start: str | CambioAgent,
    *,
    tables: Sequence[Opponents] = AGAINST_V2,
    effort: Effort | None = None,
    aim: Aim = Aim.MEAN,
    progress: Progress | None = None,
) -> Tuned:
    """The constants of an agent of Cambio that win most against the opponents of each table, seats rotated."""
    try:
        import numpy as np
        from cmaes import CMA
    except ImportError:
        raise ArenaError("tune.no-cmaes", "tuning needs the extra 'tune': pip install 'deckwright[tune]'") from None
    wanted = effort or Effort()
    constants = start_of(start).constants
    names = tuple(type(constants).model_fields)
    centre = np.array([float(getattr(constants, field)) for field in names])
    scale = np.maximum(LEAST_SCALE, STEP * np.abs(centre))
    played = 0

    def constants_at(point: np.ndarray) -> Constants | None:
        values = dict(zip(names, map(float, centre + point * scale), strict=True))
        if "trust" in values:
            values["trust"] = min(1.0, max(0.0, values["trust"]))
        try:
            return type(constants).model_validate(values)
        except ValidationError:
            return None

    def worth(tried: Constants | None, domain: str, times: int = 1) -> float:
        nonlocal played
        if tried is None:
            return 0.0
        seed = seed_number(wanted.seed, domain=domain)
        matches = wanted.matches * times
        shares = [measure(tried, table, matches=matches, seed=seed, threads=wanted.threads).share for table in tables]
        played += matches * len(tables)
        return min(shares) if aim is Aim.WORST else sum(shares) / len(shares)

    search = CMA(
        mean=np.zeros(len(names)),
        sigma=STEP,
        population_size=wanted.population,
        seed=seed_number(wanted.seed, domain="cma") % 2**32,
    )
    done = 0
    best_point = search.mean
    for generation in range(wanted.generations):
        points = [search.ask() for _ in range(search.population_size)]
        judged = [(point, -worth(constants_at(point), f"tune {generation}")) for point in points]
        search.tell(judged)
        best_point, best = min(judged, key=lambda one: one[1])
        done = generation + 1
        if progress is not None and progress(done, -best) is False:
            break
    # Noise favours whoever was lucky: the centre and the last best meet again in other matches.
    finalists = [found for point in (search.mean, best_point) if (found := constants_at(point)) is not None]
    again = [(worth(found, "tune again", 4), found) for found in (*finalists, constants)]
    _, found = max(again, key=lambda one: one[0])
    return Tuned(found, worth(found, "tune told", 4), done, played)


def measure(constants: Constants, opponents: Opponents, *, matches: int, seed: Seed, threads: int | None) -> Share:
    """The share of matches that an agent with these constants wins at a table, seats rotated."""
    contest = play_contest(
        load("cambio", players=len(opponents) + 1),
        (CambioAgent(CANDIDATE, constants), *opponents),
        matches=matches,
        seating=Seating.ROTATED,
        seed=seed,
        threads=threads,
        control=False,
    )
    return next(standing.share for standing in contest.standings if standing.agent == CANDIDATE)


def start_of(agent: str | CambioAgent) -> CambioAgent:
    """The agent whose constants a search starts from."""
    if isinstance(agent, CambioAgent):
        return agent
    if agent not in CAMBIO_AGENTS:
        raise ArenaError("tune.unknown", f"found {agent!r}, expected one of {', '.join(CAMBIO_AGENTS)}")
    return CambioAgent(agent, CAMBIO_AGENTS[agent]())
