"""Live tables: each has one lock, whoever listens to it, its agents' turns and its clock.

Everything that happens goes through `Hub.say`: executed, kept in the store, and only then told. An agent moves a fixed
time after the move before it, settled before it starts to think, so that no delay says anything about its cards.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from deckwright.play import (
    Accepted,
    ClockMessage,
    Hint,
    Message,
    Refused,
    StoreError,
    TableSetup,
    TableState,
    agent_message,
    hint,
)
from deckwright.play.progress import due_ms
from deckwright.play.store import Store
from deckwright.play.writer import Writer
from deckwright.web.errors import WebError
from deckwright.web.settings import ServerSettings

T = TypeVar("T")

HINT_LEVEL = "hard"
"""Who is asked for hints."""

RETRY_S = 1.0
"""After so long a store that did not answer is asked again."""
MOST_IDLE = 500
"""Tables that nobody listens to and that stay in memory all the same."""

Listener = Callable[[TableState], None]
"""Told of every change, in order; it may not wait."""


class LiveTable:
    """A table in memory."""

    def __init__(self, table: TableState) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.seen: dict[int, int] = {}
        """The number of the last card that each seat was shown and has acknowledged."""
        self.bot: asyncio.Task[None] | None = None
        self.clock: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether it can be dropped from memory: it is in the store."""
        return not self.listeners and (self.bot is None or self.bot.done()) and not self.lock.locked()


class Hub:
    """All tables of a server."""

    def __init__(self, store: Store, settings: ServerSettings, *, now_ms: Callable[[], int] | None = None) -> None:
        self._store, self._settings = store, settings
        self.now_ms = now_ms or (lambda: int(time.time() * 1000))
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._readers = ThreadPoolExecutor(max_workers=4, thread_name_prefix="store")
        self._writer = Writer(store)
        self._thinkers = ThreadPoolExecutor(max_workers=settings.bot_threads, thread_name_prefix="bot")

    async def open(self, setup: TableSetup) -> TableState:
        """A new table, kept before anybody hears of it."""
        table = await self._in_reader(lambda: self._store.create(setup))
        live = self._live[table.id] = LiveTable(table)
        self._go_on(live)
        return table

    async def table(self, name: str) -> TableState:
        """A table as it is; WebError if there is none."""
        return (await self._find(name)).table

    async def say(self, name: str, make: Callable[[TableState], Message]) -> Accepted | Refused:
        """What somebody says at a table as it is now: executed, kept, told."""
        live = await self._find(name)
        async with live.lock:
            answer = await self._keep(live, make(live.table))
        if isinstance(answer, Accepted):
            self._go_on(live)
        return answer

    async def listen(self, name: str, listener: Listener) -> Callable[[], None]:
        """Be told of the table as it is, and of every change until the returned function is called."""
        live = await self._find(name)
        if len(live.listeners) >= self._settings.limits.sockets_per_table:
            raise WebError("table.crowded", "too many look at this table", status=429)
        live.listeners.add(listener)
        listener(live.table)
        self._go_on(live)
        return lambda: live.listeners.discard(listener)

    def seen(self, name: str, seat: int) -> int:
        """The number of the last card that a seat was shown and has acknowledged."""
        live = self._live.get(name)
        return -1 if live is None else live.seen.get(seat, -1)

    def acknowledge(self, name: str, seat: int, number: int) -> None:
        """A seat has looked at the cards that it was shown, up to this number."""
        live = self._live.get(name)
        if live is not None:
            live.seen[seat] = max(number, live.seen.get(seat, -1))

    async def hint(self, name: str, seat: int) -> Hint:
        """What a strong agent would do in a seat, on what the seat knows."""
        table = await self.table(name)
        seed = secrets.token_bytes(16)
        return await asyncio.get_running_loop().run_in_executor(
            self._thinkers, lambda: hint(table, seat, HINT_LEVEL, seed=seed)
        )

    async def close(self) -> None:
        """End every task; tables are in the store."""
        for live in self._live.values():
            if live.clock is not None:
                live.clock.cancel()
            if live.bot is not None:
                live.bot.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await live.bot
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        self._readers.shutdown(wait=True)
        await asyncio.get_running_loop().run_in_executor(None, self._writer.close)

    async def _find(self, name: str) -> LiveTable:
        live = self._live.get(name)
        if live is not None:
            self._live.move_to_end(name)
            return live
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.create_task(self._load(name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(task)

    async def _load(self, name: str) -> LiveTable:
        try:
            table = await self._in_reader(lambda: self._store.load(name))
        except StoreError as error:
            status = 404 if error.code == "store.unknown-table" else 500
            raise WebError(error.code, error.message, status=status) from None
        live = self._live[name] = LiveTable(table)
        self._drop_idle()
        self._go_on(live)
        return live

    def _drop_idle(self) -> None:
        for name in [name for name, live in self._live.items() if live.is_idle][:-MOST_IDLE]:
            live = self._live.pop(name)
            if live.clock is not None:
                live.clock.cancel()

    async def _keep(self, live: LiveTable, message: Message) -> Accepted | Refused:
        before = live.table
        at_ms = self.now_ms()
        try:
            kept = asyncio.wrap_future(self._writer.submit(before, message, at_ms=at_ms))
            answer = await asyncio.shield(kept)  # who leaves does not take back what is being written
        except StoreError as error:
            raise WebError(error.code, "the table could not be kept: try again", status=503) from None
        if isinstance(answer, Accepted):
            live.table = answer.table
            for listener in list(live.listeners):
                listener(live.table)
        elif answer.code == "revision.stale" and message.table == before.id:
            # Another process may have added to it: what it added is in the store.
            live.table = await self._in_reader(lambda: self._store.load(before.id))
        return answer

    def _go_on(self, live: LiveTable) -> None:
        """Wake the agent whose turn it is, and set the clock."""
        if live.bot is None or live.bot.done():
            live.bot = asyncio.create_task(self._play_agents(live))
        self._set_clock(live)

    async def _play_agents(self, live: LiveTable) -> None:
        loop = asyncio.get_running_loop()
        while True:
            table = live.table
            turn = table.progress.turn
            if turn is None or table.progress.beats or table.state is None or not table.seats[turn].agent:
                return
            ready = loop.time() + self._settings.bot_delay_s
            message = await loop.run_in_executor(self._thinkers, agent_message, table)
            await asyncio.sleep(max(0.0, ready - loop.time()))
            if message is None:
                return
            try:
                async with live.lock:
                    if live.table is not table:
                        continue  # somebody was faster: look again
                    answer = await self._keep(live, message)
            except WebError:
                await asyncio.sleep(RETRY_S)  # the store did not answer: nothing was told, and it is tried again
                continue
            if isinstance(answer, Refused) and live.table is table:
                return  # whatever changes that, wakes it
            self._set_clock(live)

    def _set_clock(self, live: LiveTable) -> None:
        if live.clock is not None:
            live.clock.cancel()
            live.clock = None
        due = due_ms(live.table.setup, live.table.progress)
        if due is None or live.table.is_over:
            return
        loop = asyncio.get_running_loop()
        delay = max(0.0, (due - self.now_ms()) / 1000) + 0.05
        live.clock = loop.call_later(delay, lambda: asyncio.ensure_future(self._ring(live)))

    async def _ring(self, live: LiveTable) -> None:
        try:
            async with live.lock:
                await self._keep(live, ClockMessage(live.table.id))
        except WebError:
            await asyncio.sleep(RETRY_S)
        self._go_on(live)

    async def _in_reader(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)
