"""How sure one can be of a share, a mean or another figure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

Z_95 = 1.959963984540054
"""Two-sided 95 % quantile of the normal distribution."""


@dataclass(frozen=True)
class Share:
    """A fraction with its 95 % interval."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Mean:
    """A mean with its standard error."""

    mean: float
    error: float


@dataclass(frozen=True)
class Estimate:
    """Any figure with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """How far the wider side of the interval reaches."""
        return max(self.high - self.value, self.value - self.low)


def wilson_share(count: float, total: int, *, z: float = Z_95) -> Share:
    """A share and its interval (Wilson 1927), which stays inside 0 and 1 and holds for few games too."""
    if total <= 0:
        return Share(0.0, 0.0, 1.0)
    share = count / total
    denominator = 1 + z * z / total
    centre = (share + z * z / (2 * total)) / denominator
    half = z * sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / denominator
    low = 0.0 if count == 0 else max(0.0, centre - half)
    high = 1.0 if count == total else min(1.0, centre + half)
    return Share(share, low, high)


def mean_of(total: float, squares: float, count: int) -> Mean:
    """The mean of values with this sum and sum of squares; the error is that of the mean."""
    if count <= 0:
        return Mean(0.0, 0.0)
    mean = total / count
    if count == 1:
        return Mean(mean, 0.0)
    variance = max(0.0, (squares - total * mean) / (count - 1))
    return Mean(mean, sqrt(variance / count))


def mean_estimate(values: Sequence[float], *, low: float | None = None, high: float | None = None) -> Estimate | None:
    """The mean of values that are independent, within bounds if it has some; None if there are no values."""
    if not values:
        return None
    count = len(values)
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / (count - 1) if count > 1 else 0.0
    return bounded(mean, Z_95 * sqrt(variance / count), low=low, high=high)


def bounded(value: float, half: float, *, low: float | None = None, high: float | None = None) -> Estimate:
    """A figure and its interval to either side, cut where the figure cannot be."""
    bottom, top = value - half, value + half
    return Estimate(value, bottom if low is None else max(low, bottom), top if high is None else min(high, top))


def jackknife(groups: int, figure: Callable[[int | None], float | None]) -> Estimate | None:
    """A figure of groups and its interval from leaving out each in turn (Quenouille 1956, Tukey 1958).

    `figure(None)` is that of all groups, `figure(k)` that of all but one; None where it cannot be worked out.
    """
    value = figure(None)
    if value is None:
        return None
    others = [left for k in range(groups) if (left := figure(k)) is not None]
    if len(others) < 2:
        return Estimate(value, value, value)
    mean = sum(others) / len(others)
    variance = (len(others) - 1) / len(others) * sum((other - mean) ** 2 for other in others)
    return bounded(value, Z_95 * sqrt(variance))
