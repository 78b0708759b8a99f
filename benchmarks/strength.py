"""`python -m benchmarks.strength [--deals N] [--seconds S] [GAME...]`: agents against each other, with intervals.

The lead is what the first agent returned more than the second, per hand and seat, on the same deals with the sides
exchanged, with 1.96 standard errors. A game stops after so many deals or so much CPU time, whichever comes first.
"""

from __future__ import annotations

import argparse
import statistics
import time

from benchmarks.duels import lead, one_hand
from deckwright.agents import parse_agent
from deckwright.games import library

PAIRS = (("greedy", "random"), ("ismcts:400", "random"), ("ismcts:400", "greedy"))


def main() -> None:
    """Print a line for each game and pair."""
    parser = argparse.ArgumentParser(prog="benchmarks.strength", description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pair", action="append", help="two agents, with a comma; again for more pairs")
    parser.add_argument("games", nargs="*")
    wanted = parser.parse_args()
    pairs = [tuple(pair.split(",")) for pair in wanted.pair] if wanted.pair else PAIRS
    for game_id in wanted.games or sorted(library()):
        game = one_hand(game_id)
        for first, second in pairs:
            one, other = parse_agent(first), parse_agent(second)
            until, leads = time.process_time() + wanted.seconds, list[float]()
            while len(leads) < wanted.deals and (len(leads) < 2 or time.process_time() < until):
                leads.append(lead(game, one, other, hands=1, seed=len(leads)))
            margin = 1.96 * statistics.stdev(leads) / len(leads) ** 0.5
            mean = statistics.fmean(leads)
            verdict = "better" if mean > margin else "worse" if mean < -margin else "level"
            told = f"{mean:+.3f} ± {margin:.3f} ({len(leads)} deals)"
            print(f"{game_id:<20}{first:>14} v {second:<14}{told:<36}{verdict}", flush=True)


if __name__ == "__main__":
    main()
