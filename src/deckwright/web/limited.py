"""What strangers' genomes are looked at with: a process with limits that reads a text and prints JSON."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from threading import BoundedSemaphore
from typing import Any

from deckwright.web.settings import Limits

GRACE_S = 50.0
"""On the clock, beside the CPU time: the machine may have other things to do."""
PROCESSES = 4
"""So many at once, whatever asks for them."""
_room = BoundedSemaphore(PROCESSES)


def run_limited(module: str, text: str, limits: Limits) -> Any | None:
    """What a module of ours prints for a text, as data; None if it took too long, too much, or failed."""
    seconds = int(limits.check_s)

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (limits.check_bytes, limits.check_bytes))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        os.nice(5)

    try:
        with _room:
            done = subprocess.run(
                [sys.executable, "-m", module],
                input=text.encode(),
                capture_output=True,
                timeout=limits.check_s + GRACE_S,
                preexec_fn=bound,
                check=False,
            )
        return json.loads(done.stdout) if done.returncode == 0 else None
    except (subprocess.TimeoutExpired, ValueError):
        return None
