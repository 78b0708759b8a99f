"""How sure one can be."""

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.measure import mean_of, wilson_share


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [
        # Newcombe 1998, Statistics in Medicine 17, table I, method 3 (Wilson without continuity correction).
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_intervals_are_the_published_ones(count: int, total: int, low: float, high: float) -> None:
    share = wilson_share(count, total)
    assert (round(share.low, 4), round(share.high, 4)) == (low, high)
    assert share.share == count / total


@given(st.integers(1, 10**6).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_the_share_lies_in_its_interval_and_the_interval_in_0_to_1(counts: tuple[int, int]) -> None:
    share = wilson_share(*counts)
    assert 0 <= share.low <= share.share <= share.high <= 1


def test_nothing_is_known_without_games() -> None:
    assert (wilson_share(0, 0).low, wilson_share(0, 0).high) == (0.0, 1.0)
    assert mean_of(0, 0, 0).mean == 0.0


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=50))
def test_means_come_with_the_standard_error(values: list[int]) -> None:
    result = mean_of(sum(values), sum(value * value for value in values), len(values))
    assert result.mean == pytest.approx(statistics.fmean(values))
    assert result.error == pytest.approx(statistics.stdev(values) / math.sqrt(len(values)), abs=1e-6)
