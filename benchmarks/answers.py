"""`python -m benchmarks.answers [GAME...]`: how long levels take to answer, CPU time on one core, in every game.

A hand is played by the game's policy, or at random, and at choices spread over it the level is asked what it would do.
`hard` is to answer in 300 ms on average, every level within a second.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator

from deckwright import _kernel
from deckwright.agents import LEVELS, kernel_form, level_text, parse_agent
from deckwright.agents.policies.library import find_policy
from deckwright.engine import Game, load
from deckwright.games import library

HARD_MEAN, SLOWEST = 0.3, 1.0
ASKED = 6
"""Choices of a hand at which a level is asked."""
LONGEST = 4_000
"""Decisions after which a hand is left."""


def positions(game: Game, asked: int) -> Iterator[_kernel.Position]:
    """The first choice of a hand, which has most before it, and others spread over the rest."""
    mover = kernel_form(parse_agent("policy" if find_policy(game) is not None else "random"), game)
    assert mover is not None
    found, position = list[_kernel.Position](), game.deal(seed=7).position
    for number in range(LONGEST):
        if position.seat is None:
            break
        if len(position.legal()) > 1:
            found.append(position)
        position = position.apply(*_kernel.choose(position, mover, number))
    for index in range(min(asked, len(found))):
        yield found[index * len(found) // min(asked, len(found))]


def times(game: Game, level: str, asked: int) -> list[float]:
    """CPU seconds of each answer."""
    form, taken = kernel_form(parse_agent(level), game), list[float]()
    assert form is not None
    for number, position in enumerate(positions(game, asked)):
        started = time.process_time()
        _kernel.choose(position, form, number)
        taken.append(time.process_time() - started)
    return taken


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(prog="benchmarks.answers", description=__doc__)
    parser.add_argument("--asked", type=int, default=ASKED, help="choices of a hand at which a level is asked")
    parser.add_argument("--level", action="append", choices=LEVELS, help="only this one; again for more")
    parser.add_argument("games", nargs="*")
    wanted = parser.parse_args()
    for game_id in wanted.games or sorted(library()):
        game, told, holds = load(game_id), list[str](), True
        for level in wanted.level or LEVELS:
            taken = times(game, level, wanted.asked) or [0.0]
            mean, slowest = statistics.fmean(taken), max(taken)
            holds &= slowest < SLOWEST and (level != "hard" or mean < HARD_MEAN)
            told.append(f"{level} {1000 * mean:.0f} ms, at most {1000 * slowest:.0f} ({level_text(level, game)})")
        print(f"{game_id:<20} {'; '.join(told)}  {'holds' if holds else 'MISSED'}", flush=True)


if __name__ == "__main__":
    main()
