"""What five, six or seven cards are worth."""

from __future__ import annotations

from array import array
from typing import Final, NamedTuple

from deckwright import _kernel
from deckwright.solve.errors import SolveError
from deckwright.solve.poker.cards import parse_cards
from deckwright.solve.poker.refusals import kernel_refusals

HAND_CLASSES: Final = 7462
"""Hands that differ in worth."""


class HandRank(NamedTuple):
    """What a hand is worth: the higher the rank, from 1 to 7462, the better; and the name of its category."""

    rank: int
    category: str


def rank_hand(cards: str) -> HandRank:
    """What the best five of five to seven cards are worth: `rank_hand("AsKsQsJsTs")`."""
    numbers = parse_cards(cards)
    if not 5 <= len(numbers) <= 7:
        raise SolveError("hands.bad-hand", f"found {len(numbers)} cards, expected 5, 6 or 7")
    [rank] = rank_hands(array("Q", [sum(1 << card for card in numbers)]))
    return HandRank(rank, _kernel.hand_category(rank))


def rank_hands(hands: object) -> memoryview[int]:
    """The rank of every hand of an array: NumPy's, or anything else that is a buffer.

    Either masks (uint64, bit `rank * 4 + suit` for each card; ranks from the deuce, suits c d h s), or cards (uint8, a
    row of 5, 6 or 7 for each hand). The answer is a view of uint16 that `numpy.asarray` takes as it is.
    """
    with kernel_refusals():
        return memoryview(_kernel.rank_hands(hands)).cast("H")


def hand_census(cards: int) -> dict[str, int]:
    """How many hands of 5, 6 or 7 cards there are in each category."""
    if cards not in (5, 6, 7):
        raise SolveError("hands.bad-hand", f"found {cards} cards, expected 5, 6 or 7")
    return dict(_kernel.hand_census(cards))
