"""Crazy Eights, rule by rule, from https://bicyclecards.com/how-to-play/crazy-eights and, where it ends, Wikipedia."""

from __future__ import annotations

import random

import pytest
from tests.games.scripts import cards_in, choices, play, stacked

from deckwright.engine import State, load
from deckwright.games import OptionValue


def dealt(*hands: str, then: str = "", last: str = "", **options: OptionValue) -> State:
    """Seat 0 plays first; the first card of `then` is turned up."""
    game = load("crazy-eights", players=len(hands), **{"hands": 1, **options})
    return game.deal(deck=stacked(game, hands, then=then, last=last), seed=4)


TWO = ("3C 4D 5H 6S 8C KD AS", "2C 7C 9D 10H JS 8H QD")


def test_two_players_get_seven_cards_and_more_get_five() -> None:
    for players, cards in ((2, 7), (3, 5), (5, 5), (7, 5)):
        state = load("crazy-eights", players=players).deal(seed=1)
        assert [len(cards_in(state, "hand", index=seat)) for seat in range(players)] == [cards] * players
        assert len(cards_in(state, "discard")) == 1


def test_six_or_more_play_with_two_packs() -> None:
    assert [len(load("crazy-eights", players=players).deck) for players in (5, 6, 7)] == [52, 104, 104]


def test_a_card_must_match_the_suit_or_the_rank_and_an_eight_goes_on_anything() -> None:
    state = dealt(*TWO, then="3D")
    assert state.seat == 0
    assert choices(state, verb="play") == {"3C", "4D", "KD", "8C"}
    state = state.apply("play 3C")
    assert choices(state, verb="play") == {"2C", "7C", "8H"}


def test_who_plays_an_eight_names_the_suit_that_must_follow() -> None:
    state = dealt(*TWO, then="3D").apply("play 8C")
    assert state.seat == 0
    assert choices(state) == {"name clubs", "name diamonds", "name hearts", "name spades"}
    state = state.apply("name spades")
    assert state.seat == 1
    assert choices(state, verb="play") == {"JS", "8H"}, "a spade or another eight, not a club"


def test_an_eight_of_the_suit_asked_for_names_a_suit_too() -> None:
    state = dealt(*TWO, then="9C")
    assert len(state.actions()) == len(choices(state)), "there is one way to play it"
    state = state.apply("play 8C")
    assert choices(state) == {"name clubs", "name diamonds", "name hearts", "name spades"}


def test_the_suit_asked_for_is_that_of_the_last_card_again_once_it_was_followed() -> None:
    state = play(dealt(*TWO, then="3D"), ["play 8C", "name spades", "play JS"])
    assert choices(state, verb="play") == {"6S", "AS"}


def test_an_eight_that_is_turned_up_is_buried_and_another_card_turned() -> None:
    state = dealt(*TWO, then="8S 8D 4H 9C")
    assert cards_in(state, "discard") == ["4H"]
    stock = cards_in(state, "stock")
    assert {"8S", "8D"} <= set(stock)
    assert len(stock) == 52 - 14 - 1
    game = load("crazy-eights", players=2)
    deck = stacked(game, TWO, then="8S 4H")
    places = {cards_in(game.deal(deck=deck, seed=seed), "stock").index("8S") for seed in range(20)}
    assert len(places) > 5, "nobody knows where"
    assert choices(state, verb="play") == {"4D", "5H", "8C"}


def test_a_card_may_be_drawn_even_by_who_can_play() -> None:
    state = dealt(*TWO, then="3D QS")
    assert "draw" in choices(state)
    assert "pass" not in choices(state)
    state = state.apply("draw")
    assert state.seat == 0
    assert "QS" in cards_in(state, "hand", index=0)
    assert state.view(1).zone("hand", index=0).cards == (None,) * 8


def test_cards_are_drawn_until_one_can_be_played() -> None:
    state = dealt("3C 4C 5C 6C 7C 9C JC", TWO[1].replace("2C 7C", "2H 7H"), then="KS 2D 3D 9S")
    for _ in range(3):
        assert choices(state) == {"draw"}
        state = state.apply("draw")
    assert choices(state, verb="play") == {"9S"}


def test_drawing_may_be_only_for_those_who_cannot_play_and_have_no_eight() -> None:
    state = dealt(*TWO, then="3D QS", draw_when="unable")
    assert "draw" not in choices(state)
    state = dealt("3C 4C 5C 6C 7C 9C 8D", "2H", then="KS 2D 9S", draw_when="unable")
    assert choices(state) == {"play 8D"}
    state = dealt("3C 4C 5C 6C 7C 9C JC", "2H", then="KS 2D 9S", draw_when="unable")
    state = play(state, ["draw", "draw"])
    assert choices(state) == {"play 9S"}


@pytest.mark.parametrize("limit", [1, 3, 5])
def test_drawing_may_be_limited_and_the_turn_then_passes(limit: int) -> None:
    hands = "3C 4C 5C 6C 7C 9C JC", "2C QC 10C AD 3H 4H 5H"
    state = dealt(*hands, then="KS 2D 3D 4D 5D 6D 7D 9D 10D JD AH", draw_limit=limit)
    for seat in (0, 1):
        assert state.seat == seat
        for _ in range(limit):
            assert choices(state) == {"draw"}
            state = state.apply("draw")
        assert choices(state) == {"pass"}
        state = state.apply("pass")
    assert [len(cards_in(state, "hand", index=seat)) for seat in (0, 1)] == [7 + limit] * 2
    assert state.seat == 0


