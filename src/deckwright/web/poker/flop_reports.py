"""Reports over flops as jobs of the operator: what may be asked for, and what is shown of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Annotated, Any

from pydantic import Field

from deckwright.solve.poker.flops import Flop, check_suits, some_flops, texture
from deckwright.solve.poker.flops_job import FLOPS_JOB_KIND
from deckwright.solve.poker.spot_file import spot_document
from deckwright.solve.poker.spot_time import seconds_to_solve
from deckwright.solve.poker.spots import Bets, SolvedSpot, Spot
from deckwright.web.poker.spots import Chips, Sizes
from deckwright.web.web_job import Games, JobRequest, Prepared, WebJob
from deckwright.web.words import WORDS

MOST_FLOPS = 1_755
MOST_MB = 4_000
LONG_S = 80_000.0


class FlopsRequest(JobRequest):
    """The same spot for two players on many flops."""

    oop: Annotated[str, Field(max_length=4_000)]
    ip: Annotated[str, Field(max_length=4_000)]
    pot: Chips
    stack: Chips
    count: Annotated[int, Field(ge=1, le=MOST_FLOPS)] = 25
    """Flops, evenly spread over all as they come."""
    boards: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=200)] = Field(default_factory=list)
    """These flops instead."""
    bets: Sizes = Field(default_factory=lambda: [0.5])
    raises: Sizes = Field(default_factory=lambda: [1.0])
    cap: Annotated[int, Field(ge=0, le=5)] = 2
    all_in: bool = True
    iterations: Annotated[int, Field(ge=1, le=5_000)] = 300
    """Of each flop, at most."""
    target: Annotated[float, Field(gt=0, le=1)] = 0.01
    """Exploitability of each flop, as a part of the pot, at which it stops."""

    def flops(self) -> tuple[Flop, ...]:
        """Which are solved."""
        if not self.boards:
            return some_flops(self.count)
        for board in self.boards:
            texture(board)
        return tuple(Flop(board, 1.0) for board in self.boards)

    def spot(self, board: str) -> Spot:
        """On one of them."""
        tree = Bets(tuple(self.bets), tuple(self.raises), self.cap, self.all_in)
        return Spot(board, self.oop, self.ip, self.pot, self.stack, tree)


def _checked(asked: FlopsRequest) -> tuple[tuple[Flop, ...], Spot, SolvedSpot]:
    flops = asked.flops()
    spot = asked.spot(flops[0].board)
    if not asked.boards:
        check_suits(spot.ranges)
    return flops, spot, SolvedSpot(spot, max_memory_mb=float("inf"))


def flops_size(asked: FlopsRequest) -> dict[str, Any]:
    """What is told before flops are solved: of the first, which stands for all."""
    flops, _, solver = _checked(asked)
    megabytes = solver.size.size_bytes / 1e6
    return {
        "flops": len(flops),
        "action_nodes": solver.size.action_nodes,
        "memory_mb": round(megabytes, 2),
        "most_memory_mb": MOST_MB,
        "seconds": round(len(flops) * seconds_to_solve(solver.size, asked.iterations), 1),
    }


def _prepare(games: Games, asked: FlopsRequest) -> Prepared:  # noqa: ARG001
    flops, spot, solver = _checked(asked)
    spec = {
        "page": "holdem",
        "spot": spot_document(spot),
        "flops": [[flop.board, flop.weight] for flop in flops],
        "iterations": asked.iterations,
        "target": asked.target,
        "seconds": LONG_S,
        "max_memory_mb": MOST_MB,
    }
    title = WORDS["poker_flops_of"].format(count=len(flops))
    return Prepared(title, spec, -(-solver.size.size_bytes // 1_000_000))


def _mix(shares: Mapping[str, float]) -> str:
    return ", ".join(f"{action} {100 * share:.0f} %" for action, share in shares.items())


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th scope='col'>{escape(WORDS[word])}</th>" for word in heads)
    body = "".join(
        f"<tr><th scope='row'>{escape(first)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in rest)}</tr>"
        for first, *rest in rows
    )
    label = escape(WORDS[heads[0]], quote=True)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="scroll flops" tabindex="0" role="region" aria-label="{label}">{table}</div>'


def _shown(told: dict[str, Any]) -> str:
    if not told["flops"]:
        return f"<p>{escape(WORDS['poker_flops_none'])}</p>"
    of_all = told["means"][0]["weight"]
    together = [
        (one["name"], f"{100 * one['weight'] / of_all:.1f} %", f"{one['values'][0]:.3f}", f"{one['values'][1]:.3f}",
         _mix(one["first"]), _mix(one["after_check"]))
        for one in told["means"]
    ]  # fmt: skip
    each = [
        (row["board"], row["texture"], f"{row['values'][0]:.3f}", f"{row['values'][1]:.3f}",
         _mix(row["first"]), _mix(row["after_check"]), f"{100 * row['exploitability']:.2g} %")
        for row in told["flops"]
    ]  # fmt: skip
    values = ("poker_flops_oop", "poker_flops_ip", "poker_flops_first", "poker_flops_after")
    means = _table(("poker_flops_group", "poker_flops_weight", *values), together)
    flops = _table(("poker_flops_flop", "poker_flops_texture", *values, "poker_fact_exploitability"), each)
    title = escape(WORDS["poker_flops_each"])
    return f"{means}<h2>{title}</h2>{flops}"


def _page(result: dict[str, Any]) -> str:
    title = escape(WORDS["poker_flops_of"].format(count=len(result["flops"])))
    spot = result["spot"]
    about = WORDS["poker_flops_about"].format(
        oop=spot["oop"],
        ip=spot["ip"],
        pot=f"{spot['pot']:g}",
        stack=f"{spot['stack']:g}",
        target=f"{100 * result['target']:g}",
    )
    ended = ""
    if result["ended"] != "done":
        words = WORDS["poker_flops_cut"].format(done=len(result["flops"]), wanted=result["wanted"])
        ended = f"<p class='trouble'>{escape(words)}</p>"
    return f"<h1>{title}</h1><p>{escape(about)}</p>{ended}{_shown(result)}"


FLOPS_JOB = WebJob(FLOPS_JOB_KIND, FlopsRequest, _prepare, "megabytes", 0, MOST_MB, _page, live=_shown, can_stop=True)
