"""How often each operator of evolution makes a valid genome at the first site it tries, and one that plays otherwise.

    .venv/bin/python scripts/operators.py --sites 20      # a table for docs/evolution.md

Sites are spread over the games of the library that have what an operator needs. The same command gives the same table.
"""

from __future__ import annotations

import argparse
from collections import Counter

from deckwright.dice import Dice
from deckwright.evolve.features import features_of
from deckwright.evolve.operators import OPERATORS, Operator
from deckwright.evolve.variation import attempt
from deckwright.games import catalogue
from deckwright.genome.schema import GameGenome

MOST_TRIES = 4
"""Dice for each site that is wanted: some find nothing to change."""


def measured(one: Operator, games: list[GameGenome], sites: int) -> Counter[str]:
    """What became of so many changes, by outcome."""
    fitting = [game for game in games if one.fits(features_of(game), has_donors=True)]
    outcomes: Counter[str] = Counter()
    for number in range(MOST_TRIES * sites):
        if not fitting or outcomes.total() == sites:
            break
        game = fitting[number % len(fitting)]
        tried = attempt(one, game, Dice(f"{one.name} {number}"), donors=games)
        if tried.outcome != "no site":
            outcomes[tried.outcome] += 1
    return outcomes


def share(part: int, whole: int) -> str:
    """A percentage."""
    return f"{round(100 * part / whole)} %" if whole else "-"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sites", type=int, default=20, help="changes that are tried of each operator")
    parser.add_argument("--only", default="", help="one family or operator")
    arguments = parser.parse_args()
    games = [entry.genome() for _, entry in sorted(catalogue().items())]
    print("| Operator | What it does | Valid | Changes play | Sites |")
    print("|---|---|---|---|---|")
    total: Counter[str] = Counter()
    for one in sorted(OPERATORS.values(), key=lambda one: one.family):
        if arguments.only not in ("", one.name, one.family):
            continue
        outcomes = measured(one, games, arguments.sites)
        total += outcomes
        print(_row(f"`{one.name}`", one.does, outcomes), flush=True)
    print(_row("all", "", total))


def _row(name: str, does: str, outcomes: Counter[str]) -> str:
    made = outcomes.total()
    valid = made - outcomes["refused"]
    return f"| {name} | {does} | {share(valid, made)} | {share(outcomes['varied'], valid)} | {made} |"


if __name__ == "__main__":
    main()
