"""`make bench`: random play and solving by CPU time, ours and that of OpenSpiel or RLCard, medians of five rounds."""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import sys
import time
from collections.abc import Callable

import pyspiel
import rlcard
from rlcard.agents import RandomAgent

from benchmarks import agents, evolving, holdem, loading, poker, python_loop, searching, solving
from benchmarks.matches import MATCHES, WAR_BAR, Match
from deckwright import load, simulate

ROUNDS = 5
TURNS = 3
"""Turns that each side takes in a round, one after the other, so that what else the machine does meets both."""


def cpu_seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def our_rates(game_id: str, options: dict[str, int | str | bool | None], games: int, seed: int) -> tuple[float, float]:
    """Games and decisions per second."""
    game = load(game_id, **options)
    played = []
    seconds = cpu_seconds(lambda: played.append(simulate(game, games=games, seed=seed, threads=1)))
    return games / seconds, played[0].decisions / seconds


def rlcard_rate(name: str, games: int, seed: int) -> float:
    """Games per second of RLCard's random agents in its own loop, the environment as it is by default."""
    environment = rlcard.make(name, config={"seed": seed})
    agents = [RandomAgent(num_actions=environment.num_actions) for _ in range(environment.num_players)]
    environment.set_agents(agents)

    def play() -> None:
        for _ in range(games):
            environment.run(is_training=False)

    return games / cpu_seconds(play)


def openspiel_rate(name: str, games: int, seed: int) -> float:
    """Games per second of random bots in OpenSpiel, its loop being C++."""
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in range(game.num_players())]

    def play() -> None:
        for index in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed + index)

    return games / cpu_seconds(play)


def compare(match: Match) -> dict[str, object]:
    """Medians of rounds in which the two sides take turns."""
    peer_rate = {"OpenSpiel": openspiel_rate, "RLCard": rlcard_rate}[match.engine]
    our_rates(match.game, match.options, max(1, match.games // 10), 0)
    ours: list[float] = []
    decisions: list[float] = []
    theirs: list[float] = []
    for number in range(ROUNDS):
        taken = [
            (*our_rates(match.game, match.options, match.games, seed), peer_rate(match.peer, match.peer_games, seed))
            for seed in range(number * TURNS, (number + 1) * TURNS)
        ]
        for rates, of_turns in zip((ours, decisions, theirs), zip(*taken, strict=True), strict=True):
            rates.append(statistics.harmonic_mean(of_turns))
    own, peer = statistics.median(ours), statistics.median(theirs)
    ratio = own / peer
    return {
        "game": match.game,
        "peer": match.engine,
        "ours": own,
        "theirs": peer,
        "ratio": ratio,
        "bar": match.bar,
        "holds": None if match.bar is None else ratio >= match.bar,
        "decisions_per_second": statistics.median(decisions),
    }


def compare_war(hearts: dict[str, object], decisions_of_a_hand: float) -> dict[str, object]:
    """War against the time that OpenSpiel takes for a decision of Hearts."""
    rates = [our_rates("war", {}, 5_000, number)[1] for number in range(ROUNDS)]
    own = statistics.median(rates)
    theirs = float(str(hearts["theirs"])) * decisions_of_a_hand
    return {
        "game": "war (decisions)",
        "peer": "OpenSpiel",
        "ours": own,
        "theirs": theirs,
        "ratio": own / theirs,
        "bar": WAR_BAR,
        "holds": own / theirs >= WAR_BAR,
        "decisions_per_second": own,
    }


def line(row: dict[str, object], *, digits: int = 1) -> str:
    verdict = {None: "", True: "holds", False: "MISSED"}[row["holds"]]  # type: ignore[index]
    bar = "" if row["bar"] is None else f"{row['bar']:g}"
    figures = f"{row['ours']:>14,.0f}{row['theirs']:>14,.0f}{row['ratio']:>9.{digits}f}{bar:>6}"
    return f"{row['game']:<20}{figures}  {row.get('peer', ''):<9}  {verdict}".rstrip()


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    parser.add_argument(
        "games",
        nargs="*",
        help="only these games; or python, loading, evolving, solving, poker, agents, searching: that part",
    )
    wanted = parser.parse_args()
    matches = [match for match in MATCHES if not wanted.games or match.game in wanted.games]
    rows: list[dict[str, object]] = []
    heading = f"{'hands per second':<20}{'ours':>14}{'theirs':>14}{'ratio':>9}{'bar':>6}  peer"
    print(heading, file=sys.stderr if wanted.json else sys.stdout)
    for match in matches:
        rows.append(compare(match))
        print(line(rows[-1]), file=sys.stderr if wanted.json else sys.stdout, flush=True)
        if match.game == "hearts":
            rows.append(compare_war(rows[-1], decisions_of_a_hand=64))
            print(line(rows[-1]), file=sys.stderr if wanted.json else sys.stdout, flush=True)
    if not wanted.games or "holdem" in wanted.games:
        for row in holdem.ratios():
            rows.append(row)
            print(line(row), file=sys.stderr if wanted.json else sys.stdout, flush=True)
    if not wanted.games or "python" in wanted.games:
        out = sys.stderr if wanted.json else sys.stdout
        print(f"\n{'decisions from Python':<20}{'ours':>13}{'theirs':>14}{'ratio':>9}{'bar':>6}  peer", file=out)
        for row in python_loop.ratios():
            rows.append(row)
            print(line(row, digits=2), file=out, flush=True)
        for row in python_loop.times():
            rows.append(row)
            print(python_loop.line(row), file=out, flush=True)
    if not wanted.games or "loading" in wanted.games:
        out = sys.stderr if wanted.json else sys.stdout
        print(f"\n{'loading (CPU)':<36}{'ours':>12}{'bar':>15}", file=out)
        for row in loading.times():
            rows.append(row)
            print(loading.line(row), file=out, flush=True)
    if not wanted.games or "evolving" in wanted.games:
        out = sys.stderr if wanted.json else sys.stdout
        print(f"\n{'mutants per second, cheap gates':<36}{'ours':>12}{'bar':>15}", file=out)
        for row in evolving.rates():
            rows.append(row)
            print(evolving.line(row), file=out, flush=True)
    if not wanted.games or "solving" in wanted.games:
        out = sys.stderr if wanted.json else sys.stdout
        print(f"\n{'solving':<20}{'ours':>14}{'OpenSpiel':>14}{'ratio':>9}{'bar':>6}", file=out)
        for row in itertools.chain(solving.ratios(), solving.times()):
            rows.append(row)
            print(solving.line(row), file=out, flush=True)
    if not wanted.games or "poker" in wanted.games:
        out = sys.stderr if wanted.json else sys.stdout
        print(f"\n{'poker':<46}{'ours':>14}{'bar':>14}", file=out)
        for row in poker.rows():
            rows.append(row)
            print(poker.line(row), file=out, flush=True)
    if not wanted.games or "agents" in wanted.games:
        out = sys.stderr if wanted.json else sys.stdout
        print(f"\n{'rounds per second':<20}{'ours':>14}{'plain Python':>14}{'ratio':>9}{'bar':>6}", file=out)
        for row in agents.ratios():
            rows.append(row)
            print(line(row), file=out, flush=True)
    if not wanted.games or "searching" in wanted.games:
        out = sys.stderr if wanted.json else sys.stdout
        print(f"\n{'simulations/s':<20}{'ours':>14}{'theirs':>14}{'ratio':>9}{'bar':>6}  peer", file=out)
        for row in searching.ratios():
            rows.append(row)
            print(line(row), file=out, flush=True)
    if wanted.json:
        print(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
