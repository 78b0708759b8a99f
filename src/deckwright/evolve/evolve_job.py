"""Breeding as a job: a run in a folder that outlives it, to be stopped and gone on with."""

from __future__ import annotations

import os
import signal
import threading
from typing import Any

from deckwright.evolve.browsing import RunReader
from deckwright.evolve.constraints import Constraints
from deckwright.evolve.evolution import Progress, run_evolution
from deckwright.evolve.ratings import Rating
from deckwright.jobs import JobKind, ProcessLimits, Work

EVOLVE = JobKind(
    "evolve",
    "deckwright.evolve.evolve_job:evolve_job",
    ProcessLimits(memory_bytes=4_000_000_000, cpu_s=200_000, wall_s=200_000.0, file_bytes=4_000_000_000),
    lane="evolve",
    kept="run",
)
"""Its spec: `run` (the name of its folder), `style`, `population`, `generations`, `seed`, `parents` (None, or a list of
games as `{"game"}` or `{"genome"}`), `players`, `family`, `rulebook_words`, `ratings` and `minutes`, after which it
pauses."""


class OutOfTimeError(Exception):
    """The time of this job is over; the run is whole and can go on."""


def evolve_job(work: Work) -> dict[str, Any]:
    """Go on with the run that the spec says, or begin it; how it ended."""
    ended = "stopped"
    try:
        listen_for_stop(work)
        work.tell(0.0, "")
        try:
            _run(work, resume=RunReader(work.folder).has_run())
            ended = "done"
        except OutOfTimeError:
            ended = "time"
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # from here on there is nothing to stop
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return {"ended": ended}


def _run(work: Work, *, resume: bool) -> None:
    spec = work.spec
    wanted = Constraints(
        players=None if spec.get("players") is None else (spec["players"][0], spec["players"][1]),
        family=spec.get("family"),
        rulebook_words=spec.get("rulebook_words"),
    )
    parents = spec.get("parents")

    def told(progress: Progress) -> None:
        number = progress.generation.number + 1
        left = None if progress.seconds_left is None else [round(edge) for edge in progress.seconds_left]
        work.tell(number / spec["generations"], f"generation {number} of {spec['generations']}")
        work.show({"generation": number, "seconds": round(progress.seconds), "seconds_left": left})
        if progress.seconds > 60 * spec["minutes"] and number < spec["generations"]:
            raise OutOfTimeError

    run_evolution(
        spec["generations"],
        spec["population"],
        style=spec["style"],
        seed=spec["seed"],
        parents=None if parents is None else [one.get("genome") or one["game"] for one in parents],
        constraints=None if wanted == Constraints() else wanted,
        ratings=tuple(Rating.from_dict(one) for one in spec.get("ratings", ())),
        out=work.folder,
        resume=resume,
        progress=told,
    )


def listen_for_stop(work: Work) -> None:
    """Being asked to stop is Ctrl-C: what was done of a generation is kept, and the run ends at once."""
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def wait() -> None:
        work.stop.wait()
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=wait, daemon=True).start()
