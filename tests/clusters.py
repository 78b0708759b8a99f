"""A dask cluster of local processes, for tests."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def local_cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers, each a process; the address, and the workers."""
    file = folder / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    known = ["--scheduler-file", str(file)]
    python = [sys.executable, "-m"]
    here = ["--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0"]
    scheduler = subprocess.Popen([*python, "distributed.cli.dask_scheduler", *here, *known], **quiet)  # type: ignore[call-overload]
    alone = ["--no-nanny", "--nthreads", "1", "--no-dashboard", "--local-directory", str(folder)]
    workers = [
        subprocess.Popen([*python, "distributed.cli.dask_worker", *known, *alone], **quiet)  # type: ignore[call-overload]
        for _ in range(2)
    ]
    try:
        until = time.monotonic() + 60
        while not file.exists():
            assert time.monotonic() < until
            time.sleep(0.1)
        yield json.loads(file.read_text(encoding="utf-8"))["address"], workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()
