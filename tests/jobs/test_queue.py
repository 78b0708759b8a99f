"""Jobs wait in order, are taken once, and are neither lost nor run twice when what runs them goes away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine

from deckwright.jobs import JobError, JobQueue, JobState
from deckwright.jobs.queue import LONGEST_RESULT, MOST_TRIES, STALE_MS


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """A database in a file."""
    made = create_engine(f"sqlite:///{tmp_path / 'jobs.db'}")
    yield made
    made.dispose()


class Clock:
    """A clock that a test sets."""

    now = 1_000_000

    def __call__(self) -> int:
        self.now += 1
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock that a test sets."""
    return Clock()


@pytest.fixture
def queue(engine: Engine, clock: Clock) -> JobQueue:
    """An empty queue."""
    return JobQueue(engine, now_ms=clock)


def test_jobs_are_taken_in_order_and_each_once(queue: JobQueue) -> None:
    first, second = queue.add("a", {"n": 1}), queue.add("a", {"n": 2})
    assert (queue.position(first), queue.position(second)) == (0, 1)
    taken = [queue.take("x"), queue.take("y"), queue.take("z")]
    assert [job and job.id for job in taken] == [first.id, second.id, None]
    assert queue.spec(second.id) == {"n": 2}
    assert queue.count_open() == 2


def test_what_came_of_a_job_is_kept(queue: JobQueue, engine: Engine) -> None:
    job = queue.add("a", {}, owner="me", title="Adding")
    queue.take("x")
    assert queue.hear(job.id, "x", 0.25, "half way")
    assert queue.find(job.id).share == 0.25
    with pytest.raises(JobError, match="no result"):
        queue.result(job.id)
    assert queue.finish(job.id, "x", {"sum": 3})
    again = JobQueue(engine)
    assert again.result(job.id) == {"sum": 3}
    assert again.find(job.id).state is JobState.DONE
    assert again.find(job.id).to_dict().keys() & {"owner", "runner", "spec"} == set()
    assert [found.id for found in again.newest(owner="me")] == [job.id]
    assert again.newest(owner="you") == ()


def test_only_the_runner_that_has_a_job_speaks_for_it(queue: JobQueue) -> None:
    job = queue.add("a", {})
    queue.take("x")
    assert not queue.hear(job.id, "y", 0.9, "mine")
    assert not queue.finish(job.id, "y", {})
    assert not queue.fail(job.id, "y", "job.died", "")
    assert queue.find(job.id).state is JobState.RUNNING


def test_a_cancelled_job_is_not_run_and_tells_who_runs_it(queue: JobQueue) -> None:
    waiting, running = queue.add("a", {}), queue.add("a", {})
    queue.cancel(waiting.id)
    assert (queue.take("x") or waiting).id == running.id
    assert queue.cancel(running.id).state is JobState.CANCELLED
    assert not queue.hear(running.id, "x", 0.5, "")
    assert not queue.finish(running.id, "x", {"sum": 1})
    with pytest.raises(JobError):
        queue.result(running.id)
    with pytest.raises(JobError):
        queue.cancel("nothing")


def test_what_a_runner_did_that_is_gone_waits_again(queue: JobQueue, clock: Clock) -> None:
    job = queue.add("a", {})
    queue.take("x")
    assert queue.recover() == 0
    clock.now += STALE_MS + 10
    assert queue.recover() == 1
    assert not queue.hear(job.id, "x", 0.5, "")
    assert (queue.take("y") or job).tries == 2
    assert queue.recover(all_of_them=True) == 1


def test_a_runner_that_is_stopped_gives_its_job_back(queue: JobQueue) -> None:
    job = queue.add("a", {})
    for _ in range(2 * MOST_TRIES):
        assert queue.take("x")
        assert queue.give_back(job.id, "x")
    assert queue.find(job.id).tries == 0


def test_a_job_that_kills_whatever_runs_it_fails_in_the_end(queue: JobQueue) -> None:
    job = queue.add("a", {})
    for _ in range(MOST_TRIES):
        assert queue.take("x")
        queue.recover(all_of_them=True)
    assert queue.take("x") is None
    assert (queue.find(job.id).state, queue.find(job.id).code) == (JobState.FAILED, "job.died")


def test_a_result_that_is_too_large_is_a_failure(queue: JobQueue) -> None:
    job = queue.add("a", {})
    queue.take("x")
    queue.finish(job.id, "x", {"text": "x" * LONGEST_RESULT})
    assert queue.find(job.id).code == "job.too-large"


def test_old_jobs_are_forgotten_and_open_ones_never(queue: JobQueue, clock: Clock) -> None:
    ended, waiting = queue.add("a", {}), queue.add("a", {})
    queue.cancel(ended.id)
    assert queue.forget(before_ms=clock.now + 10) == 1
    assert [job.id for job in queue.newest()] == [waiting.id]
