"""Live tables: each has one lock, whoever listens to it, its agents' turns and its clock.

Everything that happens goes through `Hub.say`: executed, kept in the store, and only then told. Where several servers
share a store, whoever adds to a table first is before the others; they hear of it and show the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from deckwright.agents.levels import is_of_library
from deckwright.engine.scene import read_rules
from deckwright.engine.scene.story import EVENT_STEP
from deckwright.play import (
    Accepted,
    ClockMessage,
    Hint,
    Message,
    Refused,
    StoreError,
    TableSetup,
    TableState,
    execute,
    hint,
)
from deckwright.play.changes import Listening, is_shared
from deckwright.play.clock import rings_ms
from deckwright.play.frame import Frame, table_frame
from deckwright.play.secret import is_part
from deckwright.play.store import Store
from deckwright.play.writer import Writer
from deckwright.web.bots import PATIENCE_S, Thinkers, Timer, due_s, real_timer
from deckwright.web.errors import WebError
from deckwright.web.lanes import Lane
from deckwright.web.live import Listener, LiveTable, still_seen
from deckwright.web.looks import Look, Looks
from deckwright.web.settings import ServerSettings

T = TypeVar("T")

HINT_LEVEL = "best"
"""Who is asked for hints."""

STATUS = {"store.unknown-table": 404, "store.unavailable": 503}
"""Of answers where a table cannot be read; otherwise what is kept of it is damaged."""
RETRY_S = 1.0
"""After so long a store that did not answer is asked again."""
MOST_TRIES = 5
"""So often something is said again that another server was before."""
CLOCKS_DIFFER_MS = 60_000
"""By no more do the clocks of servers differ that share a store; one that is further back was set back."""
WATCH_S = 1.0
"""So often the server's clock is looked at."""
MOST_IDLE = 500
"""Tables that nobody listens to and that stay in memory all the same."""

ATTENDED_S = 60.0
"""So long somebody is at a table who looked at it once, or said something."""


