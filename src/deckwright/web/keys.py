"""Keys to seats, tables and a table's host: random, shown once, kept as hashes.

A key is 128 random bits. Whoever has it is whom it was given to; the database has its SHA-256 alone, so a copy of the
database opens no seat. A browser is handed a key in the fragment of an address, which is sent to no server, and
exchanges it for a cookie of that seat's own path; a program sends it as a bearer header.

The host's key says in which seat the host sat down: where that person has left, whoever first asks for the next game is
its host.

Whoever asks a table for the next game gets keys that follow from their own, so that asking again leaves nothing behind.

The key of a seat is that of one person there: it says at which revision they sat down, and opens nothing once they have
left. So no key has to be taken away when somebody else sits down, whichever server they come to.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any

from sqlalchemy import Column, Engine, Integer, MetaData, String, Table, delete, insert, select
from sqlalchemy.exc import IntegrityError

from deckwright.jobs.tables import add_count, make_tables
from deckwright.web.kept import corrupt, reading, writing

KEY_BYTES = 16
LONGEST_KEY = 64

_metadata = MetaData()
_keys = Table(
    "web_keys",
    _metadata,
    Column("digest", String(64), primary_key=True),
    Column("table_id", String(64), nullable=False, index=True),
    Column("role", String(8), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("since", Integer, nullable=False),
)


class Role(StrEnum):
    """What a key opens."""

    SEAT = "seat"
    HOST = "host"
    INVITE = "invite"


@dataclass(frozen=True)
class Opened:
    """What a key was given for."""

    table: str
    role: Role
    seat: int = -1
    """Of a host: where they sat down; -1 if that was not kept."""
    since: int = 0
    """Of a seat: the revision of the table at which its person sat down."""


def digest_of(key: str) -> str:
    """What is kept of a key."""
    return sha256(f"deckwright key\0{key}".encode()).hexdigest()


def next_key(key: str, opened: Opened) -> str:
    """What somebody with a key gets for something else, whenever they ask: as hard to guess as theirs."""
    text = f"deckwright next key\0{key}\0{opened.table}\0{opened.role.value}\0{opened.seat}\0{opened.since}"
    return urlsafe_b64encode(sha256(text.encode()).digest()[:KEY_BYTES]).rstrip(b"=").decode()


class Keyring:
    """The keys of all tables, in the database that holds the tables."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        make_tables(engine, _metadata)
        add_count(engine, _keys, "since")  # keys without one are of who sat down as a table was opened

    def make(self, opened: Opened) -> str:
        """A new key; it can be had from nowhere else afterwards."""
        return self.make_all([opened])[0]

    def make_all(self, opened: Sequence[Opened]) -> list[str]:
        """New keys, kept at once."""
        keys = [secrets.token_urlsafe(KEY_BYTES) for _ in opened]
        with writing(self._engine) as connection:
            connection.execute(insert(_keys), [_row(key, one) for key, one in zip(keys, opened, strict=True)])
        return keys

    def make_next(self, wanted: Sequence[tuple[str, Opened]]) -> list[str]:
        """Keys that follow from others, kept at once: whoever has those may ask any number of times for the same."""
        keys = [next_key(key, opened) for key, opened in wanted]
        for key, (_, opened) in zip(keys, wanted, strict=True):
            if self.find(key) != opened:
                with writing(self._engine) as connection, suppress(IntegrityError):  # who asked twice at once has one
                    connection.execute(insert(_keys).values(_row(key, opened)))
        return keys

    def hosts(self, table: str) -> list[Opened]:
        """Who was made host of a table."""
        wanted = (_keys.c.table_id == table) & (_keys.c.role == Role.HOST.value)
        with reading(self._engine) as connection:
            rows = connection.execute(select(_keys).where(wanted)).all()
        return [_opened(row) for row in rows]

    def claim(self, opened: Opened) -> bool:
        """Whether somebody may be host of a table that has none: whoever was first, at whichever server they asked."""
        claimed = _row("", opened) | {"digest": sha256(f"deckwright host\0{opened.table}".encode()).hexdigest()}
        with writing(self._engine) as connection, suppress(IntegrityError):  # somebody was before
            connection.execute(insert(_keys).values(claimed))
        with reading(self._engine) as connection:
            row = connection.execute(select(_keys).where(_keys.c.digest == claimed["digest"])).one()
        return _opened(row) == opened

    def forget(self, key: str) -> None:
        """A key that nobody was given opens nothing, and is not kept."""
        with writing(self._engine) as connection:
            connection.execute(delete(_keys).where(_keys.c.digest == digest_of(key)))

    def find(self, key: str) -> Opened | None:
        """What a key opens, if anything."""
        if not key or len(key) > LONGEST_KEY:
            return None
        with reading(self._engine) as connection:
            row = connection.execute(select(_keys).where(_keys.c.digest == digest_of(key))).one_or_none()
        return None if row is None else _opened(row)


def _opened(row: Any) -> Opened:
    numbers = (row.seat, row.since)
    if row.role not in set(Role) or type(row.table_id) is not str or any(type(found) is not int for found in numbers):
        raise corrupt()
    return Opened(row.table_id, Role(row.role), *numbers)


def _row(key: str, opened: Opened) -> dict[str, str | int]:
    return {
        "digest": digest_of(key),
        "table_id": opened.table,
        "role": opened.role.value,
        "seat": opened.seat,
        "since": opened.since,
    }
