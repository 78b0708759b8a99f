"""Training a blueprint as a job: in a folder that outlives it, to be stopped and gone on with."""

from __future__ import annotations

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from deckwright.jobs import JobKind, ProcessLimits, Work
from deckwright.solve.errors import SolveError
from deckwright.solve.poker.training import Training, TrainingReport
from deckwright.solve.poker.training_config import parse_config

BUNDLE_FOLDER: Final = "bundle"
TRAINING: Final = JobKind(
    "holdem-training",
    "deckwright.solve.poker.training_job:training_job",
    ProcessLimits(memory_bytes=12_000_000_000, cpu_s=2_000_000, wall_s=1_000_000.0, file_bytes=4_000_000_000),
    lane="training",
    kept=BUNDLE_FOLDER,
)
"""Its spec: `bundle` (the name of its folder), `name`, `config`, `threads` and `max_memory_mb`."""
LOCK_FILE: Final = ".training.lock"
TELL_S: Final = 1.0


def training_job(work: Work) -> dict[str, Any]:
    """Go on with the training that the spec says, or begin it, until it is done or told to stop."""
    spec = work.spec
    config = parse_config(spec["config"])
    with _alone(work.folder):
        resume = (work.folder / "manifest.json").exists()
        training = Training(
            config,
            work.folder,
            resume=resume,
            threads=int(spec["threads"]),
            max_memory_mb=float(spec["max_memory_mb"]),
        )
        curve: list[tuple[int, float, float, float]] = []
        total = config.training.walks
        told_s = 0.0

        def progress(walks: int, seconds: float) -> bool:
            nonlocal told_s
            now = time.monotonic()
            if now - told_s > TELL_S:
                told_s = now
                work.tell(walks / total, f"{walks:,} of {total:,} walks, {seconds:.0f} s")
            return not work.stop.is_set()

        def saved(report: TrainingReport) -> None:
            found = (report.quality or {}).get("local_best_response")
            if found is not None:
                curve.append((report.walks, found["bb_per_100"], *found["interval"]))
            work.show({**asdict(report), "total": total, "curve": curve})

        report = training.run(
            progress=progress,
            saved=saved,
        )
    ended = "done" if report.walks >= total else "stopped"
    return {"name": spec["name"], "ended": ended, "total": total, "curve": curve, **asdict(report)}


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Nobody else trains in this folder meanwhile; SolveError if somebody does."""
    with (folder / LOCK_FILE).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SolveError("training.open", "this bundle is being trained already") from None
        yield
