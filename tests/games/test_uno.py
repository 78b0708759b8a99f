"""UNO, rule by rule, from the official rules as https://en.wikipedia.org/wiki/Uno_(card_game) tells them."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.games.scripts import cards_in, choices, play, stacked

from deckwright.engine import State, load
from deckwright.games import OptionValue

COLOURS = ("red", "yellow", "green", "blue")
NAMES = {f"name {colour}" for colour in COLOURS}


def dealt(*hands: str, then: str, **options: OptionValue) -> State:
    """Seat 0 is to the dealer's left; the first card of `then` is turned up, the others are drawn."""
    sizes = {len(hand.split()) for hand in hands}
    game = load("uno", players=len(hands), **{"hands": 1, "cards": max(sizes), **options})
    return game.deal(deck=stacked(game, hands, then=then), seed=4)


def sizes(state: State) -> list[int]:
    return [len(cards_in(state, "hand", index=seat)) for seat in range(state.game.seats)]


THREE = (
    "5/red skip/red 7/blue wild",
    "5/green 9/red draw-two/blue 1/yellow",
    "reverse/red 3/green 3/blue 9/blue",
)


def test_the_pack_has_108_cards() -> None:
    deck = Counter(str(card) for card in load("uno").deck)
    assert sum(deck.values()) == 108
    for colour in COLOURS:
        assert deck[f"0/{colour}"] == 1
        assert all(deck[f"{number}/{colour}"] == 2 for number in range(1, 10))
        assert all(deck[f"{action}/{colour}"] == 2 for action in ("skip", "reverse", "draw-two"))
    assert deck["wild"] == deck["wild-draw-four"] == 4


@pytest.mark.parametrize("players", [2, 4, 10])
def test_seven_cards_each_and_one_is_turned_up(players: int) -> None:
    for seed in range(30):
        state = load("uno", players=players).deal(seed=seed)
        (top,) = cards_in(state, "discard")
        assert top != "wild-draw-four"
        extra = 2 if top.startswith("draw-two") else 0
        assert sizes(state) == [7 + extra, *[7] * (players - 1)]


def test_a_card_matches_by_colour_or_by_number_and_a_wild_always() -> None:
    state = dealt(*THREE, then="5/blue 8/blue")
    assert state.seat == 0
    assert choices(state) == {"play 5/red", "play 7/blue", "play wild", "draw"}


def test_a_card_matches_by_symbol() -> None:
    state = dealt("skip/red 1/red", "skip/blue 2/green", "4/green 4/red", then="3/red")
    state = play(state, ["play skip/red", "play 4/red", "play 1/red"])
    state = dealt("skip/red 1/red", "4/green 2/green", "skip/blue 4/yellow", then="3/red").apply("play skip/red")
    assert state.seat == 2
    assert choices(state, verb="play") == {"skip/blue"}


def test_a_skip_takes_the_next_players_turn() -> None:
    assert dealt(*THREE, then="8/red").apply("play skip/red").seat == 2


def test_a_reverse_turns_the_direction_of_play() -> None:
    state = play(dealt(*THREE, then="1/red"), ["play 5/red", "play 9/red", "play reverse/red"])
    assert state.seat == 1
    state = play(state, ["draw", "keep"])
    assert state.seat == 0


def test_with_two_players_a_reverse_is_a_skip() -> None:
    state = dealt("reverse/red 1/red 2/red", "3/red 4/red 5/red", then="9/red").apply("play reverse/red")
    assert state.seat == 0


def test_a_draw_two_makes_the_next_player_draw_two_and_miss_the_turn() -> None:
    state = play(dealt(*THREE, then="8/blue 1/green 2/green 4/green"), ["play 7/blue", "play draw-two/blue"])
    assert state.seat == 0
    assert sizes(state) == [3, 3, 6]
    assert {"1/green", "2/green"} <= set(cards_in(state, "hand", index=2))


def test_draws_and_skips_follow_the_direction_of_play() -> None:
    hands = ("reverse/red 1/red", "2/red 3/red", "draw-two/red 4/red", "5/red 6/red")
    state = play(dealt(*hands, then="9/red 1/blue 2/blue"), ["play reverse/red", "play 5/red", "play draw-two/red"])
    assert state.seat == 0
    assert sizes(state) == [1, 4, 1, 1]


