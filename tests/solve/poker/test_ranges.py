"""Ranges as they are written."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.solve import SolveError
from deckwright.solve.poker.cards import parse_cards
from deckwright.solve.poker.classes import CHART, CLASS_NAMES, COMBOS
from deckwright.solve.poker.ranges import Range


@pytest.mark.parametrize(
    ("text", "combinations"),
    [
        ("any", 1326),
        ("QQ+", 18),
        ("AKs", 4),
        ("AKo", 12),
        ("AK", 16),
        ("KA", 16),
        ("ATs+", 16),
        ("QQ-99", 24),
        ("99-QQ", 24),
        ("A5s-A2s", 16),
        ("T9s-65s", 20),
        ("65s - T9s", 20),
        ("AsKd", 1),
        ("AKs:0.5", 2),
        ("QQ+, AKs:0.5, T9s-65s", 40),
        ("22+ AKs:.25;72o", 78 + 1 + 12),
        ("any, AA:0", 1320),
    ],
)
def test_a_range_has_the_combinations_that_it_says(text: str, combinations: float) -> None:
    assert Range.parse(text).combinations == combinations


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "range.empty"),
        ("AA:0", "range.empty"),
        ("QQs", "range.unreadable"),
        ("AKs-QJo", "range.unreadable"),
        ("AKs-QTs", "range.unreadable"),
        ("AKs:2", "range.bad-weight"),
        ("AKs:nan", "range.bad-weight"),
        ("AKx", "range.unreadable"),
        ("AKs:0_1", "range.bad-weight"),
        ("AKs:٠.٥", "range.bad-weight"),
        ("A\u212as", "range.unreadable"),
        ("AK\u017f", "range.unreadable"),
        ("A\u017fKd", "range.unreadable"),
        ("AsAs", "cards.repeated"),
        ("A" * 30_000, "range.too-long"),
    ],
)
def test_what_is_no_range_is_refused(text: str, code: str) -> None:
    with pytest.raises(SolveError) as refused:
        Range.parse(text, what="hero")
    assert refused.value.code == code
    assert "hero" in refused.value.message


def test_a_range_prints_as_what_reads_back() -> None:
    chance = random.Random(2)
    for _ in range(30):
        weights = tuple(chance.choice((0.0, 0.0, 1.0, 0.25)) for _ in CLASS_NAMES)
        held = Range.from_classes(weights)
        assert Range.parse(str(held)) == held
    single = Range(tuple(chance.choice((0.0, 1.0)) for _ in range(COMBOS)))
    assert Range.parse(str(single)) == single
    assert str(Range.parse("AKs, QQ, KK, AA, T9s:0.5")) == "QQ+, AKs, T9s:0.5"
    assert str(Range.any_two()) == "any"


def test_cards_that_are_elsewhere_cannot_be_held() -> None:
    assert Range.parse("AA").without(parse_cards("As")).combinations == 3


def test_charts_begin_with_aces_and_have_suited_hands_above_the_diagonal() -> None:
    assert [CLASS_NAMES[place] for place in CHART[0][:3]] == ["AA", "AKs", "AQs"]
    assert CLASS_NAMES[CHART[1][0]] == "AKo"
    assert len({place for row in CHART for place in row}) == 169


ALIKE = "2T9JQKAtjqkacdhsoSO+-:,. 01_*%\u212a\u017f\u0661\uff11♠"
"""What ranges are written with, and letters that other scripts have for it: a Kelvin sign, a long s, an Arabic one."""


@given(st.text(ALIKE, max_size=12))
def test_any_text_is_a_range_or_refused_with_a_code(text: str) -> None:
    codes = set()
    for read in (Range.parse, parse_cards):
        try:
            read(text)
        except SolveError as refused:
            codes.add(refused.code.split(".")[0])
    assert codes <= {"range", "cards"}
