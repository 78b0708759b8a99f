"""A kind of job: which function does it, in a process of its own, and how much it may take.

The function is named by its module and name, because the process that runs it imports it afresh:

    def report_job(work: Work) -> dict: ...

    REPORT = JobKind("report", "deckwright.measure.report_job:report_job")

It gets what was asked for as plain data and returns plain data. It tells how far it is by `work.tell(share, text)`.
What it writes into `work.folder` is there again when the job is begun anew after a server was stopped: a job that keeps
checkpoints there goes on where it was, any other one begins again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class ProcessLimits:
    """What the process of a job may take. Time is the process's own, and by the clock on the wall."""

    memory_bytes: int = 2_000_000_000
    cpu_s: int = 600
    wall_s: float = 1_800.0
    file_bytes: int = 200_000_000
    """Of each file that it writes."""


@dataclass(frozen=True)
class JobKind:
    """Work of one kind."""

    name: str
    target: str
    """`module:function`; the function takes a `Work` and returns plain data."""
    limits: ProcessLimits = ProcessLimits()


@dataclass(frozen=True)
class Work:
    """What the function of a job gets."""

    spec: dict[str, Any]
    folder: Path
    tell: Callable[[float, str], None]
    """How far it is, from 0 to 1, and what it is doing."""
