"""Six-max hands of Texas hold'em between random players, one core: ours, OpenSpiel's universal_poker, PokerKit."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from random import Random

import pokerkit
import pyspiel

from deckwright import load, simulate

ROUNDS = 5
SEATS, STACK = 6, 200
HANDS = {"ours": 40_000, "OpenSpiel": 400, "PokerKit": 20}
BARS = {"OpenSpiel": 30, "its C++": None, "PokerKit": 1000}
"""OpenSpiel from Python, as it is used and as PokerKit has to be; and its loop in C++, for information."""

UNIVERSAL = (
    f"universal_poker(betting=nolimit,numPlayers={SEATS},numRounds=4,blind=1 2 0 0 0 0,"
    "firstPlayer=3 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,"
    f"stack={' '.join([str(STACK)] * SEATS)},bettingAbstraction=fcpa)"
)


def _rate(hands: int, work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return hands / (time.process_time() - started)


def our_rate(seed: int) -> float:
    """Half the pot, the pot and all in."""
    game = load("holdem", players=SEATS)
    return _rate(HANDS["ours"], lambda: simulate(game, games=HANDS["ours"], seed=seed, threads=1))


def openspiel_rate(seed: int) -> float:
    """Fold, call, the pot and all in; random play from Python."""
    game = pyspiel.load_game(UNIVERSAL)
    rng = Random(seed)

    def play() -> None:
        for _ in range(HANDS["OpenSpiel"]):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))

    return _rate(HANDS["OpenSpiel"], play)


def openspiel_loop_rate(seed: int) -> float:
    """The same, the loop being C++."""
    game = pyspiel.load_game(UNIVERSAL)
    bots = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in range(SEATS)]

    def play() -> None:
        for index in range(HANDS["OpenSpiel"]):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed + index)

    return _rate(HANDS["OpenSpiel"], play)


def pokerkit_rate(seed: int) -> float:
    """Fold, call, the smallest raise and all in."""
    rng = Random(seed)
    automations = tuple(pokerkit.Automation)

    def play() -> None:
        for _ in range(HANDS["PokerKit"]):
            state = pokerkit.NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, STACK, SEATS)
            while state.status:
                raises: list[int | None] = []
                if state.can_complete_bet_or_raise_to():
                    raises.append(state.min_completion_betting_or_raising_to_amount)
                    raises.append(state.max_completion_betting_or_raising_to_amount)
                folds = ["fold"] if state.checking_or_calling_amount else []
                chosen = rng.choice(["call", *folds, *raises])
                if chosen == "call":
                    state.check_or_call()
                elif chosen == "fold":
                    state.fold()
                elif not isinstance(chosen, str):
                    state.complete_bet_or_raise_to(chosen)

    return _rate(HANDS["PokerKit"], play)


def ratios() -> Iterator[dict[str, object]]:
    """Medians of rounds in which all take turns."""
    rates = (our_rate, openspiel_rate, openspiel_loop_rate, pokerkit_rate)
    taken = [tuple(rate(seed) for rate in rates) for seed in range(ROUNDS)]
    ours, *theirs = (statistics.median(column) for column in zip(*taken, strict=True))
    for (peer, bar), rate in zip(BARS.items(), theirs, strict=True):
        yield {
            "game": "holdem, six-max",
            "peer": peer,
            "ours": ours,
            "theirs": rate,
            "ratio": ours / rate,
            "bar": bar,
            "holds": None if bar is None else ours / rate >= bar,
        }
