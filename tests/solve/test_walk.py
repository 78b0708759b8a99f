"""The walk through a solution says what playing the game out by hand says."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from math import isclose

import pytest

import deckwright as dw
from deckwright.engine import State
from deckwright.solve.solution import Solution
from deckwright.solve.walk import make_walk

CLOSE = 1e-7


def played_out(solution: Solution) -> tuple[dict[tuple[str, str], float], dict[tuple[str, str], float]]:
    """By label and action: how likely play comes to it, and what it earns, by playing every deal of Kuhn's game."""
    strategy, game = solution.strategy, solution.game
    labels = {key: found.label for found in strategy for key, _ in found.keys}
    reach: dict[tuple[str, str], float] = defaultdict(float)
    worth: dict[tuple[str, str], float] = defaultdict(float)
    let: dict[tuple[str, str], float] = defaultdict(float)

    def go(state: State, chances: list[float]) -> list[float]:
        """What each seat earns from here; `chances` are the deal's and each seat's own."""
        if state.seat is None:
            assert state.returns is not None
            return list(state.returns)
        seat, total = state.seat, [0.0] * game.seats
        for action in state.actions():
            share = strategy.at(state)[action.text]
            after = [*chances]
            after[seat + 1] *= share
            earned = go(state.apply(action), after)
            place = (labels[state.key(seat)], f"{action.text}")
            whole = 1.0
            for chance in after:
                whole *= chance
            reach[place] += whole
            others = whole / after[seat + 1] if after[seat + 1] else 0.0
            worth[place] += others * earned[seat]
            let[place] += others
            total = [one + share * other for one, other in zip(total, earned, strict=True)]
        return total

    deals = list(permutations(str(card) for card in game.deck.cards))
    for deck in deals:
        go(game.deal(deck=deck, seed=1), [1 / len(deals), *([1.0] * game.seats)])
    return reach, {place: value / let[place] for place, value in worth.items() if let[place] > CLOSE}


@pytest.mark.parametrize("players", [2, 3])
def test_reach_and_value_of_each_action_are_those_of_playing_it_out(players: int) -> None:
    solution = dw.solve(dw.load("kuhn", players=players), "cfr", iterations=7, merge=False)  # no share is 0 or 1 yet
    reach, values = played_out(solution)
    rows = [row for node in make_walk(solution)["nodes"] for row in node["sets"]]
    assert len(rows) == solution.information_sets
    for row in rows:
        for action in row["actions"]:
            place = (row["label"], action["text"].replace("bet", "raise"))
            assert isclose(action["reach"], reach[place], abs_tol=CLOSE), place
            assert isclose(action["value"], values[place], abs_tol=CLOSE), place


@pytest.mark.parametrize("name", ["leduc", "one-suit-cheat"])
def test_what_the_first_decisions_earn_is_the_value_of_the_game(name: str) -> None:
    solution = dw.solve(name, iterations=20, merge=False)
    nodes = make_walk(solution)["nodes"]
    first = [node for node in nodes if node["parent"] is None]
    earned = sum(one["reach"] * (one["value"] or 0) for node in first for row in node["sets"] for one in row["actions"])
    assert isclose(earned, solution.values[first[0]["seat"]], abs_tol=1e-6)
    for number, node in enumerate(nodes):
        followed = sum(other["reach"] for other in nodes if other["parent"] == number)
        assert followed <= node["reach"] + 1e-6
        assert node["parent"] is None or node["parent"] < number


def test_nobody_is_shown_what_only_a_player_knows() -> None:
    """A node is what everybody has seen: a claim laid face down is no card there, and the board is."""
    cheat = make_walk(dw.solve("one-suit-cheat", iterations=5, merge=False))["nodes"]
    said = {step["text"] for node in cheat for step in node["steps"] if step["text"].startswith("claim")}
    assert said
    assert all(text.startswith("claim something") for text in said)
    leduc = make_walk(dw.solve("leduc", iterations=5, merge=False))["nodes"]
    for node in leduc:
        for row in node["sets"]:
            board = [step["text"].rpartition("board ")[2] for step in node["steps"] if "board" in step["text"]]
            assert row["holding"].split()[-1] not in board


def test_a_walk_that_is_too_long_keeps_what_play_reaches_most() -> None:
    solution = dw.solve("leduc", iterations=50, merge=False)
    whole, short = make_walk(solution), make_walk(solution, most_sets=60)
    assert whole["left_out"] == 0
    assert sum(len(node["sets"]) for node in short["nodes"]) <= 60
    assert short["left_out"] == len(whole["nodes"]) - len(short["nodes"])
    assert min(node["reach"] for node in short["nodes"]) > min(node["reach"] for node in whole["nodes"])