def test_who_can_play_may_pass_only_where_that_is_allowed() -> None:
    for pass_when, allowed in (("unable", False), ("any", True)):
        state = dealt(*TWO, then="3D QS", draw_limit=1, pass_when=pass_when)
        assert "pass" not in choices(state), "a card can still be drawn"
        state = state.apply("draw")
        assert ("pass" in choices(state)) is allowed
        assert choices(state, verb="play")


def test_a_stock_that_runs_out_may_be_made_of_the_cards_played_except_the_last() -> None:
    state = play(dealt("3C 4C 5C", "6C 7C 9C", then="10C", cards=3, reshuffle=True), ["play 3C", "play 6C"])
    while cards_in(state, "stock"):
        state = state.apply("draw")
    assert cards_in(state, "discard") == ["10C", "3C", "6C"]
    state = state.apply("draw")
    assert cards_in(state, "discard") == ["6C"]
    assert len(cards_in(state, "stock")) == 1
    state = state.apply("draw")
    assert "draw" not in choices(state), "there is nothing left to draw"


def test_the_cards_played_are_shuffled_before_they_are_drawn_again() -> None:
    moves = [f"play {card}" for card in ["3C", "9C", "4C", "10C", "5C", "JC", "6C", "QC"]]
    orders = set()
    for seed in range(5):
        game = load("crazy-eights", players=2, hands=1, cards=5, reshuffle=True)
        deck = stacked(game, ("3C 4C 5C 6C KD", "9C 10C JC QC KH"), then="2C")
        state = play(game.deal(deck=deck, seed=seed), moves)
        while cards_in(state, "stock"):
            state = state.apply("draw")
        state = state.apply("draw")
        stock = next(zone for zone in state.view(state.seat).zones if zone.name == "stock")
        assert set(stock.cards) == {None}, "nobody knows how they lie"
        orders.add(tuple(cards_in(state, "stock")))
    assert len(orders) > 1


def test_who_cannot_play_passes_once_the_stock_is_gone() -> None:
    state = dealt("2C 3C 4C", "KS QS", then="10H", last="AS", cards=3)
    while cards_in(state, "stock"):
        state = state.apply("draw")
    assert "draw" not in choices(state)
    assert "pass" not in choices(state), "it holds hearts and must play"


def test_when_nobody_can_play_who_holds_least_scores_the_difference() -> None:
    game = load("crazy-eights", players=3, cards=1, hands=1, draw_limit=1)
    rng = random.Random(0)
    ended = 0
    for seed in range(300):
        state = game.deal(seed=seed)
        while not state.is_over:
            state = state.apply(rng.choice(state.actions()))
        held = [sum(map(worth, cards_in(state, "hand", index=seat))) for seat in range(3)]
        least = [seat for seat in range(3) if held[seat] == min(held)]
        share = sum(points - min(held) for points in held) // len(least)
        assert state.scores == tuple(share if seat in least else 0 for seat in range(3))
        if all(cards_in(state, "hand", index=seat) for seat in range(3)):
            ended += 1
            *_, before, first, second, third = (action.text for action in state.history)
            assert before != "pass"
            assert first == second == third == "pass"
    assert ended > 5


def worth(card: str) -> int:
    rank = card[:-1]
    return {"8": 50, "A": 1, "K": 10, "Q": 10, "J": 10}.get(rank) or int(rank)


def test_who_goes_out_scores_what_the_others_hold() -> None:
    game = load("crazy-eights", players=3, cards=2, hands=1)
    state = game.deal(deck=stacked(game, ["3C 4C", "8H 7C", "AD 9C"], then="5C KS 2H"), seed=1)
    state = play(state, ["play 3C", "draw", "play 7C", "draw", "play 9C", "play 4C"])
    assert [cards_in(state, "hand", index=seat) for seat in range(3)] == [[], ["8H", "KS"], ["AD", "2H"]]
    assert state.is_over
    assert state.scores == (50 + 10 + 1 + 2, 0, 0)


def test_the_hand_ends_at_once_when_someone_has_no_cards() -> None:
    game = load("crazy-eights", players=2, cards=2, hands=1)
    state = game.deal(deck=stacked(game, ["3C 4C", "KH 8S"], then="5C 6C"), seed=1)
    state = play(state, ["play 3C", "draw", "play 6C", "play 4C"])
    assert state.is_over
    assert state.scores == (60, 0), "an eight is 50 and a king 10"
    assert state.result is not None
    assert state.result.winner == 0


def test_the_match_is_to_fifty_points_for_each_player() -> None:
    for players in (2, 3):
        game = load("crazy-eights", players=players)
        for seed in range(4):
            rng = random.Random(seed)
            state = game.deal(seed=seed)
            hands = 0
            while not state.is_over:
                if state.hands > hands:
                    hands = state.hands
                    assert max(state.scores) < 50 * players
                plays = [action for action in state.actions() if action.text != "draw"]
                state = state.apply(rng.choice(plays or state.actions()))
            assert max(state.scores) >= 50 * players
            assert state.result is not None
            assert state.result.winner == state.scores.index(max(state.scores))


def test_the_deal_goes_round() -> None:
    state = load("crazy-eights", players=3, hands=3).deal(seed=1)
    starters = [state.seat]
    rng = random.Random(1)
    hands = 0
    while not state.is_over:
        plays = [action for action in state.actions() if action.text != "draw"]
        state = state.apply(rng.choice(plays or state.actions()))
        if state.hands > hands and not state.is_over:
            hands = state.hands
            starters.append(state.seat)
    assert starters == [0, 1, 2]
