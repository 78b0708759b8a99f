"""Finding an agent's constants by playing: CMA-ES (Hansen 2016) over matches against others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import ValidationError

from deckwright.agents.cambio import CAMBIO_AGENTS, CambioAgent
from deckwright.agents.cambio.constants import Constants
from deckwright.arena.contest import Seating, play_contest
from deckwright.arena.errors import ArenaError
from deckwright.engine import Seed, load, seed_number

if TYPE_CHECKING:
    import numpy as np

STEP = 0.4
"""First step, in units of each constant's scale."""
LEAST_SCALE = 0.3
"""Scale of a constant that is near nought; others have 40 % of their size."""


@dataclass(frozen=True)
class Tuned:
    """The constants that were found, and how well they did in the last generation."""

    constants: Constants
    share: float
    """Mean share of wins over the tables."""
    generations: int
    matches: int


def tune(
    name: str,
    *,
    tables: Sequence[Sequence[str]] = (("bayesian-v2",), ("bayesian-v2", "bayesian-v2")),
    generations: int = 40,
    population: int = 14,
    matches: int = 1200,
    seed: Seed = 0,
    threads: int | None = None,
    progress: Callable[[int, float], bool | None] | None = None,
) -> Tuned:
    """The constants of an agent of Cambio that win most against the opponents of each table, seats rotated."""
    try:
        import numpy as np
        from cmaes import CMA
    except ImportError:
        raise ArenaError("tune.no-cmaes", "tuning needs the extra 'tune': pip install 'deckwright[tune]'") from None
    if name not in CAMBIO_AGENTS:
        raise ArenaError("tune.unknown", f"found {name!r}, expected one of {', '.join(CAMBIO_AGENTS)}")
    start = CAMBIO_AGENTS[name]()
    names = tuple(type(start).model_fields)
    centre = np.array([float(getattr(start, field)) for field in names])
    scale = np.maximum(LEAST_SCALE, STEP * np.abs(centre))
    games = [(load("cambio", players=len(table) + 1), table) for table in tables]
    played = 0

    def constants_at(point: np.ndarray) -> Constants | None:
        values = dict(zip(names, map(float, centre + point * scale), strict=True))
        if "trust" in values:
            values["trust"] = min(1.0, max(0.0, values["trust"]))
        try:
            return type(start).model_validate(values)
        except ValidationError:
            return None

    def share(constants: Constants | None, generation: int) -> float:
        nonlocal played
        if constants is None:
            return 0.0
        agent = CambioAgent("candidate", constants)
        shares = []
        for game, table in games:
            contest = play_contest(
                game,
                (agent, *table),
                matches=matches,
                seating=Seating.ROTATED,
                seed=seed_number(seed, domain=f"tune {generation}"),
                threads=threads,
                control=False,
            )
            played += contest.matches
            shares.append(next(s.share.share for s in contest.standings if s.agent == agent.name))
        return sum(shares) / len(shares)

    search = CMA(
        mean=np.zeros(len(names)), sigma=STEP, population_size=population, seed=seed_number(seed, domain="cma") % 2**32
    )
    done, best = 0, 0.0
    for generation in range(generations):
        points = [search.ask() for _ in range(search.population_size)]
        judged = [(point, -share(constants_at(point), generation)) for point in points]
        search.tell(judged)
        best = -min(value for _, value in judged)
        done = generation + 1
        if progress is not None and progress(done, best) is False:
            break
    found = constants_at(search.mean) or start
    return Tuned(found, share(found, generations), done, played)
