"""The rows of a store, and how inputs are written to them.

A table's row has how many inputs there are and the digest of the last, which covers all before it. Whoever adds one
says what they were: if that is no longer so, somebody else was before, and nothing is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    bindparam,
    insert,
    select,
    update,
)

from deckwright.play.changes import is_shared, tell

FORM = 2
"""Of what rows hold."""

metadata = MetaData()
tables = Table(
    "tables",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("body", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("inputs", Integer, nullable=False),
    Column("head", String(64), nullable=False),
)
inputs = Table(
    "inputs",
    metadata,
    Column("table_id", String(64), ForeignKey("tables.id"), primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    Column("digest", String(64), nullable=False),
)


class Addition(NamedTuple):
    """One more input of a table: which it is, and what the row holds."""

    table: str
    revision: int
    body: str


class Head(NamedTuple):
    """How far a table is: how many inputs it has, and the digest of the last."""

    inputs: int
    digest: str


def setup_digest(table: str, body: str) -> str:
    """Of a table's first row."""
    return sha256(f"deckwright table {FORM}\0{table}\0{body}".encode()).hexdigest()


def input_digest(before: str, table: str, revision: int, body: str) -> str:
    """Of an input's row: which it is, what it says, and all that came before it."""
    return sha256(f"{before}\0{table}\0{revision}\0{body}".encode()).hexdigest()


_moved_on = (
    update(tables)
    .where(tables.c.id == bindparam("of"), tables.c.inputs == bindparam("before"), tables.c.head == bindparam("known"))
    .values(inputs=bindparam("after"), head=bindparam("last"))
)
_locked = (
    update(tables)
    .where(tables.c.id == bindparam("of"), tables.c.inputs == bindparam("before"))
    .values(inputs=bindparam("before"))
)


def find_head(connection: Connection, added: Addition) -> Head | None:
    """How far a table is that an input is to be added to; None if somebody was before.

    Writing first takes the lock: nobody else adds between what is read here and what is written.
    """
    if connection.execute(_locked, {"of": added.table, "before": added.revision}).rowcount != 1:
        return None
    digest = connection.execute(select(tables.c.head).where(tables.c.id == added.table)).scalar_one()
    return Head(added.revision, digest)


def write_inputs(
    connection: Connection, additions: Sequence[Addition], heads: dict[str, Head]
) -> dict[str, Head] | None:
    """Write inputs, in order of table and revision, with two statements; how far their tables are then.

    None if somebody was before one of them, or a table was not as far as was thought: then all is to be rolled back.
    """
    steps: list[dict[str, Any]] = []
    rows: list[dict[str, Any]] = []
    after: dict[str, Head] = {}
    for name, group in groupby(additions, key=lambda added: added.table):
        head = heads[name]
        now = head
        for added in group:
            if added.revision != now.inputs:
                return None
            now = Head(now.inputs + 1, input_digest(now.digest, name, added.revision, added.body))
            rows.append({"table_id": name, "revision": added.revision, "body": added.body, "digest": now.digest})
        steps.append({"of": name, "before": head.inputs, "known": head.digest, "after": now.inputs, "last": now.digest})
        after[name] = now
    if connection.execute(_moved_on, steps if len(steps) > 1 else steps[0]).rowcount != len(steps):
        return None
    connection.execute(insert(inputs), rows)
    if is_shared(connection.engine):
        tell(connection, {name: head.inputs for name, head in after.items()})
    return after
