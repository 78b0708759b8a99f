"""Kuhn poker: hands worked from Kuhn (1950) and, with three seats, Szafron, Gibson and Sturtevant (2013)."""

from __future__ import annotations

import pytest
from tests.games.betting_table import choices, deal_from_top, play, positions

from deckwright.engine import load


@pytest.mark.parametrize("players", range(2, 11))
def test_there_is_one_card_more_than_players_and_all_differ(players: int) -> None:
    game = load("kuhn", players=players)
    assert len(game.deck) == players + 1
    assert len({card.rank for card in game.deck}) == players + 1


def test_the_cards_of_two_handed_play_are_jack_queen_and_king() -> None:
    assert [card.code for card in load("kuhn").deck] == ["JS", "QS", "KS"]


def test_everyone_antes_one_and_sees_only_an_own_card() -> None:
    state = deal_from_top(load("kuhn"), "KS JS")
    assert state.view(0).facts["pot"] == 2
    assert (state.view(0).hand, state.view(1).hand) == (("KS",), ("JS",))
    assert [card for zone in state.view(1).zones if zone.index != 1 for card in zone.cards if card] == []


@pytest.mark.parametrize(
    ("cards", "actions", "returns"),
    [
        ("KS JS", "check, check", (1, -1)),  # a showdown for the antes
        ("JS QS", "check, check", (-1, 1)),
        ("JS KS", "raise, fold", (1, -1)),  # a bluff that works
        ("JS KS", "raise, call", (-2, 2)),  # and one that does not
        ("QS KS", "check, raise, fold", (-1, 1)),
        ("QS JS", "check, raise, call", (2, -2)),
    ],
)
def test_the_five_ways_a_hand_of_two_can_go(cards: str, actions: str, returns: tuple[int, int]) -> None:
    state = play(deal_from_top(load("kuhn"), cards), actions)
    assert state.returns == returns
    assert state.result is not None
    assert state.result.winner == returns.index(max(returns))


def test_one_bet_is_all_and_nobody_folds_to_nothing() -> None:
    state = deal_from_top(load("kuhn"), "KS JS")
    assert choices(state) == ["check", "raise"]
    assert choices(play(state, "check")) == ["check", "raise"]
    assert choices(play(state, "raise")) == ["fold", "call"]
    assert choices(play(state, "check, raise")) == ["fold", "call"]


def test_with_three_seats_a_bet_goes_round_to_those_who_passed() -> None:
    state = play(deal_from_top(load("kuhn", players=3), "QS KS AS"), "check, raise")
    assert state.seat == 2
    state = play(state, "call")
    assert state.seat == 0
    assert choices(state) == ["fold", "call"]
    assert play(state, "fold").returns == (-1, -2, 3)
    assert play(state, "call").returns == (-2, -2, 4)


def test_all_but_the_bettor_fold_and_the_hand_is_over() -> None:
    assert play(deal_from_top(load("kuhn", players=3), "JS KS AS"), "raise, fold, fold").returns == (2, -1, -1)


@pytest.mark.parametrize(("players", "information_sets"), [(2, 12), (3, 48)])
def test_information_sets_are_as_many_as_the_literature_counts(players: int, information_sets: int) -> None:
    game = load("kuhn", players=players)
    cards = [card.code for card in game.deck]
    orders = [f"{a} {b}" for a in cards for b in cards if a != b]
    if players == 3:
        orders = [f"{order} {c}" for order in orders for c in cards if c not in order.split()]
    seen = {
        (s.seat, s.key(s.seat)) for order in orders for s in positions(deal_from_top(game, order)) if s.seat is not None
    }
    assert len(seen) == information_sets


def test_in_a_match_the_deal_rotates_and_winnings_add_up() -> None:
    state = play(deal_from_top(load("kuhn", hands=2), "KS JS"), "raise, call")
    assert state.scores == (2, -2)
    assert state.hands == 1
    assert state.seat == 1  # the first dealer now speaks first
    state = play(state, "raise")
    assert choices(state) == ["fold", "call"]  # chips are left, but there is one bet only
    state = play(state, "fold")
    assert state.scores == state.returns == (1, -1)
    assert state.result is not None
    assert state.result.winner == 0
