"""The application: its routes, what they share, and how a refusal is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from deckwright.errors import DeckwrightError
from deckwright.web import api, jobs, lab, pages, seats, solving
from deckwright.web.assets import Assets
from deckwright.web.errors import Refusal, WebError
from deckwright.web.gallery import gallery_cards
from deckwright.web.guard import Guard
from deckwright.web.poker import api as poker_api
from deckwright.web.poker import pages as poker_pages
from deckwright.web.service import Service
from deckwright.web.settings import ServerSettings
from deckwright.web.wire import tidy_up

STATUS = {
    "job.unknown": 404,
    "job.not-done": 409,
    "job.corrupt": 500,
    "store.corrupt": 500,
    "job.store-unavailable": 503,
    "store.unavailable": 503,
}
"""Of refusals that are made elsewhere and are not said by 400."""
REFUSALS: dict[int | str, dict[str, Any]] = {
    422: {"model": Refusal, "description": "Not what is asked for"},
    "default": {"model": Refusal, "description": "Refused, with a code"},
}
MALFORMED = 400
COMING_BACK_S = 10.0
"""So long a server that was started again does nothing but bring tables back."""
STATIC = Path(__file__).parent / "static"


async def warm_up(service: Service) -> None:
    """Make the gallery ready, so that the first look at it is quick; where tables were kept, they come back first."""
    if await asyncio.to_thread(service.store.has_tables):
        await asyncio.sleep(COMING_BACK_S)
    await asyncio.to_thread(gallery_cards)


def create_app(settings: ServerSettings | None = None) -> ASGIApp:
    """The whole web app, guarded."""
    chosen = settings or ServerSettings()
    service = Service(chosen)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(service.runner.start)
        await asyncio.to_thread(lab.forget_old_runs, service)
        beside = [asyncio.create_task(warm_up(service)), asyncio.create_task(tidy_up())]
        beside.append(asyncio.create_task(service.hub.watch_clock()))
        yield
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        await service.close()

    app = FastAPI(title="Deckwright", version="1", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.service = service
    app.mount("/static", Assets(directory=STATIC), name="static")
    for router in (
        pages.router,
        jobs.pages,
        poker_pages.router,
        lab.pages,
        seats.router,
        api.router,
        solving.router,
        jobs.router,
        poker_api.router,
        lab.router,
    ):
        app.include_router(router, responses=REFUSALS)
    app.add_exception_handler(DeckwrightError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _missing)
    app.add_exception_handler(Exception, _failed)
    return Guard(app, chosen, sockets=seats.SocketDoor(app, service))


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, DeckwrightError)
    status = error.status if isinstance(error, WebError) else STATUS.get(error.code, 400)
    return _told(request, status, error.code, error.message)


async def _failed(request: Request, _: Exception) -> Response:
    """A defect of ours: nothing of it is told but that there is one."""
    return _told(request, 500, "server.failed", "the server could not do this; nothing was lost")


async def _malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0] if error.errors() else {"loc": (), "msg": ""}
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    return _told(request, 422, "request.malformed", f"{where}: {first['msg']}")


async def _missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, WebError):  # a body that the guard did not let in
        return await _refused(request, error.__cause__)
    code = "request.malformed" if error.status_code == MALFORMED else "page.unknown"
    return _told(request, error.status_code, code, str(error.detail))


def _told(request: Request, status: int, code: str, message: str) -> Response:
    wants_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if wants_page:
        return pages.error_page(request, status, code, message)
    return JSONResponse({"code": code, "message": message}, status_code=status)
