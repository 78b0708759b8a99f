"""`python -m benchmarks.serving`: a server with many tables, and how long a view takes to come after an action.

A server in a process of its own (`--core`), the generator on the other core: `--tables` tables of four sockets, one
action a second a table; easy agents sit in one seat of every fourth table, whose fourth socket watches. The store
is durable.
Times are from sending an action to the first frame that shows it, at each of the four sockets of its table.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from socket import create_connection
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from deckwright.play.frame_text import changed_frame

GAMES = ("texas-42", "hearts", "spades", "bridge")
P99_BAR_MS = 100.0
RESTART_BAR_S = 10.0
LEAST_SHARE = 0.97
"""Of the actions that are meant to be: with fewer it is not the load that is asked for."""
SHARE = "ab" * 16
WARM_UP_S = 11.0
"""So long it takes at least until all have given their shares of the shuffle and 250 tables, opened at once, have been
dealt."""
LONGEST_WARM_UP_S = 120.0
AT_ONCE = 20
FRAMES = ('{"type":"frame"', '{"type":"change"')
"""A message of a socket begins so that shows the table."""

SERVER = """
import sys, uvicorn
from deckwright.web.app import create_app
from deckwright.web.settings import Limits, ServerSettings
from deckwright.web.wire import prepare_process, socket_settings
many = Limits(
    tables=10**6, tables_per_address=10**6, requests=1e6, request_burst=10**6, reads=1e6, read_burst=10**6,
    sockets_per_address=10**6,
)
settings = ServerSettings(port=int(sys.argv[1]), store_url=sys.argv[2], limits=many)
app = create_app(settings)
prepare_process()
uvicorn.Server(uvicorn.Config(app, port=settings.port, **socket_settings())).run()
"""


Sockets = dict[int | None, ClientConnection]


@dataclass
class Table:
    """A table's sockets, and the action whose frames are waited for."""

    id: str
    keys: dict[int, str]
    seen: dict[int, dict[str, Any]] = field(default_factory=dict)
    """The last frame of each seat."""
    sent_s: float = 0.0
    waited: set[int | None] = field(default_factory=set)


@dataclass
class Load:
    """What came of a run."""

    address: str
    rng: Random = field(default_factory=lambda: Random(1))
    latencies_ms: list[float] = field(default_factory=list)
    actions: int = 0
    refused: int = 0
    lost: int = 0
    """Sockets that the server closed."""
    is_counting: bool = False
    used_s: float = 0.0
    """CPU time of the server while actions were counted."""
    own_s: float = 0.0
    """CPU time of the generator meanwhile."""


