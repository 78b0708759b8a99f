"""Poker for programs and for its pages: places in solutions, ranges, equities, push or fold, sizes of spots."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Annotated, Any, TypeVar

import anyio
import anyio.to_thread
from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from deckwright.solve.errors import SolveError
from deckwright.solve.poker.equity import equity
from deckwright.solve.poker.explorer.frame import class_means
from deckwright.solve.poker.push_or_fold import DEFAULT_DEALS, PushOrFold, push_or_fold
from deckwright.solve.poker.ranges import Range
from deckwright.solve.poker.tables import has_triples
from deckwright.web.errors import WebError
from deckwright.web.guard import address_of
from deckwright.web.jobs import Authorization, is_operator
from deckwright.web.poker.flop_reports import FlopsRequest, flops_size
from deckwright.web.poker.spots import SpotRequest, spot_size
from deckwright.web.poker.trainings import TrainingRequest, training_size
from deckwright.web.service import Service

router = APIRouter(prefix="/api/poker", tags=["poker"])

Answer = TypeVar("Answer")
Path = Annotated[str, Query(max_length=2_000)]
"""Actions and cards, with commas between them: `raise 2.5,call,Qs7s2d,check`."""
RangeText = Annotated[str, Field(max_length=4_000)]
Cards = Annotated[str, Field(max_length=120)]

EXACT_COST = 1.5e8
"""Evaluations up to which an equity is worked out exactly here: about a second."""
DEALS = 200_000
SMALLEST_STEP = 0.1
"""Of a stack for push or fold: answers are remembered."""


class RangeAsked(BaseModel):
    """A range as text."""

    model_config = ConfigDict(extra="forbid")

    text: RangeText


class EquityAsked(BaseModel):
    """Two to six hands or ranges, and cards that are known."""

    model_config = ConfigDict(extra="forbid")

    hands: Annotated[list[RangeText], Field(min_length=2, max_length=6)]
    board: Cards = ""
    dead: Cards = ""
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0


async def answered(request: Request, work: Callable[[], Answer]) -> Answer:
    """What some work comes to, done in a thread, for whoever does not ask too often."""
    service: Service = request.app.state.service
    if not service.poker_questions.take(address_of(request.scope)):
        raise WebError("rate.too-fast", "too many questions at once: wait a moment", status=429)
    return await anyio.to_thread.run_sync(work, limiter=_limiter(request))


def _limiter(request: Request) -> anyio.CapacityLimiter:
    state = request.app.state
    if not hasattr(state, "poker_limiter"):
        state.poker_limiter = anyio.CapacityLimiter(state.service.settings.limits.poker_threads)
    found: anyio.CapacityLimiter = state.poker_limiter
    return found


@router.get("/bundles")
async def bundles(request: Request) -> list[dict[str, Any]]:
    """Every blueprint that the operator put here: its config and how good it is."""
    service: Service = request.app.state.service
    return await answered(request, service.shelf.bundle_cards)


@router.get("/bundles/{name}")
async def bundle_place(request: Request, name: str, path: Path = "") -> dict[str, Any]:
    """A place in a blueprint, by the actions and cards that lead to it."""
    service: Service = request.app.state.service
    return await answered(request, lambda: service.shelf.ask_bundle(name, lambda one: one.frame(path).to_dict()))


@router.get("/bundles/{name}/runouts")
async def bundle_runouts(request: Request, name: str, path: Path = "") -> dict[str, Any]:
    """At a place where one card is to come: what is done after each."""
    service: Service = request.app.state.service
    found = await answered(request, lambda: service.shelf.ask_bundle(name, lambda one: one.runouts(path)))
    return {"runouts": [one.to_dict() for one in found]}


@router.get("/spots/{name}")
async def spot_place(request: Request, name: str, path: Path = "") -> dict[str, Any]:
    """A place in a solved spot; its name is in the result of the job that solved it."""
    service: Service = request.app.state.service
    return await answered(request, lambda: service.shelf.spot(name).frame(path).to_dict())


@router.get("/spots/{name}/runouts")
async def spot_runouts(request: Request, name: str, path: Path = "") -> dict[str, Any]:
    """At a place where a card is to come: what is done after each, and what that is worth."""
    service: Service = request.app.state.service
    found = await answered(request, lambda: service.shelf.spot(name).runouts(path))
    return {"runouts": [one.to_dict() for one in found]}


@router.post("/spot-size")
async def size_of_spot(request: Request, body: SpotRequest) -> dict[str, Any]:
    """How large a spot is, the memory and about the time that solving it takes; or what is wrong with it."""
    return await answered(request, lambda: checked(partial(spot_size, body)))


@router.post("/training-size")
async def size_of_training(
    request: Request, body: TrainingRequest, authorization: Authorization = ""
) -> dict[str, Any]:
    """How large a blueprint is, its memory and about its time; or what is wrong with its config. For the operator."""
    check_operator(request, authorization)
    return await answered(request, lambda: checked(partial(training_size, body)))


@router.post("/flops-size")
async def size_of_flops(request: Request, body: FlopsRequest, authorization: Authorization = "") -> dict[str, Any]:
    """How many flops, the memory of one and about the time of all; or what is wrong. For the operator."""
    check_operator(request, authorization)
    return await answered(request, lambda: checked(partial(flops_size, body)))


def check_operator(request: Request, authorization: str) -> None:
    """WebError if it is not the operator who asks."""
    if not is_operator(request.app.state.service, authorization):
        raise WebError("operator.needed", "this needs the operator's token, as a bearer header", status=401)


@router.post("/range")
async def range_of(request: Request, body: RangeAsked) -> dict[str, Any]:
    """A range: its shortest text, and a weight for each of the 169 kinds of hands, in the order of a chart's rows.

    Or what is wrong with it: people ask while they type.
    """

    def read() -> dict[str, Any]:
        found = Range.parse(body.text)
        return {"text": str(found), "combinations": found.combinations, "classes": class_means(found.weights)}

    return await answered(request, lambda: checked(read))


def checked(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What some work comes to with `ok`, or the code and message of its refusal without."""
    try:
        return {"ok": True, **work()}
    except SolveError as error:
        return {"ok": False, "code": error.code, "message": error.message}


