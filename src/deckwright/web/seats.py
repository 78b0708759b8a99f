"""A person at a table: the page of a seat, the exchange of its key for a cookie, and its socket."""

from __future__ import annotations

import re
from typing import Annotated, Any

import anyio.to_thread
from fastapi import APIRouter, Request, WebSocket
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field
from starlette.types import ASGIApp, Receive, Scope, Send

from deckwright.agents.levels import is_of_library
from deckwright.engine import Game
from deckwright.play import LinkError, TableError, format_link
from deckwright.play.record import shuffle_record
from deckwright.web.errors import WebError
from deckwright.web.guard import CLOSE_REFUSED, address_of
from deckwright.web.keys import LONGEST_KEY
from deckwright.web.service import Service
from deckwright.web.sockets import Session, closing_code

COOKIE = "seat"
WATCH = "watch"
MONTH_S = 30 * 24 * 3600
SOCKET = re.compile("/table/(?P<table>[^/]+)/(?P<seat>[^/]+)/socket")

router = APIRouter(include_in_schema=False)

Key = Annotated[str, Field(min_length=8, max_length=LONGEST_KEY)]


class Rating(BaseModel):
    """How a person liked a game."""

    stars: Annotated[int, Field(ge=1, le=5)]


class Again(BaseModel):
    """The host's key to the table before, of whoever is its host."""

    host: Annotated[str, Field(max_length=LONGEST_KEY)] = ""


class Entering(BaseModel):
    """A key from the fragment of a seat's link."""

    key: Key


@router.post("/table/{table}/{seat}/enter")
async def enter(request: Request, table: str, seat: int, body: Entering) -> Response:
    """Exchange the key of a seat for a cookie of that seat's own path."""
    service: Service = request.app.state.service
    if await service.find_sitter(body.key, table, seat) is None:
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
async def play_again(request: Request, table: str, seat: int, body: Again | None = None) -> dict[str, Any]:
    """Another game with the same people, for whoever has the cookie of a seat."""
    service = await _own(request, table, seat)
    host = "" if body is None else body.host
    key = request.cookies.get(COOKIE, "")
    return (await service.rematch(table, seat, key, host, address=address_of(request.scope))).to_dict()


@router.post("/table/{table}/{seat}/rate")
async def rate(request: Request, table: str, seat: int, body: Rating) -> dict[str, Any]:
    """How a person liked a game that is over, for whoever has the cookie of a seat."""
    service = await _own(request, table, seat)
    state = await service.hub.table_over(table)
    if not state.is_over:
        raise WebError("table.not-over", "a game is rated when it is over", status=409)
    game = state.setup.game
    await service.hub.in_reader(lambda: service.ratings.give(table, seat, rated_as(game), body.stars))
    return {"ok": True}


def rated_as(game: Game) -> str:
    """What stars are kept under: the id of a game of the library; otherwise that of its rules."""
    return game.id if is_of_library(game) else game.definition.digest


@router.get("/table/{table}/{seat}/link")
async def game_link(request: Request, table: str, seat: int) -> dict[str, str]:
    """The link of a game that is over, for whoever has the cookie of a seat."""
    state = await (await _own(request, table, seat)).hub.table_over(table)
    try:
        return {"link": await anyio.to_thread.run_sync(format_link, state)}
    except LinkError as error:
        raise WebError(error.code, error.message, status=409) from None


@router.get("/table/{table}/{seat}/record")
async def shuffle_file(request: Request, table: str, seat: int) -> dict[str, Any]:
    """The record of a finished game's shuffle, for `deckwright verify`, for whoever has the cookie of a seat."""
    state = await (await _own(request, table, seat)).hub.table_over(table)
    try:
        return await anyio.to_thread.run_sync(shuffle_record, state)
    except TableError as error:
        raise WebError(error.code, error.message, status=409) from None


async def _own(request: Request, table: str, seat: int) -> Service:
    """The service, for whoever has the cookie of this seat."""
    service: Service = request.app.state.service
    if await service.find_sitter(request.cookies.get(COOKIE, ""), table, seat) is None:
        raise WebError("key.unknown", "this needs the key of the seat", status=403)
    return service


class SocketDoor:
    """An application around another that lets the sockets of tables in itself.

    After a restart all come at once: the routes of all pages are not tried for each of them.
    """

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app, self._service = app, service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket of a table, or pass on."""
        found = SOCKET.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if found is None:
            await self._app(scope, receive, send)
        else:
            await seat_socket(self._service, WebSocket(scope, receive, send), found["table"], found["seat"])


async def seat_socket(service: Service, socket: WebSocket, table: str, seat: str) -> None:
    """The socket of a seat, by its cookie or a bearer header; of a spectator, by nothing."""
    number = None if seat == WATCH else int(seat) if is_seat_number(seat) else -1
    address, key = address_of(socket.scope), _key_of(socket)
    try:
        sitter = None if number is None else await service.find_sitter(key, table, number)
        if number is not None and sitter is None:
            raise WebError("key.unknown", "this socket needs the key of its seat", status=403)
        await service.hub.table(table)
        if not service.sockets.enter(address):
            raise WebError("rate.too-many", "too many sockets are open from here", status=429)
    except WebError as error:
        code = closing_code(error)
        if code == CLOSE_REFUSED:  # of a handshake that is refused a browser hears only that it failed, and tries again
            await socket.accept()
        await socket.close(code, error.code)
        return
    try:
        await Session(service, socket, table, sitter).run()
    finally:
        service.sockets.leave(address)


def is_seat_number(text: str) -> bool:
    """Whether a part of an address can be the number of a seat."""
    return text.isascii() and text.isdecimal() and len(text) < 4


def _key_of(socket: WebSocket) -> str:
    bearer = socket.headers.get("authorization", "")
    return bearer[7:] if bearer.lower().startswith("bearer ") else socket.cookies.get(COOKIE, "")
