"""A dask cluster of local processes comes to the same as one process, also if a worker is killed in the middle."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.clusters import local_cluster
from tests.evolve.test_runs import left, rows, run

from deckwright.evolve.evolution import Progress
from deckwright.jobs.errors import JobError
from deckwright.jobs.workers import ClusterWorkers


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address, and the workers."""
    with local_cluster(tmp_path_factory.mktemp("cluster")) as found:
        yield found


@pytest.mark.filterwarnings("default")
def test_a_cluster_comes_to_the_same_with_a_worker_killed_in_the_middle(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, workers = cluster
    killed: list[int] = []

    def told(_: Progress) -> None:
        if not killed:
            killed.append(workers[0].pid)
            threading.Timer(0.5, os.kill, (workers[0].pid, signal.SIGKILL)).start()  # while the next is worked at

    run(tmp_path / "here", 2)
    run(tmp_path / "there", 2, cluster=address, progress=told)
    assert killed
    assert left(tmp_path / "here") == left(tmp_path / "there")
    assert rows(tmp_path / "here") == rows(tmp_path / "there")


@pytest.mark.filterwarnings("default")
def test_a_cluster_that_does_not_answer_is_told() -> None:
    for address in ("tcp://127.0.0.1:1", "nonsense"):
        with pytest.raises(JobError) as refused:
            ClusterWorkers(address)
        assert refused.value.code == "cluster.unreachable"
