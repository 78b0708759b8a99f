"""Agents at live tables: when they move, how long they wait for their turn to think, and how much they think.

*When*: a fixed time after the move before, settled before anybody thinks, so that no delay says anything about cards. A
move that is not ready by then waits for twice that time, and so on: however long it took, one of a few times is seen.

*How much*: whoever is asked waits in one queue, a table at most once, so that every table gets its turn. When many
wait, weaker levels think for stronger ones; the history keeps who did, and everyone at the table is told.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from deckwright.play import AgentMessage, TableState, agent_message
from deckwright.web.levels import LEVELS

CROWD = 4
"""So many waiting for each thread are a crowd: every level thinks as the one below it; with each time as many again,
as one more below."""


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
        self._waiting = 0

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
        self._waiting += 1
        try:
            work = asyncio.get_running_loop().run_in_executor(self._pool, think, table, instead)
            return await work
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Let go of the threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def think(table: TableState, instead: str) -> AgentMessage | None:
    """What an agent does, or another that thinks for it."""
    return agent_message(table, instead=instead)


def weaker(level: str, steps: int) -> str:
    """The level so many steps below; empty if it is the same, or none that has others below it."""
    if steps <= 0 or level not in LEVELS or level == LEVELS[0]:
        return ""
    return LEVELS[max(0, LEVELS.index(level) - steps)]
