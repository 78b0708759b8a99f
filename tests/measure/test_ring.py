"""Agents at a poker table on duplicate deals."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from deckwright.cli.app import app
from deckwright.engine import load
from deckwright.measure import MeasureError, simulate_ring


def test_profits_of_six_sum_to_zero_and_every_agent_sits_everywhere() -> None:
    found = simulate_ring(
        load("holdem", players=6), agents=("tight", "loose", "always-call"), deals=40, seed=1, threads=1
    )
    assert (found.deals, found.hands) == (40, 240)
    assert abs(sum(profit.value for profit in found.profits_bb)) < 1e-6
    assert found.positions == ("SB", "BB", "UTG", "MP", "CO", "BTN")
    for profit, by_position in zip(found.profits_bb, found.by_position, strict=True):
        assert profit.value == pytest.approx(sum(one.value for one in by_position) / 6)
        assert profit.low <= profit.value <= profit.high
    assert found.rake_bb == 0


def test_the_same_agent_in_every_seat_wins_nothing_on_duplicate_deals() -> None:
    found = simulate_ring("holdem", agents="always-call", deals=50, seed=2, threads=1)
    assert [profit.value for profit in found.profits_bb] == [0, 0], "each holds the other's cards in turn"
    assert any(one.value for row in found.by_position for one in row), "while a deal is not fair"


def test_threads_do_not_change_the_result() -> None:
    results = [
        simulate_ring(load("holdem", players=3), agents=("tight", "aggressive"), deals=70, seed=3, threads=threads)
        for threads in (1, 2)
    ]
    assert results[0].profits_bb == results[1].profits_bb
    assert results[0].curves == results[1].curves


def test_tight_wins_from_a_player_who_calls_always() -> None:
    found = simulate_ring("holdem", agents=("tight", "always-call"), deals=1500, seed=4)
    assert found.profits_bb[0].low > 0


def test_curves_end_where_profits_do_and_the_house_takes_its_rake() -> None:
    found = simulate_ring(load("holdem", rake="10"), agents=("loose", "aggressive"), deals=450, seed=5, threads=1)
    assert len(found.curve_deals) <= 200
    assert found.curve_deals[-1] == 450
    for curve, profit in zip(found.curves, found.profits_bb, strict=True):
        assert curve[-1] * 100 / 450 == pytest.approx(profit.value, abs=1e-3)
    assert found.rake_bb == pytest.approx(-sum(profit.value for profit in found.profits_bb))
    assert found.rake_bb > 0


def test_the_log_tells_who_did_what() -> None:
    found = simulate_ring(load("holdem", players=3), agents=("tight", "loose", "aggressive"), deals=1, seed=6, log=4)
    assert {line.hand for line in found.log} == {0, 1, 2, 3}
    first = [line for line in found.log if line.hand == 0]
    assert first[0].seat == 2
    assert first[0].street == "preflop"
    assert [line.agent for line in first[:2]] == ["aggressive", "tight"]
    assert next(line.agent for line in found.log if line.hand == 1) == "loose", "one seat further"


def test_other_games_and_silly_numbers_are_refused() -> None:
    for game, deals, log, code in (("hearts", 1, 0, "other-game"), ("holdem", 0, 0, "deals"), ("holdem", 1, -1, "log")):
        with pytest.raises(MeasureError) as refused:
            simulate_ring(game, deals=deals, log=log)
        assert code in refused.value.code


def test_the_command_tells_profits_with_and_without_duplicates() -> None:
    runner = CliRunner()
    plain = runner.invoke(app, ["simulate", "holdem", "--games", "60", "--agents", "tight,loose", "--json"])
    data = json.loads(plain.stdout)
    assert data["games_played"] == 60
    assert len(data["profits_bb"]) == 2
    ring = runner.invoke(
        app, ["simulate", "holdem", "-o", "players=3", "--games", "60", "--agents", "tight", "--duplicate", "--json"]
    )
    data = json.loads(ring.stdout)
    assert (data["deals"], data["hands"], len(data["profits_bb"])) == (20, 60, 3)
    shown = runner.invoke(app, ["simulate", "holdem", "--games", "20", "--agents", "tight,loose", "--log", "1"])
    assert "bb/100" in shown.stdout
    assert "hand 1, preflop: seat 0" in shown.stdout
