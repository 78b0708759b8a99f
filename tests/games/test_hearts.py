"""Hearts, rule by rule, from https://www.pagat.com/reverse/hearts.html."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from tests.games.scripts import cards_in, choices, play, stacked

from deckwright.engine import IllegalAction, State, load
from deckwright.games import OptionValue

HANDS = (
    "2C 3C 4C AD KD QD JD 10D 9D 8D AS KS QS",
    "5C 6C 7C 2D 3D 4D 5D 6D 7D JS 10S 9S 8S",
    "8C 9C 10C 2H 3H 4H 5H 6H 7H 2S 3S 4S 5S",
    "JC QC KC AC 8H 9H 10H JH QH KH AH 6S 7S",
)


def dealt(*hands: str, **options: OptionValue) -> State:
    game = load("hearts", **{"passing": "none", "hands": 1, **options})
    return game.deal(deck=stacked(game, hands), seed=1)


def finish(state: State, choose: Callable[[list[str]], str]) -> State:
    """The state at the end of the game, by a rule for choosing."""
    while not state.is_over:
        state = state.apply(choose([action.text for action in state.actions()]))
    return state


def test_everybody_gets_thirteen_cards() -> None:
    state = dealt(*HANDS)
    assert [sorted(cards_in(state, "hand", index=seat)) for seat in range(4)] == [sorted(h.split()) for h in HANDS]


def test_the_two_of_clubs_must_be_led_by_whoever_holds_it() -> None:
    for turn in range(4):
        hands = HANDS[turn:] + HANDS[:turn]
        state = dealt(*hands)
        assert state.seat == -turn % 4
        assert choices(state) == {"play 2C"}


def test_suit_must_be_followed() -> None:
    state = play(dealt(*HANDS), ["play 2C"])
    assert state.seat == 1
    assert choices(state) == {"play 5C", "play 6C", "play 7C"}
    with pytest.raises(IllegalAction):
        state.apply("play 2D")


def test_who_does_not_follow_is_known_to_have_none_of_the_suit() -> None:
    moves = ["2C", "5C", "8C", "JC", "6S", "AS", "8S", "2S", "AD", "2D", "9C", "QC"]
    state = play(dealt(*HANDS), [f"play {card}" for card in moves])
    for seed in range(20):
        world = state.resample(0, seed=seed)
        held = [" ".join(cards_in(world, "hand", index=seat)) for seat in range(4)]
        assert "D" in held[1]
        assert "D" not in held[2] + held[3]


def test_the_highest_card_of_the_suit_led_wins_and_leads() -> None:
    state = play(dealt(*HANDS), ["play 2C", "play 7C", "play 10C", "play JC"])
    assert state.seat == 3
    assert sorted(cards_in(state, "captured", index=3)) == ["10C", "2C", "7C", "JC"]
    assert state.view(None).players[3].tricks == 1


def test_no_penalty_card_falls_on_the_first_trick() -> None:
    void = ("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC", "AD 2H 3H QS", "2S 3S", "")
    state = play(dealt(*void), ["play 2C"])
    assert not any(text.endswith("H") or text == "play QS" for text in choices(state))
    assert "play AD" in choices(state)


def test_penalty_cards_may_fall_on_the_first_trick_from_a_hand_of_nothing_else() -> None:
    only = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH QS"
    state = play(dealt("2C 3C", only, "", ""), ["play 2C"])
    assert choices(state) == {f"play {card}" for card in only.split()}


def test_hearts_may_not_be_led_until_one_has_been_played() -> None:
    state = play(dealt(*HANDS), ["play 2C", "play 7C", "play 10C", "play JC"])
    assert choices(state) == {"play QC", "play KC", "play AC", "play 6S", "play 7S"}
    # Seat 2 has no diamonds left to follow with, and discards a heart.
    state = play(state, ["play 6S", "play QS", "play 8S", "play 2S", "play AD", "play 2D", "play 2H", "play QC"])
    assert state.seat == 0
    state = play(state, ["play 4C", "play 5C", "play 8C", "play KC"])
    assert "play AH" in choices(state)


def test_a_hand_of_nothing_but_hearts_may_lead_them() -> None:
    hands = ("AC 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH", "3C 4C", "5C 6C", "2C 8C")
    state = play(dealt(*hands), ["play 2C", "play AC", "play 3C", "play 5C"])
    assert state.seat == 0
    assert choices(state) == {f"play {card}" for card in hands[0].split()[1:]}


@pytest.mark.parametrize(("breaks", "allowed"), [("hearts", False), ("queen", True)])
def test_what_breaks_hearts_is_an_option(breaks: str, allowed: bool) -> None:
    state = play(dealt(*HANDS, breaks=breaks), ["play 2C", "play 7C", "play 10C", "play JC"])
    state = play(state, ["play 6S", "play QS", "play 8S", "play 2S"])
    assert state.seat == 0, "the queen of spades took the trick"
    state = play(state, ["play 3C", "play 5C", "play 8C", "play AC"])
    assert state.seat == 3
    assert ("play AH" in choices(state)) is allowed


@pytest.mark.parametrize("breaks", ["hearts", "queen"])
def test_a_leader_with_only_hearts_and_the_queen_must_lead_the_queen(breaks: str) -> None:
    hands = ("AC QS 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH", "3C 4C", "5C 6C", "2C 8C")
    state = play(dealt(*hands, breaks=breaks), ["play 2C", "play AC", "play 3C", "play 5C"])
    assert state.seat == 0
    assert choices(state) == {"play QS"}


def test_each_heart_costs_one_and_the_queen_of_spades_thirteen() -> None:
    game = load("hearts", passing="none", hands=1)
    for seed in range(20):
        state = finish(game.deal(seed=seed), random.Random(seed).choice)
        taken = [cards_in(state, "captured", index=seat) for seat in range(4)]
        points = [sum(card.endswith("H") for card in cards) + 13 * ("QS" in cards) for cards in taken]
        shot = 26 in points
        assert list(state.scores) == [26 - own if shot else own for own in points]


MOON = ("AC AD AS KS QS AH KH QH JH 10H 9H 8H 7H", "6H 5H 4H", "3H 2H 2C", "")


def shoot(**options: OptionValue) -> State:
    """Seat 0 takes every trick: ace of clubs, then its cards from the highest."""
    order = MOON[0].split()

    def choose(texts: list[str]) -> str:
        mine = [f"play {card}" for card in order if f"play {card}" in texts]
        return mine[0] if mine else texts[0]

    return finish(dealt(*MOON, **options), choose)


def test_shooting_the_moon_costs_the_others_26_each() -> None:
    assert shoot().scores == (0, 26, 26, 26)


def test_shooting_the_moon_may_lower_ones_own_score_instead() -> None:
    assert shoot(moon="self").scores == (-26, 0, 0, 0)


def pass_cards(state: State) -> tuple[State, list[set[str]]]:
    """Everybody passes the first three cards of the list; what each of them gave."""
    given: list[set[str]] = [set() for _ in range(state.game.seats)]
    for _ in range(3 * state.game.seats):
        seat, action = state.seat, state.actions()[0]
        assert seat is not None
        assert all(text.startswith("pass ") for text in choices(state)), "neither fewer nor more than three"
        given[seat].add(action.text.removeprefix("pass "))
        state = state.apply(action)
    return state, given


def receivers(state: State, given: list[set[str]]) -> list[int]:
    """Who holds what each seat gave, the trick on the table included."""
    held = [set(cards_in(state, "hand", index=seat)) for seat in range(state.game.seats)]
    return [next(seat for seat, cards in enumerate(held) if gift <= cards) for gift in given]


def test_three_cards_are_passed_left_right_across_and_then_not_at_all() -> None:
    state = load("hearts", target=1000).deal(seed=5)
    shifts = []
    for hand in range(8):
        assert state.hands == hand
        if state.actions()[0].text.startswith("pass "):
            state, given = pass_cards(state)
            shifts.append({(to - seat) % 4 for seat, to in enumerate(receivers(state, given))})
        else:
            shifts.append(set())
        while state.hands == hand:
            state = state.apply(state.actions()[0])
    assert shifts == [{1}, {3}, {2}, set()] * 2


def test_three_players_pass_left_right_and_then_not_at_all() -> None:
    state = load("hearts", players=3, target=1000).deal(seed=5)
    assert len(state.game.deck) == 51
    assert "2D" not in [str(card) for card in state.game.deck]
    shifts = []
    for hand in range(3):
        if state.actions()[0].text.startswith("pass "):
            state, given = pass_cards(state)
            shifts.append({(to - seat) % 3 for seat, to in enumerate(receivers(state, given))})
        else:
            shifts.append(set())
        while state.hands == hand:
            state = state.apply(state.actions()[0])
    assert shifts == [{1}, {2}, set()]


@pytest.mark.parametrize(("passing", "shift"), [("left", 1), ("right", 3), ("across", 2)])
def test_passing_may_always_go_the_same_way(passing: str, shift: int) -> None:
    state, given = pass_cards(load("hearts", passing=passing, hands=1).deal(seed=9))
    assert receivers(state, given) == [(seat + shift) % 4 for seat in range(4)]


def test_cards_are_passed_before_any_is_received_and_only_giver_and_receiver_see_them() -> None:
    state = load("hearts", passing="left", hands=1).deal(seed=2)
    before = [state.view(seat).hand for seat in range(4)]
    gift = [action.text.removeprefix("pass ") for action in state.actions()[:3]]
    assert state.seat == 0
    state = play(state, [f"pass {card}" for card in gift])
    assert state.view(1).hand == before[1], "nobody looks at what comes before having passed"
    assert state.view(2).zone("hand", index=0).cards == (None,) * len(state.view(2).zone("hand", index=0).cards)
    while state.actions()[0].text.startswith("pass "):
        state = state.apply(state.actions()[0])
    assert set(gift) <= set(state.view(1).hand)
    for seat, sees in ((0, True), (2, False), (3, False), (None, False)):
        assert set(gift) <= set(state.view(seat).zone("hand", index=1).cards) or not sees
        assert bool(set(gift) & set(state.view(seat).zone("hand", index=1).cards)) is sees


def test_the_game_ends_when_someone_has_a_hundred_and_the_lowest_wins() -> None:
    game = load("hearts")
    for seed in range(10):
        state = game.deal(seed=seed)
        rng = random.Random(seed)
        hands = 0
        while not state.is_over:
            if state.hands > hands:
                assert max(state.scores) < 100
                hands = state.hands
            state = state.apply(rng.choice(state.actions()))
        assert max(state.scores) >= 100
        assert state.result is not None
        lowest = tuple(seat for seat, score in enumerate(state.scores) if score == min(state.scores))
        assert state.result.winners == lowest


def test_who_are_lowest_together_share_the_win_or_play_on() -> None:
    level = 0
    sharing, playing_on = (load("hearts", passing="none", target=1, ties=ties) for ties in ("share", "play_on"))
    for seed in range(40):
        state = finish(sharing.deal(seed=seed), random.Random(seed).choice)
        assert state.hands == 1
        if state.scores.count(min(state.scores)) == 1:
            continue
        level += 1
        assert state.result is not None
        assert state.result.is_draw
        assert len(state.result.winners) == state.scores.count(min(state.scores))
        on = finish(playing_on.deal(seed=seed), random.Random(seed).choice)
        assert on.hands > 1
        assert on.scores.count(min(on.scores)) == 1
    assert level, "some hand ends with two lowest"


def test_a_number_of_hands_may_be_played_instead() -> None:
    state = finish(load("hearts", hands=3).deal(seed=1), random.Random(1).choice)
    assert state.hands == 3
