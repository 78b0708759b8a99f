"""How the server speaks to connections and sockets, and how its process is set up to serve many at once."""

from __future__ import annotations

import asyncio
import gc
import ipaddress
import itertools
import resource
import struct
import sys
import zlib
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from time import monotonic
from typing import Any, cast

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CloseCode, Frame
from websockets.protocol import State

from deckwright.web.buckets import Bucket
from deckwright.web.guard import address_of
from deckwright.web.settings import DEFAULT_SOCKETS

WINDOW_BITS = 14
"""A frame is much like the one before it. With 16 kB both are in the window: frames shrink to a fiftieth, not to a
fifth, and take a third of the time."""
MEMORY_LEVEL = 5
COMPRESSION_LEVEL = 3
"""A change of 1.7 kB shrinks to 180 bytes in 19 µs; with level 6 to 120 bytes in 30 µs."""
TEXT_HEAD, COMPRESSED_HEAD = 0x81, 0xC1
"""The first byte of a whole text, and of a compressed one."""
MESSAGE_BYTES = 16_384
HEAD_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
HEAD_S = 20.0
"""So long the head of a request may take, from the connection or the answer before: who says nothing goes."""
MOST_CONNECTIONS = 256
"""Of one address at once, the usual number of sockets among them: with more, a single one would use up all that the
process may open."""
BESIDE_A_SECOND, BESIDE_AT_ONCE = 20.0, 60.0
"""Frames beside messages on one socket: pings, answers to ours, and parts of a message after its first."""
MOST_FILES = 65_536
SWITCH_S = 0.0005
"""So soon a thread that waits for the interpreter gets it: the thread that writes gives it up at every statement."""
YOUNG_S = 0.1
"""So often the collector looks at objects made since the last time, so few that nobody notices. Left to itself it
counts objects made less objects freed. A busy server frees old tables as fast as it makes new ones: the count stays
low while young objects pile up, and then looking at all of them takes 30 to 100 ms."""
YOUNG_OBJECTS = 10_000
"""With so many more made than freed it does not wait: a table is loaded, or the event loop is busy."""
NEVER = 1_000_000
"""Of older objects next to none are in circles, and looking at them again took 6 % of a busy server's time."""
TIDY_S = 600.0
ALL_AFTER = 18
"""So often older objects are looked at, and after so many times all of them: that takes up to a second."""


