"""Where tables are kept: SQLite, or PostgreSQL by its URL. Inputs are only ever added, one transaction each.

An input is written before it is acknowledged, and a table is rebuilt from its setup and its inputs alone: whatever
happens to the process, nothing that was acknowledged is lost, and nothing that was not is half there. Each input's
digest covers the one before it, and the table's row has how many there are and the last digest: a history that was cut,
or whose rows were changed, does not load.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    Engine,
    bindparam,
    create_engine,
    event,
    insert,
    inspect,
    literal_column,
    select,
)
from sqlalchemy.engine import URL, ExceptionContext, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from deckwright.engine import Deal, Game, restore
from deckwright.jobs.errors import JobError
from deckwright.jobs.tables import connect_args, make_tables, sqlite_name
from deckwright.play.agent_list import ListedAgent
from deckwright.play.errors import StoreError, TableError
from deckwright.play.execute import after_input, execute
from deckwright.play.inputs import Authority, Input, Message
from deckwright.play.progress import input_code
from deckwright.play.refusals import Accepted, Refused
from deckwright.play.rows import (
    FORM,
    Addition,
    Head,
    find_head,
    input_digest,
    inputs,
    metadata,
    setup_digest,
    tables,
    write_inputs,
)
from deckwright.play.seats import Seat, SeatKind
from deckwright.play.setup import TableSetup, checked_setup, is_table_id, with_absences
from deckwright.play.shuffle import SECRET_BYTES, FairShuffle, is_hash
from deckwright.play.table import TableState, open_table, rebuild

OWNER_ONLY = 0o077
MOST_HEADS = 10_000
MOST_GAMES = 64
"""Games of tables that were read are kept, so many of them: what one of them has worked out need not be done again."""
_LOST = ("SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_CANTOPEN")

_compiling = Lock()
"""Held while a game is made ready: of many tables that are loaded at once, one does it and the others find it done."""


_one_table = (
    select(
        literal_column("0").label("place"),
        tables.c.inputs.label("number"),
        tables.c.body,
        tables.c.digest,
        tables.c.head,
    )
    .where(tables.c.id == bindparam("table"))
    .union_all(
        select(literal_column("1"), inputs.c.revision, inputs.c.body, inputs.c.digest, literal_column("''")).where(
            inputs.c.table_id == bindparam("table"), inputs.c.revision >= bindparam("first")
        )
    )
    .order_by("place", "number")
)
"""A table's row, then those of its inputs in order, from one on."""


class TableSummary(NamedTuple):
    """What a list of tables says of one. No field can hold a secret."""

    id: str
    game: str
    """Its id; empty where it cannot be read."""
    seats: tuple[tuple[str, str], ...]
    """Kind and name of each seat, as the table was opened."""
    opened_ms: int
    inputs: int


def _summary(id: str, body: str, inputs: int) -> TableSummary:  # noqa: A002
    """A table of which no more is read than is told: one that was damaged is listed too."""
    try:
        data = json.loads(body)
        seats = tuple((str(kind), str(name)) for kind, name, _ in data["seats"])
        return TableSummary(id, str(data["game"]["id"]), seats, int(data["opened_ms"]), inputs)
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
        return TableSummary(id, "", (), 0, inputs)


def addition(before: TableState, after: TableState) -> Addition:
    """What has to be kept for a table to become another."""
    assert after.trail is not None
    return Addition(before.id, before.revision, _input_text(after.trail.input))


def _input_text(given: Input) -> str:
    return json.dumps(input_data(given), separators=(",", ":"))  # ASCII: any database can keep it


class _NotAllKeptError(Exception):
    """Somebody was before one of several inputs: none of them is written together."""


