"""Runs the jobs of a queue, each in a process of its own with limits; what a stop interrupts is begun again."""

from __future__ import annotations

import fcntl
import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from deckwright.jobs.errors import JobError
from deckwright.jobs.kinds import JobKind
from deckwright.jobs.queue import DAMAGED, LONGEST_RESULT, Job, JobQueue

LOOK_S = 1.0
"""So often somebody who has nothing to do looks whether there is something, unless it is told."""
TELL_S = 0.5
"""So often the queue hears how far a job is, and the runner whether it is cancelled."""
RECOVER_S = 10.0
FORGET_S = 3600.0
ENDING_S = 5.0
KEPT_MS = 14 * 24 * 3_600_000
"""So long the results of jobs are kept."""
WORKER = "deckwright.jobs.worker"
IN_USE = "job.folder-in-use"
LOCK = ".lock"
FOLDER_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")
"""No name of a folder leads anywhere else."""


class JobRunner:
    """A thread for each lane that takes jobs from a queue; each has one process at a time."""

    def __init__(self, queue: JobQueue, kinds: Mapping[str, JobKind], folder: Path) -> None:
        self._queue, self._kinds, self._folder = queue, kinds, folder
        self._name = secrets.token_hex(8)
        self._wake = threading.Event()
        self._is_stopped = False
        lanes = dict.fromkeys(["", *(kind.lane for kind in kinds.values())])
        self._threads = [
            threading.Thread(target=self._run, args=(lane,), name=f"job-{lane}", daemon=True) for lane in lanes
        ]

    def others(self, lane: str) -> frozenset[str]:
        """The kinds of all other lanes. A kind that nobody knows is in the first, which says so."""
        return frozenset(name for name, kind in self._kinds.items() if kind.lane != lane)

    def position(self, job: Job) -> int:
        """How many jobs are before it in its lane."""
        kind = self._kinds.get(job.kind)
        return self._queue.position(job, but=self.others(kind.lane if kind else ""))

    def start(self) -> None:
        """Begin, with what was not ended when the last server was."""
        self._queue.recover(all_of_them=not self._queue.is_shared)
        self._queue.forget(before_ms=int(time.time() * 1000) - KEPT_MS)
        for thread in self._threads:
            thread.start()

    def wake(self) -> None:
        """There may be something to do."""
        self._wake.set()

    def stop(self) -> None:
        """End every process; what they did waits for the next server."""
        self._is_stopped = True
        self._wake.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(ENDING_S + 2 * TELL_S)

    def _run(self, lane: str) -> None:
        others = self.others(lane)
        recovered = forgot = time.monotonic()
        while not self._is_stopped:
            if time.monotonic() - recovered > RECOVER_S:
                recovered = time.monotonic()
                self._recover()
            if time.monotonic() - forgot > FORGET_S:
                forgot = time.monotonic()
                self._forget()
            if self._did_one(others):
                continue
            self._wake.wait(LOOK_S)
            self._wake.clear()

    def _did_one(self, others: frozenset[str]) -> bool:
        """Whether there was a job, and it was seen to."""
        try:
            job = self._queue.take(self._name, but=others)
            if job is not None:
                self._do(job)
            return job is not None
        except JobError:
            return False  # the database does not answer: what was being done is taken again when it does

    def _forget(self) -> None:
        with suppress(JobError):
            self._queue.forget(before_ms=int(time.time() * 1000) - KEPT_MS)

    def _recover(self) -> None:
        with suppress(JobError):
            self._queue.recover()

    def _do(self, job: Job) -> None:
        kind = self._kinds.get(job.kind)
        if kind is None:
            self._queue.fail(job.id, self._name, "job.unknown-kind", f"this server does no jobs of kind {job.kind}")
            return
        try:
            folder, child = self._begin(job, kind)
        except OSError as error:
            self._queue.fail(job.id, self._name, "job.died", f"the job could not be begun: {error.strerror}")
            return
        except JobError as error:
            if error.code == IN_USE:
                self._queue.give_back(job.id, self._name)
            if error.code != "job.corrupt":
                raise
            self._queue.fail(job.id, self._name, error.code, error.message)
            return
        try:
            is_wanted = self._watch(job, kind, child)
        finally:
            child.end()
        if is_wanted and self._is_stopped and child.answer is None:
            self._queue.give_back(job.id, self._name)
            return
        if not kind.kept:
            shutil.rmtree(folder, ignore_errors=True)
        if is_wanted:
            self._keep(job, child)

    def _begin(self, job: Job, kind: JobKind) -> tuple[Path, Child]:
        """The process of a job, and the folder in which it works."""
        spec = self._queue.spec(job.id)
        name = spec.get(kind.kept, "") if kind.kept else job.id
        if not (isinstance(name, str) and FOLDER_NAME.fullmatch(name)):
            raise JobError("job.corrupt", DAMAGED)
        folder = self._folder / name
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not kind.kept:
            return folder, Child(kind, spec, folder)
        lock = lock_folder(folder)
        try:
            return folder, Child(kind, spec, folder, lock)
        finally:
            os.close(lock)  # the child has it: nobody else works there as long as it lives

    def _watch(self, job: Job, kind: JobKind, child: Child) -> bool:
        """Until the process has ended, or is to be ended; whether the job is still wanted."""
        until = time.monotonic() + kind.limits.wall_s
        while child.is_running and not self._is_stopped:
            child.listen(TELL_S)
            heard = self._queue.hear(job.id, self._name, child.share, child.text, shown=child.take_shown())
            if not heard:
                return False
            if heard.is_stopping:
                child.ask_to_stop()
            if time.monotonic() > until:
                child.failure = ("job.too-long", "the job takes longer than it may")
                return True
        return True

    def _keep(self, job: Job, child: Child) -> None:
        answer = child.answer or {}
        if "result" in answer:
            self._queue.finish(job.id, self._name, answer["result"])
            return
        code, message = child.failure or (answer.get("code", ""), answer.get("message", ""))
        if not code:
            code, message = "job.died", "the job took more than it may, or failed"
        self._queue.fail(job.id, self._name, code, message)


