"""Work that strangers ask for and that takes long: a few at once, some more wait, the rest is told to come again.

Each lane has threads of its own, so that whoever fills one holds up nobody who wants something else.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import TypeVar

from deckwright.web.errors import WebError

T = TypeVar("T")


class Lane:
    """Some threads, with so many in all and so many of one address who may wait for them or be served."""

    def __init__(self, name: str, *, threads: int, most: int, most_each: int) -> None:
        self._most, self._most_each = most, most_each
        self._pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix=name)
        self._lock = Lock()
        self._here: Counter[str] = Counter()

    async def do(self, address: str, work: Callable[[], T]) -> T:
        """Do something for somebody; WebError if too many want something."""
        with self._lock:
            if self._here.total() >= self._most or self._here[address] >= self._most_each:
                raise WebError("server.busy", "too many ask for this at once: try again in a moment", status=503)
            self._here[address] += 1
        future = self._pool.submit(work)
        # Who goes away still takes up a thread until the work is done.
        future.add_done_callback(lambda _: self._left(address))
        return await asyncio.wrap_future(future)

    def _left(self, address: str) -> None:
        with self._lock:
            self._here[address] -= 1
            if self._here[address] <= 0:
                del self._here[address]

    def close(self) -> None:
        """Let go of the threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)