class Store:
    """Tables in a database."""

    def __init__(self, url: str | URL) -> None:
        """Opens `sqlite:///file.db`, `postgresql://...` or another URL that SQLAlchemy knows."""
        self._heads: dict[str, Head] = {}
        """How far tables were when they were last written or read here: not asked again while it is still so."""
        try:
            known = _with_driver(make_url(url))
            if known.get_backend_name() == "sqlite":
                _make_private(known)
            # A connection over a network may be gone when it is used again: it is tried first.
            is_remote = known.get_backend_name() != "sqlite"
            self._engine = create_engine(known, pool_pre_ping=is_remote, connect_args=connect_args(known))
            if self._engine.dialect.name == "sqlite":
                event.listen(self._engine, "connect", _make_durable)
                event.listen(self._engine, "handle_error", _let_go)
            try:
                self._make_tables()
            except BaseException:
                self._engine.dispose()
                raise
        except ModuleNotFoundError as error:
            if error.name is not None and error.name.startswith("psycopg"):
                message = "PostgreSQL needs its driver: pip install 'deckwright[postgres]'"
                raise StoreError("store.no-driver", message) from None
            raise StoreError("store.unavailable", f"the store cannot be opened: no module {error.name}") from None
        except OSError as error:
            raise StoreError("store.unavailable", f"the store cannot be opened: {error.strerror}") from None
        except StoreError:
            raise
        except JobError as error:
            raise StoreError("store.unavailable", f"the store cannot be opened: {error.message}") from None
        except (SQLAlchemyError, ImportError, ValueError) as error:  # ValueError: a port or a path that is none
            raise StoreError("store.unavailable", f"the store cannot be opened: {_reason(error)}") from None

    @classmethod
    def at(cls, path: Path) -> Store:
        """A store in a file of its own, which only its owner can read; its folder is made if there is none."""
        return cls(URL.create("sqlite", database=str(path)))

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def create(self, setup: TableSetup) -> TableState:
        """Keep a new table; StoreError if there is one of that id."""
        return self.adopt(open_table(setup))

    def adopt(self, table: TableState) -> TableState:
        """Keep a table that has a history already, all of it or nothing; StoreError if there is one of that id."""
        body = json.dumps(setup_data(table.setup), separators=(",", ":"))
        digest = setup_digest(table.id, body)
        row = {"id": table.id, "body": body, "digest": digest, "inputs": 0, "head": digest}
        heads: dict[str, Head] | None = {table.id: Head(0, digest)}
        history = [Addition(table.id, number, _input_text(given)) for number, given in enumerate(table.history)]
        try:
            with self._transaction() as connection:
                connection.execute(insert(tables).values(row))
                if history:
                    heads = write_inputs(connection, history, {table.id: Head(0, digest)})
        except IntegrityError:
            raise StoreError("store.exists", f"there is a table {table.id!r} already") from None
        self._remember(heads or {})
        return table

    def submit(self, table: TableState, message: Message, *, at_ms: int | None = None) -> Accepted | Refused:
        """Execute a message and keep it. Only what has been kept is accepted.

        If somebody else has added to the table meanwhile, the message is stale, whatever it is.
        """
        answer = execute(table, message, at_ms=at_ms)
        if isinstance(answer, Refused):
            return answer
        if answer.is_repeat:
            return answer
        [is_kept] = self.add([addition(table, answer.table)])
        return answer if is_kept else Refused("revision.stale")

    def add(self, additions: Sequence[Addition]) -> list[bool]:
        """Keep inputs of any tables in one transaction; of each, whether it was kept: not if somebody was before it.

        StoreError if one of the tables has an input already that it does not count: then nothing is kept.
        """
        try:
            return self._add(additions)
        except IntegrityError:
            raise StoreError("store.corrupt", "a table has inputs that nobody wrote") from None

    def _add(self, additions: Sequence[Addition]) -> list[bool]:
        # Whoever writes to several tables does so in one order: two that write at once do not wait for each other.
        in_order = sorted(range(len(additions)), key=lambda place: (additions[place].table, additions[place].revision))
        together = [additions[place] for place in in_order]
        # What was known before is not so any more, whatever happens.
        known = {added.table: head for added in together if (head := self._heads.pop(added.table, None)) is not None}
        if all(added.table in known for added in together):
            with suppress(_NotAllKeptError):
                with self._transaction() as connection:
                    after = write_inputs(connection, together, known)
                    if after is None:
                        raise _NotAllKeptError
                self._remember(after)
                return [True] * len(additions)
        kept = [False] * len(additions)
        found: dict[str, Head] = {}
        with self._transaction() as connection:
            for place in in_order:
                added = additions[place]
                head = find_head(connection, added)
                after = None if head is None else write_inputs(connection, [added], {added.table: head})
                kept[place] = after is not None
                found |= after or {}
        self._remember(found)
        return kept

    def _remember(self, heads: dict[str, Head]) -> None:
        if len(self._heads) > MOST_HEADS:
            self._heads.clear()
        self._heads.update(heads)

    def load(self, id: str) -> TableState:  # noqa: A002
        """A table as it was last acknowledged; StoreError if there is none, or a row of it was damaged.

        An agent that cannot be had any more does not keep a table from loading: a stand-in plays, and views say so.
        """
        row, *kept = self._rows(id)
        if row.digest != setup_digest(id, row.body):
            raise StoreError("store.corrupt", f"table {id}: its setup was damaged")
        setup = _read_setup(id, row.body)
        try:
            return rebuild(setup, _read_inputs(id, row, row.digest, 0, kept))
        except TableError as error:
            raise StoreError("store.corrupt", f"table {id}: {error.message}") from None

    def follow(self, table: TableState) -> TableState:
        """A table with what others have added to it since: no more is read and done than that, however long it is."""
        if table.revision == 0:
            return self.load(table.id)
        row, *kept = self._rows(table.id, first=table.revision - 1)
        if not kept or kept[0].number != table.revision - 1:
            raise StoreError("store.corrupt", f"table {table.id}: input {table.revision - 1} is missing")
        for given in _read_inputs(table.id, row, kept[0].digest, table.revision, kept[1:]):
            after = "action.malformed" if input_code(table.setup, given) else after_input(table, given)
            if isinstance(after, str):
                message = f"table {table.id}: input {table.revision} could not have been accepted"
                raise StoreError("store.corrupt", message)
            table = after
        return table

    def summaries(self) -> tuple[TableSummary, ...]:
        """Every table there is, in order, without rebuilding any."""
        with self._transaction() as connection:
            columns = (tables.c.id, tables.c.body, tables.c.inputs)
            rows = connection.execute(select(*columns).order_by(tables.c.id)).all()
        return tuple(_summary(row.id, row.body, row.inputs) for row in rows)

    def _rows(self, id: str, *, first: int = 0) -> Sequence[Any]:  # noqa: A002
        """A table's row, then those of its inputs in order, from one on.

        One statement sees one moment of the database: what others add meanwhile cannot look like damage.
        """
        if not is_table_id(id):
            raise StoreError("store.unknown-table", f"there is no table {id[:64]!r}")
        with self._transaction() as connection:
            rows = connection.execute(_one_table, {"table": id, "first": first}).all()
        if not rows or rows[0].place != 0:
            raise StoreError("store.unknown-table", f"there is no table {id!r}")
        return rows

    def has_tables(self) -> bool:
        """Whether there is any."""
        with self._transaction() as connection:
            return connection.execute(select(tables.c.id).limit(1)).first() is not None

    def ids(self) -> tuple[str, ...]:
        """Every table there is, in order."""
        with self._transaction() as connection:
            return tuple(connection.execute(select(tables.c.id).order_by(tables.c.id)).scalars())

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            # What the database says may quote a row, and a row holds secrets.
            raise StoreError("store.unavailable", f"the store does not answer: {_reason(error)}") from None

    @property
    def engine(self) -> Engine:
        """For maintenance; rows hold the secrets of live tables."""
        return self._engine

    def _make_tables(self) -> None:
        make_tables(self._engine, metadata)
        names = {column["name"] for column in inspect(self._engine).get_columns("tables")}
        if names != {column.name for column in tables.columns}:
            message = "the store was made by another version of Deckwright: move it away, or name another"
            raise StoreError("store.other-version", message)


