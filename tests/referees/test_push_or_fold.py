"""Push or fold for two against a linear program over the same equities, with everything else worked out here."""

from __future__ import annotations

from array import array
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import linprog

from deckwright.solve.poker.push_or_fold import push_or_fold
from deckwright.solve.poker.tables import class_equities

RANKS = "23456789TJQKA"
Matrix = NDArray[np.float64]


def names_and_pairs() -> tuple[list[str], Matrix]:
    """Classes by name, and how many pairs of hands without a common card there are of each two."""
    deck = [(rank, suit) for rank in RANKS for suit in "cdhs"]
    held: dict[str, list[frozenset[tuple[str, str]]]] = {}
    for one, other in combinations(deck, 2):
        low, high = sorted((one, other), key=lambda card: RANKS.index(card[0]))
        kind = "" if low[0] == high[0] else "s" if low[1] == high[1] else "o"
        held.setdefault(high[0] + low[0] + kind, []).append(frozenset((one, other)))
    names = list(held)
    pairs = [[sum(not a & b for a in held[one] for b in held[other]) for other in names] for one in names]
    return names, np.array(pairs, dtype=float)


def payoffs(stack: float, chance: Matrix, equity: Matrix) -> tuple[Matrix, Matrix, Matrix]:
    """What the small blind gets, times how likely it is: by folding, by jamming into a fold, and into a call."""
    return -0.5 * chance, chance, chance * (2 * stack * equity - stack)


def value_by_program(fold: Matrix, taken: Matrix, called: Matrix) -> float:
    """The value of the game: the most that the small blind can be sure of."""
    count = len(fold)
    # Variables: how often each hand jams; what the small blind gets beside each hand of the other at the least.
    rows, limits = [], []
    for answer in (taken, called):
        rows.append(np.hstack([-(answer - fold).T, np.eye(count)]))
        limits.append(fold.sum(axis=0))
    goal = np.concatenate([np.zeros(count), -np.ones(count)])
    bounds = [(0, 1)] * count + [(None, None)] * count
    found = linprog(goal, A_ub=np.vstack(rows), b_ub=np.concatenate(limits), bounds=bounds, method="highs")
    assert found.success
    return float(-found.fun)


@pytest.fixture(scope="module")
def table() -> tuple[list[str], Matrix, Matrix]:
    """Names, chances and equities of classes, in one order."""
    from deckwright.solve.poker.classes import CLASS_NAMES

    names, pairs = names_and_pairs()
    assert sorted(names) == sorted(CLASS_NAMES)
    order = [names.index(name) for name in CLASS_NAMES]
    pairs = pairs[np.ix_(order, order)]
    assert pairs.sum() == 1326 * 1225
    equity = np.array(array("d", class_equities())).reshape(169, 169)
    assert np.allclose(equity + equity.T, 1)
    return list(CLASS_NAMES), pairs / pairs.sum(), equity


@pytest.mark.parametrize("stack", [1, 1.5, 2, 3, 4.5, 6, 8, 10, 12, 15, 20, 25, 33.3, 50, 100])
def test_values_and_play_are_those_of_a_linear_program(stack: float, table: tuple[list[str], Matrix, Matrix]) -> None:
    names, chance, equity = table
    fold, taken, called = payoffs(stack, chance, equity)
    value = value_by_program(fold, taken, called)
    solved = push_or_fold(stack)
    assert solved.values[0] == pytest.approx(value, abs=1e-6)
    jam, call = (np.array([one.often[name] for name in names]) for one in solved.decisions)
    # Each is best against the other: what one is sure of is what the other gives away at most.
    beside = fold.T @ (1 - jam)
    sure = np.minimum(beside + taken.T @ jam, beside + called.T @ jam).sum()
    given = np.maximum(fold.sum(axis=1), taken @ (1 - call) + called @ call).sum()
    assert sure == pytest.approx(value, abs=1e-6)
    assert given == pytest.approx(value, abs=1e-6)
