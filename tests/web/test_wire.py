"""Connections are bounded: who says nothing, or not enough, goes; and one address does not take them all."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import gc
import os
import socket
import threading
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
import uvicorn
from tests.web.loops import run
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode

from deckwright.web import app as app_module
from deckwright.web import wire

if TYPE_CHECKING:
    from deckwright.web.service import Service

WAIT_S = 20.0
HEAD_S = 0.4
HALF = b"GET / HTTP/1.1\r\nHost: lo"
WHOLE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
BODY = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf"
PING, PONG = b"\x89\x80" + bytes(4), b"\x8a\x00"
"""As a client sends it, masked by zeros, and as a server answers."""
UNASKED_PONG, BEGUN, NO_MORE = (bytes((first, 0x80)) + bytes(4) for first in (0x8A, 0x01, 0x00))
"""An answer to no ping; the first part of a text, with nothing in it; and one more such part, which is not the last."""
SLOW = b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answers at once, or late, and reads no body; a socket is accepted and listened to."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    if scope["path"] == "/slow":
        await asyncio.sleep(3 * HEAD_S)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
    await send({"type": "http.response.body", "body": b"done"})


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server that waits for heads only so long; all that it counted is gone in the end."""
    monkeypatch.setattr(wire, "HEAD_S", HEAD_S)
    listening = socket.create_server(("127.0.0.1", 0))
    settings = {**wire.socket_settings(), "lifespan": "off", "timeout_keep_alive": 60}
    server = uvicorn.Server(uvicorn.Config(app, **settings))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join(WAIT_S)
    assert wire.connections.total == 0


def opened(port: int, said: bytes = b"") -> socket.socket:
    """A connection over which this was said."""
    made = socket.create_connection(("127.0.0.1", port), WAIT_S)
    with contextlib.suppress(OSError):
        made.sendall(said)
    return made


def asking() -> str:
    """What asks for a socket, as headers."""
    key = base64.b64encode(os.urandom(16)).decode()
    return f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"


def socket_opened(port: int) -> socket.socket:
    """A socket that was accepted."""
    made = opened(port, WHOLE[:-2] + asking().encode() + b"\r\n")
    assert b" 101 " in made.recv(65536)
    return made


