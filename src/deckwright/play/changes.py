"""Change notices between servers that share a PostgreSQL database: whoever adds to a table tells the others.

Every transaction that adds inputs ends with a NOTIFY for each table; a thread LISTENs. A notice says which table and
how many inputs it has, and nothing else. After a lost connection anything may have been missed: the listener is told.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Engine, text

CHANNEL = "deckwright_tables"
WAIT_S = 1.0
"""So long a thread may take to end, and so long it waits before it connects again."""

_COUNT = re.compile("[0-9]{1,9}")

Heard = Callable[[str, int], None]
"""A table, and how many inputs it has; no name and 0 when anything may have changed."""

_notify = text(f"SELECT pg_notify('{CHANNEL}', :notice)")


def is_shared(engine: Engine) -> bool:
    """Whether servers can tell each other of changes in this database."""
    return bool(engine.dialect.name == "postgresql")


def tell(connection: Connection, counts: dict[str, int]) -> None:
    """Tell other servers, when this transaction is committed, how many inputs tables have."""
    connection.execute(_notify, [{"notice": f"{table} {count}"} for table, count in counts.items()])


class Listening:
    """A thread that hears of what others add."""

    def __init__(self, engine: Engine, heard: Heard) -> None:
        self._url = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._heard = heard
        self._is_over = threading.Event()
        self._is_ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="deckwright changes", daemon=True)
        self._thread.start()

    def wait_until_ready(self, timeout_s: float) -> bool:
        """Whether it hears everything from now on."""
        return self._is_ready.wait(timeout_s)

    def close(self) -> None:
        """End the thread."""
        self._is_over.set()
        self._thread.join(5 * WAIT_S)

    def _run(self) -> None:
        import psycopg

        while not self._is_over.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._heard("", 0)
                    self._is_ready.set()
                    self._hear(connection)
            except psycopg.Error:
                self._is_ready.clear()
                self._is_over.wait(WAIT_S)

    def _hear(self, connection: Any) -> None:
        while not self._is_over.is_set():
            for notice in connection.notifies(timeout=WAIT_S):
                table, _, count = notice.payload.rpartition(" ")
                if table and _COUNT.fullmatch(count):  # anybody who may connect may notify
                    self._heard(table, int(count))
                if self._is_over.is_set():
                    return