def test_who_plays_a_wild_names_the_colour_that_must_follow() -> None:
    state = dealt(*THREE, then="8/yellow").apply("play wild")
    assert state.seat == 0
    assert choices(state) == NAMES
    state = state.apply("name green")
    assert choices(state, verb="play") == {"5/green"}


def test_a_wild_draw_four_is_only_for_who_has_no_card_of_the_colour() -> None:
    hands = ("wild-draw-four 5/red 3/blue", "1/red 2/red 4/red", "6/red 7/red 8/red")
    assert choices(dealt(*hands, then="9/red")) == {"play 5/red", "draw"}
    state = dealt(*hands, then="5/green 1/blue 2/blue 4/blue 6/blue 8/blue")
    assert choices(state) == {"play 5/red", "play wild-draw-four", "draw"}, "a matching number does not matter"
    state = play(state, ["play wild-draw-four", "name blue"])
    assert state.seat == 2
    assert sizes(state) == [2, 7, 3]
    assert set(cards_in(state, "hand", index=1)) >= {"1/blue", "2/blue", "4/blue", "6/blue"}


def test_a_card_is_drawn_also_by_choice_and_that_card_alone_may_be_played() -> None:
    state = dealt(*THREE, then="5/blue 8/blue 1/green").apply("draw")
    assert state.seat == 0
    assert choices(state) == {"play 8/blue", "keep"}
    assert state.view(1).zone("drawn_card", index=0).cards == (None,)
    assert state.apply("play 8/blue").seat == 1
    kept = state.apply("keep")
    assert kept.seat == 1
    assert sizes(kept) == [5, 4, 4]


def test_a_drawn_card_that_does_not_match_is_kept() -> None:
    state = dealt(*THREE, then="5/blue 8/green").apply("draw")
    assert choices(state) == {"keep"}


def test_a_drawn_action_card_works() -> None:
    state = play(dealt(*THREE, then="5/blue draw-two/blue 1/green 2/green"), ["draw", "play draw-two/blue"])
    assert state.seat == 2
    assert sizes(state) == [4, 6, 4]


def test_drawing_may_be_only_for_those_who_cannot_play() -> None:
    assert choices(dealt(*THREE, then="8/yellow 8/blue", draw_when="unable")) == {"play wild"}
    hands = ("5/red 7/blue", "1/red 2/red", "3/red 4/red")
    assert choices(dealt(*hands, then="8/yellow 8/blue", draw_when="unable")) == {"draw"}


def test_a_skip_turned_up_takes_the_first_players_turn() -> None:
    assert dealt(*THREE, then="skip/green").seat == 1


def test_a_reverse_turned_up_lets_the_dealer_begin_the_other_way() -> None:
    state = dealt(*THREE, then="reverse/green 1/red 2/yellow")
    assert state.seat == 2
    assert play(state, ["draw", "keep"]).seat == 1
    assert dealt("1/red", "2/red", then="reverse/green").seat == 1


def test_a_draw_two_turned_up_makes_the_first_player_draw_and_miss_the_turn() -> None:
    state = dealt(*THREE, then="draw-two/green 1/red 2/yellow")
    assert state.seat == 1
    assert sizes(state) == [6, 4, 4]


def test_a_wild_turned_up_lets_the_first_player_name_the_colour() -> None:
    state = dealt(*THREE, then="wild")
    assert state.seat == 0
    assert choices(state) == NAMES
    state = state.apply("name blue")
    assert state.seat == 0
    assert choices(state, verb="play") == {"7/blue", "wild"}


def test_a_wild_draw_four_turned_up_goes_back_and_another_is_turned() -> None:
    state = dealt(*THREE, then="wild-draw-four wild-draw-four 6/yellow")
    assert cards_in(state, "discard") == ["6/yellow"]
    assert cards_in(state, "stock").count("wild-draw-four") == 4


def test_who_goes_out_scores_what_the_others_hold() -> None:
    hands = ("5/red 6/red", "wild 9/red", "skip/green 0/red", "draw-two/blue 1/red")
    state = play(dealt(*hands, then="8/red"), ["play 5/red", "play 9/red", "play 0/red", "play 1/red", "play 6/red"])
    assert state.is_over
    assert state.scores == (50 + 20 + 20, 0, 0, 0)
    assert state.result is not None
    assert state.result.winner == 0


