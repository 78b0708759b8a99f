import copy
import dataclasses
import json
import pickle

import pytest

from deckwright.cards import Card, CardError, Rank, Suit, domino, joker


def test_suits_and_ranks_are_stored_as_their_names() -> None:
    assert [suit.value for suit in Suit] == ["hearts", "diamonds", "clubs", "spades"]
    assert [rank.value for rank in Rank] == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    assert json.dumps([Suit.HEARTS, Rank.ACE]) == '["hearts", "A"]'


def test_a_suit_knows_its_letter_symbol_and_colour() -> None:
    assert [suit.letter + suit.symbol for suit in Suit] == ["H♥", "D♦", "C♣", "S♠"]
    assert [suit.colour for suit in Suit] == ["red", "red", "black", "black"]


def test_a_name_and_its_enum_make_the_same_card() -> None:
    assert Card("hearts", "2") == Card(Suit.HEARTS, Rank.TWO)
    assert hash(Card("hearts", "2")) == hash(Card(Suit.HEARTS, Rank.TWO))


def test_a_card_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Card(Suit.HEARTS, Rank.TWO).rank = "3"  # type: ignore[misc]


def test_a_domino_belongs_to_the_suits_of_both_ends_and_a_double_to_one() -> None:
    assert domino(4, 6).suits == ("6", "4")
    assert domino(5, 5).suits == ("5",)
    assert domino(5, 5).is_domino
    assert not Card(Suit.HEARTS, Rank.TWO).is_domino


def test_jokers_have_a_rank_and_no_suit_and_two_can_be_told_apart() -> None:
    assert joker().suits == ()
    assert joker(colour="red").rank == joker(colour="black").rank == joker().rank == "joker"
    assert joker(colour="red").is_joker
    assert joker(colour="red") != joker(colour="black")


def test_a_card_may_have_a_code_of_its_own() -> None:
    skip = Card("red", "Skip", code="RSkip")
    assert str(skip) == "RSkip"
    assert repr(skip) == "Card('red', 'Skip', code='RSkip')"


def test_a_card_is_described_in_words() -> None:
    assert Card(Suit.SPADES, Rank.QUEEN).describe() == "Q of spades"
    assert domino(6, 4).describe() == "6-4 domino"
    assert joker(colour="red").describe() == "joker"
    assert Card("red", "5", second_suit="blue").describe() == "5 of red and blue"


@pytest.mark.parametrize(
    "card", [Card(Suit.SPADES, Rank.QUEEN), domino(6, 4), joker(colour="red"), Card("", "W", code="Wild")]
)
def test_a_card_survives_copying_and_pickling(card: Card) -> None:
    assert copy.deepcopy(card) == card
    assert pickle.loads(pickle.dumps(card)) == card


def test_an_error_keeps_its_code_when_pickled() -> None:
    error = pickle.loads(pickle.dumps(CardError("card.blank", "why")))
    assert (error.code, str(error)) == ("card.blank", "why")


@pytest.mark.parametrize(
    ("suit", "rank", "second_suit", "code", "error"),
    [
        ("", "", "", "", "card.blank"),
        ("", "5", "blue", "", "card.second-suit"),
        ("4", "", "6", "", "card.domino-order"),
        ("two words", "5", "", "", "card.bad-name"),
        ("red", "5/6", "", "", "card.bad-name"),
        ("red", "x" * 33, "", "", "card.bad-name"),
        ("red", "5", "", "R 5", "card.bad-code"),
        ("red", "5", "", "R5\n", "card.bad-code"),
        ("stars", "Q", "", "QS", "card.misleading-code"),
        ("hearts", "2", "", "2h", "card.misleading-code"),
        ("stars", "Q", "", "JK", "card.misleading-code"),
    ],
)
def test_a_card_that_text_could_not_hold_is_refused(
    suit: str, rank: str, second_suit: str, code: str, error: str
) -> None:
    with pytest.raises(CardError) as refusal:
        Card(suit, rank, second_suit=second_suit, code=code)
    assert refusal.value.code == error


@pytest.mark.parametrize(("end", "other_end"), [(-1, 3), (3, 100)])
def test_a_domino_without_such_pips_is_refused(end: int, other_end: int) -> None:
    with pytest.raises(CardError, match=f"no domino {end}-{other_end}"):
        domino(end, other_end)


def test_a_joker_of_another_colour_is_refused() -> None:
    with pytest.raises(CardError, match="no 'green' joker"):
        joker(colour="green")