def ask(address: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(
        f"http://{address}{path}", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def open_table(address: str, number: int) -> Table:
    """A table with three or four people."""
    friends = 2 if number % 4 == 0 else 3
    asked = {"game": GAMES[number % len(GAMES)], "level": "easy", "friends": friends, "name": "Ann"}
    ticket = ask(address, "/api/tables", asked)
    keys = {ticket["seat"]: ticket["key"]}
    invite = ticket["invite"].partition("#key=")[2]
    for name in ("Ben", "Cy", "Di")[:friends]:
        joined = ask(address, f"/api/tables/{ticket['table']}/join", {"key": invite, "name": name})
        keys[joined["seat"]] = joined["key"]
    return Table(ticket["table"], keys)


def commitment(frame: dict[str, Any]) -> str:
    shuffle = frame["shuffle"]
    lines = ["deckwright share 2", frame["table"], shuffle["rules"], shuffle["round"], shuffle["commitment"]]
    return sha256("\n".join(map(str, [*lines, frame["seat"], SHARE])).encode()).hexdigest()


def reply(frame: dict[str, Any], rng: Random) -> tuple[str, str] | None:
    """What a person says to a frame, if they have anything to say."""
    for command in frame["commands"]:
        if command["id"] == "commit":
            return "commit", commitment(frame)
        if command["id"] == "reveal":
            return "reveal", SHARE
        if command["kind"] == "agree":
            return command["id"], ""
    whole = [choice["id"] for choice in frame["choices"] if choice.get("completes")]
    if whole:
        return rng.choice(whole), ""
    if not frame["choices"]:
        return None
    first = frame["choices"][0]
    count = max(1, int(first.get("low", 1)))
    return ",".join(choice["id"] for choice in frame["choices"][:count]), ""


async def listen(load: Load, table: Table, seat: int | None, socket: ClientConnection) -> None:
    async for text in socket:
        now = time.perf_counter()
        assert isinstance(text, str)
        if not text.startswith(FRAMES):
            load.refused += '"code": ""' not in text and text.startswith('{"type": "answer"')
            continue
        if seat in table.waited:
            table.waited.discard(seat)
            if load.is_counting:
                load.latencies_ms.append((now - table.sent_s) * 1000)
        if seat is not None:
            data = json.loads(text)
            is_whole = data["type"] == "frame"
            table.seen[seat] = data["frame"] if is_whole else changed_frame(table.seen[seat], data)


async def listen_on(load: Load, table: Table, seat: int | None, socket: ClientConnection) -> None:
    """Listen until this is cancelled; a socket that ends before is lost."""
    with suppress(ConnectionClosed):
        await listen(load, table, seat, socket)
    load.lost += 1


async def act(load: Load, table: Table, sockets: Sockets, *, number: int, tables: int) -> None:
    """One action a second, everyone's turn somewhere in it.

    By a timetable: tables that were late together, as their generator was busy, do not stay together from then on.
    """
    due = time.perf_counter() + number / tables
    while True:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        due += 1.0
        for seat, frame in list(table.seen.items()):
            said = reply(frame, load.rng)
            if said is None:
                continue
            table.sent_s, table.waited = time.perf_counter(), set(sockets)
            message = {"n": os.urandom(8).hex(), "revision": frame["revision"], "id": said[0], "data": said[1]}
            await sockets[seat].send(json.dumps(message))
            load.actions += load.is_counting
            break


async def join(load: Load, table: Table) -> Sockets:
    async def one(seat: int | None) -> ClientConnection:
        key = {} if seat is None else {"authorization": f"Bearer {table.keys[seat]}"}
        name = "watch" if seat is None else str(seat)
        return await connect(f"ws://{load.address}/table/{table.id}/{name}/socket?changes=1", additional_headers=key)

    seats: list[int | None] = [*table.keys]
    seats += [None] * (4 - len(seats))
    return dict(zip(seats, await asyncio.gather(*map(one, seats)), strict=True))


async def all_join(load: Load, tables: list[Table]) -> list[Sockets]:
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(table: Table) -> Sockets:
        async with gate:
            return await join(load, table)

    return list(await asyncio.gather(*map(one, tables)))


async def first_frames(load: Load, tables: list[Table]) -> float:
    """Seconds until every socket has a frame."""
    began = time.perf_counter()
    sockets = await all_join(load, tables)
    for found in sockets:
        for socket in found.values():
            while not str(await socket.recv()).startswith('{"type":"frame"'):
                pass
    took = time.perf_counter() - began
    await asyncio.gather(*(socket.close() for found in sockets for socket in found.values()))
    return took


def is_dealt(table: Table) -> bool:
    return all(frame["status"] != "gathering" for frame in table.seen.values())


async def play(load: Load, tables: list[Table], seconds: float, server: int) -> None:
    sockets = await all_join(load, tables)
    tasks = [
        asyncio.create_task(listen_on(load, table, seat, socket))
        for table, found in zip(tables, sockets, strict=True)
        for seat, socket in found.items()
    ]
    tasks += [
        asyncio.create_task(act(load, table, found, number=number, tables=len(tables)))
        for number, (table, found) in enumerate(zip(tables, sockets, strict=True))
    ]
    await asyncio.sleep(WARM_UP_S)
    patient_until = time.perf_counter() + LONGEST_WARM_UP_S
    while not all(map(is_dealt, tables)) and time.perf_counter() < patient_until:
        await asyncio.sleep(0.5)
    used, own = cpu_s(server), time.process_time()
    load.is_counting = True
    await asyncio.sleep(seconds)
    load.is_counting = False
    load.used_s, load.own_s = cpu_s(server) - used, time.process_time() - own
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.gather(*(socket.close() for found in sockets for socket in found.values()), return_exceptions=True)


def start(port: int, store: str, core: int | None) -> tuple[subprocess.Popen[bytes], float]:
    """A server, and how long it took until it answered."""
    began = time.perf_counter()
    with suppress(OSError), create_connection(("127.0.0.1", port), timeout=1):
        raise SystemExit(f"another server listens at port {port}: give another --port")
    command = [sys.executable, "-c", SERVER, str(port), store]
    pinned = ["taskset", "-c", str(core), *command] if core is not None else command
    server = subprocess.Popen(pinned)
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/levels").close()
            return server, time.perf_counter() - began
        except OSError:
            if server.poll() is not None:
                raise SystemExit("the server has ended") from None
            time.sleep(0.05)


def cpu_s(pid: int) -> float:
    """CPU seconds that a process has used."""
    numbers = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=250)
    options.add_argument("--seconds", type=float, default=30.0)
    options.add_argument("--port", type=int, default=8397)
    options.add_argument("--core", type=int, default=None, help="of the server; the generator takes the others")
    options.add_argument("--store", default="", help="a database URL; a file of its own if not given")
    given = options.parse_args()
    gc.disable()  # its pauses of up to 250 ms, with the frames of a thousand sockets in memory, would be the server's
    if given.core is not None:
        os.sched_setaffinity(0, set(range(os.cpu_count() or 1)) - {given.core})
    with tempfile.TemporaryDirectory() as folder:
        store = given.store or f"sqlite:///{folder}/tables.db"
        server, _ = start(given.port, store, given.core)
        load = Load(f"127.0.0.1:{given.port}")
        try:
            tables = [open_table(load.address, number) for number in range(given.tables)]
            asyncio.run(play(load, tables, given.seconds, server.pid))
            server.terminate()
            server.wait()
            server, started = start(given.port, store, given.core)
            back = started + asyncio.run(first_frames(load, tables))
            back_cpu = cpu_s(server.pid)
        finally:
            server.terminate()
            server.wait()
    found = load.latencies_ms
    p99 = percentile(found, 0.99)
    rate = load.actions / given.seconds
    is_whole = rate >= LEAST_SHARE * given.tables and not load.lost
    print(
        f"{rate:.0f} actions a second at {given.tables} tables ({'holds' if is_whole else 'MISSED: another load'}), ",
        end="",
    )
    print(f"{load.refused} answers refused, {load.lost} sockets lost")
    print(f"action to view: median {percentile(found, 0.5):.1f} ms, 95 % {percentile(found, 0.95):.1f} ms, ", end="")
    print(f"99 % {p99:.1f} ms ({'holds' if p99 < P99_BAR_MS else 'MISSED'}: below {P99_BAR_MS:.0f} ms), ", end="")
    print(f"longest {max(found):.1f} ms")
    used, own, each_ms = load.used_s / given.seconds, load.own_s / given.seconds, 1000 * load.used_s / load.actions
    print(f"the server used {used:.0%} of a core, {each_ms:.2f} ms of CPU an action; the generator {own:.0%}")
    held = "holds" if back < RESTART_BAR_S else "MISSED"
    print(f"restart until every socket has its frame: {back:.1f} s ({held}), the server's CPU time {back_cpu:.1f} s")


if __name__ == "__main__":
    main()
