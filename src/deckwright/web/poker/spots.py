"""Exact spots as jobs of the web app: what may be asked for, and what is shown while one is solved."""

from __future__ import annotations

import secrets
from html import escape
from typing import Annotated, Any

from pydantic import Field

from deckwright.measure.charts import Curve, curves
from deckwright.solve.poker.locks import MOST_LOCKS, Lock
from deckwright.solve.poker.spot_file import spot_document
from deckwright.solve.poker.spot_job import SPOT, SPOT_FOLDER
from deckwright.solve.poker.spot_time import seconds_to_solve
from deckwright.solve.poker.spots import Bets, SolvedSpot, Spot
from deckwright.web.poker.facts import exploitability_text
from deckwright.web.poker.shelf import SPOT_PREFIX
from deckwright.web.web_job import Games, JobRequest, Prepared, WebJob
from deckwright.web.words import WORDS

STRANGER_MB = 100
MOST_MB = 1_500
STRANGER_S = 240.0
LONG_S = 3_600.0

Size = Annotated[float, Field(ge=0.05, le=20)]
"""Part of the pot."""
Sizes = Annotated[list[Size], Field(max_length=4)]
Chips = Annotated[float, Field(ge=0.5, le=100_000)]


class LockRequest(JobRequest):
    """A decision whose play is fixed."""

    path: Annotated[str, Field(max_length=400)]
    """The actions and cards that lead to it, with commas: `check, bet 5`."""
    shares: Annotated[
        dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=4_000)]],
        Field(min_length=1, max_length=12),
    ]
    """How often hands take some of its actions, as ranges."""


class SpotRequest(JobRequest):
    """An exact spot for two players, from a flop, turn or river on."""

    board: Annotated[str, Field(max_length=40)]
    oop: Annotated[str, Field(max_length=4_000)]
    """What whoever acts first may hold: `QQ+, AKs:0.5, T9s-65s`."""
    ip: Annotated[str, Field(max_length=4_000)]
    pot: Chips
    stack: Chips
    bets: Sizes = Field(default_factory=lambda: [0.5, 1.0])
    """Parts of the pot."""
    raises: Sizes = Field(default_factory=lambda: [1.0])
    cap: Annotated[int, Field(ge=0, le=5)] = 3
    all_in: bool = True
    rake: Annotated[float, Field(ge=0, le=0.2)] = 0.0
    rake_cap: Annotated[float, Field(ge=0, le=100_000)] | None = None
    iterations: Annotated[int, Field(ge=1, le=5_000)] = 500
    """At most."""
    target: Annotated[float, Field(gt=0, le=1)] = 0.003
    """Exploitability, as a part of the pot, at which it stops."""
    locks: Annotated[list[LockRequest], Field(max_length=MOST_LOCKS)] = Field(default_factory=list)
    origin: Annotated[str, Field(pattern=r"^[0-9a-f]{24}$")] | None = None
    """The solution that it was changed from, to be compared with."""

    def spot(self) -> Spot:
        """As it is solved."""
        tree = Bets(tuple(self.bets), tuple(self.raises), self.cap, self.all_in)
        more = {} if self.rake_cap is None else {"rake_cap": self.rake_cap}
        locks = tuple(Lock(lock.path, lock.shares) for lock in self.locks)
        return Spot(self.board, self.oop, self.ip, self.pot, self.stack, tree, self.rake, locks=locks, **more)


def request_of(spot: Spot) -> dict[str, Any]:
    """What has a spot of this page solved again."""
    document = spot_document(spot)
    kept = ("board", "oop", "ip", "pot", "stack", "rake", "rake_cap")
    tree = {key: document["bets"][0][key] for key in ("bets", "raises", "cap", "all_in")}
    return {**{key: document[key] for key in kept}, **tree, "locks": document.get("locks", [])}


