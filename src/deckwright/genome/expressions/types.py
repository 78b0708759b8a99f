"""What a value of an expression is, and between which bounds it lies."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

LOWEST, HIGHEST = -(2**31), 2**31 - 1
REGISTER_LIMIT = 1_000_000
"""Scores, chips and registers stop here, on both sides."""


class Type(Enum):
    """The types of the language; seats and teams are never mixed up."""

    INT = "a number"
    SEAT = "a seat"
    TEAM = "a team"
    CARD = "a card"
    SUIT = "a suit"
    RANK = "a rank"
    COLOUR = "a colour"
    STRAIN = "a strain"
    KIND = "a kind of call"
    PILE = "a pile"
    CARDS = "a set of cards"
    SUITS = "a set of suits"
    NONE = "none"
    TEXT = "a name"

    __hash__ = object.__hash__  # one by its name takes a call of Python, and types are in the keys of what is known

    @property
    def is_number(self) -> bool:
        """Usable in arithmetic: numbers, and ranks by their place from 0."""
        return self in (Type.INT, Type.RANK)

    @property
    def may_be_none(self) -> bool:
        """Whether `none` is a value of the type."""
        return self in (Type.SEAT, Type.TEAM, Type.CARD, Type.SUIT, Type.RANK, Type.STRAIN)


class Bounds(NamedTuple):
    """The smallest and largest value."""

    low: int
    high: int

    def join(self, other: Bounds) -> Bounds:
        """Bounds that hold for either."""
        return Bounds(min(self.low, other.low), max(self.high, other.high))

    @property
    def fits(self) -> bool:
        """Whether 32 bits hold every value."""
        return self.low >= LOWEST and self.high <= HIGHEST


HELD = {
    "number": Type.INT, "seat": Type.SEAT, "team": Type.TEAM, "suit": Type.SUIT,
    "rank": Type.RANK, "card": Type.CARD, "strain": Type.STRAIN,
}  # fmt: skip
"""What registers hold, by the word for it."""

BOOLEAN = Bounds(0, 1)
REGISTER = Bounds(-REGISTER_LIMIT, REGISTER_LIMIT)


def arithmetic_bounds(operator: str, left: Bounds, right: Bounds) -> Bounds:
    """Bounds of `left operator right`; the divisor must not reach 0."""
    match operator:
        case "+":
            return Bounds(left.low + right.low, left.high + right.high)
        case "-":
            return Bounds(left.low - right.high, left.high - right.low)
        case "*":
            corners = [a * b for a in left for b in right]
            return Bounds(min(corners), max(corners))
        case "//":
            corners = [a // b for a in left for b in right]
            return Bounds(min(corners), max(corners))
        case _:  # "%"
            return Bounds(0, right.high - 1) if right.low > 0 else Bounds(right.low + 1, 0)