class Hub:
    """All tables of a server."""

    def __init__(
        self,
        store: Store,
        settings: ServerSettings,
        *,
        now_ms: Callable[[], int] | None = None,
        timer: Timer | None = None,
    ) -> None:
        self._store, self._settings = store, settings
        self.now_ms = now_ms or (lambda: int(time.time() * 1000))
        self._timer = timer or real_timer()
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._ringing: set[asyncio.Task[None]] = set()
        self._changes: Listening | None = None
        self._looks = Looks(store.engine)
        self._readers = ThreadPoolExecutor(max_workers=4, thread_name_prefix="store")
        self._loaders = ThreadPoolExecutor(max_workers=4, thread_name_prefix="load")
        """Tables are rebuilt here, and their games compiled: nobody's key waits for that."""
        self._writer = Writer(store, tell=self._in_loop)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thinkers = Thinkers(settings.bot_threads)
        self._hinting = Lane("hint", threads=1, most=16, most_each=3)
        self._own_hinting = Lane("own-hint", threads=1, most=16, most_each=3)
        """For games that are not the library's: nobody's agent waits for them, and no other hint."""

    async def open(self, setup: TableSetup) -> TableState:
        """A new table, kept before anybody hears of it."""
        return self._begun(await self.in_reader(lambda: self._store.create(setup)))

    async def adopt(self, table: TableState) -> TableState:
        """A table that has a history already, kept before anybody hears of it."""
        return self._begun(await self.in_reader(lambda: self._store.adopt(table)))

    def _begun(self, table: TableState) -> TableState:
        # Somebody may have found it in the store before: there is one of each table.
        live = self._live.setdefault(table.id, LiveTable(table, {}, self._timer.now_s()))
        self._drop_idle()
        self._go_on(live)
        return live.table

    async def table(self, name: str, *, at_least: int = 0) -> TableState:
        """A table as it is; WebError if there is none.

        Where another server has seen it at a revision, this one looks again before it says that it is not so far.
        """
        live = await self._find(name)
        if live.table.revision < at_least:
            await self._follow_to(live, at_least)
        return live.table

    async def table_over(self, name: str) -> TableState:
        """A table for something that is done when its game is over: this server may not have heard yet that it is."""
        live = await self._find(name)
        if not live.table.is_over and self._is_shared:
            await self._follow_to(live, live.table.revision + 1)
        return live.table

    async def look(self, name: str) -> TableState:
        """A table as it is, for somebody who looks at it: its agents move while anybody does."""
        live = await self._find(name)
        live.looked_s = self._timer.now_s()
        self._go_on(live)
        return live.table

    def frame(self, table: TableState, seat: int | None) -> Frame:
        """What a seat, or somebody who watches, sees of a table."""
        return table_frame(table, seat, seen=-1 if seat is None else self.seen(table.id, seat))

    async def say(self, name: str, make: Callable[[TableState], Message]) -> Accepted | Refused:
        """What somebody says at a table as it is now: executed, kept, told."""
        live = await self._find(name)
        live.looked_s = self._timer.now_s()
        async with live.lock:
            answer = await self._keep(live, make)
        if isinstance(answer, Accepted):
            self._go_on(live)
        return answer

    async def listen(self, name: str, listener: Listener, *, of: int | None = None) -> Callable[[], None]:
        """Be told of the table as it is, and of every change until the returned function is called.

        Each seat has its own room, and so have all who watch: nobody takes another's.
        """
        live = await self._find(name)
        limits = self._settings.limits
        most = limits.sockets_per_table if of is None else limits.sockets_per_seat
        if sum(seat == of for seat in live.listeners.values()) >= most:
            raise WebError("table.crowded", "too many look at this table", status=429)
        live.listeners[listener] = of
        listener(live.table)
        self._go_on(live)
        return lambda: _forget(live, listener)

    def seen(self, name: str, seat: int) -> int:
        """The number of the last card that a seat was shown and has acknowledged."""
        live = self._live.get(name)
        return -1 if live is None else live.seen.get(seat, -1)

    async def acknowledge(self, name: str, seat: int, number: int) -> TableState:
        """A seat has looked at the cards that it was shown, up to this number: they are not shown again."""
        live = await self._find(name)
        last = live.table.story.moments * EVENT_STEP - 1
        wanted = max(min(number, last), live.seen.get(seat, -1))
        if wanted != live.seen.get(seat, -1):
            live.seen[seat] = wanted
            look = Look(wanted, live.table.progress.undone)
            await self.in_reader(lambda: self._looks.keep(name, seat, look))
        return live.table

    async def hint(self, table: TableState, seat: int, *, address: str) -> Hint:
        """What a strong agent would do in a seat, on what the seat knows; WebError if too many ask."""
        seed = secrets.token_bytes(16)
        lane = self._hinting if is_of_library(table.setup.game) else self._own_hinting
        work = lane.do(address, lambda: hint(table, seat, HINT_LEVEL, seed=seed))
        try:
            return await asyncio.wait_for(work, PATIENCE_S)
        except TimeoutError:
            raise WebError("hint.none", "nobody came to an end in good time", status=503) from None

    async def in_reader(self, work: Callable[[], T]) -> T:
        """Do something with the store, or anything else that takes long, off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    async def watch_clock(self) -> None:
        """Tell tables when the server's clock was set back, until this is cancelled.

        Were it found out when somebody says something, everyone would see that somebody did: that may be in secret.
        """
        before = self.now_ms()
        while True:
            await asyncio.sleep(WATCH_S)
            last, before = before, self.now_ms()
            if before < last - CLOCKS_DIFFER_MS:
                for live in self._live.values():
                    self._set_clock(live)

    async def close(self) -> None:
        """End every task; tables are in the store."""
        tasks = [live.bot for live in self._live.values() if live.bot is not None]
        for live in self._live.values():
            if live.clock is not None:
                live.clock.cancel()
        if self._changes is not None:
            await self.in_reader(self._changes.close)
        for task in (*tasks, *self._ringing):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self._thinkers.close()
        self._hinting.close()
        self._own_hinting.close()
        self._readers.shutdown(wait=True)
        self._loaders.shutdown(wait=True)
        await asyncio.get_running_loop().run_in_executor(None, self._writer.close)

    async def _find(self, name: str) -> LiveTable:
        self._hear_of_changes()
        live = self._live.get(name)
        if live is not None:
            self._live.move_to_end(name)
            return live
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.create_task(self._load(name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(task)

    def _hear_of_changes(self) -> None:
        """Where other servers share the store, hear of what they add."""
        if self._changes is not None or not self._is_shared:
            return
        loop = asyncio.get_running_loop()

        def heard(table: str, count: int) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._heard, table, count)

        self._changes = Listening(self._store.engine, heard)

    @property
    def _is_shared(self) -> bool:
        return is_shared(self._store.engine)

    def _heard(self, table: str, count: int) -> None:
        """A table has so many inputs; without a name, any may have more than is known here."""
        for live in [self._live[table]] if table in self._live else [] if table else list(self._live.values()):
            if not table or count > live.table.revision:
                self._begin(self._follow(live, count))

    async def _follow(self, live: LiveTable, count: int) -> None:
        with contextlib.suppress(WebError):  # the store did not answer: whoever says something next finds out
            await self._follow_to(live, count)

    async def _follow_to(self, live: LiveTable, count: int) -> None:
        async with live.lock:
            if count and live.table.revision >= count:
                return  # it was this server's own
            await self._catch_up(live)
        self._go_on(live)

    async def _load(self, name: str) -> LiveTable:
        table, seen = await self._read(name)
        live = self._live.setdefault(name, LiveTable(table, seen, self._timer.now_s()))
        self._drop_idle()
        self._go_on(live)
        return live

    async def _read(self, name: str, *, after: TableState | None = None) -> tuple[TableState, dict[int, int]]:
        """A table as it is kept; where it is known as it was, only what came after that is read."""

        def read() -> tuple[TableState, dict[int, int]]:
            found = self._store.load(name) if after is None else self._store.follow(after)
            read_rules(found.setup.game)
            looks = self._looks.load(name)
            return found, {seat: still_seen(found, look.number, look.undone) for seat, look in looks.items()}

        try:
            return await asyncio.get_running_loop().run_in_executor(self._loaders, read)
        except StoreError as error:
            raise WebError(error.code, error.message, status=STATUS.get(error.code, 500)) from None

    def _drop_idle(self) -> None:
        if len(self._live) <= MOST_IDLE:
            return
        for name in [name for name, live in self._live.items() if live.is_idle][:-MOST_IDLE]:
            live = self._live.pop(name)
            if live.clock is not None:
                live.clock.cancel()

    async def _keep(self, live: LiveTable, make: Callable[[TableState], Message]) -> Accepted | Refused:
        """Execute something at a table whose lock is held, keep it, tell it; again if another server was before.

        Nothing is refused but at the table as it is: where this server may not have heard yet, it looks first.
        """
        for _ in range(MOST_TRIES):
            before = live.table
            answer = execute(before, make(before), at_ms=self._stamp_ms(before))
            if isinstance(answer, Refused):
                if self._is_shared and await self._catch_up(live):
                    continue
                return answer
            if answer.is_repeat:
                return answer
            try:
                # Who leaves does not take back what is being written.
                kept = await asyncio.shield(self._kept(before, answer))
            except StoreError as error:
                raise WebError(error.code, "the table could not be kept: try again", status=503) from None
            if isinstance(kept, Accepted):
                live.tell(kept.table)
                return kept
            await self._catch_up(live)
        return Refused("revision.stale")

    def _stamp_ms(self, table: TableState) -> int:
        """The time by which something is said: servers' clocks differ a little, and a table's never goes back for that.

        Otherwise whoever speaks by turns to two of them would make everybody's time pass faster.
        """
        now, last = self.now_ms(), table.progress.stamp_ms
        return last if now < last <= now + CLOCKS_DIFFER_MS else now

    def _kept(self, before: TableState, answer: Accepted) -> asyncio.Future[Accepted | Refused]:
        """What comes of keeping an answer."""
        loop = self._loop = asyncio.get_running_loop()
        told: asyncio.Future[Accepted | Refused] = loop.create_future()

        def settle(done: Future[Accepted | Refused]) -> None:
            if told.done():
                return
            error = done.exception()
            if error is None:
                told.set_result(done.result())
            else:
                told.set_exception(error)

        self._writer.keep(before, answer).add_done_callback(settle)
        return told

    def _in_loop(self, work: Callable[[], None]) -> None:
        """Do something in the event loop; the writer's thread asks for it."""
        assert self._loop is not None  # nothing is written before somebody has said something
        with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody waits any more
            self._loop.call_soon_threadsafe(work)

    async def _catch_up(self, live: LiveTable) -> bool:
        """Show what another server has added to a table; whether it has added anything."""
        table, seen = await self._read(live.table.id, after=live.table)
        if table.revision == live.table.revision:
            return False
        live.tell(table, seen)
        return True

    def _go_on(self, live: LiveTable) -> None:
        """Wake the agent whose turn it is, and set the clock."""
        if (live.bot is None or live.bot.done()) and self._agent_is_to_move(live):
            live.bot = asyncio.create_task(self._play_agents(live))
        self._set_clock(live)

    async def _play_agents(self, live: LiveTable) -> None:
        """Moves of agents, each some time after the one before.

        What else is said meanwhile does not put a move off: otherwise anybody could keep an agent from moving by
        saying something again and again, for which nobody's time runs.
        """
        timer, step_s = self._timer, self._settings.bot_delay_s
        began_s = timer.now_s()
        while self._agent_is_to_move(live):
            table, message = live.table, live.find_ready()
            if message is None:
                message = await self._thinkers.move(table)
                # A choice is seen with its last part: the time is that of all of them.
                if message is None or not is_part(table, message):
                    took_s = timer.now_s() - began_s
                    await timer.sleep(max(0.0, due_s(step_s, took_s) - took_s))
                if message is None:
                    return
                live.ready = (table, message)
            try:
                async with live.lock:
                    if live.find_ready() is None:
                        began_s = timer.now_s()
                        continue  # somebody was faster: look again
                    if not self._agent_is_to_move(live):
                        continue  # it is paused: the move is made when it goes on
                    table = live.table
                    goes_on = is_part(table, message)
                    answer = await self._keep(live, _always(message))
                    live.ready = None
            except WebError:
                await timer.sleep(RETRY_S)  # the store did not answer: nothing was told, and it is tried again
                continue
            if not goes_on:
                began_s = timer.now_s()
            if isinstance(answer, Refused) and live.table is table:
                return  # whatever changes that, wakes it
            self._set_clock(live)

    def _agent_is_to_move(self, live: LiveTable) -> bool:
        """Whether an agent has to move now: at a table that everybody has left nobody does until somebody looks."""
        is_looked_at = live.listeners or self._timer.now_s() - live.looked_s < ATTENDED_S
        return _agent_is_to_move(live.table) and bool(is_looked_at or any(seat.is_present for seat in live.table.seats))

    def _set_clock(self, live: LiveTable) -> None:
        """Let the clock ring when it is due. One that is set is never put off: if it rings too early it is set again.

        Otherwise whoever looks at the table, or says something, often enough would keep it from ringing for ever.
        """
        due = rings_ms(live.table)
        if due is None or live.table.is_over:
            _stop_clock(live)
            return
        # A clock that was set back rings at once, so that the table goes by it: nobody waits until it is as late again.
        was_set_back = self._stamp_ms(live.table) < live.table.progress.ahead_ms
        delay = 0.05 + (0.0 if was_set_back else max(0.0, (due - self.now_ms()) / 1000))
        loop = asyncio.get_running_loop()
        if live.clock is not None and live.clock.when() <= loop.time() + delay:
            return
        _stop_clock(live)
        live.clock = loop.call_later(delay, self._start_ringing, live)

    def _start_ringing(self, live: LiveTable) -> None:
        live.clock = None
        self._begin(self._ring(live))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _ring(self, live: LiveTable) -> None:
        try:
            async with live.lock:
                await self._keep(live, lambda now: ClockMessage(now.id))
        except WebError:
            await asyncio.sleep(RETRY_S)
        self._go_on(live)


def _stop_clock(live: LiveTable) -> None:
    if live.clock is not None:
        live.clock.cancel()
        live.clock = None


def _forget(live: LiveTable, listener: Listener) -> None:
    live.listeners.pop(listener, None)


def _always(message: Message) -> Callable[[TableState], Message]:
    return lambda _: message


def _agent_is_to_move(table: TableState) -> bool:
    progress = table.progress
    turn = progress.turn
    if turn is None or progress.beats or progress.is_paused or table.state is None:
        return False
    return bool(table.seats[turn].agent)
