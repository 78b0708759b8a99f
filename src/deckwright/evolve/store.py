"""The run store: configs, genomes, what was found of them, where they came from, and a checkpoint for each generation.

SQLite by default, PostgreSQL by URL. A generation is one transaction: a run that was killed is exactly as it was after
its last whole generation, and what workers had done of the next one is kept beside it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    insert,
    inspect,
    select,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, SQLAlchemyError

from deckwright.evolve.config import config_changes
from deckwright.evolve.errors import EvolveError
from deckwright.jobs.errors import JobError
from deckwright.jobs.tables import connect_args, make_tables
from deckwright.text import parse_json

FORM = 1

_metadata = MetaData()
_runs = Table(
    "evolution_runs", _metadata,
    Column("run", String(80), primary_key=True),
    Column("form", Integer, nullable=False),
    Column("config", Text, nullable=False),
)  # fmt: skip
_genomes = Table(
    "evolution_genomes", _metadata,
    Column("run", String(80), primary_key=True),
    Column("digest", String(64), primary_key=True),
    Column("generation", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("parents", Text, nullable=False),
    Column("operator", Text, nullable=False),
    Column("sentence", Text, nullable=False),
    Column("diff", Text, nullable=False),
    Column("body", Text, nullable=False),
)  # fmt: skip
_looks = Table(
    "evolution_looks", _metadata,
    Column("run", String(80), primary_key=True),
    Column("digest", String(64), primary_key=True),
    Column("generation", Integer, primary_key=True),
    Column("kind", String(10), primary_key=True),
    Column("passed", Integer, nullable=False),
    Column("stopped_by", Text, nullable=False),
    Column("evaluation", Text, nullable=False),
)  # fmt: skip
_generations = Table(
    "evolution_generations", _metadata,
    Column("run", String(80), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("state", Text, nullable=False),
    Column("digest", String(64), nullable=False),
)  # fmt: skip
_drafts = Table(
    "evolution_drafts", _metadata,
    Column("run", String(80), primary_key=True),
    Column("generation", Integer, primary_key=True),
    Column("round", String(10), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("result", Text, nullable=False),
)  # fmt: skip


@dataclass(frozen=True)
class GenomeRow:
    """A genome that was bred."""

    digest: str
    generation: int
    number: int
    name: str
    parents: tuple[str, ...]
    """Digests, or ids of the games it started from."""
    operator: str
    sentence: str
    diff: tuple[str, ...]
    """Paths at which it differs from its first parent."""
    body: Mapping[str, Any]


@dataclass(frozen=True)
class Look:
    """A judgement of a genome."""

    digest: str
    generation: int
    kind: str
    """`bred`, `close` (before it enters the archive) or `again` (of an elite)."""
    evaluation: Mapping[str, Any]


class RunStore:
    """The rows of one run in a database."""

    def __init__(self, url: str | Path, run: str = "run") -> None:
        self.run = run
        self.where = str(url)
        self._engine = _engine(url)
        with self._transaction() as connection:
            if self._engine.dialect.name == "sqlite":
                found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
                if found != "ok":
                    raise EvolveError("store.corrupt", f"{self.where}: the database is damaged ({found}): {_KEPT}")
        try:
            make_tables(self._engine, _metadata)
        except JobError as error:
            raise EvolveError("store.unavailable", f"{self.where}: {error.message}") from None
        except SQLAlchemyError as error:
            raise EvolveError(
                "store.unavailable", f"{self.where}: it cannot be made ({type(error).__name__})"
            ) from None
        with self._transaction() as connection:
            columns = {column["name"] for column in inspect(connection).get_columns("evolution_runs")}
        if columns != {column.name for column in _runs.columns}:
            raise EvolveError("store.other-version", f"{self.where}: it was made by another version of Deckwright")

    def begin(self, config: Mapping[str, Any], *, resume: bool) -> dict[str, Any] | None:
        """The state after the last whole generation, where there is one.

        EvolveError if there is a run and it is not to go on, if there is none and it is, or if its config was another.
        """
        text = _dump(config)
        with self._transaction() as connection:
            known = connection.execute(select(_runs).where(_runs.c.run == self.run)).one_or_none()
            if known is None:
                if resume:
                    raise EvolveError("run.nothing-to-resume", f"{self.where}: there is no run to go on with")
                connection.execute(insert(_runs).values(run=self.run, form=FORM, config=text))
                return None
            if known.form != FORM:
                raise EvolveError("store.other-version", f"{self.where}: it was made by another version of Deckwright")
            if not resume:
                told = f"{self.where}: there is a run already: go on with it (--resume), or name another place"
                raise EvolveError("run.exists", told)
            changes = config_changes(self._parsed(known.config, "config"), json.loads(text))
            if changes:
                told = f"{self.where}: the run was begun with another config: {'; '.join(changes)}"
                raise EvolveError("run.config-changed", told)
            wanted = select(_generations).where(_generations.c.run == self.run).order_by(_generations.c.number.desc())
            last = connection.execute(wanted.limit(1)).one_or_none()
        if last is None:
            return None
        if type(last.state) is not str or sha256(last.state.encode()).hexdigest() != last.digest:
            told = f"{self.where}: the checkpoint of generation {last.number} is damaged: {_KEPT}"
            raise EvolveError("store.corrupt", told)
        return self._parsed(last.state, f"checkpoint of generation {last.number}")

    def _parsed(self, text: object, what: str) -> dict[str, Any]:
        try:
            found = parse_json(text) if isinstance(text, str) else None
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise EvolveError("store.corrupt", f"{self.where}: the {what} cannot be read: {_KEPT}")
        return found

    def keep_draft(self, generation: int, round_name: str, results: Mapping[int, Mapping[str, Any]]) -> None:
        """Results of a generation that is not whole."""
        if not results:
            return
        rows = [
            {"run": self.run, "generation": generation, "round": round_name, "number": number, "result": _dump(result)}
            for number, result in results.items()
        ]
        with self._transaction() as connection:
            connection.execute(insert(_drafts), rows)

    def drafts(self, generation: int, round_name: str) -> dict[int, dict[str, Any]]:
        """Results of this round that were kept when a run was interrupted."""
        wanted = select(_drafts.c.number, _drafts.c.result).where(
            _drafts.c.run == self.run, _drafts.c.generation == generation, _drafts.c.round == round_name
        )
        with self._transaction() as connection:
            rows = connection.execute(wanted).all()
        return {number: self._parsed(result, "result of a worker") for number, result in rows}

    def finish_generation(
        self, number: int, state: Mapping[str, Any], genomes: Sequence[GenomeRow], looks: Sequence[Look]
    ) -> None:
        """Write a whole generation, all of it or nothing."""
        text = _dump(state)
        with self._transaction() as connection:
            if genomes:
                connection.execute(insert(_genomes), [self._genome_row(row) for row in genomes])
            if looks:
                connection.execute(insert(_looks), [self._look_row(look) for look in looks])
            connection.execute(
                insert(_generations).values(
                    run=self.run, number=number, state=text, digest=sha256(text.encode()).hexdigest()
                )
            )
            older = (_generations.c.run == self.run) & (_generations.c.number < number - 1)
            connection.execute(delete(_generations).where(older))
            connection.execute(delete(_drafts).where(_drafts.c.run == self.run))

    def _genome_row(self, row: GenomeRow) -> dict[str, Any]:
        return {
            "run": self.run, "digest": row.digest, "generation": row.generation, "number": row.number,
            "name": row.name, "parents": _dump(row.parents), "operator": row.operator, "sentence": row.sentence,
            "diff": _dump(row.diff), "body": _dump(row.body),
        }  # fmt: skip

    def _look_row(self, look: Look) -> dict[str, Any]:
        stopped = look.evaluation["stopped"]
        return {
            "run": self.run, "digest": look.digest, "generation": look.generation, "kind": look.kind,
            "passed": int(stopped is None), "stopped_by": "" if stopped is None else stopped["gate"],
            "evaluation": _dump(look.evaluation),
        }  # fmt: skip

    def genomes(self) -> list[dict[str, Any]]:
        """Every genome that was bred, in the order in which they were."""
        wanted = select(_genomes).where(_genomes.c.run == self.run).order_by(_genomes.c.generation, _genomes.c.number)
        with self._transaction() as connection:
            return [dict(row) for row in connection.execute(wanted).mappings()]

    def looks(self) -> list[dict[str, Any]]:
        """Every judgement, in order."""
        order = (_looks.c.generation, _looks.c.kind, _looks.c.digest)
        with self._transaction() as connection:
            rows = connection.execute(select(_looks).where(_looks.c.run == self.run).order_by(*order))
            return [dict(row) for row in rows.mappings()]

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except DatabaseError as error:
            reason = type(error.orig).__name__
            if "malformed" in str(error.orig) or "not a database" in str(error.orig):
                told = f"{self.where}: it is no database of a run, or a damaged one ({error.orig}): {_KEPT}"
                raise EvolveError("store.corrupt", told) from None
            raise EvolveError("store.unavailable", f"{self.where}: the store does not answer ({reason})") from None
        except SQLAlchemyError as error:
            told = f"{self.where}: the store does not answer ({type(error).__name__})"
            raise EvolveError("store.unavailable", told) from None


_KEPT = "nothing was changed; the genomes that were written beside it are whole"


def _engine(url: str | Path) -> Engine:
    if isinstance(url, Path):
        parsed = URL.create("sqlite", database=str(url))
    else:
        try:
            parsed = make_url(url)
        except ArgumentError:
            raise EvolveError("store.bad-url", f"{url[:100]!r} is no database URL") from None
        if parsed.drivername in ("postgres", "postgresql"):
            parsed = parsed.set(drivername="postgresql+psycopg")
    try:
        engine = create_engine(parsed, connect_args=connect_args(parsed))
    except (ImportError, SQLAlchemyError) as error:
        raise EvolveError("store.unavailable", f"the store cannot be opened: {error}") from None
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _settings)
    return engine


def _settings(connection: Any, _: Any) -> None:
    connection.text_factory = lambda content: content.decode(errors="replace")
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


def _dump(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
