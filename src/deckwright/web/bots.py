"""Agents at live tables: when they move, how long they wait for their turn to think, and how much they think.

*When*: a fixed time after the move before, settled before anybody thinks, so that no delay says anything about cards. A
move that is not ready by then waits for twice that time, and so on: however long it took, one of a few times is seen.

*Whose*: games that strangers brought have threads of their own, so that however long theirs think, the library's do not
wait for them; and who thinks too long about a stranger's game has a move made at random instead.

*How much*: whoever is asked waits in one queue, a table at most once, so that every table gets its turn. When many
wait, weaker levels think for stronger ones; the history keeps who did, and everyone at the table is told.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from deckwright.agents.levels import is_of_library
from deckwright.play import AgentMessage, TableState, agent_message
from deckwright.web.levels import LEVELS

CROWD = 4
"""So many waiting for each thread are a crowd: every level thinks as the one below it; with each time as many again,
as one more below."""
PATIENCE_S = 20.0
"""So long an agent may think about a stranger's game."""


@dataclass(frozen=True)
class Timer:
    """Time as the tables see it; tests have one of their own."""

    now_s: Callable[[], float]
    sleep: Callable[[float], Awaitable[None]]


def real_timer() -> Timer:
    """The event loop's."""
    return Timer(lambda: asyncio.get_running_loop().time(), asyncio.sleep)


def due_s(step_s: float, took_s: float) -> float:
    """How long after the move before it a move is made that took so long to find."""
    if took_s <= step_s or step_s <= 0:
        return max(0.0, step_s)
    return float(step_s * 2 ** math.ceil(math.log2(took_s / step_s)))


class Thinkers:
    """The threads in which agents think, and the queue before them."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="bot")
        self._own_pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="own-bot")
        """For games that are not the library's."""
        self._waiting = 0

    def pool(self, table: TableState) -> ThreadPoolExecutor:
        """Where agents think about a table's game."""
        return self._pool if is_of_library(table.setup.game) else self._own_pool

    @property
    def steps_down(self) -> int:
        """By how many levels agents think less than they would if nobody waited."""
        crowd = CROWD * self._threads
        return 0 if self._waiting <= crowd else int(math.log2(self._waiting / crowd)) + 1

    async def move(self, table: TableState) -> AgentMessage | None:
        """What the agent whose turn it is does; None if there is none."""
        turn = table.progress.turn
        own = "" if turn is None else table.seats[turn].agent
        instead = weaker(own, self.steps_down)
        pool = self.pool(table)
        if pool is self._own_pool:
            return await self._impatient_move(table, instead)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, think, table, instead)
        finally:
            self._waiting -= 1

    async def _impatient_move(self, table: TableState, instead: str) -> AgentMessage | None:
        work = asyncio.get_running_loop().run_in_executor(self._own_pool, think, table, instead)
        try:
            return await asyncio.wait_for(work, PATIENCE_S)
        except TimeoutError:
            return agent_message(table, at_random=True)

    def close(self) -> None:
        """Let go of the threads."""
        for pool in (self._pool, self._own_pool):
            pool.shutdown(wait=False, cancel_futures=True)


def think(table: TableState, instead: str) -> AgentMessage | None:
    """What an agent does, or another that thinks for it."""
    return agent_message(table, instead=instead)


def weaker(level: str, steps: int) -> str:
    """The level so many steps below; empty if it is the same, or none that has others below it."""
    if steps <= 0 or level not in LEVELS or level == LEVELS[0]:
        return ""
    return LEVELS[max(0, LEVELS.index(level) - steps)]
