"""`make levels`: which agent each level is in each game, found by play, written to src/deckwright/agents/levels.json.

A game has a row of agents from strong to weak. It starts with search by ever fewer simulations. Where search with the
game's policy is the strongest, the policy follows, then the policy softened by ever higher temperatures; then random
play. `best` is the strongest of three by play: the most simulations with the policy that answer in time and can be
measured in the time given, 32 with the policy, and the most without. Each other level is the agent of the row that the
level above beats on about two evenings of three: first the policy, which is played at once, then places further and
further down until one is beaten on six of ten, then the place in between.

An evening is some 150 choices of the table, four hands at least; but where four hands have more than 300 choices, as
many as have 300, at least one. Deals are played with the sides exchanged; an evening goes to who has more of its hands
together, and a tie is half. A pair is played until its interval is 6 % on either side, or until its part of the game's
CPU time is spent: what was reached is published with its interval. Deals are kept in benchmarks/levels_played.json,
hand by hand. `--seconds` counts what was spent on a game before: a run that stopped goes on with the game it had come
to, and a longer one measures the levels of before further (`--again` chooses anew, `--below LEVEL` only what is below
that one). `--levels EASY,MEDIUM,HARD,BEST` says which they are, for games in which an evening of `best` takes too
long: of these, pairs are measured that the time allows, from the deals that they have had.
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
LEAST, AIM, MOST_SHARE = 0.60, 0.675, 0.75
"""The share of evenings that a level is to win over the one below: at least, best, and at most."""
HALF_WIDTH = 0.06
CHOICES, MOST_CHOICES = 150, 300
"""Choices of an evening; and where it is of few hands, at most."""
FEW_HANDS, MOST_HANDS = 4, 60
"""Hands of an evening: one deal says little, so at least a few, unless hands are long; and at most."""
FEWEST, MOST = 1, 4_000
"""Simulations of the weakest and of the strongest agent that a level may be."""
FEWEST_LEARNED = 8
"""The same of search with a policy, which by fewer does what the policy does by itself."""
RIVAL = 32
"""Simulations with the policy that contend for `best` with the most: more are not always stronger."""
MOST_PLAIN = 400
"""Simulations without the policy, where there is one."""
TEMPERATURES = tuple(float(f"{2 ** (power / 4):.2g}") for power in range(-8, 25))
"""Of policies that are softened: 0.25, 0.3, 0.35 ... 54, 64."""
LEARNED = ("policy", *(f"softmax:{temperature:g}" for temperature in TEMPERATURES))
"""What follows in the row upon search with a policy."""
SLOWEST = 0.25
"""The seconds that a decision may take on average: the slowest of a hand takes up to three times as long."""
PLANNED, FEWEST_PLANNED = 60, 24
"""Evenings that the first agent of the row can be played by in its part of the time: this limits its simulations. With
60 the interval is some 9 % wide on either side, and a longer run narrows it."""
WORTH_IT = 400
"""Simulations that `best` is given if the fewest evenings can be played with them: where rules are slow, its interval
is wide rather than its play weak."""
PARTS = {"best": 0.15, "hard": 0.55, "medium": 0.5, "easy": 0.6}
"""What part of the time that is left goes into finding a level."""
CLEAR = 4
"""Evenings before a pair is given up."""


@dataclass
class Fitting:
    """A game, its row of agents, and the duels played so far."""

    game: Game
    seconds: float
    known: dict[str, list[float]]
    """Leads by pair of agents, as kept."""
    hands: int = FEW_HANDS
    kept: Sequence[str] = ()
    """Agents that levels are to stay, `best` first."""
    row: list[str] = field(default_factory=list)
    """From strong to weak; `best` is the first."""

    def __post_init__(self) -> None:
        self.until = time.process_time() + self.seconds

    @property
    def left(self) -> float:
        """CPU seconds."""
        return max(0.0, self.until - time.process_time())

    def part(self, share: float) -> float:
        """When so much of the time that is left will be spent."""
        return time.process_time() + self.left * share

    def duel(self, one: str, other: str) -> Duel:
        """A pair, with the deals that were played before."""
        return Duel(self.game, one, other, self.known.setdefault(f"{one} v {other}", []))

    def measure(self, one: str, other: str, *, until: float, borders: Sequence[float] = ()) -> Share:
        """Play on to the interval wanted, or so long; or to where the share clearly lies off the borders."""
        duel = self.duel(one, other)
        while True:
            share, played = evenings_won(duel.leads, self.hands), len(duel.leads)
            enough = played >= CLEAR * self.hands
            if played and (time.process_time() >= until or (enough and share.high - share.low <= 2 * HALF_WIDTH)):
                return share
            if enough and borders and not any(share.low <= border <= share.high for border in borders):
                return share
            duel.play(played + max(self.hands, played // 2), until=until if played else float("inf"))


def rounded(count: float) -> int:
    """To two digits, as simulations are told to people."""
    number = int(count)
    size = int(10 ** max(0, len(str(number)) - 2))
    return number // size * size


def pace(game: Game, ending: str) -> tuple[float, float]:
    """CPU seconds of a simulation, and choices of a hand."""
    form, seed = kernel_form(parse_agent(f"ismcts:{RIVAL}{ending}"), game), seed_bytes(0, domain="pace")
    assert form is not None
    started, choices, plays = time.process_time(), 0, 0
    while plays < 8 and (not plays or time.process_time() - started < 1.0):
        *_, decisions = _kernel.duel(game.rules, form, form, 1, seed, 1, plays)
        choices, plays = choices + sum(decisions), plays + 1
    each = (time.process_time() - started) / max(1, choices * RIVAL)
    sides = len(set(game.player_to_team)) if game.teams else game.seats
    return each, choices / plays / (2 if sides % 2 == 0 else max(2, sides))


def halving(most: float, fewest: int, ending: str) -> list[str]:
    """Ever fewer simulations, and the fewest last."""
    row, count = list[str](), most
    while count > 1.5 * fewest:
        row.append(f"ismcts:{rounded(count)}{ending}")
        count /= 2
    return [*row, f"ismcts:{fewest}{ending}"]


def most_simulations(fitting: Fitting, ending: str, *, most: int) -> float:
    """How many answer in time, and can be measured in the time given."""
    each, choices = pace(fitting.game, ending)
    fitting.hands = hands_of_evening(choices)
    evenings = PARTS["hard"] * fitting.seconds / (fitting.hands * choices * each)
    planned = max(evenings / PLANNED, min(evenings / FEWEST_PLANNED, WORTH_IT))
    return max(FEWEST, min(most, SLOWEST / each, planned))


def prepare(fitting: Fitting) -> None:
    """Find out how long an evening is, which agent `best` is, and the row of agents below it."""
    if fitting.kept:
        fitting.row = [*fitting.kept[:-1], *row_below(fitting, fitting.kept[-1])]
    elif find_policy(fitting.game) is None:
        plain = halving(most_simulations(fitting, "@none", most=MOST), FEWEST, "@none")
        fitting.row = [*plain, "random"]
    else:
        plain = halving(most_simulations(fitting, "@none", most=MOST_PLAIN), FEWEST, "@none")
        learned = halving(most_simulations(fitting, "", most=MOST), FEWEST_LEARNED, "")
        rivals = [learned[0], *(agent for agent in learned if int(agent.removeprefix("ismcts:")) <= RIVAL)][:2]
        best = strongest(fitting, [*dict.fromkeys(rivals), plain[0]])
        below = [*learned, *LEARNED] if best in learned else plain
        fitting.row = [*below[below.index(best) :], "random"]
    fitting.row += ["random"] * (len(LEVELS) - len(fitting.row))


def row_below(fitting: Fitting, agent: str) -> list[str]:
    """The row of agents that starts with one that is known."""
    kind, _, count = agent.partition(":")
    plain = count.endswith("@none")
    _, choices = pace(fitting.game, "@none" if plain else "")
    fitting.hands = hands_of_evening(choices)
    if plain:
        below = halving(int(count.removesuffix("@none")), FEWEST, "@none")
    elif kind == "ismcts":
        below = [*halving(int(count), FEWEST_LEARNED, ""), *LEARNED]
    else:
        below = [*LEARNED[LEARNED.index(agent) :]]
    return [agent, *below[1:], "random"]


def hands_of_evening(choices: float) -> int:
    """How many hands make an evening, by the choices of one: where one is as long as another game's evening, one."""
    few = min(FEW_HANDS, MOST_CHOICES // max(1.0, choices))
    return int(min(MOST_HANDS, max(1, few, round(CHOICES / max(1.0, choices)))))


def strongest(fitting: Fitting, rivals: Sequence[str]) -> str:
    """The first that no later one has clearly beaten: more simulations are mostly better."""
    best = rivals[0]
    for number, other in enumerate(rivals[1:], start=1):
        until = fitting.part(PARTS["best"] / (len(rivals) - number))
        if fitting.measure(best, other, until=until, borders=(0.5,)).high < 0.5:
            best = other
    return best


def step_down(fitting: Fitting, above: int, level: str) -> int:
    """The place of the agent that the level above beats on about two evenings of three, as far as was tried."""
    last = len(fitting.row) - 1 - LEVELS.index(level)
    end, shares = fitting.part(PARTS[level]), dict[int, float]()

    def tried(place: int) -> float:
        until = time.process_time() + (end - time.process_time()) / 3
        pair = fitting.row[above], fitting.row[place]
        shares[place] = fitting.measure(*pair, until=until, borders=(LEAST, MOST_SHARE)).share
        return shares[place]

    cheap = fitting.row.index("policy") if "policy" in fitting.row[above + 1 :] else above + 2  # is played at once
    place, step = min(cheap, last), 2
    while tried(place) < LEAST and place < last:
        step *= 2
        place = min(place + step, last)
    if shares[place] > MOST_SHARE:
        before = max((other for other in shares if other < place), default=above)
        while place - before > 1 and time.process_time() < end:
            middle = (before + place) // 2
            share = tried(middle)
            before, place = (middle, place) if share < LEAST else (before, middle)
            if LEAST <= share <= MOST_SHARE:
                break
    return min(shares, key=lambda found: abs(shares[found] - AIM))


def choose_levels(fitting: Fitting) -> dict[str, str]:
    """Which agent each level is, from the top down."""
    prepare(fitting)
    place = max(0, len(fitting.kept) - 1)
    levels = dict(zip(LEVELS[::-1], fitting.row[: place + 1], strict=False))
    for level in LEVELS[-2 - place :: -1]:
        place = step_down(fitting, place, level)
        levels[level] = fitting.row[place]
    return {level: levels[level] for level in LEVELS}


def go_on(fitting: Fitting, levels: dict[str, str]) -> None:
    """Play on where intervals are wide yet, the time that is left shared out among the pairs."""
    pairs = list(pairwise(LEVELS))
    for number, (level, above) in enumerate(pairs):
        until = fitting.part(1 / (len(pairs) - number))
        fitting.measure(levels[above], levels[level], until=until)


def simulations(agent: str) -> int:
    """How many simulations an agent makes; one that does not search none."""
    kind, _, count = agent.partition(":")
    return int(count.partition("@")[0]) if kind == "ismcts" else 0


def measure_affordable(fitting: Fitting, levels: dict[str, str]) -> None:
    """Play the pairs of which the time that is left allows some evenings, the weakest first."""
    for number, (level, above) in enumerate(pairs := [*pairwise(LEVELS)]):
        one, other = levels[above], levels[level]
        each, choices = pace(fitting.game, "@none" if one.endswith("@none") else "")
        fitting.hands = hands_of_evening(choices)
        needed = CLEAR * fitting.hands * choices * each * (simulations(one) + simulations(other))
        if needed < fitting.left:
            fitting.measure(one, other, until=fitting.part(1 / (len(pairs) - number)))


def found_share(leads: Sequence[float], hands: int) -> dict[str, float]:
    """A share of evenings as the file has it."""
    share = evenings_won(leads, hands)
    figures = {"share": share.share, "low": share.low, "high": share.high}
    return {name: round(value, 3) for name, value in figures.items()} | {"deals": len(leads)}


def fit(
    game_id: str,
    seconds: float,
    before: dict[str, Any] | None,
    known: dict[str, list[float]],
    *,
    kept: Sequence[str] = (),
    asked: Sequence[str] = (),
) -> dict[str, Any]:
    """The levels of a game, and what was found of them; those of before measured further, if there are some."""
    spent = before["seconds"] if before is not None else 0.0
    started, fitting = time.process_time(), Fitting(load(game_id), seconds - spent, known, kept=kept)
    if before is not None and not asked:
        fitting.hands = before["hands"]
    if asked:
        levels = dict(zip(LEVELS, asked, strict=True))
        measure_affordable(fitting, levels)
    else:
        levels = choose_levels(fitting) if before is None else before["levels"]
        go_on(fitting, levels)
    shares = {
        f"{above} over {level}": found_share(leads, fitting.hands)
        for level, above in pairwise(LEVELS)
        if (leads := fitting.duel(levels[above], levels[level]).leads)
    }
    spent = max(seconds, spent + time.process_time() - started)
    return {
        "levels": levels,
        "measured": bool(shares),
        "seconds": round(spent),
        "hands": fitting.hands,
        "shares": shares,
    }


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
    parser.add_argument("--seconds", type=float, default=600, help="CPU time for each game, with what it has had")
    parser.add_argument("--again", action="store_true", help="choose anew, instead of measuring further")
    parser.add_argument("--below", choices=LEVELS[1:], help="choose anew what is below this level, which stays")
    parser.add_argument("--levels", help="which agents they are, from easy to best, with commas")
    parser.add_argument("games", nargs="*", help="only these games")
    wanted = parser.parse_args()
    for game_id in wanted.games or sorted(library()):
        if not simulate(load(game_id), agents="random", games=8, seed=0, threads=1).choices:
            continue  # nobody ever has a choice: levels mean nothing there
        before: dict[str, Any] = read(FILE).get(game_id, {})
        stay = LEVELS[: LEVELS.index(wanted.below) - 1 : -1] if wanted.below and before else ()
        stays = [before["levels"][level] for level in stay]
        asked = wanted.levels.split(",") if wanted.levels else ()
        if wanted.again or stays or "seconds" not in before:
            before = {}
        elif before["seconds"] >= wanted.seconds:
            print(f"{game_id}: has had {before['seconds']} s", file=sys.stderr, flush=True)
            continue
        known: dict[str, list[float]] = read(PLAYED).get(game_id, {}) if before else {}
        fitted = fit(game_id, wanted.seconds, before or None, known, kept=stays, asked=asked)
        levels = fitted["levels"]
        kept = {f"{levels[above]} v {levels[level]}" for level, above in pairwise(LEVELS)}
        played = {pair: leads for pair, leads in known.items() if pair in kept}
        write(FILE, read(FILE) | {game_id: fitted}, indent=2)
        write(PLAYED, read(PLAYED) | {game_id: played}, indent=None)
        print(game_id, json.dumps(fitted), file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
