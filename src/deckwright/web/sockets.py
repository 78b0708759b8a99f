"""The socket of a table: whole frames out, small messages in.

A client's message is JSON: `{"n": "7", "revision": 12, "id": "3.12", "data": ""}`. Each is answered by its number:
`{"type": "answer", "n": "7", "code": ""}`, with the code of a refusal. A frame always says everything, so that a
client which missed some, or comes back after a gap, needs only the last.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from time import monotonic, time
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from deckwright.engine.scene import game_sheet
from deckwright.play import Refused, SeatMessage, TableState
from deckwright.play.frame import table_frame
from deckwright.web.buckets import Bucket
from deckwright.web.errors import WebError
from deckwright.web.service import Service

LONGEST_NUMBER = 64
REMEMBERED = 64
"""Answers that are kept to be given again, if the same message comes twice."""
CLOSE_REFUSED, CLOSE_TOO_FAST = 4403, 4429


class Session:
    """One socket: a seat's, or a spectator's (seat None)."""

    def __init__(self, service: Service, socket: WebSocket, table: str, seat: int | None) -> None:
        self._service, self._socket, self._table, self._seat = service, socket, table, seat
        self._latest: TableState | None = None
        self._answers: list[str] = []
        self._wake = asyncio.Event()
        limits = service.settings.limits
        self._bucket = Bucket(limits.messages, limits.message_burst, monotonic())

    async def run(self) -> None:
        """Until either side closes."""
        await self._socket.accept()
        table = await self._service.hub.table(self._table)
        await self._socket.send_text(json.dumps({"type": "sheet", "sheet": game_sheet(table.setup.game)}))
        leave = await self._service.hub.listen(self._table, self._changed)
        sender = asyncio.create_task(self._send())
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

    async def _send(self) -> None:
        sent = ""
        while True:
            await self._wake.wait()
            self._wake.clear()
            answers, self._answers = self._answers, []
            table, self._latest = self._latest, None
            if table is not None:
                frame = table_frame(table, self._seat).to_json()
                if frame != sent:
                    await self._socket.send_text(f'{{"type":"frame","now":{_now_ms()},"frame":{frame}}}')
                    sent = frame
            for answer in answers:
                await self._socket.send_text(answer)

    async def _receive(self) -> None:
        limits = self._service.settings.limits
        while self._socket.client_state is WebSocketState.CONNECTED:
            try:
                text = await self._socket.receive_text()
            except (WebSocketDisconnect, KeyError):
                return
            if len(text) > limits.message_bytes or not self._bucket.take(monotonic()):
                await self._socket.close(CLOSE_TOO_FAST, "rate.too-fast")
                return
            message = _parse(text)
            if message is None:
                self._answer("", "action.malformed")
                continue
            if message["id"] == "ping":
                self._answer(message["n"], "")
                continue
            code = await self._act(message)
            self._answer(message["n"], code)

    async def _act(self, message: dict[str, Any]) -> str:
        seat = self._seat
        if seat is None:
            return "seat.not-yours"
        try:
            answer = await self._service.hub.say(
                self._table,
                lambda now: SeatMessage(now.id, message["revision"], seat, message["id"], message["data"]),
            )
        except WebError as error:
            return error.code
        return answer.code if isinstance(answer, Refused) else ""

    def _answer(self, number: str, code: str) -> None:
        self._answers.append(json.dumps({"type": "answer", "n": number, "code": code}))
        self._wake.set()


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


def _now_ms() -> int:
    return int(time() * 1000)