def spot_size(asked: SpotRequest) -> dict[str, Any]:
    """What is told before a spot is solved."""
    size = SolvedSpot(asked.spot(), max_memory_mb=float("inf")).size
    megabytes = size.size_bytes / 1e6
    return {
        "action_nodes": size.action_nodes,
        "boards": size.boards,
        "suit_symmetries": size.suit_symmetries,
        "hands": list(size.hands),
        "memory_mb": max(0.01, round(megabytes, 2)),
        "seconds": round(seconds_to_solve(size, asked.iterations), 2),
        "stranger_memory_mb": STRANGER_MB,
        "most_memory_mb": MOST_MB,
        "most_seconds": STRANGER_S if megabytes <= STRANGER_MB else LONG_S,
    }


def _prepare(games: Games, asked: SpotRequest) -> Prepared:
    games.shelf.sweep_spots()
    spot = asked.spot()
    size = SolvedSpot(spot, max_memory_mb=float("inf")).size
    megabytes = -(-size.size_bytes // 1_000_000)
    name = secrets.token_hex(12)
    spec = {
        "page": "holdem",
        "spot": spot_document(spot),
        "iterations": asked.iterations,
        "target": asked.target,
        "seconds": STRANGER_S if megabytes <= STRANGER_MB else LONG_S,
        "max_memory_mb": MOST_MB,
        "solution": name,
        "origin": asked.origin,
        SPOT_FOLDER: f"{SPOT_PREFIX}{name}",
    }
    return Prepared(WORDS["poker_spot_of"].format(board=spot.board), spec, megabytes)


def _chart(points: list[list[float]], target: float) -> str:
    found = tuple((float(iteration), 100 * float(share)) for iteration, share in points)
    goal = tuple((iteration, 100 * target) for iteration, _ in (found[:1] + found[-1:]))
    lines = [Curve(WORDS["poker_fact_exploitability"], found), Curve(WORDS["poker_target"], goal)]
    return curves(
        lines, title=WORDS["poker_falls"], x=WORDS["poker_iterations"], y=WORDS["poker_percent_of_pot"], log_y=True
    )


def _live(shown: dict[str, Any]) -> str:
    points = shown["points"]
    if not points:
        return ""
    iteration, share = points[-1]
    told = f"{WORDS['poker_fact_iterations']}: {int(iteration):,}; {exploitability_text(share)}"
    return f'<p role="status">{escape(told)}</p>{_chart(points, shown["target"])}'


def _page(result: dict[str, Any]) -> str:
    name = escape(str(result["solution"]), quote=True)
    rows = (
        (WORDS["poker_fact_exploitability"], exploitability_text(result["exploitability"])),
        (WORDS["poker_fact_iterations"], f"{result['iterations']:,}"),
        (WORDS["poker_fact_values"], f"OOP {result['values'][0]:.3f}, IP {result['values'][1]:.3f}"),
        (WORDS["poker_memory"], f"{result['memory_mb']:.1f} MB"),
        (WORDS["poker_seconds"], f"{result['seconds']:.1f}"),
    )
    table = "".join(f"<tr><th scope='row'>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in rows)
    title = escape(WORDS["poker_spot_of"].format(board=result["board"]))
    links = [(f"/poker/spots/{name}", WORDS["poker_explore_it"])]
    if result.get("origin"):
        origin = escape(str(result["origin"]), quote=True)
        links.append((f"/poker/spots/{name}?compare=spots/{origin}", WORDS["poker_compare_origin"]))
    listed = " ".join(f'<a class="primary" href="{href}">{escape(text)}</a>' for href, text in links)
    link = f'<p class="links">{listed}</p>'
    ended = f"<p>{escape(WORDS['poker_ended_' + result['ended']])}</p>"
    return f"<h1>{title}</h1>{link}<table>{table}</table>{ended}{_chart(result['points'], result['target'])}"


SPOT_JOB = WebJob(SPOT, SpotRequest, _prepare, "megabytes", STRANGER_MB, MOST_MB, _page, live=_live, can_stop=True)
