"""A person at a table: the page of a seat, the exchange of its key for a cookie, and its socket."""

from __future__ import annotations

from typing import Annotated, Any

import anyio.to_thread
from fastapi import APIRouter, Request, WebSocket
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field

from deckwright.play import LinkError, format_link
from deckwright.web.errors import WebError
from deckwright.web.keys import LONGEST_KEY, Opened, Role
from deckwright.web.service import Service
from deckwright.web.sockets import CLOSE_REFUSED, Session

COOKIE = "seat"
WATCH = "watch"
MONTH_S = 30 * 24 * 3600

router = APIRouter(include_in_schema=False)

Key = Annotated[str, Field(min_length=8, max_length=LONGEST_KEY)]


class Entering(BaseModel):
    """A key from the fragment of a seat's link."""

    key: Key


@router.post("/table/{table}/{seat}/enter")
async def enter(request: Request, table: str, seat: int, body: Entering) -> Response:
    """Exchange the key of a seat for a cookie of that seat's own path."""
    service: Service = request.app.state.service
    if service.keys.find(body.key) != Opened(table, Role.SEAT, seat):
        raise WebError("key.unknown", "this link does not open this seat", status=403)
    answer = JSONResponse({"ok": True})
    answer.set_cookie(
        COOKIE,
        body.key,
        max_age=MONTH_S,
        path=f"/table/{table}/{seat}",
        httponly=True,
        samesite="strict",
        secure=service.settings.is_https,
    )
    return answer


@router.post("/table/{table}/{seat}/rematch")
async def play_again(request: Request, table: str, seat: int) -> dict[str, Any]:
    """Another game with the same people, for whoever has the cookie of a seat."""
    return (await _own(request, table, seat).rematch(table, seat)).to_dict()


@router.get("/table/{table}/{seat}/link")
async def game_link(request: Request, table: str, seat: int) -> dict[str, str]:
    """The link of a game that is over, for whoever has the cookie of a seat."""
    state = await _own(request, table, seat).hub.table(table)
    try:
        return {"link": await anyio.to_thread.run_sync(format_link, state)}
    except LinkError as error:
        raise WebError(error.code, error.message, status=409) from None


def _own(request: Request, table: str, seat: int) -> Service:
    """The service, for whoever has the cookie of this seat."""
    service: Service = request.app.state.service
    if service.keys.find(request.cookies.get(COOKIE, "")) != Opened(table, Role.SEAT, seat):
        raise WebError("key.unknown", "this needs the key of the seat", status=403)
    return service


@router.websocket("/table/{table}/{seat}/socket")
async def seat_socket(socket: WebSocket, table: str, seat: str) -> None:
    """The socket of a seat, by its cookie or a bearer header; of a spectator, by nothing."""
    service: Service = socket.app.state.service
    number = None if seat == WATCH else int(seat) if seat.isdigit() and len(seat) < 4 else -1
    try:
        if number is not None and service.keys.find(_key_of(socket)) != Opened(table, Role.SEAT, number):
            raise WebError("key.unknown", "this socket needs the key of its seat", status=403)
        await service.hub.table(table)
    except WebError as error:
        await socket.close(CLOSE_REFUSED, error.code)
        return
    await Session(service, socket, table, number).run()


def _key_of(socket: WebSocket) -> str:
    bearer = socket.headers.get("authorization", "")
    return bearer[7:] if bearer.lower().startswith("bearer ") else socket.cookies.get(COOKIE, "")
