"""Bids made together, as numbers: what the others bid is remembered, or the equilibrium is a false one."""

from __future__ import annotations

import pytest
from tests.solve.goofspiel import goofspiel_genome, goofspiel_value
from tests.solve.tables import tree_of
from tests.solve.test_linear_program import value_of

import deckwright as dw
from deckwright.engine import Game


def test_goofspiel_by_numbers_is_worth_what_its_rounds_are() -> None:
    game = Game(goofspiel_genome())
    assert value_of(tree_of(game)) == pytest.approx(goofspiel_value(), abs=1e-6)
    solution = dw.solve(game, "cfr+", iterations=200)
    assert solution.values[0] == pytest.approx(goofspiel_value(), abs=0.01)
