"""A kind of job: which function does it, in a process of its own, and how much it may take.

The function is named by its module and name, because the process that runs it imports it afresh:

    def report_job(work: Work) -> dict: ...

    REPORT = JobKind("report", "deckwright.measure.report_job:report_job")

It gets what was asked for as plain data and returns plain data. It tells how far it is by `work.tell(share, text)`,
and by `work.show(data)` what there is to see meanwhile: the last of it is kept beside the job. What it writes into
`work.folder` is there again when the job is begun anew after a server was stopped: a job that keeps checkpoints there
goes on where it was, any other one begins again. `work.stop` is set when somebody wants the job to end now with what it
has found so far; a job that never looks goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
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
    lane: str = ""
    """Jobs of a lane are done one after another; those of another lane do not wait for them."""
    kept: str = ""
    """The entry of the spec that names its folder, which outlives the job and is others' to remove."""


@dataclass(frozen=True)
class Work:
    """What the function of a job gets."""

    spec: dict[str, Any]
    folder: Path
    tell: Callable[[float, str], None]
    """How far it is, from 0 to 1, and what it is doing."""
    show: Callable[[dict[str, Any]], None] = lambda _: None
    """What there is to see of it so far, for its page."""
    stop: Event = field(default_factory=Event)
    """Set when it is to end with what it has."""
