"""Toy Whist: two tricks, worked by hand. Seat 3 deals, seat 0 leads, partners sit opposite."""

from __future__ import annotations

from deckwright.engine import State, load


def dealt(*hands: str, trumps: str = "spades") -> State:
    """Each seat's two cards, seat 0 first."""
    cards = [hand.split() for hand in hands]
    return load("toy-whist", trumps=trumps).deal(seed=1, deck=[hand[turn] for turn in (0, 1) for hand in cards])


def after(state: State, cards: str) -> State:
    for card in cards.split():
        state = state.apply(f"play {card}")
    return state


def test_a_trump_takes_the_trick_and_its_winner_leads() -> None:
    state = after(dealt("AH KH", "JS QS", "QH JH", "KS AS"), "AH JS QH KS")
    assert state.seat == 3, "the higher trump"


def test_suit_must_be_followed() -> None:
    state = dealt("AH KH", "QH QS", "JH JS", "KS AS").apply("play AH")
    assert [action.text for action in state.actions()] == ["play QH"]


def test_without_trumps_the_suit_led_wins() -> None:
    state = after(dealt("AH KH", "JS QS", "QH JH", "KS AS", trumps="none"), "AH JS QH KS")
    assert state.seat == 0


def test_a_trick_more_than_the_other_side_is_what_it_is_worth() -> None:
    state = after(dealt("AH KH", "JS QS", "QH JH", "KS AS"), "AH JS QH KS AS KH QS JH")
    assert state.team_scores == (0, 2)
    assert state.returns == (-2, 2, -2, 2)
