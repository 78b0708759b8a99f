"""Leduc hold'em: hands worked from Southey and others (2005) and, with more seats, from OpenSpiel's description."""

from __future__ import annotations

from itertools import permutations

import pytest
from tests.games.betting_table import choices, deal_from_top, fact, play, positions

from deckwright.engine import load


@pytest.mark.parametrize("players", range(2, 11))
def test_there_are_two_cards_of_each_rank_and_one_rank_more_than_players(players: int) -> None:
    deck = load("leduc", players=players).deck
    assert len(deck) == 2 * (players + 1)
    assert len({card.rank for card in deck}) == players + 1


def test_raises_are_two_before_the_board_and_four_after_it() -> None:
    state = play(deal_from_top(load("leduc"), "KH QS JH"), "raise, call")
    assert fact(state, "pot") == 2 * (1 + 2)
    state = play(state, "raise, call")
    assert state.returns == (1 + 2 + 4, -(1 + 2 + 4))


def test_there_are_two_raises_a_round_whatever_the_seats() -> None:
    state = play(deal_from_top(load("leduc", players=4), "KH QS JH AS 10H"), "raise, raise")
    assert choices(state) == ["fold", "call"]
    state = play(state, "call, call, call")
    assert state.seat == 0
    assert choices(state) == ["check", "raise"]
    assert choices(play(state, "raise, raise")) == ["fold", "call"]


def test_nobody_folds_to_nothing() -> None:
    state = deal_from_top(load("leduc"), "KH QS JH")
    assert choices(state) == ["check", "raise"]
    assert choices(play(state, "raise")) == ["fold", "call", "raise"]


def test_the_board_is_dealt_after_the_first_round_and_everyone_sees_it() -> None:
    state = play(deal_from_top(load("leduc"), "KH QS JH"), "check")
    assert state.view(None).zone("board").cards == ()
    assert play(state, "check").view(None).zone("board").cards == ("JH",)


def test_a_fold_before_the_board_ends_the_hand() -> None:
    state = play(deal_from_top(load("leduc"), "KH QS JH"), "check, raise, fold")
    assert state.returns == (-1, 1)
    assert state.view(None).zone("board").cards == ()


@pytest.mark.parametrize(
    ("cards", "returns"),
    [
        ("KH QS JH", (1, -1)),  # the higher card
        ("JS QS KH", (-1, 1)),
        ("JS KS JH", (1, -1)),  # a pair beats it
        ("QS KS KH", (-1, 1)),
        ("QS QH KH", (0, 0)),  # equal hands share the pot
    ],
)
def test_a_pair_with_the_board_wins_otherwise_the_higher_card(cards: str, returns: tuple[int, int]) -> None:
    assert play(deal_from_top(load("leduc"), cards), "check, check, check, check").returns == returns


def test_the_first_seat_still_in_opens_the_second_round() -> None:
    state = play(deal_from_top(load("leduc", players=3), "KH QS JH AS"), "check, raise, call, fold")
    assert state.seat == 1
    state = play(state, "check, check")
    assert state.returns == (-1, 1 + 3, -3)


def test_an_odd_pot_is_shared_to_the_half_chip() -> None:
    state = play(deal_from_top(load("leduc", players=3), "QH QS JH AS"), "check, check, check, check, check, check")
    assert state.returns == (0.5, 0.5, -1)


@pytest.mark.parametrize(("isomorphic", "information_sets"), [(False, 936), (True, 288)])
def test_information_sets_are_as_many_as_the_literature_counts(isomorphic: bool, information_sets: int) -> None:
    game = load("leduc", suit_isomorphism=isomorphic)
    cards = [card.code for card in game.deck]
    orders = set(permutations(cards, 3))
    seen = {
        (state.seat, state.key(state.seat))
        for order in orders
        for state in positions(deal_from_top(game, " ".join(order)))
        if state.seat is not None
    }
    assert len(seen) == information_sets


def test_in_a_match_the_deal_rotates_and_winnings_add_up() -> None:
    state = play(deal_from_top(load("leduc", hands=2), "KH QS JH"), "raise, call, raise, call")
    assert state.scores == (7, -7)
    assert (state.hands, state.seat) == (1, 1)
    state = play(state, "raise, fold")
    assert state.scores == state.returns == (6, -6)
