"""A job is done in a process of its own: within limits, cancelled at once, begun again when a server was stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from deckwright.jobs import Job, JobError, JobKind, JobQueue, JobRunner, JobState, ProcessLimits

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60.0
LIMITS = ProcessLimits(memory_bytes=1_000_000_000, cpu_s=30, wall_s=60.0)
TASKS = {
    "add": ("add", LIMITS),
    "sleep": ("sleep", LIMITS),
    "grab": ("grab", LIMITS),
    "refuse": ("refuse", LIMITS),
    "spin": ("spin", replace(LIMITS, cpu_s=2)),
    "nap": ("sleep", replace(LIMITS, wall_s=1.0)),
    "patient": ("patient", LIMITS),
}
KINDS = {name: JobKind(name, f"tests.jobs.tasks:{task}", limits) for name, (task, limits) in TASKS.items()}
KINDS["patient"] = replace(KINDS["patient"], lane="long", kept="place")

MakeRunner = Callable[[], JobRunner]


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[JobQueue]:
    """An empty queue in a file."""
    engine = create_engine(f"sqlite:///{tmp_path / 'jobs.db'}")
    yield JobQueue(engine)
    engine.dispose()


@pytest.fixture
def start(queue: JobQueue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeRunner]:
    """Start runners; they are stopped in the end."""
    monkeypatch.chdir(ROOT)  # where a process finds the tasks of these tests
    made: list[JobRunner] = []

    def begin() -> JobRunner:
        made.append(JobRunner(queue, KINDS, tmp_path / "jobs"))
        made[-1].start()
        return made[-1]

    yield begin
    for runner in made:
        runner.stop()


def wait(queue: JobQueue, job: Job, is_so: Callable[[Job], bool]) -> Job:
    """The job as soon as something is so."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        found = queue.find(job.id)
        if is_so(found):
            return found
        time.sleep(0.02)
    raise AssertionError(f"it is still {queue.find(job.id)}")


def ended(job: Job) -> bool:
    """Whether it waits and runs no more."""
    return not job.is_open


def test_a_job_is_done_and_others_of_it_fail_for_what_they_are(
    queue: JobQueue, start: MakeRunner, tmp_path: Path
) -> None:
    jobs = {
        "done": queue.add("add", {"numbers": [1, 2, 3]}),
        "job.refused-by-test": queue.add("refuse", {"why": "it is a test"}),
        "job.too-large": queue.add("grab", {"size_bytes": 5_000_000_000}),
        "job.unknown-kind": queue.add("nothing", {}),
        "job.died": queue.add("spin", {}),
        "job.too-long": queue.add("nap", {"wakes": 9}),
    }
    start()
    found = {code: wait(queue, job, ended) for code, job in jobs.items()}
    assert found["done"].state is JobState.DONE
    assert queue.result(jobs["done"].id) == {"sum": 6}
    assert found["job.refused-by-test"].text == "no: it is a test"
    assert {job.code or "done" for job in found.values()} == set(jobs)
    assert list((tmp_path / "jobs").iterdir()) == []


def test_a_running_job_is_cancelled(queue: JobQueue, start: MakeRunner) -> None:
    job = queue.add("sleep", {"wakes": 2})
    start()
    assert wait(queue, job, lambda found: found.share == 0.5).text == "begun 1"
    after = queue.add("add", {"numbers": []})
    queue.cancel(job.id)
    assert wait(queue, after, ended).state is JobState.DONE
    assert queue.find(job.id).state is JobState.CANCELLED


def test_a_job_goes_on_after_a_restart_with_what_it_kept(queue: JobQueue, start: MakeRunner) -> None:
    job = queue.add("sleep", {"wakes": 2})
    first = start()
    wait(queue, job, lambda found: found.share == 0.5)
    first.stop()
    assert queue.find(job.id).state is JobState.WAITING
    start()
    assert wait(queue, job, ended).state is JobState.DONE
    assert queue.result(job.id) == {"begun": 2}


def test_a_job_ends_with_what_it_has_and_keeps_its_folder_and_leaves_no_process(
    queue: JobQueue, start: MakeRunner, tmp_path: Path
) -> None:
    job = queue.add("patient", {"place": "somewhere"})
    start()
    until = time.monotonic() + PATIENCE_S
    while not queue.shown(job.id) and time.monotonic() < until:
        time.sleep(0.02)
    assert queue.shown(job.id)["begun"] is True
    queue.stop(job.id)
    assert wait(queue, job, ended).state is JobState.DONE
    assert queue.result(job.id)["stopped"] is True
    assert (tmp_path / "jobs" / "somewhere" / "kept").read_text() == "something"
    child = Path(f"/proc/{queue.result(job.id)['child']}/stat")
    while child.exists() and child.read_text().split()[2] != "Z" and time.monotonic() < until:
        time.sleep(0.02)
    assert not child.exists() or child.read_text().split()[2] == "Z"  # killed; whoever inherits it may be slow to look


def test_a_long_job_does_not_hold_up_those_of_another_lane(queue: JobQueue, start: MakeRunner) -> None:
    long = queue.add("patient", {"place": "somewhere"})
    waiting = queue.add("patient", {"place": "elsewhere"})
    short = queue.add("add", {"numbers": [4]})
    runner = start()
    assert wait(queue, short, ended).state is JobState.DONE
    wait(queue, long, lambda found: found.state is JobState.RUNNING)
    assert (queue.find(waiting.id).state, runner.position(queue.find(waiting.id))) == (JobState.WAITING, 0)
    assert queue.stop(waiting.id).state is JobState.CANCELLED
    queue.cancel(long.id)


def test_two_servers_do_not_work_in_one_folder_at_once(queue: JobQueue, start: MakeRunner) -> None:
    """A run that was gone on with twice: one job waits for the other, whichever began, and that is no try."""
    queue.is_shared = True
    jobs = [queue.add("patient", {"place": "somewhere"}) for _ in range(2)]
    for _ in jobs:
        start()
    wait(queue, jobs[0], lambda _: any(queue.shown(job.id) for job in jobs))
    first, second = sorted(jobs, key=lambda job: not queue.shown(job.id))
    time.sleep(3.0)
    second = wait(queue, second, lambda job: job.state is JobState.WAITING)
    assert (second.tries, queue.shown(second.id)) == (0, {})
    queue.stop(first.id)
    wait(queue, second, lambda job: bool(queue.shown(job.id)))
    queue.stop(second.id)
    assert {wait(queue, job, ended).state for job in jobs} == {JobState.DONE}


def test_what_ended_long_ago_is_forgotten_while_a_runner_runs(
    queue: JobQueue, start: MakeRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deckwright.jobs.runner.FORGET_S", 0.2)
    monkeypatch.setattr("deckwright.jobs.runner.KEPT_MS", 0)
    start()
    job = queue.cancel(queue.add("sleep", {}).id)
    until = time.monotonic() + PATIENCE_S
    with suppress(JobError):
        while time.monotonic() < until:
            queue.find(job.id)
            time.sleep(0.05)
    with pytest.raises(JobError, match="no such job"):
        queue.find(job.id)