class Connections:
    """How many are open from each address."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()
        self.most = MOST_CONNECTIONS
        """Of one address."""

    def enter(self, client: tuple[str, int] | None) -> bool:
        """One more; False if there are as many as there may be. A proxy on this machine speaks for many."""
        address = address_of({"client": client})
        self._open[address] += 1
        return is_of_this_machine(client) or self._open[address] <= self.most

    def leave(self, client: tuple[str, int] | None) -> None:
        """One less."""
        address = address_of({"client": client})
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]

    @property
    def total(self) -> int:
        """Of all addresses."""
        return self._open.total()


connections = Connections()


def is_of_this_machine(client: tuple[str, int] | None) -> bool:
    """Whether a connection comes from an address that only this machine has."""
    return client is not None and _is_loopback(client[0])


@lru_cache(maxsize=4096)
def _is_loopback(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


class BoundedHttp(H11Protocol):
    """A connection that is closed where nothing is asked for in good time, or too many are open from its address."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        if connections.enter(self.client):
            self._await_head()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        connections.leave(self.client)
        self._stop_waiting()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """It is a socket's from now on, which counts it."""
        connections.leave(self.client)
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def handle_events(self) -> None:
        """Read what has come."""
        super().handle_events()
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:  # a head has come, and it is answered
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """The next request is waited for, however many of its bytes have come."""
        self._await_head()
        super().on_response_complete()

    def _await_head(self) -> None:
        self._stop_waiting()
        self._late = self.loop.call_later(HEAD_S, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class GatheringTransport:
    """Writes at once what is said in one turn of the event loop: an answer goes out with the frame before it.

    A call of the system costs more than all else about a message.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._waiting: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Write this with what else comes in this turn."""
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(data)

    def close(self) -> None:
        """Write what waits, and close."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if self._waiting:
            data, self._waiting = b"".join(self._waiting), []
            self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class FrameSocket(WebSocketsSansIOProtocol):
    """A socket that compresses frames with what it has sent before in view."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A connection has become a socket."""
        gathering = GatheringTransport(cast("asyncio.Transport", transport), self.loop)
        super().connection_made(cast("asyncio.Transport", gathering))
        connections.enter(self.client)

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        connections.leave(self.client)
        super().connection_lost(exc)

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        deflate = ServerPerMessageDeflateFactory(
            server_max_window_bits=WINDOW_BITS,
            client_max_window_bits=12,
            compress_settings={"level": COMPRESSION_LEVEL, "memLevel": MEMORY_LEVEL},
        )
        self.conn.available_extensions = [deflate]
        self._beside = Bucket(BESIDE_A_SECOND, BESIDE_AT_ONCE, monotonic())

    def data_received(self, data: bytes) -> None:
        """Read what has come. Where the library cannot read the head of the request it says nothing, for ever."""
        super().data_received(data)
        if not self.handshake_initiated:  # the whole head comes at once
            self.transport.write(HEAD_TOO_LARGE)
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """Hear a message. A text that is none ends the socket; the library would write into the log where it was."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        """Answer, as long as it does not go on without end: answers that nobody reads are kept."""
        if self._is_in_time():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Somebody is still there, or says so unasked."""
        if self._is_in_time():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """One more part of a message."""
        if self._is_in_time():
            super().handle_cont(event)

    def _is_in_time(self) -> bool:
        """Whether one more frame may come beside messages, which are counted where they are read."""
        is_in_time = self._beside.take(monotonic())
        if not is_in_time:
            self.transport.abort()
        return is_in_time

    async def send(self, message: Any) -> None:
        """Send something: a text on an open socket is packed here, without the objects that others may want of it."""
        text = message.get("text")
        if text is None or not self._is_ready():
            await super().send(message)
            return
        self.transport.write(packed(text.encode(), self.conn.extensions))

    def _is_ready(self) -> bool:
        """Whether nothing but the text has to be sent: it is open, and nobody is waited for."""
        is_open = self.conn.state is State.OPEN and not self.close_sent and not self.disconnected
        return is_open and self.initial_response is None and self.writable.is_set() and packs(self.conn.extensions)


def is_text(data: bytes) -> bool:
    """Whether these bytes are a text in UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def packs(extensions: Sequence[Extension]) -> bool:
    """Whether these are extensions that `packed` knows: none, or compression with what was sent before in view."""
    if not extensions:
        return True
    first = extensions[0]
    return len(extensions) == 1 and isinstance(first, PerMessageDeflate) and not first.local_no_context_takeover


def packed(data: bytes, extensions: Sequence[Extension]) -> bytes:
    """A text as a frame of a socket (RFC 6455, 5.2), compressed if that was agreed on (RFC 7692, 7.2.1)."""
    head = TEXT_HEAD
    if extensions:
        encoder = cast("PerMessageDeflate", extensions[0]).encoder
        data = (encoder.compress(data) + encoder.flush(zlib.Z_SYNC_FLUSH))[:-4]
        head = COMPRESSED_HEAD
    size = len(data)
    if size < 126:
        return bytes((head, size)) + data
    return (struct.pack("!BBH", head, 126, size) if size < 2**16 else struct.pack("!BBQ", head, 127, size)) + data


def socket_settings() -> dict[str, Any]:
    """Of uvicorn: bounded connections, small messages in, compressed frames out, nothing of itself in headers, logs."""
    return {
        "log_level": "warning",
        "access_log": False,
        "http": BoundedHttp,
        "ws": FrameSocket,
        "ws_max_size": MESSAGE_BYTES,
        "ws_per_message_deflate": False,  # a socket has its own
        "timeout_graceful_shutdown": 3,
        "server_header": False,
    }


def make_server(app: ASGIApp) -> uvicorn.Server:
    """The server of an application: what every command runs."""
    return uvicorn.Server(uvicorn.Config(app, **socket_settings()))


def prepare_process(sockets: int = DEFAULT_SOCKETS) -> None:
    """For a process that serves many tables: it may open many connections, and nobody waits for a collection of all.

    Where one address may have more `sockets` than usual, it may have as many more connections. Tables are trees:
    reference counts free them. What was loaded at the start is not looked at again.
    """
    connections.most = MOST_CONNECTIONS - DEFAULT_SOCKETS + max(sockets, DEFAULT_SOCKETS)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    with suppress(OSError, ValueError):  # some systems allow less than they say
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    sys.setswitchinterval(SWITCH_S)
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, NEVER, NEVER)


async def tidy_up() -> None:
    """Free now and then what reference counts do not, such as what was left of connections, until this is cancelled."""
    for number in itertools.count(1):
        for _ in range(round(TIDY_S / YOUNG_S)):
            await asyncio.sleep(YOUNG_S)
            gc.collect(0)
        gc.collect(2 if number % ALL_AFTER == 0 else 1)
