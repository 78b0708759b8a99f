"""Where tables are kept: SQLite, or PostgreSQL by its URL. Inputs are only ever added, one transaction each.

An input is written before it is acknowledged, and a table is rebuilt from its setup and its inputs alone: whatever
happens to the process, nothing that was acknowledged is lost, and nothing that was not is half there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    insert,
    select,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from deckwright.engine import Deal, Game, restore
from deckwright.play.errors import StoreError, TableError
from deckwright.play.execute import execute
from deckwright.play.inputs import Input, TableAction
from deckwright.play.refusals import Accepted, Refused
from deckwright.play.seats import Seat, SeatKind
from deckwright.play.setup import TableSetup, make_setup
from deckwright.play.shuffle import FairShuffle
from deckwright.play.table import TableState, open_table, rebuild

_metadata = MetaData()
_tables = Table(
    "tables",
    _metadata,
    Column("id", String(64), primary_key=True),
    Column("body", Text, nullable=False),
    Column("digest", String(64), nullable=False),
)
_inputs = Table(
    "inputs",
    _metadata,
    Column("table_id", String(64), ForeignKey("tables.id"), primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    Column("digest", String(64), nullable=False),
)


class Store:
    """Tables in a database."""

    def __init__(self, url: str) -> None:
        """Opens `sqlite:///file.db`, `postgresql+psycopg://...` or another URL that SQLAlchemy knows."""
        try:
            self._engine = create_engine(url)
            if self._engine.dialect.name == "sqlite":
                event.listen(self._engine, "connect", _make_durable)
            _metadata.create_all(self._engine)
        except (SQLAlchemyError, ImportError) as error:
            raise StoreError("store.unavailable", f"the store cannot be opened: {type(error).__name__}") from None

    @classmethod
    def at(cls, path: Path) -> Store:
        """A store in a file of its own."""
        return cls(f"sqlite:///{path}")

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def create(self, setup: TableSetup) -> TableState:
        """Keep a new table; StoreError if there is one of that id."""
        body = json.dumps(setup_data(setup), separators=(",", ":"))
        with self._transaction() as connection:
            try:
                connection.execute(insert(_tables).values(id=setup.id, body=body, digest=_digest(setup.id, -1, body)))
            except IntegrityError:
                raise StoreError("store.exists", f"there is a table {setup.id!r} already") from None
        return open_table(setup)

    def submit(self, table: TableState, action: TableAction) -> Accepted | Refused:
        """Execute an action and keep it. Only what has been kept is accepted.

        If somebody else has added to the table meanwhile, the action is stale, whatever it is.
        """
        answer = execute(table, action)
        if isinstance(answer, Refused):
            return answer
        trail = answer.table.trail
        assert trail is not None
        body = json.dumps(input_data(trail.input), separators=(",", ":"), ensure_ascii=False)
        row = {"table_id": table.id, "revision": table.revision, "body": body}
        try:
            with self._transaction() as connection:
                connection.execute(insert(_inputs).values(**row, digest=_digest(table.id, table.revision, body)))
        except IntegrityError:
            return Refused("revision.stale")
        return answer

    def load(self, id: str) -> TableState:  # noqa: A002
        """A table as it was last acknowledged; StoreError if there is none, or a row of it was damaged."""
        with self._transaction() as connection:
            row = connection.execute(select(_tables.c.body, _tables.c.digest).where(_tables.c.id == id)).one_or_none()
            if row is None:
                raise StoreError("store.unknown-table", f"there is no table {id[:64]!r}")
            wanted = select(_inputs.c.revision, _inputs.c.body, _inputs.c.digest).where(_inputs.c.table_id == id)
            rows = connection.execute(wanted.order_by(_inputs.c.revision)).all()
        setup = _read_setup(id, row.body, row.digest)
        inputs: list[Input] = []
        for expected, (revision, body, digest) in enumerate(rows):
            if revision != expected:
                raise StoreError("store.corrupt", f"table {id}: input {expected} is missing")
            inputs.append(_read_input(id, revision, body, digest))
        try:
            return rebuild(setup, inputs)
        except TableError as error:
            raise StoreError("store.corrupt", f"table {id}: {error.message}") from None

    def ids(self) -> tuple[str, ...]:
        """Every table there is, in order."""
        with self._transaction() as connection:
            return tuple(connection.execute(select(_tables.c.id).order_by(_tables.c.id)).scalars())

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            # What the database says may quote a row, and a row holds secrets.
            raise StoreError("store.unavailable", f"the store does not answer: {type(error).__name__}") from None

    @property
    def engine(self) -> Engine:
        """For maintenance; rows hold the secrets of live tables."""
        return self._engine


def _make_durable(connection: Any, _: ConnectionPoolEntry) -> None:
    """What is committed is on the disk, and readers do not wait for writers."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _digest(table: str, revision: int, body: str) -> str:
    """Damage shows: the text of a row, and which row it is."""
    return sha256(f"{table}\0{revision}\0{body}".encode()).hexdigest()


def input_data(given: Input) -> list[Any]:
    """An input as plain data."""
    return [given.seat, given.id, given.data, given.at_ms]


def setup_data(setup: TableSetup) -> dict[str, Any]:
    """A setup as plain data. It holds the secret."""
    chance = setup.chance
    return {
        "id": setup.id,
        "game": game_data(setup.game),
        "secret": chance.secret.hex() if isinstance(chance, FairShuffle) else None,
        "commitment": setup.commitment,
        "deal": dict(chance.to_dict()) if isinstance(chance, Deal) else None,
        "seats": [[seat.kind.value, seat.name, seat.agent] for seat in setup.seats],
        "patience_ms": setup.patience_ms,
        "stand_in": setup.stand_in,
        "may_undo": setup.may_undo,
        "branched_from": setup.branched_from,
    }


def game_data(game: Game) -> dict[str, Any]:
    """A game as plain data: its whole genome, so that a table outlives a change of the library."""
    return game.to_dict()


def _read_setup(id: str, body: str, digest: str) -> TableSetup:  # noqa: A002
    if digest != _digest(id, -1, body):
        raise StoreError("store.corrupt", f"table {id}: its setup was damaged")
    try:
        data = json.loads(body)
        game = restore(data["game"])
        fair = data["secret"] is not None
        chance = (
            FairShuffle(bytes.fromhex(data["secret"]), data["commitment"]) if fair else Deal.from_dict(data["deal"])
        )
        return make_setup(
            game,
            tuple(Seat(SeatKind(kind), name, agent) for kind, name, agent in data["seats"]),
            id=data["id"],
            chance=chance,
            patience_ms=data["patience_ms"],
            stand_in=data["stand_in"],
            may_undo=data["may_undo"],
            branched_from=tuple(data["branched_from"]) if data["branched_from"] else None,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise StoreError("store.corrupt", f"table {id}: its setup cannot be read ({type(error).__name__})") from None


def _read_input(id: str, revision: int, body: str, digest: str) -> Input:  # noqa: A002
    if digest != _digest(id, revision, body):
        raise StoreError("store.corrupt", f"table {id}: input {revision} was damaged")
    match json.loads(body):
        case [int() | None as seat, str(name), str(data), int(at_ms)]:
            return Input(seat, name, data, at_ms)
    raise StoreError("store.corrupt", f"table {id}: input {revision} cannot be read")
