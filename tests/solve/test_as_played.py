"""The agent of a strategy plays what was solved: no more, no less, whatever the moves are made of."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb

import pytest
from tests.properties.plans import variant
from tests.solve.as_played import policy_as_played, values_as_played
from tests.solve.small_games import flop_poker, laying_down
from tests.solve.tables import tree_of

import deckwright as dw
from deckwright.engine import Game, State, load
from deckwright.evolve.random import generate_random_genome
from deckwright.games import catalogue
from deckwright.solve import SolveError, Strategy, StrategyAgent

MADE: dict[str, Callable[[], Game]] = {
    "two of three together": lambda: laying_down(),
    "one to three in turn": lambda: laying_down(1, 3, order="once"),
    "one to three together": lambda: laying_down(1, 3),
    "none to two": lambda: laying_down(0, 2),
    "cards that look alike": lambda: laying_down(1, 2, cards=3, copies=2),
    "an even sum": lambda: laying_down(1, 3, order="once", accept="sum(worth(c) for c in given) % 2 == 0"),
    "a flop of two": lambda: flop_poker(2),
    "a flop of three": lambda: flop_poker(3, flush=True),
}


@pytest.mark.parametrize("name", MADE)
def test_a_strategy_earns_as_played_what_the_solver_says(name: str) -> None:
    solution = dw.solve(MADE[name](), "cfr+", iterations=60)
    assert values_as_played(solution.strategy) == pytest.approx(solution.values, abs=1e-9)
    check_as_played(solution)


def check_as_played(solution: dw.Solution) -> None:
    """Values and gains, as the agent plays, in the whole game."""
    whole = tree_of(solution.game)
    values, gains = whole.assess(policy_as_played(solution.strategy, whole))
    assert values == pytest.approx(solution.values, abs=1e-9)
    assert gains == pytest.approx(solution.gains, abs=1e-9)


def solved(game: Game) -> dw.Solution | None:
    """A solution of a game if it is small."""
    try:
        return dw.solve(game, "cfr+", iterations=5, max_memory_mb=2)
    except SolveError:
        return None


@pytest.mark.parametrize("game_id", catalogue())
def test_every_small_game_of_the_library_is_played_as_solved(game_id: str) -> None:
    for genome in (catalogue()[game_id].genome(), variant(catalogue()[game_id], 0)):
        solution = solved(load(genome))
        if solution is not None:
            check_as_played(solution)


@pytest.mark.parametrize("seed", range(15))
def test_a_random_small_game_is_played_as_solved(seed: int) -> None:
    solution = solved(load(generate_random_genome(seed=seed)))
    if solution is not None:
        check_as_played(solution)


@pytest.mark.parametrize(("low", "high"), [(1, 1), (2, 2), (3, 3), (1, 3), (0, 2), (2, 3)])
def test_a_pick_of_several_cards_has_one_path_to_each_set(low: int, high: int) -> None:
    game = laying_down(low, high, held=3)
    state = game.deal(seed=3)
    hand = [card for card in state.view(0).hand if card is not None]
    paths = list(in_order(state))
    wanted = [some for size in range(low, high + 1) for some in combinations(hand, size)]
    assert sorted(sorted(path) for path in paths) == sorted(sorted(some) for some in wanted)


def in_order(state: State, *named: str) -> list[tuple[str, ...]]:
    """The cards of every move that a strategy tells apart, in the order in which it names them."""
    seat = state.seat
    assert seat is not None
    found: list[tuple[str, ...]] = []
    for transition in state.information(seat).decisions:
        after = state.apply(transition.action)
        cards = (*named, *(word for word in transition.action.text.split() if word in state.view(seat).hand))
        going_on = after.seat == seat and after.view(seat).draft
        found += in_order(after, *cards) if going_on else [cards]
    return found


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_a_board_has_as_many_information_sets_as_there_are_sets_of_cards(cards: int) -> None:
    """Each seat knows its card and the board, and decides at two places: it does not matter how the board was dealt."""
    assert tree_of(flop_poker(cards, ranks=3, suits=2)).information_sets == 6 * comb(5, cards) * 4


def test_people_name_the_cards_of_a_pick_in_any_order() -> None:
    game = laying_down(3, 3, held=4, cards=8)
    state = game.deal(seed=1)
    cards = state.view(0).hand[:3]
    after = {
        order: [state.apply(f"lay {order[0]}").apply(f"lay {order[1]}").apply(f"lay {order[2]}")]
        for order in (tuple(cards), tuple(reversed(cards)))
    }
    one, other = (states[0] for states in after.values())
    assert [one.key(seat) for seat in range(2)] == [other.key(seat) for seat in range(2)]
    assert one.position.layout() == other.position.layout()


def test_a_move_that_somebody_began_in_another_order_is_ended() -> None:
    solution = dw.solve(laying_down(2, 2), "cfr+", iterations=5)
    state = solution.game.deal(seed=1)
    last = state.actions()[-1]
    assert solution.strategy.at(state)[last.text] == 0, "the highest card is never the first"
    begun = state.apply(last)
    chosen = StrategyAgent(solution.strategy).choose(begun.information(0), dw.AgentContext(0), seed=1)
    assert chosen in begun.actions()
    assert begun.apply(chosen).seat == 1


def test_every_key_of_a_strategy_has_one_information_set() -> None:
    for make in MADE.values():
        strategy: Strategy = dw.solve(make(), "cfr+", iterations=1).strategy
        keys = [(found.seat, key) for found in strategy for key, _ in found.keys]
        assert len(keys) == len(set(keys))
