"""Spades without partners, rule by rule.

From https://bicyclecards.com/how-to-play/spades, with nil, bags and failed bids from
https://www.pagat.com/auctionwhist/spades.html.
"""

from __future__ import annotations

import pytest
from tests.games.scripts import cards_in, choices, play, stacked
from tests.games.spades_hands import Lines, bid, found_hand, lines, scripted_hand

from deckwright.engine import State, load
from deckwright.games import OptionValue

HEARTS = "AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H"
HANDS = ("AC KC 2C 3C 4C 5C 6C 7C 8C 9C 10C 2S 3S", "QC JC AD", HEARTS, "4S 5S 6S")


def dealt(*hands: str, **options: OptionValue) -> State:
    game = load("spades", **{"hands": 1, **options})
    return game.deal(deck=stacked(game, hands), seed=1)


def hand_of(bids: tuple[int, ...], tricks: tuple[int, ...], **options: OptionValue) -> tuple[State, Lines]:
    """A first hand with these bids and tricks, and the lines of its score."""
    return scripted_hand(load("spades", **{"hands": 1, **options}), bids, tricks)


def test_everybody_bids_once_from_the_dealers_left() -> None:
    state = dealt(*HANDS)
    for seat in range(4):
        assert state.seat == seat, "seat 3 deals first"
        assert choices(state) == {"call nil", *(f"call {tricks}" for tricks in range(1, 14))}
        state = state.apply("call 3")
    assert all(text.startswith("play ") for text in choices(state))
    assert state.seat == 0, "and the player on the dealer's left leads"


def test_suit_must_be_followed_and_otherwise_anything_goes() -> None:
    state = play(dealt(*HANDS), [*["call 3"] * 4, "play AC"])
    assert choices(state) == {"play QC", "play JC"}
    state = play(state, ["play QC"])
    assert choices(state) == {f"play {card}" for card in HEARTS.split()}


def test_spades_may_not_be_led_until_one_has_been_played() -> None:
    state = play(dealt(*HANDS), ["call 3"] * 4)
    assert not {"play 2S", "play 3S"} & choices(state)
    state = play(state, ["play AC", "play QC", "play KH", "play 4S"])
    assert state.seat == 3, "a spade is a trump"
    assert {"play 5S", "play 6S"} <= choices(state)
    assert sorted(cards_in(state, "captured", index=3)) == ["4S", "AC", "KH", "QC"]


def test_what_lets_spades_be_led_is_an_option() -> None:
    opening = ["call 3"] * 4
    assert "play 2S" in choices(play(dealt(*HANDS, breaks="free"), opening))
    trick = ["play AC", "play QC", "play KH", "play 4S"]
    assert "play 5S" not in choices(play(dealt(*HANDS, breaks="nothing"), [*opening, *trick]))


def test_a_hand_of_nothing_but_spades_may_lead_them() -> None:
    only = "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S"
    assert len(choices(play(dealt(only, HEARTS, "", ""), ["call 13", *["call 3"] * 3]))) == 13


def test_the_highest_card_of_the_suit_led_wins_without_a_spade() -> None:
    state, _ = hand_of((3, 3, 3, 3), (1, 5, 4, 3))
    assert [seat.tricks for seat in state.view(None).players] == [1, 5, 4, 3]


def test_bids_that_are_made_score_ten_a_trick_and_one_for_each_over() -> None:
    state, scored = hand_of((7, 1, 2, 2), (7, 2, 2, 2))
    assert lines(scored, 0, by="seat") == [70], "Bicycle: a bid of seven that makes seven scores 70"
    assert lines(scored, 1, by="seat") == [10, 1]
    assert state.scores == (70, 11, 20, 20)


def test_eight_tricks_with_a_bid_of_seven_score_71() -> None:
    """Bicycle's second example."""
    state, _ = hand_of((7, 2, 2, 1), (8, 2, 2, 1))
    assert state.scores == (71, 20, 20, 10)


def test_a_bid_that_is_not_made_loses_ten_a_trick() -> None:
    state, scored = hand_of((4, 3, 3, 4), (3, 3, 3, 4))
    assert lines(scored, 0, by="seat") == [-40]
    assert state.scores == (-40, 30, 30, 40)


def test_a_bid_that_is_not_made_may_score_nothing() -> None:
    """Bicycle: with a bid of four and three tricks no points are awarded."""
    state, _ = hand_of((4, 3, 3, 4), (3, 3, 3, 4), failed_bid="nothing")
    assert state.scores == (0, 30, 30, 40)


def test_nil_made_scores_a_hundred() -> None:
    state, scored = hand_of((0, 4, 4, 5), (0, 4, 4, 5))
    assert lines(scored, 0, by="seat") == [100]
    assert state.scores == (100, 40, 40, 50)


def test_nil_failed_loses_a_hundred_and_its_tricks_are_bags() -> None:
    state, scored = hand_of((0, 4, 4, 3), (2, 4, 4, 3))
    assert lines(scored, 0, by="seat") == [-100, 2]
    assert state.view(None).registers["bags"] == (2, 0, 0, 0)


def test_ten_bags_of_one_hand_cost_a_hundred() -> None:
    state, scored = hand_of((1, 1, 1, 1), (12, 1, 0, 0))
    assert lines(scored, 0, by="seat") == [10, 11, -100]
    assert state.view(None).registers["bags"] == (1, 0, 0, 0), "what is over ten is carried on"


@pytest.mark.parametrize(("tricks", "points", "bags"), [(3, 12, 9), (4, -87, 0), (5, -86, 1)])
def test_ten_bags_over_several_hands_cost_a_hundred(tricks: int, points: int, bags: int) -> None:
    state, _ = hand_of((1, 2, 2, 1), (8, 2, 2, 1), hands=2)
    assert state.view(None).registers["bags"] == (7, 0, 0, 0)
    found = found_hand(bid(state, (1, 3, 3, 3)), lambda won: won[0] == tricks)
    assert found is not None
    assert found[0].scores[0] - state.scores[0] == points
    assert found[0].view(None).registers["bags"][0] == bags


def test_the_first_to_reach_the_target_wins_and_the_highest_if_several_do() -> None:
    state, _ = hand_of((5, 6, 1, 1), (5, 6, 1, 1), hands=None, target=50)
    assert state.scores == (50, 60, 10, 10)
    assert state.result is not None
    assert state.result.winner == 1


def test_players_who_are_level_at_the_target_play_on() -> None:
    state, _ = hand_of((5, 5, 1, 2), (5, 5, 1, 2), hands=None, target=50)
    assert state.scores == (50, 50, 10, 20)
    assert not state.is_over
    assert state.seat == 1, "the deal passes to the left"


def test_three_players_have_seventeen_cards_without_the_two_of_clubs() -> None:
    state = load("spades", players=3, hands=1).deal(seed=1)
    assert [len(cards_in(state, "hand", index=seat)) for seat in range(3)] == [17] * 3
    assert "2C" not in [str(card) for card in state.game.deck]
    assert "call 17" in choices(state)
