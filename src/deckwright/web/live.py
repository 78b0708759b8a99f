"""A table in memory: as it is, who listens to it, and what its agent and its clock are about."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from deckwright.engine.scene.story import EVENT_STEP
from deckwright.play import AgentMessage, TableState
from deckwright.play.table import moments_kept

Listener = Callable[[TableState], None]
"""Told of every change, in order; it may not wait."""


class LiveTable:
    """A table in memory."""

    def __init__(self, table: TableState, seen: dict[int, int], looked_s: float) -> None:
        self.table = table
        self.looked_s = looked_s
        """When somebody last looked at it, or said something, without listening."""
        self.lock = asyncio.Lock()
        self.listeners: dict[Listener, int | None] = {}
        """With the seat that each listens for; None: somebody who watches."""
        self.seen = seen
        """The number of the last card that each seat was shown and has acknowledged, of those not taken back since."""
        self.bot: asyncio.Task[None] | None = None
        self.ready: tuple[TableState, AgentMessage] | None = None
        """A move whose time has come, and the table that an agent thought about."""
        self.clock: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether it can be dropped from memory: it is in the store."""
        return not self.listeners and (self.bot is None or self.bot.done()) and not self.lock.locked()

    def find_ready(self) -> AgentMessage | None:
        """A move whose time has come, if the same agent is still asked the same."""
        if self.ready is None:
            return None
        before, message = self.ready
        return message if _asks_the_same(before, self.table) else None

    def tell(self, table: TableState, seen: dict[int, int] | None = None) -> None:
        """The table is now so, and so much has been acknowledged if that was read anew: everyone hears of it."""
        if seen is None:
            undone = self.table.progress.undone
            seen = {seat: still_seen(table, number, undone) for seat, number in self.seen.items()}
        self.seen, self.table = seen, table
        for listener in list(self.listeners):
            listener(table)


def still_seen(table: TableState, number: int, undone: int) -> int:
    """What is left of an acknowledgement that was made when things had been taken back so often.

    After that numbers are given again: what comes under them has not been looked at.
    """
    if undone >= table.progress.undone:
        return number
    return min(number, moments_kept(table, undone) * EVENT_STEP - 1)


def _asks_the_same(before: TableState, now: TableState) -> bool:
    """Whether the agent that was to move is still asked the same, whatever else was said."""
    turn = before.progress.turn
    return turn is not None and now.state is before.state and now.seats[turn].agent == before.seats[turn].agent