def test_numbers_count_as_they_are_and_reverse_twenty_and_wild_draw_four_fifty() -> None:
    hands = ("5/red", "7/green 0/blue reverse/blue wild-draw-four")
    game = load("uno", players=2, hands=1, cards=4)
    state = game.deal(deck=stacked(game, ["5/red 6/red 1/red 2/red", hands[1]], then="8/red"), seed=1)
    while not state.is_over:
        moves = [action for action in state.actions() if action.text.startswith("play") and state.seat == 0]
        state = state.apply(moves[0]) if moves else play(state, ["draw", "keep"])
    drawn = [card for card in cards_in(state, "hand", index=1) if card not in hands[1].split()]
    worth = 7 + 0 + 20 + 50 + sum(_worth(card) for card in drawn)
    assert state.scores == (worth, 0)


def _worth(card: str) -> int:
    rank = card.split("/")[0]
    return int(rank) if rank.isdigit() else 50 if rank.startswith("wild") else 20


def test_the_next_player_still_draws_what_the_last_card_says() -> None:
    hands = ("draw-two/red", "1/red", "2/red")
    state = dealt(*hands, then="8/red 9/green 9/blue").apply("play draw-two/red")
    assert state.is_over
    assert sizes(state) == [0, 3, 1]
    assert state.scores == (1 + 18 + 2, 0, 0)


def test_when_the_pack_is_used_up_the_cards_played_become_a_new_one() -> None:
    state = play(dealt("5/red 6/red 7/red", "1/red 2/red 3/red", then="8/red"), ["play 5/red", "play 1/red"])
    while cards_in(state, "stock"):
        state = play(state, ["draw", "keep"])
    assert cards_in(state, "discard") == ["8/red", "5/red", "1/red"]
    state = state.apply("draw")
    assert cards_in(state, "discard") == ["1/red"]
    assert len(cards_in(state, "stock")) == 1


def test_the_first_to_five_hundred_wins() -> None:
    for seed in range(3):
        state = load("uno", players=3).deal(seed=seed)
        rng = random.Random(seed)
        while not state.is_over:
            assert max(state.scores) < 500
            plays = [action for action in state.actions() if action.text not in ("draw", "keep")]
            state = state.apply(rng.choice(plays or state.actions()))
        assert max(state.scores) >= 500
        assert state.result is not None
        assert state.result.winner == state.scores.index(max(state.scores))


BLUFF = ("wild-draw-four 5/red 3/blue", "1/red 2/red 4/red", "6/red 7/red 8/red")
DRAWS = "1/blue 2/blue 4/blue 6/blue 7/blue 8/blue"


def test_with_challenges_a_wild_draw_four_may_be_bluffed_and_taken() -> None:
    state = dealt(*BLUFF, then=f"9/red {DRAWS}", challenge=True)
    assert "play wild-draw-four" in choices(state)
    state = play(state, ["play wild-draw-four", "name blue"])
    assert state.seat == 1
    assert choices(state) == {"accept", "challenge"}
    state = state.apply("accept")
    assert state.seat == 2
    assert sizes(state) == [2, 7, 3]


def test_a_bluff_that_is_challenged_costs_four_cards_and_no_turn_is_missed() -> None:
    state = play(dealt(*BLUFF, then=f"9/red {DRAWS}", challenge=True), ["play wild-draw-four", "name blue"])
    assert None in state.view(1).zone("hand", index=0).cards
    state = state.apply("challenge")
    assert sizes(state) == [6, 3, 3]
    assert state.seat == 1
    shown = {str(card) for card in state.view(1).zone("hand", index=0).cards if card is not None}
    assert shown == {"5/red", "3/blue"}, "the hand was shown to the challenger"
    assert set(state.view(2).zone("hand", index=0).cards) == {None}, "and to nobody else"


def test_a_challenge_of_an_honest_wild_draw_four_costs_six_cards() -> None:
    state = play(dealt(*BLUFF, then=f"9/green {DRAWS}", challenge=True), ["play wild-draw-four", "name red"])
    state = state.apply("challenge")
    assert sizes(state) == [2, 9, 3]
    assert state.seat == 2, "and the turn"


def test_the_deal_goes_round() -> None:
    state = load("uno", players=3, hands=3, cards=1).deal(seed=1)
    rng = random.Random(1)
    dealt_to, hands = [], -1
    while not state.is_over:
        if state.hands > hands:
            hands = state.hands
            (top,) = cards_in(state, "discard")
            if top[0].isdigit() or top == "wild":
                dealt_to.append((state.seat, hands % 3))
        state = state.apply(rng.choice(state.actions()))
    assert all(seat == first for seat, first in dealt_to)
    assert dealt_to
