"""The value of a two-player zero-sum tree by linear programming (Koller, Megiddo and von Stengel 1996)."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import coo_matrix, csr_matrix, hstack
from tests.solve.tables import tree_of

import deckwright as dw
from deckwright import _kernel


def value_of(tree: _kernel.GameTree) -> float:
    """What the first seat can make sure of: max f.q so that A'x >= F'q and Ex = e, x its realization plan."""
    roots = [tree.root_sequence(seat) for seat in (0, 1)]
    counts = [roots[1] - roots[0], tree.actions + 2 - roots[1]]
    rows, columns, numbers = [], [], []
    for leaf in range(tree.leaves):
        chance, (first, second), (payoff, _) = tree.leaf(leaf)
        rows.append(first - roots[0])
        columns.append(second - roots[1])
        numbers.append(chance * payoff)
    earned = coo_matrix((numbers, (rows, columns)), shape=counts).tocsr()
    plans = [plan(tree, seat, counts[seat], roots[seat]) for seat in (0, 1)]
    q_count = plans[1].shape[0]
    cost = np.zeros(counts[0] + q_count)
    cost[counts[0]] = -1.0
    found = linprog(
        cost,
        A_ub=hstack([-earned.T, plans[1].T]).tocsr(),
        b_ub=np.zeros(counts[1]),
        A_eq=hstack([plans[0], csr_matrix((plans[0].shape[0], q_count))]).tocsr(),
        b_eq=np.eye(1, plans[0].shape[0])[0],
        bounds=[(0, None)] * counts[0] + [(None, None)] * q_count,
        method="highs",
    )
    assert found.success, found.message
    return -float(found.fun)


def plan(tree: _kernel.GameTree, seat: int, sequences: int, root: int) -> csr_matrix:
    """The constraints of a realization plan: the empty sequence is 1, and each set passes on what it gets."""
    sets = [number for number in range(tree.information_sets) if tree.set(number)["seat"] == seat]
    rows, columns, numbers = [0], [0], [1.0]
    for row, number in enumerate(sets, 1):
        found = tree.set(number)
        rows.append(row)
        columns.append(found["parent"] - root)
        numbers.append(-1.0)
        for place in range(len(found["actions"])):
            rows.append(row)
            columns.append(found["first"] + place + seat + 1 - root)
            numbers.append(1.0)
    return coo_matrix((numbers, (rows, columns)), shape=(len(sets) + 1, sequences)).tocsr()


def test_kuhn_by_linear_program_is_minus_an_eighteenth() -> None:
    assert value_of(tree_of(dw.load("kuhn"))) == pytest.approx(-1 / 18, abs=1e-9)


@pytest.mark.parametrize("merge", [False, True])
def test_leduc_by_linear_program(merge: bool) -> None:
    assert value_of(tree_of(dw.load("leduc"), merge=merge)) == pytest.approx(-0.085606424078, abs=1e-9)


@pytest.mark.parametrize(("game", "target"), [("kuhn", 1e-6), ("leduc", 1e-4)])
def test_the_solver_finds_the_value_of_the_linear_program(game: str, target: float) -> None:
    solution = dw.solve(game, "cfr+" if game == "leduc" else "pcfr+", target=target)
    assert solution.values[0] == pytest.approx(value_of(solution.tree), abs=target)