@router.post("/equity")
async def equity_of(request: Request, body: EquityAsked) -> dict[str, Any]:
    """How often hands or ranges win when all cards come: exactly where that is cheap, else sampled, with its error."""

    def work_out() -> dict[str, Any]:
        found = equity(body.hands, board=body.board, dead=body.dead, deals=DEALS, seed=body.seed, exact_cost=EXACT_COST)
        return found.to_dict()

    return await answered(request, work_out)


@router.get("/push-or-fold")
async def push_or_fold_of(
    request: Request,
    stack: Annotated[float, Query(ge=1, le=200)] = 10.0,
    players: Annotated[int, Query(ge=2, le=3)] = 2,
) -> dict[str, Any]:
    """Jam or fold before the flop for a stack in big blinds: how often each of the 169 kinds of hands goes in."""
    if players == 3 and not has_triples(DEFAULT_DEALS):
        raise WebError(
            "pushfold.no-table",
            "three players need a table that takes minutes to make: the operator makes it once by "
            "`deckwright pushfold --players 3 --stack 10`",
            status=409,
        )
    steps = round(stack / SMALLEST_STEP)
    found = await answered(request, lambda: _solved(steps, players))
    decisions = [
        {"position": one.position, "after": one.after, "share": one.share, "often": list(one.often.values())}
        for one in found.decisions
    ]
    return {**found.to_dict(), "decisions": decisions}


@lru_cache(maxsize=512)
def _solved(steps: int, players: int) -> PushOrFold:
    return push_or_fold(round(steps * SMALLEST_STEP, 6), players=players)
