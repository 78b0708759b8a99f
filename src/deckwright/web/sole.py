"""An SQLite file is one server's: two would not hear of each other's inputs, and would run each other's jobs again."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO

from sqlalchemy import Engine

from deckwright.play import StoreError


class SoleServer:
    """That this is the only server of an SQLite file, until it is closed or the process ends, however it ends.

    The lock is on a file beside it: whoever closes any descriptor of the file itself gives up SQLite's locks.
    """

    def __init__(self, engine: Engine) -> None:
        self._lock: IO[bytes] | None = None
        if engine.dialect.name != "sqlite":
            return
        database = engine.url.database
        if not database or database == ":memory:":  # it is another one for each of a server's threads
            raise StoreError("store.unavailable", "the store cannot be opened: a server keeps its tables in a file")
        self._lock = _locked(Path(f"{Path(database).resolve()}.server"))

    def close(self) -> None:
        """Let another server have the file."""
        if self._lock is not None:
            self._lock.close()


def _locked(path: Path) -> IO[bytes]:
    try:
        lock = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600), "wb")
    except OSError as error:
        raise StoreError("store.unavailable", f"the store cannot be opened: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        message = "another server uses this file: stop it, or name another store (several servers can share PostgreSQL)"
        raise StoreError("store.in-use", message) from None
    return lock
