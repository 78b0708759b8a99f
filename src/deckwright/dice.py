"""Choices that a seed decides."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class Dice:
    """A stream of choices that a seed decides, the same on every machine."""

    def __init__(self, seed: object) -> None:
        self._random = random.Random(f"deckwright {seed}")  # a text is hashed by SHA-512, not by Python's own hash

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self._random.random() < probability

    def may(self, probability: float, data: dict[str, Any], field: str, make: Callable[[], Any]) -> None:
        """Fill a field with this probability."""
        if self.chance(probability):
            data[field] = make()

    def number(self, low: int, high: int) -> int:
        """A number from low to high, both included."""
        return self._random.randint(low, high)

    def one(self, items: Sequence[T]) -> T:
        """One of several things."""
        return items[self._random.randrange(len(items))]

    def weighted(self, *choices: tuple[float, T]) -> T:
        """One of several things, each as likely as its weight says; those of weight 0 never."""
        weights = [weight for weight, _ in choices]
        return self._random.choices([item for _, item in choices], weights)[0]

    def some(self, items: Sequence[T], low: int, high: int) -> list[T]:
        """Some of the things, in their order."""
        count = min(len(items), self.number(low, high))
        places = sorted(self._random.sample(range(len(items)), count))
        return [items[place] for place in places]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """All of the things, in another order."""
        return self._random.sample(list(items), len(items))

    def several(self, low: int, high: int, make: Callable[[], T]) -> list[T]:
        """Several things, made one after the other."""
        return [make() for _ in range(self.number(low, high))]
