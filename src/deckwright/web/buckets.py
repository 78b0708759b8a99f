"""How often somebody may ask: token buckets (a burst, refilled at a rate) by key, bounded in number."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

MOST_KEYS = 10_000


class Bucket:
    """A burst that refills at a rate."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate, self.burst, self.left, self.at = rate, burst, burst, now

    def take(self, now: float) -> bool:
        """Whether there was one left to take."""
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """A bucket for each key; those not asked for longest are forgotten."""

    def __init__(self, rate: float, burst: float, *, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._found: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Whether this key may ask once more now."""
        now = self._clock()
        bucket = self._found.pop(key, None) or Bucket(self._rate, self._burst, now)
        self._found[key] = bucket
        if len(self._found) > MOST_KEYS:
            self._found.popitem(last=False)
        return bucket.take(now)