def lock_folder(folder: Path) -> int:
    """Keep others out of a folder that several jobs work in, also those of other servers; JobError while one does."""
    handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise JobError(IN_USE, "another job works in this folder") from None
    return handle


class Child:
    """The process of one job, and what it has told."""

    def __init__(self, kind: JobKind, spec: dict[str, Any], folder: Path, *inherited: int) -> None:
        self.share, self.text = 0.0, ""
        self.answer: dict[str, Any] | None = None
        self.failure: tuple[str, str] | None = None
        self._shown: dict[str, Any] | None = None
        self._is_asked_to_stop = False
        self._process = subprocess.Popen(
            [sys.executable, "-m", WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C at the server is for the server
            pass_fds=inherited,
        )
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._is_open = True
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        order = {"target": kind.target, "spec": spec, "folder": str(folder), "limits": asdict(kind.limits)}
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(order).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            self.failure = ("job.died", "the job could not be begun")

    def take_shown(self) -> dict[str, Any] | None:
        """What there is to see of it, if that has changed."""
        shown, self._shown = self._shown, None
        return shown

    def ask_to_stop(self) -> None:
        """Ask it, once, to end with what it has."""
        if self._is_asked_to_stop:
            return
        self._is_asked_to_stop = True
        assert self._process.stdin is not None
        with suppress(OSError):  # it has just ended
            self._process.stdin.write(b"stop\n")
            self._process.stdin.flush()

    @property
    def is_running(self) -> bool:
        """Whether more may be heard of it."""
        return self._is_open and self.failure is None

    def listen(self, for_s: float) -> None:
        """Take in what it tells for so long, or until it has ended."""
        until = time.monotonic() + for_s
        while self._is_open:
            try:
                line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except Empty:
                return
            if line is None:
                self._is_open = False
                return
            self._hear(line)

    def _hear(self, line: bytes) -> None:
        try:
            data = json.loads(line)
        except ValueError:
            self.failure = ("job.died", "the job told something that cannot be read")
            return
        if "share" in data:
            self.share, self.text = float(data["share"]), str(data["text"])
        elif "shown" in data:
            self._shown = data["shown"]
        else:
            self.answer = data

    def _read(self) -> None:
        assert self._process.stdout is not None
        while line := self._process.stdout.readline(LONGEST_RESULT):
            if not line.endswith(b"\n"):
                break  # longer than a result may be, or cut off in the middle
            self._lines.put(line)
        self._lines.put(None)

    def end(self) -> None:
        """End the process, if it has not ended, and all that it has started."""
        with suppress(ProcessLookupError, PermissionError):  # the group is gone already
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(ENDING_S)
        self._reader.join(ENDING_S)
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # what was not written yet cannot be written any more
                assert pipe is not None
                pipe.close()
