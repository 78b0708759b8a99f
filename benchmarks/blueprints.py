"""Blueprints at tables of rule-based agents, dealer rotated, on duplicate deals; a table for docs/poker.md.

    python -m benchmarks.blueprints BUNDLE... [--deals 300000] [--threads 1] [--against tight,random]

The game is hold'em as it comes, with the stacks of the bundle. `place` is by how much less each position earns than the
rule-based agent would in its place at the same table (the worst position, with its 95 % interval): a blueprint holds
where no such difference is significantly below zero.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from pathlib import Path

from deckwright import load
from deckwright.measure import Estimate, simulate_ring
from deckwright.solve.poker.blueprint import read_manifest

RULES = ("always-call", "tight", "loose", "aggressive", "random")
SIX = 6


@dataclass(frozen=True)
class Row:
    """One table."""

    players: int
    other: str
    deals: int
    profit: Estimate
    positions: dict[str, tuple[Estimate, float, float]]
    """By position: what it earns; how much more than the rule agent would there; and the half-width of that."""

    @property
    def worst(self) -> tuple[str, float, float]:
        """The position whose difference is furthest below zero, in half-widths."""
        name, (_, more, width) = min(self.positions.items(), key=lambda item: item[1][1] / item[1][2])
        return name, more, width

    @property
    def holds(self) -> bool:
        """Two and three players: above zero, no position below the rule agent's. Six: above zero but against tight."""
        _, more, width = self.worst
        if self.players == SIX:
            return self.profit.low > 0 if self.other != "tight" else self.profit.high >= 0
        return self.profit.low > 0 and more + width >= 0


def play(bundle: str, others: list[str], deals: int, threads: int, seed: int, kind: str) -> Iterator[Row]:
    """The tables of one bundle."""
    config = read_manifest(Path(bundle))["config"]["game"]
    players, depth = config["num_players"], config["stack_depth"]
    game = load("holdem", players=players, stack=round(depth))
    for other in others:
        agents = (f"{kind}:{bundle}", *(other,) * (players - 1))
        found = simulate_ring(game, agents=agents, deals=deals, seed=seed, threads=threads)
        alone = simulate_ring(game, agents=(other,) * players, deals=deals, seed=seed, threads=threads)
        positions = {}
        for name, ours, rule in zip(found.positions, found.by_position[0], alone.by_position[0], strict=True):
            width = hypot(ours.high - ours.low, rule.high - rule.low) / 2
            positions[name] = (ours, ours.value - rule.value, max(width, 1e-9))
        yield Row(players, other, deals, found.profits_bb[0], positions)


def line(row: Row) -> str:
    """For the table."""
    profit, width = row.profit.value, (row.profit.high - row.profit.low) / 2
    name, more, more_width = row.worst
    place = f"{name} {more:+.1f} +- {more_width:.1f}"
    verdict = "holds" if row.holds else "MISSED"
    return f"{row.players:>2} {row.other:<12}{profit:>+8.1f} +-{width:>5.1f}   place {place:<20}{verdict}"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundles", nargs="+")
    parser.add_argument("--deals", type=int, default=300_000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--against", default=",".join(RULES))
    parser.add_argument("--kind", default="blueprint")
    chosen = parser.parse_args()
    missed = False
    print("bb/100 over all seats, 95 % intervals over deals")
    for bundle in chosen.bundles:
        tables = play(bundle, chosen.against.split(","), chosen.deals, chosen.threads, chosen.seed, chosen.kind)
        for row in tables:
            print(line(row), flush=True)
            missed |= not row.holds
    sys.exit(missed)


if __name__ == "__main__":
    main()
