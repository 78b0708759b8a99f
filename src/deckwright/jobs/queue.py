"""Jobs in a database: they wait, one runner takes each, and what came of them is kept.

A job's id is a secret of whoever asked for it: 96 random bits. Several processes may share a queue: a job is taken by
changing its row, which only one of them can do; a runner says every few seconds that it is still there, and what one
that is gone was doing waits again. A job that was begun too often, because whatever ran it died each time, has failed.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    Float,
    Integer,
    MetaData,
    Row,
    String,
    Table,
    Text,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from deckwright.jobs.errors import JobError
from deckwright.jobs.tables import Id, make_tables

ID_BYTES = 12
MOST_TRIES = 3
"""So often a job is begun; what ran it died before."""
MOST_PASSED_OVER = 100
"""Jobs that others take meanwhile, or that were damaged."""
STALE_MS = 20_000
"""A runner that was not heard of for so long is gone."""
LONGEST_TEXT = 200
LONGEST_SHOWN = 200_000
"""In characters of JSON; more than that is not shown."""
LONGEST_RESULT = 8_000_000
"""In characters of JSON."""

DAMAGED = "what is kept of this job cannot be read"

_metadata = MetaData()
_jobs = Table(
    "jobs",
    _metadata,
    Column("id", Id(), primary_key=True),
    Column("kind", String(64), nullable=False),
    Column("owner", String(100), nullable=False, index=True),
    Column("title", String(200), nullable=False),
    Column("spec", Text, nullable=False),
    Column("state", String(16), nullable=False, index=True),
    Column("share", Float, nullable=False),
    Column("text", String(LONGEST_TEXT), nullable=False),
    Column("code", String(64), nullable=False),
    Column("result", Text),
    Column("runner", String(64), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Column("heard_ms", BigInteger, nullable=False),
)
_views = Table(
    "job_views",
    _metadata,
    Column("id", Id(), primary_key=True),
    Column("shown", Text),
    Column("is_stopping", Integer, nullable=False),
)
"""What there is to see of jobs that run, and who is to end with what it has."""
_shown = [column for column in _jobs.columns if column.name not in ("result", "spec")]


class JobState(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


OPEN = (JobState.WAITING.value, JobState.RUNNING.value)


@dataclass(frozen=True)
class Job:
    """A job as it stands; its result is asked for by itself."""

    id: str
    kind: str
    owner: str
    title: str
    state: JobState
    share: float
    """How much of it is done, from 0 to 1."""
    text: str
    """What it is doing, or why it failed."""
    code: str
    """Of a failure."""
    tries: int
    made_ms: int
    heard_ms: int
    """When something was last heard of it."""

    @property
    def is_open(self) -> bool:
        """Whether it waits or runs."""
        return self.state.value in OPEN

    def to_dict(self) -> dict[str, Any]:
        """For programs and pages. Who asked for it is nobody's business."""
        names = ("id", "kind", "title", "text", "code", "tries", "made_ms", "heard_ms")
        return {"state": self.state.value, "share": round(self.share, 4)} | {
            name: getattr(self, name) for name in names
        }


@dataclass(frozen=True)
class Heard:
    """What a runner is told when it tells how far a job is: whether to go on, and whether to end soon."""

    is_wanted: bool
    is_stopping: bool = False

    def __bool__(self) -> bool:
        return self.is_wanted


