"""Search beside OpenSpiel's C++ ISMCTS: simulations per second over whole hands, one thread, by CPU time."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import pyspiel

from deckwright import load, simulate

ROUNDS = 5
SIMULATIONS = 400
BAR = 10
Row = dict[str, object]


@dataclass(frozen=True)
class Match:
    """A game of the library with the options that make it the peer's."""

    game: str
    peer: str
    hands: int
    first: tuple[int, ...] = ()
    """What the peer's chance decides at the start, before the deal."""
    options: dict[str, int | str | bool | None] = field(default_factory=dict)


MATCHES = (
    Match("hearts", "hearts", 3, first=(0,), options={"hands": 1, "breaks": "queen", "passing": "none"}),
    Match("euchre", "euchre", 6, options={"hands": 1, "discard": "not_upcard", "alone": "after_discard"}),
)


def our_rate(match: Match, seed: int) -> float:
    """Simulations per second where all seats search; forced moves need none."""
    game = load(match.game, **match.options)
    started = time.process_time()
    played = simulate(game, agents=f"ismcts:{SIMULATIONS}@none", games=match.hands, seed=seed, threads=1)
    return played.choices * SIMULATIONS / (time.process_time() - started)


def peer_rate(match: Match, seed: int) -> float:
    """The same of OpenSpiel's bot, which is not asked where there is nothing to choose."""
    game = pyspiel.load_game(match.peer)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(seed, evaluator, 2.0, SIMULATIONS, -1, policy, False, True)
    chance, searched, seconds = random.Random(seed), 0, 0.0
    state = game.new_initial_state()
    for outcome in match.first:
        state.apply_action(outcome)
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, weights)[0])
        elif len(state.legal_actions()) == 1:
            state.apply_action(state.legal_actions()[0])
        else:
            started = time.process_time()
            action = bot.step(state)
            seconds += time.process_time() - started
            searched += 1
            state.apply_action(action)
    return searched * SIMULATIONS / seconds


def ratios() -> Iterator[Row]:
    """Simulations per second, ours and theirs, rounds taking turns."""
    for match in MATCHES:
        ours: list[float] = []
        theirs: list[float] = []
        for number in range(ROUNDS):
            theirs.append(peer_rate(match, number))
            ours.append(our_rate(match, number))
        own, their = statistics.median(ours), statistics.median(theirs)
        ratio = own / their
        yield {
            "game": f"{match.game} ismcts:{SIMULATIONS}",
            "peer": "OpenSpiel",
            "ours": own,
            "theirs": their,
            "ratio": ratio,
            "bar": BAR,
            "holds": ratio >= BAR,
        }
