"""Makes the tables of a database where there are none; several processes may do this at once."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import URL, Dialect, Engine, MetaData, String, Table, TypeDecorator, inspect, text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.schema import CreateIndex, CreateTable

from deckwright.jobs.errors import JobError

OPENING_S = 10
"""So long several processes may take to open a new database at once."""
CREATION_LOCK = 0x6465636B
"""Of PostgreSQL: whoever holds it makes the tables."""


class Id(TypeDecorator[str]):
    """What something is called by us: in ASCII. Databases refuse to look for some texts; nothing is called by those."""

    impl = String(64)
    cache_ok = True

    def process_bind_param(self, value: str | None, _: Dialect) -> str | None:
        """The text that is looked for."""
        return value if value is None or (value.isascii() and "\0" not in value) else ""


def connect_args(url: URL) -> dict[str, Any]:
    """What the driver of a database is told: texts come as texts."""
    return {"client_encoding": "utf8"} if url.get_backend_name() == "postgresql" else {}


def make_tables(engine: Engine, metadata: MetaData) -> None:
    """The tables and their indexes, if there are none; JobError where what is read might be no text."""
    until = time.monotonic() + OPENING_S
    while True:
        try:
            with engine.begin() as connection:
                if engine.dialect.name == "postgresql":
                    connection.execute(text(f"SELECT pg_advisory_xact_lock({CREATION_LOCK})"))
                    if connection.execute(text("SHOW server_encoding")).scalar() == "SQL_ASCII":
                        raise JobError("store.no-encoding", "the database keeps bytes: make one with the encoding UTF8")
                for table in metadata.sorted_tables:
                    connection.execute(CreateTable(table, if_not_exists=True))
                    for index in table.indexes:
                        connection.execute(CreateIndex(index, if_not_exists=True))
            return
        except OperationalError as error:
            # Two that make one file a log of changes at once: one of them is told so, and not to wait.
            if sqlite_name(error) not in ("SQLITE_BUSY", "SQLITE_LOCKED") or time.monotonic() > until:
                raise
            time.sleep(0.02)


def add_count(engine: Engine, table: Table, name: str) -> None:
    """A column that a table of an earlier version has not; 0 in the rows that are there."""
    if _has_column(engine, table, name):
        return
    try:
        with engine.begin() as connection:
            connection.execute(text(f"ALTER TABLE {table.name} ADD COLUMN {name} INTEGER NOT NULL DEFAULT 0"))
    except DBAPIError:
        if not _has_column(engine, table, name):  # otherwise another process was before
            raise


def _has_column(engine: Engine, table: Table, name: str) -> bool:
    return any(column["name"] == name for column in inspect(engine).get_columns(table.name))


def sqlite_name(error: DBAPIError) -> str:
    """What SQLite calls an error; empty for one of another database."""
    return str(getattr(error.orig, "sqlite_errorname", "") or "")
