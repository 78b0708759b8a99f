"""Workers: one function of plain data over many tasks, here, in processes or on a cluster, with the same results.

Tasks are pure functions of what they are given. So a worker that dies loses nothing: its task is done again elsewhere,
and results come back in the order of the tasks, whoever did them.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

from deckwright.jobs.errors import JobError

Task = TypeVar("Task")
Result = TypeVar("Result")

RETRIES = 5
"""A task that kills its worker so often is not tried again."""


class Workers(Protocol):
    """Whoever does tasks."""

    def map(self, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[Result]:
        """The results in the order of the tasks, as they come."""

    def close(self) -> None:
        """Let go of what was held."""


class HereWorkers:
    """Does tasks in this process, one after the other."""

    def map(self, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[Result]:
        """The results, one by one."""
        return (work(task) for task in tasks)

    def close(self) -> None:
        """Nothing is held."""


class ProcessWorkers:
    """Processes of this machine. One that dies is replaced, and its task done again."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool: ProcessPoolExecutor | None = None

    def map(self, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[Result]:
        """The results in the order of the tasks."""
        waiting: list[Future[Result] | None] = [None] * len(tasks)
        broken = [0] * len(tasks)
        for number in range(len(tasks)):
            while True:
                future = waiting[number]
                if future is None:
                    self._submit(work, tasks, waiting, number)
                    continue
                try:
                    result = future.result()
                except BrokenProcessPool:
                    broken[number] += 1
                    if broken[number] > RETRIES:
                        told = f"task {number} was begun {broken[number]} times, and its worker died each time"
                        raise JobError("workers.dying", told) from None
                    self.close()
                    waiting[number:] = [_unless_done(one) for one in waiting[number:]]
                    continue
                waiting[number] = None
                break
            yield result

    def _submit(
        self, work: Callable[[Task], Result], tasks: Sequence[Task], waiting: list[Future[Result] | None], first: int
    ) -> None:
        if self._pool is None:
            context = multiprocessing.get_context("forkserver")
            self._pool = ProcessPoolExecutor(self.count, mp_context=context, initializer=_ignore_interrupts)
        for number in range(first, len(tasks)):
            if waiting[number] is None:
                try:
                    waiting[number] = self._pool.submit(work, tasks[number])
                except BrokenProcessPool:
                    self.close()
                    return

    @property
    def process_ids(self) -> tuple[int, ...]:
        """Of the processes there are."""
        return () if self._pool is None else tuple(getattr(self._pool, "_processes", None) or ())

    def close(self) -> None:
        """End the processes; what they were at is lost, and can be done again."""
        if self._pool is not None:
            for process in list((getattr(self._pool, "_processes", None) or {}).values()):
                process.terminate()
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _unless_done(future: Future[Result] | None) -> Future[Result] | None:
    """A future that has its result; another is asked for again."""
    if future is None or not future.done() or future.cancelled() or future.exception() is not None:
        return None
    return future


def _ignore_interrupts() -> None:
    """Ctrl-C is heard by the process that asked for the work, and it ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class ClusterWorkers:
    """A cluster of dask.distributed, which does the tasks of workers that died again."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            told = "a cluster needs the extra `cluster`: pip install 'deckwright[cluster]'"
            raise JobError("cluster.not-installed", told) from None
        try:
            connect: Any = Client  # it has no types
            self._client = connect(address, timeout="10s", set_as_default=False)
        except (OSError, ValueError) as error:
            told = f"no cluster answers at {address!r}: {str(error)[:200]}"
            raise JobError("cluster.unreachable", told) from None

    def map(self, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[Result]:
        """The results in the order of the tasks."""
        futures = [self._client.submit(work, task, pure=False, retries=RETRIES) for task in tasks]
        try:
            for future in futures:
                yield future.result()
        except Exception as error:
            if type(error).__name__ in ("KilledWorker", "CommClosedError", "CancelledError", "FutureCancelledError"):
                raise JobError("cluster.lost", f"the cluster was lost: {str(error)[:200]}") from None
            raise
        finally:
            self._client.cancel(futures)

    def close(self) -> None:
        """Leave the cluster; it goes on without us."""
        self._client.close()


def make_workers(count: int, cluster: str | None = None) -> Workers:
    """Workers: a cluster by its address, so many processes, or this one."""
    if cluster:
        return ClusterWorkers(cluster)
    return HereWorkers() if count <= 1 else ProcessWorkers(count)
