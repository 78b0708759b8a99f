"""`make levels`: which agent each level is in each game, found by play, written to src/deckwright/agents/levels.json.

From the best down: `best` is as many simulations as answer well within a second, and each level below is the strongest
of a row of weaker ones that the level above beats on at least 60 % of evenings. An evening is some hands on the same
deals, played twice with the sides exchanged; who returned more has won it, and a tie is half. What the CPU time of a
game does not suffice for is published as it was found, with its interval.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.duels import lead, one_hand
from deckwright.agents import LEVELS, Agent, parse_agent
from deckwright.agents.levels import LEVELS_FILE, default_levels
from deckwright.engine import Game
from deckwright.games import library
from deckwright.measure import simulate, wilson_share

FILE = Path(__file__).parents[1] / "src" / "deckwright" / "agents" / LEVELS_FILE
LEAST, MOST = 0.60, 0.75
MOST_SIMULATIONS = 4_000
ANSWER_SECONDS = 0.4
"""What `best` takes for a decision on average, on the machine that measures."""
STEPS = (3, 6, 12, 25, 50, 100, 200, 400, 800)
EVENINGS = 270
"""As many give an interval of 6 % on either side."""


@dataclass
class Clock:
    """CPU time that is left for a game."""

    until: float

    @property
    def left(self) -> float:
        """In seconds."""
        return self.until - time.process_time()


def evening(game: Game, one: Agent, other: Agent, *, hands: int, seed: int) -> float:
    """1 if the first agent returned more than the other on the same deals, 0 if less, a half if as much."""
    ahead = lead(game, one, other, hands=hands, seed=seed)
    return 0.5 if abs(ahead) < 1e-9 else float(ahead > 0)


def share(game: Game, one: str, other: str, *, hands: int, clock: Clock, most: int = EVENINGS) -> tuple[float, int]:
    """The share of evenings that the first agent wins, and of how many; stops when it is clear enough."""
    upper, lower = parse_agent(one), parse_agent(other)
    won = 0.0
    for played in range(1, most + 1):
        won += evening(game, upper, lower, hands=hands, seed=played)
        if clock.left <= 0:
            break
        if played >= 40 and played % 20 == 0:
            found = wilson_share(round(won), played)
            if found.low > LEAST or found.high < LEAST:
                break
    return won / played, played


def fitting(game: Game, seconds: float) -> Mapping[str, Any]:
    """The levels of a game, and what was found of them."""
    clock = Clock(time.process_time() + seconds)
    probe = simulate(game, agents="ismcts:16@none", games=2, seed=0, threads=1)
    spent = seconds - clock.left
    choices = max(1, probe.choices / max(1, probe.hands))
    each = max(spent / max(1, probe.choices * 16), 1e-7)
    hands = 8 if choices <= 60 else 4
    top = int(min(MOST_SIMULATIONS, max(32, ANSWER_SECONDS / each)))
    affordable = seconds / 4 / (2 * hands * choices * each * 40)
    counts = [top]
    texts = {"best": f"ismcts:{top}"}
    shares: dict[str, Any] = {}
    if top > affordable * 20 or not probe.choices:
        return {"levels": dict(default_levels(game)), "measured": False, "shares": {}}
    for above, level in ((LEVELS[n + 1], LEVELS[n]) for n in reversed(range(len(LEVELS) - 1))):
        found = (0.5, 0)
        started = clock.left
        for step in STEPS:
            count = counts[-1] // step
            text = f"ismcts:{count}{'' if level == 'hard' else '@none'}" if count >= 1 else "random"
            pair = Clock(time.process_time() + started / (2 if level != "easy" else 1))
            found = share(game, texts[above], text, hands=hands, clock=pair)
            if found[0] >= LEAST or text == "random" or clock.left <= 0:
                break
        texts[level] = text
        counts.append(max(1, count))
        interval = wilson_share(round(found[0] * found[1]), max(1, found[1]))
        figures = {"share": found[0], "low": interval.low, "high": interval.high}
        shares[f"{above} over {level}"] = {name: round(value, 3) for name, value in figures.items()}
        shares[f"{above} over {level}"]["evenings"] = found[1]
    return {"levels": {level: texts[level] for level in LEVELS}, "measured": True, "hands": hands, "shares": shares}


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
