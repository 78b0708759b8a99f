"""`make levels`: which agent each level is in each game, found by play, written to src/deckwright/agents/levels.json.

From the top down: `best` is as many simulations as answer within a second and can still be measured, and each level
below is that one of a row of ever weaker agents which the level above beats on nearest to seven evenings of ten. An
evening is four hands on the same deals, played twice with the sides exchanged; who returned more has won it, and a tie
is half. The agent is looked for with some evenings, and its share is then measured on others. What the CPU time of a
game does not suffice for is published as it was found, with its interval.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.duels import lead, one_hand
from deckwright.agents import LEVELS, parse_agent
from deckwright.agents.levels import LEVELS_FILE
from deckwright.agents.policies.library import find_policy
from deckwright.engine import Game
from deckwright.games import library
from deckwright.measure import simulate, wilson_share

FILE = Path(__file__).parents[1] / "src" / "deckwright" / "agents" / LEVELS_FILE
AIM = 0.70
FEWEST, MOST = 4, 4_000
"""Simulations of the weakest and of the strongest agent that a level may be."""
FEWEST_LEARNED = 32
"""The same of search with a policy, which by fewer could be worse than the policy by itself."""
SLOWEST = {"easy": 0.3, "medium": 0.3, "hard": 0.3, "best": 0.9}
"""The seconds that a decision of a level may take on average."""
HANDS = 4
EVENINGS = 270
"""As many give an interval of 6 % on either side."""
TRIED = 32
"""Evenings by which an agent is looked for."""
FOR_TOP = 0.4
"""The part of a game's time in which `best` is measured."""


@dataclass(frozen=True)
class Candidate:
    """An agent that a level may be, and the seconds that a decision of it takes."""

    text: str
    seconds: float


@dataclass
class Evenings:
    """Evenings of one game, as many as its CPU time allows."""

    game: Game
    hands: int
    until: float

    @property
    def left(self) -> float:
        """CPU seconds."""
        return self.until - time.process_time()

    def share(self, one: str, other: str, *, first: int, most: int, seconds: float) -> tuple[float, int]:
        """The share of evenings that the first agent wins, and of how many."""
        upper, lower = parse_agent(one), parse_agent(other)
        end, won = time.process_time() + seconds, 0.0
        for played in range(1, most + 1):
            ahead = lead(self.game, upper, lower, hands=self.hands, seed=first + played)
            won += 0.5 if abs(ahead) < 1e-9 else float(ahead > 0)
            if time.process_time() > end:
                break
        return won / played, played


def row_of(game: Game, ending: str, most: float, seconds: float) -> Sequence[Candidate]:
    """Ever fewer simulations, half as many each time, of which the first can be measured in so many seconds."""
    started = time.process_time()
    probe = simulate(game, agents=f"ismcts:32{ending}", games=4, seed=0, threads=1)
    each = (time.process_time() - started) / max(1, probe.choices * 32)
    evening = 2 * HANDS * probe.choices / 4 * each * 0.75
    count = int(min(most, MOST, SLOWEST["best"] / each, seconds / EVENINGS / max(evening, 1e-9)))
    fewest = FEWEST if ending else FEWEST_LEARNED
    found = []
    while count >= fewest:
        found.append(Candidate(f"ismcts:{count}{ending}", count * each))
        count //= 2
    return found or [Candidate(f"ismcts:{fewest}{ending}", fewest * each)]


def candidates(game: Game, seconds: float) -> Sequence[Candidate]:
    """A row of ever weaker agents: fewer and fewer simulations, with the game's policy first; `random` last."""
    learned = row_of(game, "", MOST, seconds) if find_policy(game) is not None else []
    plain = row_of(game, "@none", MOST if not learned else 400, seconds)
    return [*learned, *plain, *(Candidate("random", 0.0) for _ in range(max(1, 4 - len(learned) - len(plain))))]


def step_down(evenings: Evenings, row: Sequence[Candidate], above: int, level: str, seconds: float) -> int:
    """The candidate below this one that it beats on nearest to seven evenings of ten, by halving."""
    spare = LEVELS.index(level)  # a level is kept for each of those below
    allowed = [place for place in range(above + 1, len(row) - spare) if row[place].seconds <= SLOWEST[level]]
    best, nearest, end = allowed[0], 1.0, time.process_time() + seconds
    while allowed and (nearest == 1.0 or time.process_time() < end):
        middle = len(allowed) // 2 if nearest < 1.0 else min(len(allowed) - 1, 2)
        place, left = allowed[middle], max(0.0, end - time.process_time())
        found, _ = evenings.share(row[above].text, row[place].text, first=0, most=TRIED, seconds=left / 2)
        if abs(found - AIM) < nearest:
            best, nearest = place, abs(found - AIM)
        allowed = allowed[middle + 1 :] if found < AIM else allowed[:middle]
    return best


def fitting(game: Game, seconds: float) -> Mapping[str, Any]:
    """The levels of a game, and what was found of them."""
    evenings = Evenings(game, HANDS, time.process_time() + seconds)
    if not simulate(game, agents="random", games=8, seed=0, threads=1).choices:
        return {"levels": dict.fromkeys(LEVELS, "random"), "measured": True, "hands": HANDS, "shares": {}}
    row = candidates(game, seconds * FOR_TOP)
    places = {"best": 0}
    shares: dict[str, Any] = {}
    for number in reversed(range(len(LEVELS) - 1)):
        level, above = LEVELS[number], LEVELS[number + 1]
        budget = evenings.left * (0.75 if number else 1.0)
        places[level] = step_down(evenings, row, places[above], level, budget * 0.4)
        pair = (row[places[above]].text, row[places[level]].text)
        won, played = evenings.share(*pair, first=10_000, most=EVENINGS, seconds=budget * 0.6)
        interval = wilson_share(round(won * played), played)
        figures = {"share": won, "low": interval.low, "high": interval.high}
        rounded = {name: round(value, 3) for name, value in figures.items()}
        shares[f"{above} over {level}"] = rounded | {"evenings": played}
    levels = {level: row[places[level]].text for level in LEVELS}
    return {"levels": levels, "measured": True, "hands": HANDS, "shares": shares}


def main() -> None:
    """Measure games and write the file, keeping what it says of the others."""
    parser = argparse.ArgumentParser(prog="benchmarks.levels", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600, help="CPU time for each game")
    parser.add_argument("games", nargs="*", help="only these games")
    wanted = parser.parse_args()
    known: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))["games"]
    for game_id in wanted.games or sorted(library()):
        known[game_id] = fitting(one_hand(game_id), wanted.seconds)
        ordered = {name: known[name] for name in sorted(known)}
        FILE.write_text(json.dumps({"games": ordered}, indent=2) + "\n", encoding="utf-8")
        print(game_id, json.dumps(known[game_id]), file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
