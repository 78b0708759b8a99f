"""Keeps inputs off the event loop: a thread commits what has come together in one transaction.

One durable commit takes milliseconds, however many inputs are in it. What is handed over while one runs waits for the
next, so that hundreds of tables share a few commits a second. Where several came together, more will: the next commit
lets them gather for a moment. Who is alone never waits. An input is acknowledged when its commit is done.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial
from time import monotonic, sleep
from typing import NamedTuple

from deckwright.play.errors import StoreError
from deckwright.play.execute import execute
from deckwright.play.inputs import Message
from deckwright.play.refusals import Accepted, Refused
from deckwright.play.rows import Addition
from deckwright.play.store import Store, addition
from deckwright.play.table import TableState

MOST_AT_ONCE = 500
"""Inputs of one transaction: nobody waits for an endless one."""
GATHER_S = 0.02
"""A commit begins at least so long after one of several inputs has begun."""


class _Waiting(NamedTuple):
    added: Addition
    answer: Accepted
    told: Future[Accepted | Refused]


Outcome = Accepted | Refused | BaseException


class Writer:
    """A store that is written to by a thread of its own.

    `tell` calls what it is given, once for all that was kept together: an event loop is woken once by a commit, however
    many wait for it. Without it the writer's own thread tells everybody.
    """

    def __init__(self, store: Store, *, tell: Callable[[Callable[[], None]], None] | None = None) -> None:
        self._store = store
        self._tell = tell
        self._waiting: deque[_Waiting] = deque()
        self._changed = threading.Condition()
        self._is_closing = False
        self._commits = 0
        self._thread = threading.Thread(target=self._run, name="deckwright store", daemon=True)
        self._thread.start()

    @property
    def commits(self) -> int:
        """Transactions so far."""
        return self._commits

    def submit(self, table: TableState, message: Message, *, at_ms: int | None = None) -> Future[Accepted | Refused]:
        """Execute a message and keep it: the answer comes when it is kept.

        Nothing of it may be told to anybody before. A message that is refused is answered at once. An accepted table
        may be built upon before its answer has come: if it is not kept, nothing that was built on it is.
        """
        return self.keep(table, execute(table, message, at_ms=at_ms))

    def keep(self, table: TableState, answer: Accepted | Refused) -> Future[Accepted | Refused]:
        """Keep what a message to a table was answered with; the answer is the same, or stale if somebody was before."""
        told: Future[Accepted | Refused] = Future()
        if isinstance(answer, Refused) or answer.is_repeat:
            told.set_result(answer)
            return told
        waiting = _Waiting(addition(table, answer.table), answer, told)
        with self._changed:
            if self._is_closing:
                raise StoreError("store.closed", "the store is closed: nothing more is kept")
            self._waiting.append(waiting)
            self._changed.notify()
        return told

    def close(self) -> None:
        """Keep what was handed over, and end the thread. The store stays open."""
        with self._changed:
            self._is_closing = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._waiting and not self._is_closing:
                    self._changed.wait()
                batch = [self._waiting.popleft() for _ in range(min(MOST_AT_ONCE, len(self._waiting)))]
            if not batch:
                return
            began_s = monotonic()
            kept = list(zip(batch, self._commit(batch), strict=True))
            if self._tell is None:
                _answer(kept)
            else:
                self._tell(partial(_answer, kept))
            if len(batch) > 1:
                sleep(max(0.0, began_s + GATHER_S - monotonic()))

    def _commit(self, batch: list[_Waiting]) -> Iterator[Outcome]:
        try:
            kept = self._store.add([waiting.added for waiting in batch])
        except StoreError as error:
            if len(batch) > 1:  # one of them may be at fault: the others are not
                for waiting in batch:
                    yield from self._commit([waiting])
                return
            yield error
            return
        except BaseException as error:  # whoever waits is told, whatever it was, and the thread goes on
            yield from [error] * len(batch)
            return
        self._commits += 1
        for waiting, is_kept in zip(batch, kept, strict=True):
            yield waiting.answer if is_kept else Refused("revision.stale")


def _answer(kept: list[tuple[_Waiting, Outcome]]) -> None:
    for waiting, outcome in kept:
        if isinstance(outcome, BaseException):
            waiting.told.set_exception(outcome)
        else:
            waiting.told.set_result(outcome)
