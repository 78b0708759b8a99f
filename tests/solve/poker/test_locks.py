"""Decisions that are fixed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deckwright.cli import app
from deckwright.solve.errors import SolveError
from deckwright.solve.poker.locks import Lock, parse_lock
from deckwright.solve.poker.spot_file import load_spot, parse_spot, save_spot, spot_document
from deckwright.solve.poker.spots import Bets, Spot, solve_spot

POLAR = Spot("2c2d7h9sJc", oop="JdJh, KcQd", ip="AcAd", pot=100, stack=100, bets=Bets(bets=(1.0,), cap=1))


def locked(*locks: Lock) -> Spot:
    return Spot(POLAR.board, POLAR.oop, POLAR.ip, 100, 100, POLAR.bets, locks=locks)


@pytest.mark.parametrize(("share", "bluffs"), [("0.4", 1.0), ("0.6", 0.0)])
def test_what_comes_before_a_lock_answers_it(share: str, bluffs: float) -> None:
    solved = solve_spot(locked(Lock("all-in", {"call": f"any:{share}"})), iterations=500)
    assert solved.node().often["KcQd"][1] == pytest.approx(bluffs, abs=0.02)
    assert solved.node("all-in").often["AdAc"] == pytest.approx((1 - float(share), float(share)))
    assert solved.exploitability < 0.001  # of what is not locked


def test_a_lock_is_kept_with_its_solution(tmp_path: Path) -> None:
    spot = locked(Lock("all-in", {"call": "AA:0.25"}))
    solved = solve_spot(spot, iterations=50)
    save_spot(tmp_path / "spot.bin", solved)
    again = load_spot(tmp_path / "spot.bin")
    assert again.spot.locks == spot.locks
    assert again.node("all-in").often["AdAc"][1] == 0.25
    assert parse_spot(spot_document(spot)).locks == spot.locks
    assert solved.to_dict()["locks"] == [{"path": "all-in", "shares": {"call": "AA:0.25"}}]


@pytest.mark.parametrize(
    ("lock", "code"),
    [
        (Lock("bet 7", {"call": "any"}), "spot.bad-lock"),
        (Lock("all-in", {"check": "any", "call": "any"}), "spot.bad-lock"),
        (Lock("all-in", {"raise 200": "any"}), "spot.bad-lock"),
        (Lock("all-in", {}), "spot.bad-lock"),
        (Lock("all-in", {"call": "any:0.9", "fold": "AA:0.5"}), "spot.bad-lock"),
        (Lock("all-in", {"dance": "any"}), "spot.bad-lock"),
        (Lock("Td", {"call": "any"}), "spot.bad-lock"),
        (Lock("all-in", {"call": "ZZ"}), "range.unreadable"),
        (Lock("bet 99999999999", {"call": "any"}), "spot.bad-lock"),
        (Lock("check, check", {"call": "any"}), "spot.bad-lock"),
    ],
)
def test_a_lock_that_cannot_be_is_told_before_work(lock: Lock, code: str) -> None:
    with pytest.raises(SolveError) as refused:
        solve_spot(locked(lock), iterations=1)
    assert refused.value.code == code


def test_a_lock_is_typed() -> None:
    assert parse_lock("check, bet 5: call = QQ+, AKs:0.5; fold=22") == Lock(
        "check, bet 5", {"call": "QQ+, AKs:0.5", "fold": "22"}
    )
    for text in ("check", "check: call", "check: = any", ": call ="):
        with pytest.raises(SolveError, match="expected 'PATH"):
            parse_lock(text)
    words = ["spot", "--board", POLAR.board, "--oop", "JdJh, KcQd", "--ip", "AcAd", "--pot", "100", "--stack", "100"]
    words += ["--bets", "1", "--cap", "1", "--iterations", "300", "--lock", "all-in: call = any:0.9", "--json"]
    found = json.loads(CliRunner().invoke(app, words).stdout)
    assert found["locks"] == [{"path": "all-in", "shares": {"call": "any:0.9"}}]
    assert found["node"]["strategy"]["KcQd"][1] < 0.02
