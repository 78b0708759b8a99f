"""The thirteen ranks of the French pack. Any other rank is a plain name.

Which rank is high belongs to a game, so ranks have no order of their own beyond the one they are listed in.
"""

from enum import StrEnum


class Rank(StrEnum):
    """A French rank, two first and ace last; it equals, and is stored as, its text."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
