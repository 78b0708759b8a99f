"""The socket of a table: frames out, small messages in.

A client's message is JSON: `{"n": "7", "revision": 12, "id": "3.12", "data": ""}`. Each is answered by its number:
`{"type": "answer", "n": "7", "code": ""}`, with the code of a refusal. A frame always says everything, so that a
client which missed some, or comes back after a gap, needs only the last. A number is a client's own name for what it
says: sent again under the same one, because no answer has come, it is done once (`n` should not be guessable).

Whoever connects with `?changes=1` gets one whole frame, and then what changed since the one before on this very socket
(docs/table-data.md): nothing that another socket was sent, or missed, has to do with it.

Three ids are for the page alone and change nothing at the table. `draft` has the picks of a choice that is not whole
yet (`"data": "0.3,0.17"`, or nothing to withdraw it): a frame of what may be picked next follows. `seen` has the number
of the last card that the seat was shown and has looked at. `hint` asks what a strong agent would do: the answer has
`"hint": {"path": [..], "labels": [..]}`.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from functools import lru_cache
from time import monotonic
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from deckwright.engine import Game
from deckwright.engine.scene import game_sheet
from deckwright.play import Refused, TableError, TableState
from deckwright.play.frame import table_frame
from deckwright.play.frame_text import FrameText
from deckwright.web.buckets import Bucket
from deckwright.web.errors import WebError
from deckwright.web.guard import CLOSE_REFUSED, CLOSE_TOO_FAST, TOO_MANY, address_of
from deckwright.web.service import Service, Sitter

LONGEST_NUMBER = 64
MOST_PICKS = 140
"""Of one draft."""
OUR_FAULT = 500
HINTS_A_SECOND, HINTS_AT_ONCE = 0.5, 5
CLOSE_NOT_TEXT, CLOSE_FAILED, CLOSE_LATER = 1003, 1011, 1013
"""A page comes back after these; after a refusal it does not."""


class Session:
    """One socket: a seat's, or a spectator's (who sits nowhere)."""

    def __init__(self, service: Service, socket: WebSocket, table: str, sitter: Sitter | None) -> None:
        self._service, self._socket, self._table, self._sitter = service, socket, table, sitter
        self._seat = None if sitter is None else sitter.seat
        self._latest: TableState | None = None
        self._draft: tuple[str, ...] = ()
        self._wants_changes = socket.query_params.get("changes") == "1"
        self._draft_at = -1
        """The revision that the draft was made at: it ends with it."""
        self._answers: list[str] = []
        self._wake = asyncio.Event()
        limits = service.settings.limits
        self._hints = Bucket(HINTS_A_SECOND, HINTS_AT_ONCE, monotonic())
        self._bucket = Bucket(limits.messages, limits.message_burst, monotonic())

    async def run(self) -> None:
        """Until either side closes."""
        await self._socket.accept()
        table = await self._service.hub.table(self._table)
        await self._socket.send_text(sheet_text(table.setup.game))
        try:
            leave = await self._service.hub.listen(self._table, self._changed, of=self._seat)
        except WebError as error:
            await self._socket.close(CLOSE_TOO_FAST, error.code)
            return
        sender = asyncio.create_task(self._send_on())
        try:
            await self._receive()
        finally:
            leave()
            sender.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sender

    def _changed(self, table: TableState) -> None:
        self._latest = table
        self._wake.set()

    async def _send_on(self) -> None:
        """Send until it cannot be done: nobody is left with a socket that says nothing any more."""
        try:
            await self._send()
        except WebError as error:
            await self._socket.close(closing_code(error), error.code)
        except (asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            raise
        except Exception:
            await self._socket.close(CLOSE_FAILED, "server.failed")
            raise

    async def _send(self) -> None:
        sent: FrameText | None = None
        while True:
            await self._wake.wait()
            self._wake.clear()
            answers, self._answers = self._answers, []
            table, self._latest = self._latest, None
            if table is not None:
                if self._sitter is not None and not self._sitter.is_at(table):
                    for answer in answers:  # who has left hears that it was done
                        await self._socket.send_text(answer)
                    await self._socket.close(CLOSE_REFUSED, "key.unknown")
                    return
                frame = self._frame_text(table)
                if frame != sent:
                    change = frame.since(sent) if self._wants_changes and sent is not None else None
                    kind, said = ("frame", f'"frame":{frame.whole()}') if change is None else ("change", change)
                    await self._socket.send_text(f'{{"type":"{kind}","now":{self._service.hub.now_ms()},{said}}}')
                    sent = frame
            for answer in answers:
                await self._socket.send_text(answer)

    def _frame_text(self, table: TableState) -> FrameText:
        seat = self._seat
        seen = -1 if seat is None else self._service.hub.seen(self._table, seat)
        if self._draft:
            with suppress(TableError):
                frame = table_frame(table, seat, draft=self._draft, seen=seen)
                if frame.revision == self._draft_at:
                    return frame.to_text()
            self._draft = ()
        return frame_text(table, seat, seen)

    async def _receive(self) -> None:
        limits = self._service.settings.limits
        while self._socket.client_state is WebSocketState.CONNECTED:
            heard = await self._socket.receive()
            if heard["type"] == "websocket.disconnect":
                return
            text = heard.get("text")
            if text is None:
                await self._socket.close(CLOSE_NOT_TEXT, "action.malformed")
                return
            if len(text) > limits.message_bytes or not self._bucket.take(monotonic()):
                await self._socket.close(CLOSE_TOO_FAST, "rate.too-fast")
                return
            message = _parse(text)
            if message is None:
                self._answer("", "action.malformed")
                continue
            if message["id"] == "hint":
                await self._give_hint(message)
            else:
                self._answer(message["n"], await self._heard(message))

    async def _heard(self, message: dict[str, Any]) -> str:
        match message["id"]:
            case "ping":
                return ""
            case "draft":
                return await self._begin(message)
            case "seen":
                return await self._acknowledge(message["data"])
        return await self._act(message)

    async def _begin(self, message: dict[str, Any]) -> str:
        """Take the picks of a choice that is not whole; nobody else hears of them."""
        path = tuple(message["data"].split(",")) if message["data"] else ()
        if self._sitter is None or len(path) > MOST_PICKS:
            return "action.malformed"
        try:
            table = self._sitter.check(await self._service.hub.table(self._table))
            frame = table_frame(table, self._seat, draft=path)
        except (TableError, WebError) as error:
            return error.code
        if frame.revision != message["revision"]:
            return "revision.stale"
        self._draft, self._draft_at = path, frame.revision
        self._changed(table)
        return ""

    async def _give_hint(self, message: dict[str, Any]) -> None:
        """Tell what a strong agent would do in this seat: nobody else hears of it."""
        sitter = self._sitter
        if sitter is None or not self._hints.take(monotonic()):
            self._answer(message["n"], "seat.not-yours" if sitter is None else "rate.too-fast")
            return
        try:
            table = sitter.check(await self._service.hub.table(self._table))
            found = await self._service.hub.hint(table, sitter.seat, address=address_of(self._socket.scope))
        except (TableError, WebError) as error:
            self._answer(message["n"], error.code)
            return
        self._answer(message["n"], "", hint=found.to_dict())

    async def _acknowledge(self, number: str) -> str:
        if self._sitter is None or not (number.isascii() and number.isdecimal() and len(number) < 16):
            return "action.malformed"
        try:
            self._sitter.check(await self._service.hub.table(self._table))
            self._changed(await self._service.hub.acknowledge(self._table, self._sitter.seat, int(number)))
        except WebError as error:
            return error.code
        return ""

    async def _act(self, message: dict[str, Any]) -> str:
        if self._sitter is None:
            return "seat.not-yours"
        said = self._sitter.says(message["revision"], message["id"], message["data"], message["n"])
        try:
            answer = await self._service.hub.say(self._table, said)
        except WebError as error:
            return error.code
        return answer.code if isinstance(answer, Refused) else ""

    def _answer(self, number: str, code: str, **more: Any) -> None:
        self._answers.append(json.dumps({"type": "answer", "n": number, "code": code, **more}))
        self._wake.set()


def closing_code(error: WebError) -> int:
    """How a socket is closed that cannot be: for good, or until later."""
    if error.status == TOO_MANY:
        return CLOSE_TOO_FAST
    return CLOSE_LATER if error.status >= OUR_FAULT else CLOSE_REFUSED


@lru_cache(maxsize=512)
def frame_text(table: TableState, seat: int | None, seen: int) -> FrameText:
    """A frame as it is sent, made once for all who see the same."""
    return table_frame(table, seat, seen=seen).to_text()


@lru_cache(maxsize=256)
def sheet_text(game: Game) -> str:
    """What does not change during a game, as it is sent."""
    return json.dumps({"type": "sheet", "sheet": game_sheet(game)}, separators=(",", ":"))


def _parse(text: str) -> dict[str, Any] | None:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    match data:
        case {"n": str(n), "revision": int(revision), "id": str(said), **rest} if set(rest) <= {"data"}:
            more = rest.get("data", "")
            if isinstance(more, str) and len(n) <= LONGEST_NUMBER and not isinstance(revision, bool):
                return {"n": n, "revision": revision, "id": said, "data": more}
    return None
