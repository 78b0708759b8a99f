import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.cards import Card, CardError, Rank, Suit, domino, format_card, joker, parse_card

names = st.text(alphabet=string.ascii_letters + string.digits + "+-*!?.'_äß", min_size=1, max_size=32)
french = st.builds(Card, st.sampled_from(Suit), st.sampled_from(Rank))
dominoes = st.builds(domino, st.integers(0, 99), st.integers(0, 99))
jokers = st.sampled_from(["", "red", "black"]).map(lambda colour: joker(colour=colour))
named = st.builds(Card, names, names)
suitless = st.builds(Card, st.just(""), names)
rankless = st.builds(Card, names, st.just(""))
two_suited = st.builds(lambda rank, suit, second: Card(suit, rank, second_suit=second), names, names, names)
any_card = st.one_of(french, dominoes, jokers, named, suitless, rankless, two_suited)


@given(any_card)
def test_a_card_prints_as_what_is_typed_to_get_it_back(card: Card) -> None:
    assert parse_card(format_card(card)) == card
    assert parse_card(str(card)) == card


@given(any_card)
def test_repr_rebuilds_the_card(card: Card) -> None:
    assert eval(repr(card)) == card


@given(any_card, any_card)
def test_different_cards_have_different_texts(one: Card, other: Card) -> None:
    assert (one == other) == (str(one) == str(other))


@given(st.text(alphabet=string.ascii_letters + string.digits + "-/ ♥ⅦⅧ٣\n", max_size=6))
def test_any_text_is_a_card_that_round_trips_or_is_refused(text: str) -> None:
    try:
        card = parse_card(text)
    except CardError:
        return
    assert parse_card(str(card)) == card


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("QS", Card(Suit.SPADES, Rank.QUEEN)),
        ("10H", Card(Suit.HEARTS, Rank.TEN)),
        ("2C", Card(Suit.CLUBS, Rank.TWO)),
        ("Q", Card("", Rank.QUEEN)),
        ("11D", Card(Suit.DIAMONDS, "11")),
        ("JK", joker()),
        ("JKR", joker(colour="red")),
        ("6-4", domino(4, 6)),
        ("0-0", domino(0, 0)),
        ("7/cups", Card("cups", "7")),
        ("Wild/", Card("", "Wild")),
        ("5/red/blue", Card("red", "5", second_suit="blue")),
    ],
)
def test_every_kind_of_card_has_its_text(text: str, card: Card) -> None:
    assert parse_card(text) == card
    assert str(card) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("qs", "QS"),
        ("th", "10H"),
        ("Q♠", "QS"),
        (" 10h ", "10H"),
        ("4-6", "6-4"),
        ("jk", "JK"),
        ("7/hearts", "7H"),
        ("/6/4", "6-4"),
        ("joker/", "JK"),
    ],
)
def test_other_ways_of_writing_a_card_are_read(text: str, canonical: str) -> None:
    assert str(parse_card(text)) == canonical


@pytest.mark.parametrize("text", ["", "S", "QX", "1 0H", "QSS", "06-4", "6-", "/", "5//blue", "a/b/c/d", "R7", "\n"])
def test_what_is_not_a_card_is_quoted_in_the_refusal(text: str) -> None:
    with pytest.raises(CardError, match="is not a card: expected a rank and suit") as refusal:
        parse_card(text)
    assert repr(text) in str(refusal.value)
