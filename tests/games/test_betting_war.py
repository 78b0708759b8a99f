"""Betting War, rule by rule: the seed's bets and forced battle; wars from https://www.pagat.com/war/war.html."""

from __future__ import annotations

import random

import pytest
from tests.games.betting_table import chips, choices, fact, play
from tests.games.scripts import cards_in

from deckwright.engine import State, load
from deckwright.games import OptionValue


def dealt(*tops: str, players: int = 2, seed: int = 1, **options: OptionValue) -> State:
    """Seat 0 bets first. `tops` are the cards of all seats from the top down: "KS 9D" lies on "3H 4H"."""
    game = load("betting-war", players=players, **{"hands": 1, **options})
    rest = [str(card) for card in game.deck]
    for card in " ".join(tops).split():
        rest.remove(card)
    left_over = [rest.pop() for _ in range(52 % players)]
    lower = [card for row in reversed(tops) for card in row.split()]
    return game.deal(deck=[*rest, *lower, *left_over], seed=seed)


def battle(state: State) -> State:
    """The cards are turned up until somebody has something else to do."""
    while not state.is_over and choices(state) == ["turn up"]:
        state = state.apply("turn up")
    return state


@pytest.mark.parametrize(("players", "each"), [(2, 26), (3, 17), (4, 13)])
def test_the_pack_is_dealt_equally_face_down_and_everyone_antes(players: int, each: int) -> None:
    state = load("betting-war", players=players).deal(seed=1)
    assert [len(cards_in(state, "hand", index=seat)) for seat in range(players)] == [each] * players
    assert len(cards_in(state, "stock")) == 52 % players
    assert chips(state) == [490] * players
    assert fact(state, "pot") == 10 * players
    assert all(set(state.view(seat).zone("hand", index=seat).cards) == {None} for seat in range(players))


def test_the_player_to_the_dealers_left_bets_first_and_bets_are_ten() -> None:
    state = dealt("KS 9D")
    assert state.seat == 0
    assert choices(state) == ["check", "raise"]
    state = state.apply("raise")
    assert chips(state) == [480, 490]
    assert choices(state) == ["fold", "call", "raise"]


def test_there_are_two_bets_and_raises_at_most() -> None:
    state = play(dealt("KS 9D"), "raise, raise")
    assert choices(state) == ["fold", "call"]


def test_the_battle_is_forced_and_the_higher_card_takes_the_pot() -> None:
    state = play(dealt("KS 9D"), "check, check")
    assert choices(state) == ["turn up"]
    state = battle(state)
    assert state.is_over, "nobody is asked anything after the battle"
    assert chips(state) == [510, 490]
    assert state.scores == (10, -10)
    assert state.returns == (10, -10)
    assert set(cards_in(state, "captured", index=0)) == {"KS", "9D"}


def test_bets_and_raises_are_in_the_pot_too() -> None:
    state = battle(play(dealt("2S 9D"), "raise, raise, call"))
    assert chips(state) == [470, 530]


def test_aces_are_high_and_suits_do_not_matter() -> None:
    assert chips(battle(play(dealt("AC KS"), "check, check"))) == [510, 490]
    assert chips(battle(play(dealt("2S 3C"), "check, check"))) == [490, 510]


def test_who_folds_loses_what_was_put_in_and_there_is_no_battle() -> None:
    state = play(dealt("2S 9D"), "raise, fold")
    assert state.is_over
    assert chips(state) == [510, 490]
    assert cards_in(state, "captured", index=0) == cards_in(state, "captured", index=1) == []


def test_equal_cards_go_to_war_with_three_cards_face_down() -> None:
    tops = ("9S 9D", "2C 3C", "4C 5C", "6C 7C", "KH 10H")
    state = play(dealt(*tops), "check, check, turn up, turn up")
    assert choices(state) == ["turn up"]
    assert len(cards_in(state, "hand", index=0)) == 22
    state = battle(state)
    assert chips(state) == [510, 490]
    assert len(cards_in(state, "captured", index=0)) == 10, "everything that was put in"


def test_a_war_that_is_level_again_is_another_war() -> None:
    tops = ("9S 9D", "2C 3C", "4C 5C", "6C 7C", "KH KD", "2D 3D", "4D 5D", "6D 7D", "8H QH")
    state = battle(play(dealt(*tops), "check, check"))
    assert chips(state) == [490, 510]
    assert len(cards_in(state, "captured", index=1)) == 18


def test_how_many_cards_are_buried_is_agreed_on() -> None:
    state = battle(play(dealt("9S 9D", "2C 3C", "KH 10H", bury=1), "check, check"))
    assert chips(state) == [510, 490]
    assert len(cards_in(state, "captured", index=0)) == 6


def test_of_several_players_only_those_who_are_level_go_to_war() -> None:
    tops = ("9S 9D 4H", "2C 3C 2H", "4C 5C 3H", "6C 7C 5H", "JH 10H AH")
    state = battle(play(dealt(*tops, players=3), "check, check, check"))
    assert chips(state) == [520, 490, 490], "the ace of the third player does not fight"


def test_who_has_folded_has_no_part_in_the_battle() -> None:
    state = battle(play(dealt("9S AD 4H", players=3), "raise, fold, call"))
    assert chips(state) == [530, 490, 480]
    assert cards_in(state, "captured", index=1) == []


def test_who_is_all_in_wins_no_more_than_was_put_in_and_the_rest_goes_back() -> None:
    state = load("betting-war", players=2, chips=15, hands=1, ante=10).deal(seed=1)
    assert choices(state) == ["check", "raise"]
    state = battle(play(state, "raise, call"))
    assert sorted(chips(state)) == [0, 30]


def test_all_may_look_at_their_own_card_if_that_is_agreed_on() -> None:
    state = dealt("KS 9D", look=True)
    own = [card for card in state.view(0).zone("hand", index=0).cards if card is not None]
    assert [str(card) for card in own] == ["KS"]
    assert set(state.view(1).zone("hand", index=0).cards) == {None}
    assert set(state.view(None).zone("hand", index=0).cards) == {None}


def test_who_has_no_chips_is_out_and_who_has_them_all_has_won() -> None:
    for seed in range(10):
        state = load("betting-war", players=3, chips=40, hands=200).deal(seed=seed)
        rng = random.Random(seed)
        while not state.is_over:
            state = state.apply(rng.choice(state.actions()))
            assert sum(chips(state)) + fact(state, "pot") == 120
        assert sorted(chips(state)) == [0, 0, 120]
        assert state.result is not None
        assert chips(state)[state.result.winner] == 120


def test_after_the_hands_agreed_on_most_chips_win() -> None:
    for seed in range(5):
        state = load("betting-war", hands=5).deal(seed=seed)
        rng = random.Random(seed)
        while not state.is_over:
            state = state.apply(rng.choice(state.actions()))
        assert state.hands == 5
        assert state.result is not None
        assert {chips(state)[seat] for seat in state.result.winners} <= {max(chips(state))}
