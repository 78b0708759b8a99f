"""`python -m deckwright.jobs.worker`: does one job. It is started by a runner, and by nobody else.

The first line of standard input says what to do: `{"target", "spec", "folder", "limits"}`. The limits are set before
anything else is imported. Lines of standard output tell how far it is (`{"share", "text"}`); the last has the result
(`{"result"}`) or why there is none (`{"code", "message"}`); in between there may be what its page shows (`{"shown"}`).
Any further line of standard input asks it to end with what it has. When standard input ends, whoever wanted the job is
gone, and the process ends too.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import threading
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

from deckwright.errors import DeckwrightError
from deckwright.jobs.kinds import Work

NICENESS = 10


def main() -> int:
    """Do the job that standard input says."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a job prints is no answer
    order = json.loads(sys.stdin.buffer.readline())
    set_limits(order["limits"])
    stop = threading.Event()
    threading.Thread(target=listen, args=(stop,), daemon=True).start()
    answer = do(order, out, stop)
    say(out, answer)
    return 0 if "result" in answer else 1


def do(order: dict[str, Any], out: TextIO, stop: threading.Event) -> dict[str, Any]:
    """The job's result, or why there is none."""
    module, _, name = order["target"].partition(":")

    def tell(share: float, text: str) -> None:
        say(out, {"share": share, "text": text})

    def show(data: dict[str, Any]) -> None:
        say(out, {"shown": data})

    try:
        run = getattr(import_module(module), name)
        return {"result": run(Work(order["spec"], Path(order["folder"]), tell, show, stop))}
    except DeckwrightError as error:
        return {"code": error.code, "message": error.message}
    except MemoryError:
        return {"code": "job.too-large", "message": "the job takes more memory than it may"}


def say(out: TextIO, answer: dict[str, Any]) -> None:
    """One line."""
    out.write(json.dumps(answer) + "\n")
    out.flush()


def set_limits(limits: dict[str, Any]) -> None:
    """From here on the process may take so much and not more."""
    cpu = int(limits["cpu_s"])
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
    resource.setrlimit(resource.RLIMIT_AS, (limits["memory_bytes"], limits["memory_bytes"]))
    resource.setrlimit(resource.RLIMIT_FSIZE, (limits["file_bytes"], limits["file_bytes"]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(NICENESS)


def listen(stop: threading.Event) -> None:
    """Hear that the job is to end with what it has; end the process when nobody waits for it any more."""
    while sys.stdin.buffer.readline(4096):
        stop.set()
    os._exit(3)


if __name__ == "__main__":
    sys.exit(main())
