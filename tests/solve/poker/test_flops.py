"""The same spot on many flops."""

from __future__ import annotations

import pytest

from deckwright.solve.errors import SolveError
from deckwright.solve.poker.flops import (
    FLOPS,
    Flop,
    check_suits,
    distinct_flops,
    means,
    report_document,
    solve_flop,
    some_flops,
    texture,
)
from deckwright.solve.poker.ranges import Range
from deckwright.solve.poker.spots import Bets, Spot


def test_flops_up_to_suits_are_known_in_number() -> None:
    every = distinct_flops()
    assert len(every) == 1755
    assert sum(flop.weight for flop in every) == FLOPS
    by_texture: dict[str, float] = {}
    for flop in every:
        by_texture[texture(flop.board)] = by_texture.get(texture(flop.board), 0) + flop.weight
    # 4 * C(13, 3) of one suit; 24 % rainbow without a pair; 52 of a kind.
    assert by_texture == {
        "monotone": 1144, "two-tone": 10296, "rainbow": 6864, "paired two-tone": 1872, "paired rainbow": 1872,
        "trips rainbow": 52,
    }  # fmt: skip
    for count in (1, 25, 184, 1754):
        chosen = some_flops(count)
        assert len(chosen) <= count
        assert sum(flop.weight for flop in chosen) == pytest.approx(FLOPS)
    with pytest.raises(SolveError):
        some_flops(0)


def test_a_range_that_tells_suits_apart_has_no_report_over_flops() -> None:
    check_suits([Range.parse("QQ+, AKs:0.5, T9o")])
    with pytest.raises(SolveError, match="suits"):
        check_suits([Range.parse("QQ+, AsKs")])


def test_flops_are_solved_and_put_together() -> None:
    spot = Spot("2c2d2h", "QQ+, 76s", "JJ, AKs", pot=10, stack=10, bets=Bets((1.0,), (), 1, all_in=False))
    flops = (Flop("AsKs2d", 3.0), Flop("7h6h6c", 1.0))
    rows = [solve_flop(spot, flop, iterations=60, target=0.02) for flop in flops]
    assert [row.texture for row in rows] == ["two-tone", "paired two-tone"]
    assert all(sum(row.values) == pytest.approx(10, abs=1e-3) for row in rows)
    assert all(sum(row.first.values()) == pytest.approx(1) for row in rows)
    together, *groups = means(rows)
    assert together.values[0] == pytest.approx((3 * rows[0].values[0] + rows[1].values[0]) / 4)
    assert together.first["check"] == pytest.approx((3 * rows[0].first["check"] + rows[1].first["check"]) / 4)
    assert [group.name for group in groups] == ["two-tone", "paired two-tone", "A high", "7 high"]
    assert len(report_document(rows)["flops"]) == 2
