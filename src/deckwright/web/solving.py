"""Solving small games as jobs of the web app: what may be asked, what is shown, and the pages of it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import Field

from deckwright.measure.charts import Curve, curves
from deckwright.solve.algorithms import ALGORITHMS, DEFAULT_ALGORITHM
from deckwright.solve.solve_job import SOLVE
from deckwright.web.errors import WebError
from deckwright.web.guard import address_of
from deckwright.web.sizing import MOST_MEMORY_MB, find_size
from deckwright.web.templating import part
from deckwright.web.web_job import GameName, GameOptions, Games, JobRequest, Prepared, WebJob
from deckwright.web.words import WORDS

ITERATIONS = 2_000
STRANGER_VISITS = 3_000_000_000
MOST_VISITS = 10**12

router = APIRouter(prefix="/api", tags=["jobs"])


class SizeRequest(JobRequest):
    """A game whose size is asked for."""

    game: GameName
    options: GameOptions = Field(default_factory=dict)


class SolveRequest(SizeRequest):
    """A small game to be solved."""

    algorithm: Literal[tuple(one.name for one in ALGORITHMS)] = DEFAULT_ALGORITHM  # type: ignore[valid-type]
    iterations: Annotated[int, Field(ge=1, le=10**9)] = ITERATIONS
    """Visits of nodes are what is bounded: iterations times the nodes of the tree."""
    target: Annotated[float | None, Field(gt=0, le=1e9)] = None
    """It stops when NashConv is at most this."""
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0


@router.post("/size")
async def size(request: Request, body: SizeRequest) -> dict[str, Any]:
    """How large a game's tree is, and whether it can be solved here; if not, why."""
    service: Any = request.app.state.service

    def look() -> dict[str, Any]:
        service.load(body.game, body.options)  # refuses what there is not
        return find_size(service.game_spec(body.game, body.options), service.settings.limits).to_dict()

    found: dict[str, Any] = await service.sizing.do(address_of(request.scope), look)
    return found


def _prepare(games: Games, asked: SolveRequest) -> Prepared:
    game = games.load(asked.game, asked.options)
    spec = games.game_spec(asked.game, asked.options)
    found = find_size(spec, games.settings.limits)
    if not found.can_solve:
        raise WebError(found.code, found.reason)
    spec |= asked.model_dump(include={"algorithm", "iterations", "target", "seed"})
    cost = int(asked.iterations * max(1.0, found.nodes))
    return Prepared(f"{game.name}, solved", {**spec, "max_memory_mb": MOST_MEMORY_MB}, cost)


def convergence(looks: list[list[float]]) -> str:
    """The chart of what could still be gained, by iterations."""
    seats = len(looks[0]) - 1
    lines = [Curve(WORDS["solve_all_seats"], tuple((look[0], sum(look[1:])) for look in looks))]
    if seats > 1:
        lines += [
            Curve(WORDS["solve_seat"].format(seat=seat + 1), tuple((look[0], look[seat + 1]) for look in looks))
            for seat in range(seats)
        ]
    words = {"title": WORDS["solve_chart"], "x": WORDS["solve_iterations"], "y": WORDS["solve_gain"]}
    return curves(lines, **words, log_x=True, log_y=True)


def live_html(shown: dict[str, Any]) -> str:
    """How far a solver is."""
    looks = shown["looks"]
    seconds, iterations = shown["seconds"], shown["iterations"]
    return part("solving.html", chart=convergence(looks), gained=sum(looks[-1][1:]), looks=len(looks),
                seconds=seconds, iterations=iterations)  # fmt: skip


def solved_html(result: dict[str, Any]) -> str:
    """A solution: how close it is, what it is worth, and the walk, which a script fills."""
    return part("solved.html", found=result, chart=convergence(result["looks"]))


SOLVE_JOB = WebJob(
    SOLVE,
    SolveRequest,
    _prepare,
    "visits of nodes (iterations times nodes)",
    STRANGER_VISITS,
    MOST_VISITS,
    solved_html,
    live=live_html,
    can_stop=True,
    script="walk.js",
)
