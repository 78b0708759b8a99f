"""Runs of evolution that people began in the lab: what was asked for, who works on it, and where it is kept."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, Column, Engine, MetaData, Row, String, Table, Text, delete, insert, select, update

from deckwright.jobs.tables import Id, make_tables
from deckwright.text import parse_json
from deckwright.web.errors import WebError
from deckwright.web.kept import corrupt, reading, writing

ID_BYTES = 12
STRANGERS_KEPT_MS = 30 * 24 * 3_600_000
"""So long the runs of strangers are kept after they were last begun or gone on with."""

_metadata = MetaData()
_runs = Table(
    "web_lab_runs",
    _metadata,
    Column("id", Id(), primary_key=True),
    Column("owner", String(100), nullable=False),
    Column("title", String(200), nullable=False),
    Column("spec", Text, nullable=False),
    Column("job", String(64), nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Column("touched_ms", BigInteger, nullable=False),
)


@dataclass(frozen=True)
class LabRun:
    """A run; its id is a secret of whoever began it."""

    id: str
    owner: str
    title: str
    spec: dict[str, Any]
    """What its jobs are given; `generations` is how many there are to be in all."""
    job: str
    """The last job that worked on it."""
    made_ms: int

    @property
    def folder(self) -> str:
        """The name of the folder that it is kept in, among those of jobs."""
        return folder_of(self.id)


def folder_of(run: str) -> str:
    """The name of a run's folder."""
    return f"run-{run}"


def new_id() -> str:
    """An id that nobody can guess."""
    return secrets.token_hex(ID_BYTES)


class LabRuns:
    """All runs, in the database that holds the jobs."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        make_tables(engine, _metadata)

    def add(self, run: LabRun) -> None:
        """Keep a new run."""
        row = {**vars(run), "spec": json.dumps(run.spec), "title": run.title[:200], "touched_ms": run.made_ms}
        with writing(self._engine) as connection:
            connection.execute(insert(_runs).values(row))

    def find(self, id: str) -> LabRun:  # noqa: A002
        """A run by its id; WebError if there is none."""
        with reading(self._engine) as connection:
            row = connection.execute(select(_runs).where(_runs.c.id == id[:64])).one_or_none()
        if row is None:
            raise WebError("run.unknown", "there is no such run", status=404)
        return _run(row)

    def newest(self, *, most: int = 100) -> tuple[LabRun, ...]:
        """The newest runs of everybody first."""
        wanted = select(_runs).order_by(_runs.c.made_ms.desc(), _runs.c.id).limit(most)
        with reading(self._engine) as connection:
            return _sound(connection.execute(wanted))

    def go_on(self, run: LabRun, job: str, spec: dict[str, Any]) -> bool:
        """Another job works on it; not if somebody else was before, at this server or at another."""
        values = {"job": job, "spec": json.dumps(spec), "touched_ms": int(time.time() * 1000)}
        known = (_runs.c.id == run.id) & (_runs.c.job == run.job)
        with writing(self._engine) as connection:
            return connection.execute(update(_runs).where(known).values(values)).rowcount == 1

    def remove(self, run: LabRun) -> None:
        """Forget a run."""
        with writing(self._engine) as connection:
            connection.execute(delete(_runs).where(_runs.c.id == run.id))

    def old(self, *, but_of: str) -> tuple[LabRun, ...]:
        """Runs that were not gone on with for long, those of somebody aside."""
        is_old = _runs.c.touched_ms < int(time.time() * 1000) - STRANGERS_KEPT_MS
        with reading(self._engine) as connection:
            return _sound(connection.execute(select(_runs).where(is_old, _runs.c.owner != but_of)))


def _run(row: Row[Any]) -> LabRun:
    run = _find_run(row)
    if run is None:
        raise corrupt()
    return run


def _find_run(row: Row[Any]) -> LabRun | None:
    """What a row holds; None if it was damaged."""
    texts = (row.id, row.owner, row.title, row.spec, row.job)
    if not all(type(text) is str for text in texts) or type(row.made_ms) is not int:
        return None
    try:
        spec = parse_json(row.spec)
    except ValueError:
        return None
    return LabRun(row.id, row.owner, row.title, spec, row.job, row.made_ms) if isinstance(spec, dict) else None


def _sound(rows: Iterable[Row[Any]]) -> tuple[LabRun, ...]:
    """A list leaves out what was damaged: it is told to whoever asks for that one."""
    return tuple(run for row in rows if (run := _find_run(row)) is not None)
