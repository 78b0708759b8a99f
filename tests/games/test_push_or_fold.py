"""Push or Fold: hands worked by its stated rules. Seat 0 deals, posts the small blind and acts first."""

from __future__ import annotations

import pytest

from deckwright.engine import State, load

REST = ("10H", "10S", "JH", "JS", "QH", "QS", "KH", "KS", "AH", "AS")


def dealt(dealer: str, other: str, board: str = "", **options: int) -> State:
    """Cards go round from the dealer's left, then come up for the board."""
    game = load("push-or-fold", **options)
    mine, theirs = dealer.split(), other.split()
    first = [theirs[0], mine[0], theirs[1], mine[1], *board.split()]
    return game.deal(seed=1, deck=[*first, *(card for card in REST if card not in first)])


def after(state: State, actions: str) -> State:
    for text in actions.split(", "):
        state = state.apply(text)
    return state


@pytest.mark.parametrize(
    ("actions", "returns"),
    [
        ("fold", (-0.5, 0.5)),  # the small blind is lost
        ("push, fold", (1, -1)),  # the big blind is
        ("push, call", (10, -10)),  # a pair of aces holds
    ],
)
def test_what_is_won_in_big_blinds(actions: str, returns: tuple[float, float]) -> None:
    state = after(dealt("AH AS", "10H QS", "KH JS KS"), actions)
    assert state.returns == returns


def test_the_dealer_pushes_or_folds_and_then_the_other_calls_or_folds() -> None:
    state = dealt("AH AS", "10H QS")
    assert (state.seat, [action.text for action in state.actions()]) == (0, ["fold", "push"])
    state = state.apply("push")
    assert (state.seat, [action.text for action in state.actions()]) == (1, ["fold", "call"])


@pytest.mark.parametrize(
    ("dealer", "other", "board", "winner"),
    [
        ("10H JH", "AS KS", "QH KH AH", 0),  # a royal flush beats a pair of kings and aces
        ("10H JS", "AS AH", "QH KH KS", 1),  # two pair beat one
        ("10H JS", "AH 10S", "QH KH AS", 0),  # a straight beats a pair
        ("AH KH", "QH QS", "JH 10H 10S", 1),  # queens and tens beat tens with an ace
    ],
)
def test_the_better_hand_of_five_wins(dealer: str, other: str, board: str, winner: int) -> None:
    state = after(dealt(dealer, other, board), "push, call")
    assert state.returns is not None
    assert state.returns[winner] == 10


def test_equal_hands_share() -> None:
    state = after(dealt("AH KS", "AS KH", "QH JS 10H"), "push, call")
    assert state.returns == (0, 0)


def test_a_stack_is_what_can_be_lost() -> None:
    state = after(dealt("10H JS", "AS AH", "QH KH KS", stack=3), "push, call")
    assert state.returns == (-3, 3)
