"""How sure one can be of a share or a mean."""

from __future__ import annotations

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
