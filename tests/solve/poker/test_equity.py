"""Equities: the published ones, and exact ones against sampled ones."""

import json

import pytest
from typer.testing import CliRunner

from deckwright.cli import app
from deckwright.solve import SolveError
from deckwright.solve.poker.classes import CLASS_NAMES, CLASSES, COMBO_CARDS, combos_of_class
from deckwright.solve.poker.equity import equity
from deckwright.solve.poker.tables import class_equity


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [("AA", "KK", 0.8195), ("AKs", "QQ", 0.4605), ("AKo", "22", 0.4735), ("AA", "72o", 0.8820), ("KK", "AKs", 0.6589)],
)
def test_classes_have_their_published_equities(one: str, other: str, share: float) -> None:
    assert class_equity(CLASS_NAMES.index(one), CLASS_NAMES.index(other)) == pytest.approx(share, abs=5e-5)


@pytest.mark.parametrize(("hand", "share"), [("AA", 0.8520), ("72o", 0.3458), ("32o", 0.3230)])
def test_hands_have_their_published_equity_against_any_other(hand: str, share: float) -> None:
    own = set(COMBO_CARDS[combos_of_class(CLASS_NAMES.index(hand))[0]])
    beside = [sum(not own & set(COMBO_CARDS[combo]) for combo in combos_of_class(other)) for other in range(CLASSES)]
    equities = [class_equity(CLASS_NAMES.index(hand), other) for other in range(CLASSES)]
    found = sum(count * one for count, one in zip(beside, equities, strict=True)) / sum(beside)
    assert found == pytest.approx(share, abs=5e-5)


def test_all_boards_and_the_shipped_table_agree_on_ranges() -> None:
    assert equity(["any", "any"], board="2c7d9h", exact=True).shares == pytest.approx((0.5, 0.5), abs=1e-12)


def test_the_shipped_table_is_what_all_boards_say() -> None:
    for one, other in [("AA", "KK"), ("T9s", "A8o"), ("22", "AKs")]:
        exact = equity([one, other], exact=True)
        shipped = class_equity(CLASS_NAMES.index(one), CLASS_NAMES.index(other))
        assert shipped == pytest.approx(exact.shares[0], abs=1e-12)


def test_what_one_class_wins_the_other_loses() -> None:
    for one in range(0, CLASSES, 7):
        for other in range(CLASSES):
            assert class_equity(one, other) + class_equity(other, one) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_sample_is_near_the_exact_equity(players: int) -> None:
    hands = ["AsKs", "QdQc", "9h8h", "7c7d", "AhTd", "Kc2c"][:players]
    board = "Qs7s2d"
    exact = equity(hands, board=board, exact=True)
    sampled = equity(hands, board=board, exact=False, deals=60_000, seed=3, threads=2)
    assert exact.exact
    assert sum(exact.shares) == pytest.approx(1)
    for share, near, error in zip(exact.shares, sampled.shares, sampled.errors, strict=True):
        assert abs(share - near) < 4.5 * error + 1e-9
    assert sampled == equity(hands, board=board, exact=False, deals=60_000, seed=3)


@pytest.mark.parametrize(
    ("hands", "named", "code"),
    [
        (["AsKs"], {}, "equity.players"),
        (["AsKs"] * 7, {}, "equity.players"),
        (["AsKs", "AsQs"], {}, "range.no-deal"),
        (["AsKs", "QQ"], {"board": "AsKdQd"}, "range.empty"),
        (["AsKs", "QQ"], {"board": "Ad"}, "board.wrong-number"),
        (["AsKs", "QQ"], {"board": "2d3d4d", "dead": "4d"}, "cards.repeated"),
        (["AsKs", "QQ"], {"deals": 0}, "equity.bad-deals"),
    ],
)
def test_what_cannot_be_dealt_is_refused(hands, named, code: str) -> None:
    with pytest.raises(SolveError) as refused:
        equity(hands, **named)
    assert refused.value.code == code


def test_the_command_prints_json() -> None:
    done = CliRunner().invoke(app, ["equity", "AsAh", "KsKh", "--board", "2c3c9d", "--json"])
    document = json.loads(done.stdout)
    assert document["exact"]
    assert sum(document["equity"]) == pytest.approx(1)
    assert "AsAh" in CliRunner().invoke(app, ["equity", "AsAh", "KsKh", "--board", "2c3c9d"]).stdout