def heard(connection: socket.socket) -> bytes:
    """All that is answered until the server closes it; a TimeoutError if it never does."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while more := connection.recv(65536):
            found += more
    connection.close()
    return found


@pytest.mark.parametrize("said", [b"", HALF, WHOLE, WHOLE + HALF, BODY, WHOLE + BODY, SLOW, SLOW + HALF])
def test_who_does_not_ask_in_good_time_is_not_waited_for(port: int, said: bytes) -> None:
    """Whatever came before. An answer that takes long is waited for."""
    assert heard(opened(port, said)).count(b"done") == said.count(b" HTTP/1.1\r\nHost: localhost")


def test_who_sends_a_byte_now_and_then_is_not_waited_for_either(port: int) -> None:
    connection = opened(port)
    with contextlib.suppress(OSError):
        for byte in HALF * 20:
            connection.sendall(bytes([byte]))
            threading.Event().wait(HEAD_S / 8)
    assert b"done" not in heard(connection)


def test_a_socket_stays_open_however_long_nothing_is_said(port: int) -> None:
    kept = socket_opened(port)
    assert heard(opened(port)) == b""  # a connection that came later was not waited for
    kept.sendall(PING)
    assert kept.recv(65536) == PONG
    kept.close()


@pytest.mark.parametrize(("begun", "said"), [(b"", PING), (b"", UNASKED_PONG), (BEGUN, NO_MORE)])
def test_who_sends_without_end_what_no_message_comes_of_is_let_go(port: int, begun: bytes, said: bytes) -> None:
    """Nothing of it is counted as a message; whoever does not read would have the server keep an answer to each."""
    kept = socket_opened(port)
    with contextlib.suppress(OSError):
        kept.sendall(begun + 10_000 * said)
    assert heard(kept).count(PONG) <= wire.BESIDE_AT_ONCE
    usual = socket_opened(port)
    usual.sendall(begun + 20 * said + PING)
    assert usual.recv(65536).endswith(PONG)
    usual.close()


def test_a_head_that_the_library_for_sockets_cannot_read_is_answered(port: int) -> None:
    """It says nothing of it, waits for ever, and could not be told that the server ends."""
    for long in (b"X: " + 9_000 * b"a" + b"\r\n", b"".join(b"X-%d: a\r\n" % number for number in range(200))):
        said = WHOLE[:-2] + asking().encode() + long + b"\r\n"
        assert heard(opened(port, said)).startswith(b"HTTP/1.1 431 ")


def test_a_text_that_is_none_ends_the_socket_and_is_not_logged(port: int, caplog: pytest.LogCaptureFixture) -> None:
    for said in (b"\x81\x81" + bytes(4) + b"\xff", b"\x01\x82" + bytes(4) + b"\xe2\x82\x80\x80" + bytes(4)):
        kept = socket_opened(port)
        kept.sendall(said)
        assert heard(kept) == b"\x88\x02\x03\xef"  # closed by 1007
    assert not caplog.records


def test_one_address_opens_so_many_connections_and_sockets(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire.connections, "most", 3)
    monkeypatch.setattr(wire, "HEAD_S", WAIT_S)
    monkeypatch.setattr(wire, "is_of_this_machine", lambda _: False)
    sockets = [socket_opened(port) for _ in range(2)]
    third = opened(port, WHOLE)
    assert b"done" in third.recv(65536)
    assert heard(opened(port, WHOLE)) == b""
    for one in (*sockets, third):
        one.close()
    while wire.connections.total:
        threading.Event().wait(0.01)
    with opened(port, WHOLE) as last:
        assert b"done" in last.recv(65536)


@pytest.mark.parametrize(("sockets", "most"), [(1, 256), (64, 256), (1_000, 1_192)])
def test_where_more_sockets_are_allowed_more_connections_are(
    sockets: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire.connections, "most", 0)
    for done in ("resource.setrlimit", "sys.setswitchinterval", "gc.collect", "gc.freeze", "gc.set_threshold"):
        monkeypatch.setattr(done, _no)
    wire.prepare_process(sockets)
    assert wire.connections.most == most


def _no(*_: object) -> None:
    """Nothing is changed about the process of the tests."""


def test_a_proxy_on_this_machine_speaks_for_many() -> None:
    places = ("127.0.0.1", "::1", "::ffff:127.0.0.1", "192.168.1.7", "2001:db8::1", "?")
    assert [place for place in places if wire.is_of_this_machine((place, 1))] == list(places[:3])
    assert not wire.is_of_this_machine(None)


def test_what_is_said_in_one_turn_is_written_at_once_and_before_the_end() -> None:
    done: list[bytes | str] = []
    transport = SimpleNamespace(write=done.append, close=lambda: done.append("closed"), is_closing=lambda: False)

    async def say() -> None:
        gathering = wire.GatheringTransport(cast("asyncio.Transport", transport), asyncio.get_running_loop())
        gathering.write(b"frame ")
        gathering.write(b"answer")
        assert not done
        await asyncio.sleep(0)
        assert done == [b"frame answer"]
        gathering.write(b"last")
        assert not gathering.is_closing()
        gathering.close()
        await asyncio.sleep(0)

    run(say())
    assert done == [b"frame answer", b"last", "closed"]


@pytest.mark.parametrize("is_compressed", [True, False])
def test_a_text_is_packed_as_the_library_packs_it(is_compressed: bool) -> None:
    """Byte for byte, what was sent before in view, at every size whose length is written in another way."""
    ours, theirs = ([_deflate()] if is_compressed else [] for _ in range(2))
    assert wire.packs(ours)
    texts = Random(7).randbytes(70_000).hex()  # it shrinks to half: compressed lengths are on both sides too
    for size in (0, 1, 60, 125, 126, 127, 250, 300, 65_535, 65_536, 140_000, 60):
        data = texts[:size].encode()
        assert wire.packed(data, ours) == bytes(Frame(Opcode.TEXT, data).serialize(mask=False, extensions=theirs))


def test_what_is_agreed_on_otherwise_is_left_to_the_library() -> None:
    forgetful = PerMessageDeflate(False, True, 12, 14, {})
    assert not wire.packs([forgetful])
    assert not wire.packs([_deflate(), _deflate()])


def _deflate() -> PerMessageDeflate:
    settings = {"level": wire.COMPRESSION_LEVEL, "memLevel": wire.MEMORY_LEVEL}
    return PerMessageDeflate(False, False, 12, wire.WINDOW_BITS, settings)


@pytest.mark.parametrize("has_tables", [True, False])
def test_tables_come_back_before_the_gallery_is_made_ready(monkeypatch: pytest.MonkeyPatch, has_tables: bool) -> None:
    done: list[object] = []
    ours: list[asyncio.AbstractEventLoop] = []
    really = asyncio.sleep

    async def sleep(seconds: float) -> None:
        if asyncio.get_running_loop() in ours:
            done.append(seconds)
        else:  # a server of other tests runs beside this
            await really(seconds)

    async def warm_up() -> None:
        ours.append(asyncio.get_running_loop())
        await app_module.warm_up(cast("Service", service))

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(app_module, "gallery_cards", lambda: done.append("gallery"))
    service = SimpleNamespace(store=SimpleNamespace(has_tables=lambda: has_tables))
    run(warm_up())
    assert done == ([app_module.COMING_BACK_S, "gallery"] if has_tables else ["gallery"])


def test_young_objects_are_looked_at_often_older_ones_seldom_and_all_hardly_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No count of objects begins that: it would be in the middle of somebody's move."""
    looked: list[int] = []

    def collect(generation: int) -> int:
        looked.append(generation)
        if len(looked) == 9:
            raise asyncio.CancelledError
        return 0

    monkeypatch.setattr(wire, "YOUNG_S", 0.001)
    monkeypatch.setattr(wire, "TIDY_S", 0.002)
    monkeypatch.setattr(wire, "ALL_AFTER", 2)
    monkeypatch.setattr(gc, "collect", collect)
    with contextlib.suppress(asyncio.CancelledError):
        run(wire.tidy_up())
    assert looked == [0, 0, 1, 0, 0, 2, 0, 0, 1]


def test_young_objects_pile_up_uncounted_where_old_ones_are_freed_as_fast() -> None:
    """Why a timer looks at them: the collector's own count, of objects made less objects freed, does not grow."""
    made = 20_000
    before = gc.get_threshold()
    old = [[place] for place in range(2 * made)]
    try:
        gc.collect()
        gc.set_threshold(made, wire.NEVER, wire.NEVER)
        tables = [[place] for place in range(made // 2)]
        for place in range(made):  # each new one takes the place of an old one
            old[place] = [place]
        assert len(gc.get_objects(0)) >= made + len(tables), "more young objects than the count allows"
        gc.collect(0)
        assert len(gc.get_objects(0)) < made
    finally:
        gc.set_threshold(*before)
