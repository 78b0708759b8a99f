"""The 169 kinds of hands before the flop, their names (`QQ`, `AKs`, `72o`) and their 1,326 combinations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from deckwright.solve.poker.cards import CARDS, RANK_LETTERS, format_cards

COMBOS: Final = 1326
CLASSES: Final = 169
RANKS: Final = len(RANK_LETTERS)


def combo_number(one: int, other: int) -> int:
    """The number of two different cards: those of a lower highest card first, as in the kernel."""
    high, low = max(one, other), min(one, other)
    return high * (high - 1) // 2 + low


COMBO_CARDS: Final = tuple((high, low) for high in range(CARDS) for low in range(high))
"""The cards of every combination, the higher first."""


def class_number(high: int, low: int, *, suited: bool) -> int:
    """The number of a class by its ranks from the deuce, 0: a place in a square of 13 by 13, as in the kernel."""
    return high * RANKS + low if suited else low * RANKS + high


def class_of(combo: int) -> int:
    """The class of a combination."""
    high, low = COMBO_CARDS[combo]
    return class_number(high // 4, low // 4, suited=high % 4 == low % 4)


def class_name(number: int) -> str:
    """`QQ`, `AKs`, `72o`."""
    first, second = divmod(number, RANKS)
    high, low = max(first, second), min(first, second)
    kind = "" if first == second else "s" if first > second else "o"
    return RANK_LETTERS[high] + RANK_LETTERS[low] + kind


CLASS_NAMES: Final = tuple(class_name(number) for number in range(CLASSES))

CHART: Final = tuple(
    tuple(class_number(max(row, column), min(row, column), suited=row > column) for column in reversed(range(RANKS)))
    for row in reversed(range(RANKS))
)
"""Numbers of classes as charts are drawn: from the ace, pairs on the diagonal, suited hands above it."""


@cache
def combos_of_class(number: int) -> tuple[int, ...]:
    """The combinations of a class."""
    return tuple(combo for combo in range(COMBOS) if class_of(combo) == number)


def combo_name(combo: int) -> str:
    """`AsKd`."""
    return format_cards(COMBO_CARDS[combo])


def by_class(numbers: Sequence[float]) -> dict[str, float]:
    """Numbers of classes by name, in the order of a chart's rows."""
    return {CLASS_NAMES[place]: numbers[place] for row in CHART for place in row}
