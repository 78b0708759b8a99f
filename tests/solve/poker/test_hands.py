"""What hands are worth: the census of all hands, and arrays of them."""

import itertools
import random
from array import array

import numpy as np
import pokerkit
import pytest

from deckwright.solve import SolveError
from deckwright.solve.poker.cards import RANK_LETTERS, SUIT_LETTERS, format_cards, parse_cards
from deckwright.solve.poker.hands import hand_census, rank_hand, rank_hands


def test_all_hands_of_seven_cards_are_counted_as_published() -> None:
    assert hand_census(7) == {
        "high card": 23_294_460,
        "pair": 58_627_800,
        "two pair": 31_433_400,
        "three of a kind": 6_461_620,
        "straight": 6_180_020,
        "flush": 4_047_644,
        "full house": 3_473_184,
        "four of a kind": 224_848,
        "straight flush": 41_584,
    }


def test_hands_are_compared_as_pokerkit_compares_them() -> None:
    chance = random.Random(5)
    cards = [rank + suit for rank in RANK_LETTERS for suit in SUIT_LETTERS]
    dealt = ["".join(chance.sample(cards, 7)) for _ in range(400)]
    theirs = [pokerkit.StandardHighHand.from_game(hand) for hand in dealt]
    ours = [rank_hand(hand).rank for hand in dealt]
    for (one, other), (rank, other_rank) in zip(itertools.pairwise(theirs), itertools.pairwise(ours), strict=True):
        assert (one > other, one == other) == (rank > other_rank, rank == other_rank)


def test_masks_and_cards_in_arrays_have_the_same_ranks() -> None:
    chance = np.random.default_rng(1)
    cards = np.argsort(chance.random((1000, 52)), axis=1)[:, :7].astype(np.uint8)
    masks = np.bitwise_or.reduce(np.uint64(1) << cards.astype(np.uint64), axis=1)
    ranks = np.asarray(rank_hands(masks))
    assert ranks.dtype == np.uint16
    assert (ranks == np.asarray(rank_hands(cards))).all()
    assert ranks[0] == rank_hand(format_cards(int(card) for card in cards[0])).rank


def test_a_hand_is_read_with_spaces_symbols_and_tens() -> None:
    assert rank_hand("A♠ K♠ Q♠ J♠ 10♠") == rank_hand("AsKsQsJsTs") == (7462, "straight flush")
    assert format_cards(parse_cards("as, 10D")) == "AsTd"


@pytest.mark.parametrize(
    ("hand", "code"),
    [("AsKs", "hands.bad-hand"), ("AsAsKsQsJs", "cards.repeated"), ("As Kx", "cards.unreadable")],
)
def test_a_hand_that_is_none_is_refused(hand: str, code: str) -> None:
    with pytest.raises(SolveError) as refused:
        rank_hand(hand)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("hands", "code"),
    [
        (array("Q", [0b11111, 0b1111]), "hands.bad-hand"),
        (array("Q", [1 << 63 | 0b1111]), "hands.bad-hand"),
        (np.array([[0, 1, 2, 3, 3]], dtype=np.uint8), "hands.bad-hand"),
        (np.array([[0, 1, 2, 3, 68]], dtype=np.uint8), "hands.bad-hand"),
        (np.zeros((2, 4), dtype=np.uint8), "hands.bad-shape"),
        (np.zeros(5, dtype=np.float64), "hands.bad-shape"),
        (b"12345", "hands.bad-shape"),
    ],
)
def test_arrays_of_anything_else_are_refused(hands, code: str) -> None:
    with pytest.raises(SolveError) as refused:
        rank_hands(hands)
    assert refused.value.code == code
