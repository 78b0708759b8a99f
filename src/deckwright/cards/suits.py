"""The four French suits. Any other suit is a plain name."""

from enum import StrEnum
from typing import Final


class Suit(StrEnum):
    """A French suit; it equals, and is stored as, its name."""

    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    SPADES = "spades"

    @property
    def letter(self) -> str:
        """What stands for the suit in a card's text: the H of `QH`."""
        return self.name[0]

    @property
    def symbol(self) -> str:
        """The pip that people know: ♥."""
        return _SYMBOLS[self]

    @property
    def colour(self) -> str:
        """`red` or `black`."""
        return "red" if self in (Suit.HEARTS, Suit.DIAMONDS) else "black"


_SYMBOLS: Final = {Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣", Suit.SPADES: "♠"}


def find_suit(mark: str) -> Suit | None:
    """The suit that a letter (either case) or a symbol stands for."""
    return _BY_MARK.get(mark.upper())


_BY_MARK: Final = {mark: suit for suit in Suit for mark in (suit.letter, suit.symbol)}