def _with_driver(url: URL) -> URL:
    """PostgreSQL by the driver that the extra `postgres` installs."""
    return url.set(drivername="postgresql+psycopg") if url.drivername in ("postgres", "postgresql") else url


def _make_private(url: URL) -> None:
    """The file of an SQLite store, for its owner's eyes alone: SQLite gives its log the same permissions.

    A file that is there is never opened here: a process that closes any descriptor of a file gives up all of SQLite's
    locks on it (POSIX), and then another process takes the log away from under it.
    """
    if url.query.get("uri"):
        raise StoreError("store.unavailable", "the store cannot be opened: name an SQLite file by its path, not a URI")
    if not url.database or url.database == ":memory:":
        return
    path = Path(url.database)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    _keep_from_others(path)
    for log in (f"{path}-wal", f"{path}-shm"):  # of a process that was killed when others could still read the file
        with suppress(FileNotFoundError):
            _keep_from_others(Path(log))
    if path.is_dir() or not os.access(path, os.R_OK | os.W_OK):
        raise StoreError("store.unavailable", "the store cannot be opened: it is no file that can be written")


def _keep_from_others(path: Path) -> None:
    found = path.stat()
    mode = stat.S_IMODE(found.st_mode)
    if mode & OWNER_ONLY and stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid():
        path.chmod(mode & ~OWNER_ONLY)


def _make_durable(connection: Any, _: ConnectionPoolEntry) -> None:
    """What is committed is on the disk, and readers do not wait for writers.

    A text that is no UTF-8 is damaged like any other: it must not keep the rows beside it from being read.
    """
    connection.text_factory = _decoded
    cursor = connection.cursor()
    for pragma in ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _let_go(context: ExceptionContext) -> None:
    """No connection is used again that could not write: one made while the file could only be read stays so."""
    error = context.sqlalchemy_exception
    if isinstance(error, DBAPIError) and sqlite_name(error).startswith(_LOST):
        context.is_disconnect = True


def _decoded(content: bytes) -> str:
    return content.decode(errors="replace")


