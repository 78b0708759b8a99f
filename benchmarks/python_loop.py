"""A game played from Python, as people write it: whole games of Hearts, beside OpenSpiel's own bindings; and a view.

OpenSpiel's loop is the one of its examples, in place, with its deal of 52 chance nodes; ours makes a new state each
time. A second row leaves the deals out on both sides.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from random import Random

import pyspiel

from deckwright import load
from deckwright.engine import Game, State

ROUNDS = 5
GAMES = 60
LOOP_BAR = 0.6
VIEW_BAR_US = 30
WHOLE_VIEW_BAR_US = 40
"""With every field worked out: what reading all of it costs."""
Row = dict[str, object]


def our_rates(game: Game, seed: int) -> tuple[float, float]:
    """Decisions per second, with the deal and without."""
    rng = Random(seed)
    decisions, dealing = 0, 0.0
    started = time.process_time()
    for number in range(GAMES):
        before = time.process_time()
        state = game.deal(seed=seed * GAMES + number)
        dealing += time.process_time() - before
        while not state.is_over:
            actions = state.actions()
            state = state.apply(actions[int(rng.random() * len(actions))])
            decisions += 1
    seconds = time.process_time() - started
    return decisions / seconds, decisions / (seconds - dealing)


def their_rates(peer: str, seed: int) -> tuple[float, float]:
    """The same of OpenSpiel."""
    game = pyspiel.load_game(peer)
    rng = Random(seed)
    decisions, dealing = 0, 0.0
    started = time.process_time()
    for _ in range(GAMES):
        before = time.process_time()
        state = game.new_initial_state()
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
        dealing += time.process_time() - before
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            decisions += 1
    seconds = time.process_time() - started
    return decisions / seconds, decisions / (seconds - dealing)


def ratios() -> Iterator[Row]:
    """Decisions per second of `actions` and `apply`, medians of rounds in which the two sides take turns."""
    game = load("hearts", hands=1)
    our_rates(game, 0)
    pairs = [(our_rates(game, seed), their_rates("hearts", seed)) for seed in range(ROUNDS)]
    for place, what in enumerate(("hearts, whole games", "hearts, no deals")):
        ours = statistics.median(own[place] for own, _ in pairs)
        theirs = statistics.median(peer[place] for _, peer in pairs)
        yield {
            "game": what,
            "peer": "OpenSpiel",
            "ours": ours,
            "theirs": theirs,
            "ratio": ours / theirs,
            "bar": LOOP_BAR,
            "holds": ours / theirs >= LOOP_BAR,
        }


def played(game: Game, count: int) -> list[State]:
    """States of games at random, nothing having been asked of them but what may be done."""
    rng = Random(1)
    states: list[State] = []
    while len(states) < count:
        state = game.deal(seed=len(states))
        while not state.is_over:
            states.append(state)
            state = state.apply(rng.choice(state.actions()))
    return states


def view_us(*, whole: bool) -> float:
    """Microseconds of the view of the seat to act, the best of five rounds; `whole`: with every field asked for."""
    game = load("hearts", hands=1)
    rounds = []
    for _ in range(ROUNDS):
        states = played(game, 1_000)
        started = time.process_time()
        for state in states:
            view = state.view(state.seat)
            if whole:
                view.__getstate__()
        rounds.append((time.process_time() - started) / len(states) * 1e6)
    return min(rounds)


def times() -> Iterator[Row]:
    """What a view takes."""
    for what, whole, bar in (
        ("hearts, a view", False, VIEW_BAR_US),
        ("hearts, a view with every field", True, WHOLE_VIEW_BAR_US),
    ):
        ours = view_us(whole=whole)
        yield {"game": what, "us": ours, "bar_us": bar, "holds": ours <= bar}


def line(row: Row) -> str:
    verdict = "holds" if row["holds"] else "MISSED"
    return f"{row['game']:<36}{row['us']:>12.1f} us{row['bar_us']:>12g} us  {verdict}"
