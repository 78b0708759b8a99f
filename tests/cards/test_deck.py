import itertools
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.cards import MAX_CARDS, Card, CardError, Deck, Rank, Suit, domino_set, joker, make_deck, standard_deck


def uno_deck() -> Deck:
    """UNO's 108 cards: one zero and two of each other card a colour, four of each wild."""
    ranks = [str(number) for number in range(10)] + ["Skip", "Reverse", "Draw2"]
    coloured = (
        Card(colour, rank, code=colour[0].upper() + rank)
        for colour in ("red", "yellow", "green", "blue")
        for rank in ranks
        for _ in range(1 if rank == "0" else 2)
    )
    wilds = [Card("", "Wild", code="Wild")] * 4 + [Card("", "WildDraw4", code="Wild4")] * 4
    return Deck([*coloured, *wilds])


DECKS = {
    "french": standard_deck(),
    "two packs with jokers": standard_deck(copies=2, jokers=4),
    "two different jokers": make_deck(
        suits=tuple(Suit), ranks=tuple(Rank), extra=[joker(colour="red"), joker(colour="black")]
    ),
    "kuhn": make_deck(ranks=("J", "Q", "K")),
    "italian": make_deck(
        suits=("coins", "cups", "swords", "batons"), ranks=("1", "2", "3", "4", "5", "6", "7", "J", "Q", "K")
    ),
    "double six": domino_set(),
    "uno": uno_deck(),
}
each_deck = pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)


@each_deck
def test_a_deck_reads_what_its_cards_print(deck: Deck) -> None:
    assert tuple(deck.parse(str(card)) for card in deck) == deck.cards
    assert tuple(deck.parse(str(card).lower()) for card in deck) == deck.cards


@each_deck
def test_an_order_of_the_deck_round_trips_as_text(deck: Deck) -> None:
    order = random.Random(7).sample(deck.cards, len(deck))
    assert deck.parse_order([str(card) for card in order]) == tuple(order)
    assert deck.parse_order(order) == tuple(order)


@each_deck
def test_a_deck_survives_pickling(deck: Deck) -> None:
    assert pickle.loads(pickle.dumps(deck)) == deck
    assert hash(pickle.loads(pickle.dumps(deck))) == hash(deck)


@pytest.mark.parametrize(
    ("name", "size", "types"),
    [
        ("french", 52, 52),
        ("two packs with jokers", 108, 53),
        ("two different jokers", 54, 54),
        ("kuhn", 3, 3),
        ("italian", 40, 40),
        ("double six", 28, 28),
        ("uno", 108, 54),
    ],
)
def test_decks_have_their_published_sizes(name: str, size: int, types: int) -> None:
    deck = DECKS[name]
    assert len(deck) == size
    assert len(deck.types) == types
    assert sum(deck.count(card) for card in deck.types) == size


def test_the_double_six_set_has_each_pair_of_ends_once() -> None:
    pairs = {frozenset(card.suits) for card in domino_set()}
    assert len(pairs) == 28
    assert pairs == {frozenset(map(str, ends)) for ends in itertools.combinations_with_replacement(range(7), 2)}


def test_an_uno_deck_has_two_of_a_number_and_four_of_a_wild() -> None:
    deck = uno_deck()
    assert [deck.count(deck.parse(text)) for text in ("R0", "R7", "BSkip", "wild", "Wild4")] == [1, 2, 2, 4, 4]


def test_a_deck_reads_other_ways_of_writing_its_cards() -> None:
    assert str(standard_deck().parse("t♥")) == "10H"
    assert str(domino_set().parse("4-6")) == "6-4"


def test_a_card_of_another_deck_is_refused_with_the_nearest() -> None:
    with pytest.raises(CardError, match=r"'6-7' is not in this deck of 28; did you mean '6-6'\?") as refusal:
        domino_set().parse("6-7")
    assert refusal.value.code == "deck.unknown-card"


def test_codes_that_differ_only_in_case_stay_apart() -> None:
    small, big = Card("a", "", code="ab"), Card("b", "", code="AB")
    deck = Deck([small, big])
    assert (deck.parse("ab"), deck.parse("AB")) == (small, big)
    with pytest.raises(CardError, match="'aB' is not in this deck"):
        deck.parse("aB")


def test_two_cards_with_one_code_are_refused() -> None:
    with pytest.raises(CardError, match="'X1' is both 1 of red and 2 of red") as refusal:
        Deck([Card("red", "1", code="X1"), Card("red", "2", code="X1")])
    assert refusal.value.code == "deck.ambiguous-code"


def test_a_deck_has_at_most_128_cards() -> None:
    card = Card(Suit.HEARTS, Rank.TWO)
    assert len(Deck([card] * MAX_CARDS)) == 128
    with pytest.raises(CardError, match="more than 128 cards"):
        Deck(itertools.repeat(card))
    with pytest.raises(CardError, match="more than 128 cards"):
        standard_deck(copies=3)


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: Deck([]), "deck.empty"),
        (lambda: make_deck(suits=("red",), ranks=("1",), copies=0), "deck.copies"),
        (lambda: make_deck(suits=("red",), ranks=("1",), copies=10**12), "deck.copies"),
        (lambda: standard_deck(jokers=-1), "deck.jokers"),
        (lambda: domino_set(highest=15), "deck.domino-set"),
    ],
)
def test_a_deck_that_cannot_be_is_refused(make, code: str) -> None:
    with pytest.raises(CardError) as refusal:
        make()
    assert refusal.value.code == code


@given(st.integers(0, 51), st.integers(0, 51))
def test_an_order_with_a_card_replaced_is_refused_by_name(index: int, other: int) -> None:
    deck = standard_deck()
    order = list(deck)
    gone, order[index] = order[index], deck.cards[other]
    if index == other:
        assert deck.parse_order(order) == deck.cards
        return
    with pytest.raises(CardError, match=f"missing: {gone}; too many: {deck.cards[other]}$"):
        deck.parse_order(order)
