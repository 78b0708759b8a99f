"""Real servers on loopback, as `deckwright serve` runs them, and clients that keep what comes over the wire."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
import socket
import struct
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from httpx2 import Client
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

from deckwright.web.app import create_app
from deckwright.web.service import Service
from deckwright.web.settings import Limits, ServerSettings
from deckwright.web.wire import make_server

WAIT_S = 60.0
"""So long a test waits for what has to come: only one that fails waits that long."""
GENEROUS = Limits(messages=1e6, message_burst=10**6, requests=1e6, request_burst=10**6, reads=1e6, read_burst=10**6)
KEY = "AAAAAAAAAAAAAAAAAAAAAA=="
"""Of a handshake (RFC 6455, 1.3). A browser draws one; ours is fixed, so that the answer to it is."""
DATE = re.compile(rb"(?<=\r\n[Dd]ate: )\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT(?=\r\n)")
HEAD_END = b"\r\n\r\n"
RESET = struct.pack("ii", 1, 0)
"""A connection that lingers for no time is reset, as when a machine goes down."""


class Server:
    """A server in a thread of this process: its port is real, and its loop can be asked."""

    def __init__(self, settings: ServerSettings) -> None:
        app: Any = create_app(settings)
        self._loop: Future[asyncio.AbstractEventLoop] = Future()
        listening = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port: int = listening.getsockname()[1]
        self.origin = f"http://localhost:{self.port}"
        self.service: Service = app._app.state.service
        self._server = make_server(_telling(app, self._loop))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listening]}, daemon=True)
        self._thread.start()
        self._loop.result(WAIT_S)
        # Every request has a connection of its own, so that none is open when it was answered.
        self.client = Client(base_url=self.origin, headers={"origin": self.origin, "connection": "close"})

    def call(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Do something in the server's loop."""

        async def done() -> Any:
            found = work(*arguments)
            return await found if inspect.isawaitable(found) else found

        return asyncio.run_coroutine_threadsafe(done(), self._loop.result()).result(WAIT_S)

    def fetch(self, path: str, headers: Mapping[str, str] | None = None, body: Any = None) -> bytes:
        """The whole answer to a request, as it comes: head and body, but for the date."""
        content = b"" if body is None else json.dumps(body).encode()
        lines = {"host": f"localhost:{self.port}", "connection": "close", "origin": self.origin, **(headers or {})}
        if body is not None:
            lines |= {"content-type": "application/json", "content-length": str(len(content))}
        head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\n"
        head += "".join(f"{name}: {text}\r\n" for name, text in lines.items()) + "\r\n"
        with socket.create_connection(("127.0.0.1", self.port), WAIT_S) as connection:
            connection.sendall(head.encode() + content)
            answer = b"".join(iter(lambda: connection.recv(65536), b""))
        return undated(answer)

    def connect(self, path: str, headers: Mapping[str, str] | None = None) -> Line:
        """A socket, as a browser or a program opens one."""
        return Line(self.port, path, {"origin": self.origin, **(headers or {})})

    def stop(self) -> None:
        """Ask it to end, as Ctrl-C does."""
        self._server.should_exit = True

    def join(self) -> None:
        """Wait for its end."""
        self.client.close()
        self._thread.join(WAIT_S)
        assert not self._thread.is_alive()


def _telling(app: ASGIApp, begun: Future[asyncio.AbstractEventLoop]) -> ASGIApp:
    """An application that tells in which loop it has started."""

    async def telling(scope: Scope, receive: Receive, send: Send) -> None:
        async def tell(message: Message) -> None:
            if message["type"] == "lifespan.startup.complete":
                begun.set_result(asyncio.get_running_loop())
            await send(message)

        await app(scope, receive, tell if scope["type"] == "lifespan" else send)

    return telling


def undated(answer: bytes) -> bytes:
    """An answer without the second at which it was made: all that is left out of a comparison of answers."""
    head, end, body = answer.partition(HEAD_END)
    assert DATE.search(head + end), head
    return DATE.sub(b"", head + end, count=1) + body


class RefusedLineError(Exception):
    """A server does not open a socket."""

    def __init__(self, answer: bytes) -> None:
        super().__init__(answer)
        self.answer = answer


