"""A report over flops as a job: one flop after another, each kept when it is solved, so that it can go on."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, Final

from deckwright.files import write_whole
from deckwright.jobs import JobKind, ProcessLimits, Work
from deckwright.solve.poker.flops import Flop, SolvedFlop, report_document, solve_flop
from deckwright.solve.poker.spot_file import parse_spot

FLOPS_JOB_KIND: Final = JobKind(
    "holdem-flops",
    "deckwright.solve.poker.flops_job:flops_job",
    ProcessLimits(memory_bytes=6_000_000_000, cpu_s=200_000, wall_s=100_000.0, file_bytes=100_000_000),
    lane="poker",
)
"""Its spec: `spot` (its board does not count), `flops` (pairs of board and weight), `iterations`, `target`, `seconds`
and `max_memory_mb`."""
ROWS: Final = "flops.json"


def flops_job(work: Work) -> dict[str, Any]:
    """Solve every flop that the spec says, or those that fit its time, or until it is told to stop."""
    spec = work.spec
    spot = parse_spot(spec["spot"])
    wanted = [Flop(board, weight) for board, weight in spec["flops"]]
    rows = _kept(work.folder / ROWS)
    until = time.monotonic() + float(spec["seconds"])
    ended = "done"
    for flop in wanted[len(rows) :]:
        if work.stop.is_set() or time.monotonic() > until:
            ended = "stopped" if work.stop.is_set() else "time"
            break

        def watch(done: int, exploitability: float | None, flop: Flop = flop) -> bool:
            quality = "" if exploitability is None else f", {100 * exploitability:.2g} % of the pot"
            if exploitability is not None:
                work.tell(len(rows) / len(wanted), f"{flop.board}: {done:,} iterations{quality}")
            return not work.stop.is_set() and time.monotonic() <= until

        found = solve_flop(
            spot,
            flop,
            iterations=int(spec["iterations"]),
            target=float(spec["target"]),
            max_memory_mb=float(spec["max_memory_mb"]),
            progress=watch,
        )
        if work.stop.is_set() or time.monotonic() > until:
            continue  # it was cut short: it would not be as good as the others
        rows.append(found)
        document = report_document(rows)
        _keep(work.folder / ROWS, document)
        work.show({**document, "wanted": len(wanted)})
        work.tell(len(rows) / len(wanted), f"{len(rows)} of {len(wanted)} flops")
    return {
        "ended": ended,
        "wanted": len(wanted),
        "target": spec["target"],
        "spot": spec["spot"],
        **report_document(rows),
    }


def _keep(path: Path, document: dict[str, Any]) -> None:
    write_whole(path, json.dumps(document))


def _kept(path: Path) -> list[SolvedFlop]:
    """Flops that were solved before the job was begun again."""
    if not path.exists():
        return []
    rows = json.loads(path.read_text(encoding="utf-8"))["flops"]
    return [SolvedFlop(**{**row, "values": tuple(row["values"])}) for row in rows]
