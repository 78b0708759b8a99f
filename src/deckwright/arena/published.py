"""The published results of the Bayesian agents of Cambio, played again, beside the figures that were printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from deckwright.arena.contest import Seating, play_contest
from deckwright.engine import Seed, load
from deckwright.measure import Share

V1, V2, SMART = "bayesian-v1", "bayesian-v2", "smart"

MATCHUPS: tuple[tuple[tuple[str, ...], str, int], ...] = (
    ((V2, V1), V2, 70),
    ((V2, V1, SMART), V2, 62),
    ((V2, V1, SMART), V1, 38),
    ((V2, V1, SMART), SMART, 0),
    ((V2, V2, V1), V1, 13),
    ((V2, V2, V2, V2, V2, V1), V1, 10),
    ((V1, V1, V1, V1, V1, V2), V2, 15),
    ((V1, SMART), V1, 99),
    ((V2, SMART), V2, 99),
)
"""Who sits where, whose share it is, and the percentage that was printed (of 100 matches)."""

EXPLANATION = (
    "The printed figures come from 100 matches with fixed seats, under rules in which the first seat always begins and "
    "wins ties. The control shows what that alone is worth: an agent that plays itself wins about two matches in three "
    "from the first seat. With the seats rotated V2 and V1 are level one on one; V2's edge appears at three players "
    "and more, where it exchanges two opponents' cards."
)


@dataclass(frozen=True)
class Line:
    """One figure of the table."""

    table: tuple[str, ...]
    agent: str
    printed: int
    fair: float
    seed_rules: Share
    """Under the preset `seed`, seats fixed."""
    default_rules: Share
    """Under the default rules, seats rotated."""

    @property
    def label(self) -> str:
        """`V1 in 2 V2 + V1`."""
        counts = Counter(self.table)
        return f"{short(self.agent)} in " + " + ".join(
            f"{count} {short(name)}" if count > 1 else short(name) for name, count in counts.items()
        )


@dataclass(frozen=True)
class PublishedTable:
    """The whole table, with the control that explains it."""

    lines: tuple[Line, ...]
    matches: int
    seed_control: tuple[Share, ...]
    """V1 against itself under the preset `seed`: by seat."""
    default_control: tuple[Share, ...]
    explanation: str = EXPLANATION

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return {**asdict(self), "labels": [line.label for line in self.lines]}


def short(agent: str) -> str:
    """`V2` for `bayesian-v2`."""
    return agent.removeprefix("bayesian-").capitalize()


def play_published_table(
    *,
    matches: int = 4000,
    seed: Seed = 0,
    threads: int | None = None,
    progress: Callable[[int], bool | None] | None = None,
) -> PublishedTable:
    """Every matchup under both sets of rules."""
    done = 0
    shares: dict[tuple[str, tuple[str, ...]], dict[str, Share]] = {}
    tables = list(dict.fromkeys(table for table, _, _ in MATCHUPS))
    for preset, seating in (("seed", Seating.FIXED), ("default", Seating.ROTATED)):
        for table in tables:
            game = load("cambio", players=len(table), preset=preset)
            contest = play_contest(
                game, table, matches=matches, seating=seating, seed=seed, threads=threads, control=False
            )
            shares[preset, table] = {standing.agent: standing.share for standing in contest.standings}
            done += 1
            if progress is not None:
                progress(done)
    control = {
        preset: play_contest(
            load("cambio", preset=preset), (V1, V1), matches=matches, seating=Seating.FIXED, seed=seed, threads=threads
        ).control
        for preset in ("seed", "default")
    }
    lines = tuple(
        Line(
            table,
            agent,
            printed,
            table.count(agent) / len(table),
            shares["seed", table][agent],
            shares["default", table][agent],
        )
        for table, agent, printed in MATCHUPS
    )
    return PublishedTable(lines, matches, control["seed"], control["default"])


TABLES = len({table for table, _, _ in MATCHUPS}) * 2
"""How many contests the table takes."""