def _reason(error: BaseException) -> str:
    """Why a database does not do what it is asked. What it says itself may quote a row, and a row holds secrets."""
    name = sqlite_name(error) if isinstance(error, DBAPIError) else ""
    return f"{type(error).__name__} {name}".strip()


def input_data(given: Input) -> list[Any]:
    """An input as plain data."""
    kept = [given.by.value, given.seat, given.id, given.data, given.at_ms]
    return [*kept, given.key] if given.key else kept


def setup_data(setup: TableSetup) -> dict[str, Any]:
    """A setup as plain data. It holds the secret."""
    chance = setup.chance
    return {
        "form": FORM,
        "id": setup.id,
        "game": game_data(setup.game),
        "secret": chance.secret.hex() if isinstance(chance, FairShuffle) else None,
        "rules": chance.rules if isinstance(chance, FairShuffle) else None,
        "deal": dict(chance.to_dict()) if isinstance(chance, Deal) else None,
        "seats": [[seat.kind.value, seat.name, seat.agent] for seat in setup.seats],
        "agents": {name: list(known) for name, known in setup.agents.items()},
        "stand_in": setup.stand_in,
        "patience_ms": setup.patience_ms,
        "total_ms": setup.total_ms,
        "opened_ms": setup.opened_ms,
        "may_undo": setup.may_undo,
        "branched_from": setup.branched_from,
        "shows_memory": setup.shows_memory,
    }


def game_data(game: Game) -> dict[str, Any]:
    """A game as plain data: its whole genome, so that a table outlives a change of the library."""
    return game.to_dict()


@lru_cache(maxsize=MOST_GAMES)
def _restored(text: str) -> Game:
    """The game that a table was kept with, one and the same for all tables that were kept with it."""
    return restore(json.loads(text))


def _read_setup(id: str, body: str) -> TableSetup:  # noqa: A002
    try:
        data = json.loads(body)
        if data["form"] != FORM:
            raise StoreError("store.other-version", f"table {id}: it was kept by another version of Deckwright")
        if data["id"] != id:
            raise StoreError("store.corrupt", f"table {id}: its setup is another table's")
        with _compiling:
            game = _restored(json.dumps(data["game"]))
        chance = _read_chance(data)
        setup = TableSetup(
            data["id"],
            game,
            chance,
            tuple(Seat(SeatKind(kind), name, agent) for kind, name, agent in data["seats"]),
            {name: ListedAgent(spec, digest) for name, (spec, digest) in data["agents"].items()},
            data["stand_in"],
            data["patience_ms"],
            data["total_ms"],
            data["opened_ms"],
            data["may_undo"],
            tuple(data["branched_from"]) if data["branched_from"] else None,
            data.get("shows_memory", False),
        )
        with _compiling:
            return with_absences(checked_setup(setup))
    except StoreError:
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise StoreError("store.corrupt", f"table {id}: its setup cannot be read ({type(error).__name__})") from None


def _read_chance(data: Any) -> FairShuffle | Deal:
    if data["secret"] is None:
        return Deal.from_dict(data["deal"])
    secret = bytes.fromhex(data["secret"])
    if len(secret) != SECRET_BYTES or not is_hash(data["rules"]):
        raise ValueError("a secret or a hash of the rules that cannot be")
    return FairShuffle(secret, data["id"], data["rules"])


def _read_inputs(id: str, row: Any, head: str, first: int, kept: Sequence[Any]) -> list[Input]:  # noqa: A002
    """The inputs of some rows, all there are from the first of them on; `head` is the digest of the one before."""
    found: list[Input] = []
    for expected, one in enumerate(kept, first):
        if one.number != expected:
            raise StoreError("store.corrupt", f"table {id}: input {expected} is missing")
        head = input_digest(head, id, expected, one.body)
        if one.digest != head:
            raise StoreError("store.corrupt", f"table {id}: input {expected} was damaged")
        found.append(_read_input(id, expected, one.body))
    if first + len(found) != row.number:
        raise StoreError("store.corrupt", f"table {id}: found {first + len(found)} inputs, expected {row.number}")
    if head != row.head:
        raise StoreError("store.corrupt", f"table {id}: its inputs are not those that were acknowledged")
    return found


def _read_input(id: str, revision: int, body: str) -> Input:  # noqa: A002
    """An input of the right form; whether it can have been accepted, `rebuild` says."""
    try:
        match json.loads(body):
            case [str(by), int() | None as seat, str(name), str(data), int(at_ms)]:
                return Input(Authority(by), seat, name, data, at_ms)
            case [str(by), int() | None as seat, str(name), str(data), int(at_ms), str(key)]:
                return Input(Authority(by), seat, name, data, at_ms, key)
    except (RecursionError, ValueError):
        pass  # as any other text that is no input
    raise StoreError("store.corrupt", f"table {id}: input {revision} cannot be read")
