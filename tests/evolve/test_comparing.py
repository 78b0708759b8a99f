"""How long two players are compared: until it is clear, or until it will not be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckwright.engine import load
from deckwright.evolve.tiers import DEFAULT_BUDGET, SHOWS, Measuring, is_hopeless
from deckwright.measure import Comparison, Estimate, MeasureSettings, compare_agents
from deckwright.measure.intervals import Z_95
from deckwright.measure.sampling import stages


def compared(deals: int, clearness: float) -> Comparison:
    """A comparison that has found a difference of so many standard errors."""
    kuhn = load("kuhn")
    found = compare_agents(kuhn, "random", "random", MeasureSettings(seed=1, threads=1), deals=4, first=4)
    return replace(found, deals=deals, effect=Estimate(clearness, clearness - Z_95, clearness + Z_95))


@pytest.mark.parametrize(
    ("deals", "clearness", "is_given_up"),
    [(100, 0.0, True), (100, 1.0, False), (200, 1.0, True), (200, 2.0, False), (400, 0.0, False), (200, -2.0, False)],
)
def test_what_will_not_show_on_all_deals_is_given_up(deals: int, clearness: float, is_given_up: bool) -> None:
    assert is_hopeless(compared(deals, clearness), 400) is is_given_up


def test_what_was_clear_enough_for_the_gate_is_never_given_up() -> None:
    assert not any(is_hopeless(compared(deals, SHOWS), 400) for deals in range(1, 401))


def test_more_deals_go_on_from_those_that_were_played() -> None:
    assert list(stages(10, 35)) == [(0, 10), (10, 10), (20, 15)]
    assert list(stages(10, 35, done=20)) == [(20, 15)]
    assert list(stages(10, 35, done=35)) == []
    measuring = Measuring(load("kuhn").genome, bytes(8), DEFAULT_BUDGET.scaled(0.05))
    few = measuring._compared("flat:2", first=16, usual=16, most=16, cost=1.0)
    spent = measuring.spent
    more = measuring._compared("flat:2", first=16, usual=16, most=64, cost=1.0)
    assert more == few or (more.half_width < few.half_width and measuring.spent - spent <= 2 * 48)
