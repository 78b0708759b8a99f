"""Jobs for tests: each does one thing that a job may do, good or bad."""

from __future__ import annotations

import subprocess
import time
from typing import Any

from deckwright.jobs import JobError, Work


def add(work: Work) -> dict[str, Any]:
    """The sum of some numbers, told one by one."""
    numbers = work.spec["numbers"]
    for place, _ in enumerate(numbers):
        work.tell(place / len(numbers), f"number {place}")
    return {"sum": sum(numbers)}


def sleep(work: Work) -> dict[str, Any]:
    """Takes for ever, says that it has begun, and counts how often."""
    begun = work.folder / "begun"
    times = int(begun.read_text()) + 1 if begun.exists() else 1
    begun.write_text(str(times))
    work.tell(0.5, f"begun {times}")
    if times < work.spec["wakes"]:
        time.sleep(600)
    return {"begun": times}


def grab(work: Work) -> dict[str, Any]:
    """Takes more memory than there is."""
    return {"size": len(bytearray(work.spec["size_bytes"]))}


def spin(work: Work) -> dict[str, Any]:
    """Takes a processor for itself."""
    while True:
        work.spec.get("nothing")


def refuse(work: Work) -> dict[str, Any]:
    """Cannot be done."""
    raise JobError("job.refused-by-test", f"no: {work.spec['why']}")


def patient(work: Work) -> dict[str, Any]:
    """Shows that it has begun, and goes on until it is asked to end."""
    (work.folder / "kept").write_text("something")
    child = subprocess.Popen(["sleep", "600"])
    work.show({"begun": True, "child": child.pid})
    work.stop.wait()
    return {"stopped": True, "child": child.pid}