class JobQueue:
    """All jobs of a database."""

    def __init__(self, engine: Engine, *, now_ms: Callable[[], int] | None = None) -> None:
        self._engine = engine
        self._now_ms = now_ms or (lambda: int(time.time() * 1000))
        self.is_shared = engine.dialect.name != "sqlite"
        """Whether other processes may run jobs of it."""
        make_tables(engine, _metadata)

    def add(self, kind: str, spec: dict[str, Any], *, owner: str = "", title: str = "") -> Job:
        """A new job, which waits."""
        now = self._now_ms()
        row = {
            "id": secrets.token_hex(ID_BYTES), "kind": kind, "owner": owner, "title": title[:200],
            "spec": json.dumps(spec), "state": JobState.WAITING.value, "share": 0.0, "text": "", "code": "",
            "result": None, "runner": "", "tries": 0, "made_ms": now, "heard_ms": now,
        }  # fmt: skip
        with self._transaction() as connection:
            connection.execute(insert(_jobs).values(row))
            connection.execute(insert(_views).values(id=row["id"], shown=None, is_stopping=0))
        return self.find(str(row["id"]))

    def find(self, id: str) -> Job:  # noqa: A002
        """A job by its id; JobError if there is none."""
        with self._transaction() as connection:
            row = connection.execute(select(*_shown).where(_jobs.c.id == id)).one_or_none()
        if row is None:
            raise JobError("job.unknown", "there is no such job")
        return _job(row)

    def spec(self, id: str) -> dict[str, Any]:  # noqa: A002
        """What was asked for."""
        return _data(self._text(id, "spec"))

    def result(self, id: str) -> dict[str, Any]:  # noqa: A002
        """What came of a job; JobError if it is not done."""
        text = self._text(id, "result")
        if text is None:
            raise JobError("job.not-done", "this job has no result")
        return _data(text)

    def newest(self, *, owner: str | None = None, most: int = 100) -> tuple[Job, ...]:
        """The newest jobs first: all, or somebody's."""
        wanted = select(*_shown).order_by(_jobs.c.made_ms.desc(), _jobs.c.id).limit(most)
        if owner is not None:
            wanted = wanted.where(_jobs.c.owner == owner)
        with self._transaction() as connection:
            return tuple(_job(row) for row in connection.execute(wanted) if not _has_damage(row))

    def count_open(self, *, owner: str | None = None) -> int:
        """How many jobs wait or run: all, or somebody's."""
        wanted = select(func.count()).select_from(_jobs).where(_jobs.c.state.in_(OPEN))
        if owner is not None:
            wanted = wanted.where(_jobs.c.owner == owner)
        with self._transaction() as connection:
            return int(connection.execute(wanted).scalar() or 0)

    def position(self, job: Job, *, but: Collection[str] = ()) -> int:
        """How many jobs are before it, some kinds aside."""
        if job.state is not JobState.WAITING:
            return 0
        before = (_jobs.c.made_ms < job.made_ms) | ((_jobs.c.made_ms == job.made_ms) & (_jobs.c.id < job.id))
        is_waiting = (_jobs.c.state == JobState.WAITING.value) & _jobs.c.kind.not_in(but)
        wanted = select(func.count()).select_from(_jobs).where(is_waiting, before)
        with self._transaction() as connection:
            return int(connection.execute(wanted).scalar() or 0)

    def cancel(self, id: str) -> Job:  # noqa: A002
        """End a job that waits or runs: whoever runs it finds out, and stops. One that has ended stays as it is."""
        values = {"state": JobState.CANCELLED.value, "heard_ms": self._now_ms(), "text": ""}
        with self._transaction() as connection:
            connection.execute(update(_jobs).where(_jobs.c.id == id, _jobs.c.state.in_(OPEN)).values(values))
        return self.find(id)

    def stop(self, id: str) -> Job:  # noqa: A002
        """Let a job that runs end with what it has; one that waits has nothing, and is cancelled."""
        job = self.find(id)
        if job.state is JobState.WAITING:
            return self.cancel(id)
        with self._transaction() as connection:
            connection.execute(update(_views).where(_views.c.id == id).values(is_stopping=1))
        return job

    def shown(self, id: str) -> dict[str, Any]:  # noqa: A002
        """What there is to see of a job so far; nothing at first."""
        with self._transaction() as connection:
            text = connection.execute(select(_views.c.shown).where(_views.c.id == id)).scalar()
        return _data(text) if text else {}

    # for runners

    def take(self, runner: str, *, but: Collection[str] = ()) -> Job | None:
        """The job that has waited longest, some kinds aside, for this runner; None if none waits.

        One that was damaged has failed; if not even that can be kept of it, it is passed over.
        """
        oldest = select(*_shown).where(_jobs.c.state == JobState.WAITING.value, _jobs.c.kind.not_in(but))
        with self._transaction() as connection:
            rows = connection.execute(oldest.order_by(_jobs.c.made_ms, _jobs.c.id).limit(MOST_PASSED_OVER)).all()
        for row in rows:
            values: dict[str, Any] = {"state": JobState.FAILED.value}
            if _has_damage(row):
                values |= {"code": "job.corrupt", "text": DAMAGED}
            elif row.tries >= MOST_TRIES:
                values |= {"code": "job.died", "text": "whatever ran it died each time"}
            else:
                values = {"state": JobState.RUNNING.value, "runner": runner, "tries": row.tries + 1}
            mine = update(_jobs).where(_jobs.c.id == row.id, _jobs.c.state == JobState.WAITING.value)
            with self._transaction() as connection:
                is_mine = connection.execute(mine.values(heard_ms=self._now_ms(), **values)).rowcount == 1
            if is_mine and values["state"] == JobState.RUNNING.value:
                return self.find(row.id)
        return None

    def hear(
        self,
        id: str,  # noqa: A002
        runner: str,
        share: float,
        text: str,
        *,
        shown: dict[str, Any] | None = None,
    ) -> Heard:
        """A runner tells how far it is, and what there is to see; whether it is still to go on."""
        if not self._change(id, runner, share=min(1.0, max(0.0, share)), text=text[:LONGEST_TEXT]):
            return Heard(is_wanted=False)
        here = _views.c.id == id
        with self._transaction() as connection:
            if shown is not None:
                told = json.dumps(shown, separators=(",", ":"))
                if len(told) <= LONGEST_SHOWN:
                    connection.execute(update(_views).where(here).values(shown=told))
            is_stopping = connection.execute(select(_views.c.is_stopping).where(here)).scalar()
        return Heard(is_wanted=True, is_stopping=bool(is_stopping))

    def finish(self, id: str, runner: str, result: dict[str, Any]) -> bool:  # noqa: A002
        """Keep what came of a job."""
        text = json.dumps(result, separators=(",", ":"))
        if len(text) > LONGEST_RESULT:
            return self.fail(id, runner, "job.too-large", "the result is too large to be kept")
        return self._change(id, runner, state=JobState.DONE.value, share=1.0, text="", result=text)

    def fail(self, id: str, runner: str, code: str, message: str) -> bool:  # noqa: A002
        """Keep why a job has no result."""
        text = message[:LONGEST_TEXT]
        return self._change(id, runner, state=JobState.FAILED.value, code=code[:64], text=text)

    def give_back(self, id: str, runner: str) -> bool:  # noqa: A002
        """A runner that is stopped lets its job wait again; that was no try."""
        return self._change(id, runner, state=JobState.WAITING.value, runner="", tries=_jobs.c.tries - 1)

    def recover(self, *, all_of_them: bool = False) -> int:
        """Let wait again what runners did that are gone; all of it where nobody else runs any."""
        wanted = update(_jobs).where(_jobs.c.state == JobState.RUNNING.value)
        if not all_of_them:
            wanted = wanted.where(_jobs.c.heard_ms < self._now_ms() - STALE_MS)
        with self._transaction() as connection:
            return int(connection.execute(wanted.values(state=JobState.WAITING.value, runner="")).rowcount)

    def forget(self, *, before_ms: int) -> int:
        """Forget jobs that ended before a time."""
        wanted = delete(_jobs).where(_jobs.c.state.not_in(OPEN), _jobs.c.heard_ms < before_ms)
        with self._transaction() as connection:
            count = int(connection.execute(wanted).rowcount)
            connection.execute(delete(_views).where(_views.c.id.not_in(select(_jobs.c.id))))
        return count

    def _change(self, id: str, of: str, **values: Any) -> bool:  # noqa: A002
        mine = update(_jobs).where(_jobs.c.id == id, _jobs.c.state == JobState.RUNNING.value, _jobs.c.runner == of)
        with self._transaction() as connection:
            return connection.execute(mine.values(**{"heard_ms": self._now_ms(), **values})).rowcount == 1

    def _text(self, id: str, name: str) -> str | None:  # noqa: A002
        with self._transaction() as connection:
            row = connection.execute(select(_jobs.c[name]).where(_jobs.c.id == id)).one_or_none()
        if row is None:
            raise JobError("job.unknown", "there is no such job")
        found: str | None = row[0]
        return found

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError:
            raise JobError("job.store-unavailable", "the store of jobs does not answer") from None


def _data(text: object) -> dict[str, Any]:
    """What a column holds; JobError if it is damaged."""
    try:
        found = json.loads(text) if isinstance(text, str) else None
        json.dumps(found, allow_nan=False)  # what no page could be told is damage
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise JobError("job.corrupt", DAMAGED)
    return found


def _has_damage(row: Row[Any]) -> bool:
    """Whether a row holds what no queue has written."""
    texts = (row.id, row.kind, row.owner, row.title, row.text, row.code)
    numbers = (row.tries, row.made_ms, row.heard_ms)
    is_sound = all(type(text) is str for text in texts) and all(type(number) is int for number in numbers)
    is_share = type(row.share) in (int, float) and 0 <= row.share <= 1  # no NaN, nor what JSON cannot say
    return not (is_sound and is_share and row.state in set(JobState))


def _job(row: Row[Any]) -> Job:
    if _has_damage(row):
        raise JobError("job.corrupt", DAMAGED)
    return Job(
        row.id, row.kind, row.owner, row.title, JobState(row.state), row.share, row.text, row.code, row.tries,
        row.made_ms, row.heard_ms,
    )  # fmt: skip
