"""`make levels`: which agent each level is in each game, found by play, written to src/deckwright/agents/levels.json.

From the top down: `best` is as many simulations as answer within a second and can still be measured. Where the game
has a policy, `hard` searches with it by few simulations: more of them add little that a run could see. Each other level
is the first of a row of ever weaker agents, without the policy, that the level above beats on six evenings of ten.

An evening is some 150 choices of the table, four hands at least. Deals are played with the sides exchanged; an evening
goes to who has more of its hands together, and a tie is half. A pair is played until its interval is 6 % on either
side, or until its part of the game's CPU time is spent: what was reached is published with its interval. Deals are kept
in benchmarks/levels_played.json, so that another run goes on where this one stopped (`--again` chooses anew).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.duels import Duel, evenings_won
from deckwright import _kernel
from deckwright.agents import LEVELS, kernel_form, parse_agent
from deckwright.agents.levels import LEVELS_FILE
from deckwright.agents.policies.library import find_policy
from deckwright.engine import Game, load, seed_bytes
from deckwright.games import library
from deckwright.measure import Share, simulate

FILE = Path(__file__).parents[1] / "src" / "deckwright" / "agents" / LEVELS_FILE
PLAYED = Path(__file__).with_name("levels_played.json")
LEAST, AIM = 0.60, 0.675
"""The share of evenings that a level is to win over the one below, at least and best."""
HALF_WIDTH = 0.06
CHOICES, FEWEST_HANDS, MOST_HANDS = 150, 4, 60
"""Choices of an evening; and its hands."""
FEWEST, MOST = 4, 4_000
"""Simulations of the weakest and of the strongest agent that a level may be."""
FEWEST_LEARNED = 32
"""The same of search with a policy, which by fewer could be worse than the policy by itself."""
MOST_PLAIN = 400
"""Simulations without the policy, where there is one."""
FALL = 4
"""An agent of the row makes so many times fewer simulations than the one before it."""
SLOWEST = 0.25
"""The seconds that a decision may take on average: the slowest of a hand takes up to three times as long."""
PARTS = {"hard": 0.5, "medium": 0.6, "easy": 1.0}
"""What part of the time that is left goes into finding a level."""
PLANNED, PLANNED_SECONDS = 12, 25
"""Evenings that `best` could be measured by, in how many CPU seconds: this limits its simulations."""
CLEAR = 4
"""Evenings before a candidate is given up."""


@dataclass
class Fitting:
    """A game, its row of agents, and the duels played so far."""

    game: Game
    seconds: float
    known: dict[str, list[float]]
    """Leads by pair of agents, as kept."""
    hands: int = FEWEST_HANDS
    row: list[str] = field(default_factory=list)
    learned: int = 0
    """How many agents of the row search with the policy."""

    def __post_init__(self) -> None:
        self.until = time.process_time() + self.seconds

    @property
    def left(self) -> float:
        """CPU seconds."""
        return max(0.0, self.until - time.process_time())

    def duel(self, one: str, other: str) -> Duel:
        """A pair, with the deals that were played before."""
        return Duel(self.game, one, other, self.known.setdefault(f"{one} v {other}", []))

    def measure(self, duel: Duel, *, until: float, gives_up: bool = False) -> Share:
        """Play on to the interval wanted, or so long; or to where a candidate is clearly none."""
        while True:
            share, played = evenings_won(duel.leads, self.hands), len(duel.leads)
            enough = played >= CLEAR * self.hands
            if played and (time.process_time() >= until or (enough and share.high - share.low <= 2 * HALF_WIDTH)):
                return share
            if gives_up and enough and (share.high < AIM or share.low > AIM):
                return share
            duel.play(played + max(self.hands, played // 2), until=until if played else float("inf"))


def rounded(count: float) -> int:
    """To two digits, as simulations are told to people."""
    number = int(count)
    size = 10 ** max(0, len(str(number)) - 2)
    return number // size * size


def pace(game: Game, ending: str) -> tuple[float, float]:
    """CPU seconds of a simulation, and choices of a hand."""
    form, seed = kernel_form(parse_agent(f"ismcts:{FEWEST_LEARNED}{ending}"), game), seed_bytes(0, domain="pace")
    assert form is not None
    started, choices, plays = time.process_time(), 0, 0
    while plays < 8 and (not plays or time.process_time() - started < 1.0):
        *_, decisions = _kernel.duel(game.rules, form, form, 1, seed, 1, plays)
        choices, plays = choices + sum(decisions), plays + 1
    each = (time.process_time() - started) / max(1, choices * FEWEST_LEARNED)
    sides = len(set(game.player_to_team)) if game.teams else game.seats
    return each, choices / plays / (2 if sides % 2 == 0 else max(2, sides))


def falling(first: float, fewest: int, ending: str) -> list[str]:
    """Ever fewer simulations, and the fewest last."""
    row, count = list[str](), first
    while count > 1.5 * fewest:
        row.append(f"ismcts:{rounded(count)}{ending}")
        count /= FALL
    return [*row, f"ismcts:{fewest}{ending}"]


def prepare(fitting: Fitting) -> None:
    """Find out how long an evening is, and the row of agents: with the policy, without it, and random play last."""
    game = fitting.game
    has_policy = find_policy(game) is not None
    each, choices = pace(game, "")
    fitting.hands = min(MOST_HANDS, max(FEWEST_HANDS, round(CHOICES / max(1.0, choices))))
    deal = PLANNED_SECONDS / (PLANNED * fitting.hands)
    count = min(MOST, SLOWEST / each, deal / (choices * each))
    if has_policy:
        fitting.row = [f"ismcts:{rounded(max(2 * FEWEST_LEARNED, count))}", f"ismcts:{FEWEST_LEARNED}"]
    fitting.learned = len(fitting.row)
    if has_policy:
        each, choices = pace(game, "@none")
        count = min(MOST_PLAIN, SLOWEST / each, deal / 2 / (choices * each))
    fitting.row += falling(max(FEWEST, count), FEWEST, "@none")
    fitting.row += ["random"] * max(1, len(LEVELS) - len(fitting.row))


def step_down(fitting: Fitting, above: int, level: str) -> int | None:
    """The place of the first agent below that is beaten on six evenings of ten; else the nearest to that.

    None if one of them is clearly better than the level above: more simulations are not always stronger play.
    """
    end = time.process_time() + fitting.left * PARTS[level]
    places = range(above + 1, len(fitting.row) - LEVELS.index(level))
    if level == "hard" and fitting.learned > 1:
        places = range(fitting.learned - 1, fitting.learned)
    best, nearest = places[0], float("inf")
    for place in places:
        duel = fitting.duel(fitting.row[above], fitting.row[place])
        until = time.process_time() + (end - time.process_time()) / 2
        found = fitting.measure(duel, until=until, gives_up=place != places[-1])
        if found.high < 0.5:
            return None
        if abs(found.share - AIM) < nearest:
            best, nearest = place, abs(found.share - AIM)
        if found.share >= LEAST or time.process_time() >= end:
            break
    fitting.measure(fitting.duel(fitting.row[above], fitting.row[best]), until=end)
    return best


def choose_levels(fitting: Fitting) -> dict[str, str]:
    """Which agent each level is. One that is worse than a weaker one is left out, and the row is gone through again."""
    prepare(fitting)
    places = {LEVELS[-1]: 0}
    below = iter(LEVELS[-2::-1])
    while len(places) < len(LEVELS):
        level = next(below)
        above = places[LEVELS[LEVELS.index(level) + 1]]
        found = step_down(fitting, above, level)
        if found is not None:
            places[level] = found
            continue
        del fitting.row[above]
        fitting.row += ["random"] * (len(LEVELS) - len(fitting.row))
        fitting.learned = max(0, fitting.learned - 1)
        places, below = {LEVELS[-1]: 0}, iter(LEVELS[-2::-1])
    return {level: fitting.row[places[level]] for level in LEVELS}


def go_on(fitting: Fitting, levels: dict[str, str]) -> None:
    """Play on where intervals are wide yet, the time that is left shared out among the pairs."""
    pairs = list(zip(LEVELS[:0:-1], LEVELS[-2::-1], strict=True))
    for number, (above, level) in enumerate(pairs):
        part = fitting.left / (len(pairs) - number)
        fitting.measure(fitting.duel(levels[above], levels[level]), until=time.process_time() + part)


def found_share(leads: Sequence[float], hands: int) -> dict[str, float]:
    """A share of evenings as the file has it."""
    share = evenings_won(leads, hands)
    figures = {"share": share.share, "low": share.low, "high": share.high}
    return {name: round(value, 3) for name, value in figures.items()} | {"deals": len(leads)}


def found(fitting: Fitting, levels: dict[str, str]) -> dict[str, Any]:
    """What the file says of a game."""
    shares = {
        f"{above} over {level}": found_share(fitting.duel(levels[above], levels[level]).leads, fitting.hands)
        for level, above in pairwise(LEVELS)
    }
    return {"levels": levels, "measured": True, "hands": fitting.hands, "shares": shares}


def fit(game_id: str, seconds: float, before: dict[str, Any] | None, known: dict[str, list[float]]) -> dict[str, Any]:
    """The levels of a game, and what was found of them; those of before measured further, if there are some."""
    fitting = Fitting(load(game_id), seconds, known)
    if before is not None:
        fitting.hands = before["hands"]
        go_on(fitting, before["levels"])
    levels = choose_levels(fitting) if before is None else before["levels"]
    return found(fitting, levels)


def write(path: Path, games: dict[str, Any], *, indent: int | None) -> None:
    """Write the file whole or not at all, a line for each game where it is not indented."""
    ordered = {name: games[name] for name in sorted(games)}
    if indent is None:
        lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(ordered[name])}" for name in ordered)
        text = f'{{"games": {{\n{lines}\n}}}}\n'
    else:
        text = json.dumps({"games": ordered}, indent=indent) + "\n"
    path.with_suffix(".new").write_text(text, encoding="utf-8")
    path.with_suffix(".new").replace(path)


def read(path: Path) -> dict[str, Any]:
    """What a file says of games."""
    games: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["games"] if path.exists() else {}
    return games


def main() -> None:
    """Measure games and write the files, keeping what they say of the others."""
    parser = argparse.ArgumentParser(prog="benchmarks.levels", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600, help="CPU time for each game")
    parser.add_argument("--again", action="store_true", help="choose anew, instead of measuring further")
    parser.add_argument("games", nargs="*", help="only these games")
    wanted = parser.parse_args()
    for game_id in wanted.games or sorted(library()):
        if not simulate(load(game_id), agents="random", games=8, seed=0, threads=1).choices:
            continue  # nobody ever has a choice: levels mean nothing there
        before = read(FILE).get(game_id)
        is_new = wanted.again or before is None or not before["measured"]
        known: dict[str, list[float]] = {} if is_new else read(PLAYED).get(game_id, {})
        fitted = fit(game_id, wanted.seconds, None if is_new else before, known)
        levels = fitted["levels"]
        kept = {f"{levels[above]} v {levels[level]}" for level, above in pairwise(LEVELS)}
        played = {pair: leads for pair, leads in known.items() if pair in kept}
        write(FILE, read(FILE) | {game_id: fitted}, indent=2)
        write(PLAYED, read(PLAYED) | {game_id: played}, indent=None)
        print(game_id, json.dumps(fitted), file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
