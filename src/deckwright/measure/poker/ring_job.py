"""A simulation of hold'em as a job: who wins how much, on duplicate deals or with everyone in one seat."""

from __future__ import annotations

import time
from typing import Any, Final

from deckwright.engine import Game, load
from deckwright.errors import DeckwrightError
from deckwright.jobs import JobKind, ProcessLimits, Work
from deckwright.measure.errors import MeasureError
from deckwright.measure.poker.ring import HOLDEM, seat_profits, simulate_ring
from deckwright.measure.simulation import simulate

RING: Final = JobKind(
    "holdem-simulation",
    "deckwright.measure.poker.ring_job:ring_job",
    ProcessLimits(cpu_s=8_000, wall_s=7_200.0),
    lane="poker",
)
"""Its spec: `agents`, `folders` (of bundles, by agent), `options`, `hands`, `duplicate`, `log`, `seed`, `seconds`."""


def ring_job(work: Work) -> dict[str, Any]:
    """Play as many hands as the spec says, or as there is time for."""
    spec = work.spec
    folders: dict[str, str] = spec.get("folders", {})
    agents = [folders.get(name, name) for name in spec["agents"]]
    try:
        return _played(work, load(HOLDEM, players=len(agents), **spec.get("options", {})), agents)
    except DeckwrightError as error:
        told = error.message
        for name, folder in folders.items():
            told = told.replace(folder.partition(":")[2], name)  # where things lie here is nobody's business
        raise MeasureError(error.code, told) from None


def _played(work: Work, game: Game, agents: list[str]) -> dict[str, Any]:
    spec = work.spec
    until = time.monotonic() + float(spec["seconds"])
    seats, hands, is_duplicate = len(agents), int(spec["hands"]), bool(spec["duplicate"])
    wanted = max(1, -(-hands // seats)) if is_duplicate else hands
    ended = "hands"

    def heard(done: int, total: int) -> bool:
        nonlocal ended
        played = done * seats if is_duplicate else done
        work.tell(done / max(1, total), f"{played:,} hands")
        if work.stop.is_set():
            ended = "stopped"
        elif time.monotonic() > until:
            ended = "time"
        return ended == "hands"

    about = {"duplicate": is_duplicate, "options": spec.get("options", {}), "seed": spec["seed"]}
    if is_duplicate:
        ring = simulate_ring(
            game, agents=agents, deals=wanted, seed=spec["seed"], threads=1, log=spec["log"], progress=heard
        )
        return {**ring.to_dict(), **about, "ended": ended}
    stats = simulate(
        game, agents=agents, games=wanted, seed=spec["seed"], threads=1, progress=lambda done: heard(done, wanted)
    )
    return {
        "agents": list(stats.agents),
        "hands": stats.games_played,
        "profits_bb": [{"value": one.value, "low": one.low, "high": one.high} for one in seat_profits(game, stats)],
        "log": [],
        **about,
        "ended": ended,
    }