class Line:
    """A client's end of a socket: texts that came, and the bytes that they came in."""

    def __init__(self, port: int, path: str, headers: Mapping[str, str]) -> None:
        # Compression is offered as Chromium does.
        offered = [ClientPerMessageDeflateFactory(client_max_window_bits=True)]
        self._protocol = ClientProtocol(parse_uri(f"ws://localhost:{port}{path}"), extensions=offered, max_size=None)
        self._protocol.key = KEY
        self._raw = bytearray()
        """What came and is not told apart yet."""
        self.head = b""
        """The answer to the handshake, but for its date."""
        self.frames: list[bytes] = []
        """As they came, head and payload, but for pings: they come by the clock, with a random payload."""
        self._waiting: list[Frame] = []
        self._connection = socket.create_connection(("127.0.0.1", port), WAIT_S)
        self._connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        request = self._protocol.connect()
        request.headers.update(headers)
        self._protocol.send_request(request)
        self._flush()
        while not self.head:
            self._read()
        if self._protocol.handshake_exc is not None:
            while self._read():
                pass
            self._connection.close()
            raise RefusedLineError(self.head + bytes(self._raw)) from self._protocol.handshake_exc

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send_text(self, text: str) -> None:
        """Say something."""
        self._protocol.send_text(text.encode())
        self._flush()

    def send_half(self, text: str) -> None:
        """Begin to say something, and never end."""
        self._protocol.send_text(text.encode())
        data = b"".join(self._protocol.data_to_send())
        self._connection.sendall(data[: len(data) // 2])

    def receive_text(self) -> str:
        """The next text; WebSocketDisconnect if the server has closed the socket."""
        while not self._waiting:
            if not self._read():
                raise WebSocketDisconnect(self._protocol.close_code or 1006, self._protocol.close_reason)
        return bytes(self._waiting.pop(0).data).decode()

    def close(self) -> None:
        """Say goodbye, and wait until the server has gone."""
        if self._connection.fileno() >= 0:
            if self._protocol.close_sent is None and self._protocol.close_rcvd is None:
                self._protocol.send_close(1000)
                self._flush()
            while self._read():
                pass
            self._connection.close()

    def kill(self) -> None:
        """Go without a word, whatever is on its way."""
        self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self._connection.close()

    def _flush(self) -> None:
        with suppress(BrokenPipeError, ConnectionResetError):  # it was closed: whoever reads on finds out why
            self._connection.sendall(b"".join(self._protocol.data_to_send()))

    def _read(self) -> bool:
        """Take in what has come; False at its end."""
        try:
            data = self._connection.recv(65536)
        except ConnectionResetError:
            data = b""
        if data:
            self._protocol.receive_data(data)
        else:
            self._protocol.receive_eof()
        self._raw += data
        for event in self._protocol.events_received():
            if isinstance(event, Response):
                head, _, rest = bytes(self._raw).partition(HEAD_END)
                self.head, self._raw = undated(head + HEAD_END), bytearray(rest)
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                assert event.fin
                self._waiting.append(event)
        if self._protocol.handshake_exc is None and self.head:
            self._take_frames()
        if data:
            self._flush()  # answers to pings, and to a close
        return bool(data)

    def _take_frames(self) -> None:
        """Tell frames apart (RFC 6455, 5.2): a server's are not masked."""
        while len(self._raw) >= 2:
            size, at = self._raw[1], 2
            if size >= 126:
                at = 4 if size == 126 else 10
                if len(self._raw) < at:
                    return
                size = int.from_bytes(self._raw[2:at])
            if len(self._raw) < at + size:
                return
            frame, self._raw = bytes(self._raw[: at + size]), self._raw[at + size :]
            if frame[0] & 15 != Opcode.PING:
                self.frames.append(frame)


def server_settings(folder: Path, *, delay_s: float = 0.0) -> ServerSettings:
    """Of a server with a store of its own that lets one address do anything."""
    return ServerSettings(store_url=f"sqlite:///{folder / 'tables.db'}", bot_delay_s=delay_s, limits=GENEROUS)


@contextmanager
def a_server(folder: Path) -> Iterator[Server]:
    """A server, until the end."""
    server = Server(server_settings(folder))
    try:
        yield server
    finally:
        server.stop()
        server.join()
