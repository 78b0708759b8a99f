"""Learns the policies that come with the library, and measures them: `python -m benchmarks.policies [GAME...]`.

Each game has a number of updates that takes some ten seconds of a core; the same number makes the same policy.
`--measure` leaves the files alone. A policy is shipped unless the settings say that it does not help. Gains are mean
differences of standing a hand on duplicate deals with seats exchanged, with half of their 95 % intervals.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass

from deckwright import _kernel
from deckwright.agents.policies.file import LearnedPolicy, read_policy
from deckwright.agents.policies.learning import hands_per_update, learn
from deckwright.agents.policies.library import SHIPPED, SUFFIX, shipped_games
from deckwright.engine import Game, load, seed_bytes

INTERVAL = 1.96


@dataclass(frozen=True)
class Setting:
    """How long a game is learned, and whom its policy is measured against."""

    updates: int
    against: str = "flat:100"
    ships: bool = True


SETTINGS = {
    "hearts": Setting(12_000),
    "partnership-spades": Setting(10_000),
    "texas-42": Setting(12_000),
    "euchre": Setting(10_000),
    "gin-rummy": Setting(2_000),
    "crazy-eights": Setting(6_000),
    "draw-poker": Setting(1_500),
    "cambio": Setting(6_000),
    "bridge": Setting(3_000),
    "spades": Setting(10_000),
    "simple-poker": Setting(3_000, ships=False),
    "pinochle": Setting(6_000, "flat:10"),
    "president": Setting(2_500, "flat:10"),
    "uno": Setting(5_000, "flat:10"),
    "canasta": Setting(150, "flat:10"),
    "fan-tan": Setting(3_000),
    "go-fish": Setting(1_500, "flat:10"),
    "rummy": Setting(600, "flat:10"),
    "scopa": Setting(2_000),
    "knock-out-whist": Setting(20_000),
    "cheat": Setting(90, "flat:1"),
    "betting-war": Setting(4_000),
    "blackjack": Setting(4_000),
    "push-or-fold": Setting(2_000),
    "one-suit-cheat": Setting(2_000, ships=False),
    "leduc": Setting(3_000),
    "kuhn": Setting(2_000, ships=False),
    "toy-whist": Setting(2_000, ships=False),
}
"""War, Old Maid and Solitaire are not here: in the first two nothing can be decided that matters, and in Solitaire
9,600 hands of self-play (33 s) bring home no more cards than random play."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="those to learn; all if none is named")
    parser.add_argument("--measure", action="store_true", help="measure what is there, learn nothing")
    parser.add_argument("--seconds", type=float, default=8.0, help="time for each measurement")
    parser.add_argument("--search", metavar="BUDGET", help="measure search with the policy against search without: 1ms")
    arguments = parser.parse_args()
    if arguments.search:
        for name in arguments.games or shipped_games():
            agent = f"ismcts:{arguments.search}"
            deals, mean, margin = gain(load(name), (agent, find(name).for_kernel), agent, arguments.seconds)
            print(f"{name:20} {agent} with its policy v without {mean:+.2f} +- {margin:.2f} ({deals})", flush=True)
        return
    for name in arguments.games or SETTINGS:
        setting, game = SETTINGS[name], load(name)
        file = SHIPPED / f"{name}{SUFFIX}"
        if arguments.measure and not file.exists():
            continue
        started = time.process_time()
        policy = find(name) if arguments.measure else learn(game, hands=setting.updates * hands_per_update())
        took = time.process_time() - started
        if not arguments.measure and setting.ships:
            policy.save(file)
        shares = {"random": 0.25, setting.against: 1.0}
        gains = [gain_text(game, policy, other, share * arguments.seconds) for other, share in shares.items()]
        print(f"{name:20} {policy.manifest['hands']:>9,} hands {took:5.1f} s | {' | '.join(gains)}", flush=True)


def find(name: str) -> LearnedPolicy:
    return read_policy(SHIPPED / f"{name}{SUFFIX}")


def gain_text(game: Game, policy: LearnedPolicy, other: str, seconds: float) -> str:
    deals, mean, margin = gain(game, ("policy", policy.for_kernel), other, seconds)
    return f"v {other} {mean:+.2f} +- {margin:.2f} ({deals})"


def gain(
    game: Game, one: _kernel.AgentForm, other: _kernel.AgentForm, seconds: float, *, most: int = 2_000
) -> tuple[int, float, float]:
    """Deals, mean gain a hand, half of its 95 % interval: as many fresh deals as the time allows."""
    seed = seed_bytes(1, domain="benchmark")
    deals, total, squares, step = 0, 0.0, 0.0, 1
    started = time.monotonic()
    while deals < 2 or (deals < most and time.monotonic() - started < seconds):
        played, mean, error, _, _ = _kernel.duel(game.rules, one, other, step, seed, 1, deals)
        total += mean * played
        squares += mean * mean * played + (error * error * played * (played - 1) if played > 1 else 0.0)
        deals += played
        step = min(2 * step, 128)
    variance = max(0.0, squares - total * total / deals) / (deals - 1)
    return deals, total / deals, INTERVAL * math.sqrt(variance / deals)


if __name__ == "__main__":
    main()
