"""Gin Rummy, rule by rule, from https://www.pagat.com/rummy/ginrummy.html."""

from __future__ import annotations

import random

import pytest
from tests.games.scripts import cards_in, choices, play, stacked

from deckwright.engine import State, load
from deckwright.games import OptionValue

READY = "2C 3C 4C 7D 7H 7S 9S 10S JS 5H"
"""Three melds, and a five left over."""
POOR = "AD 3D 5D 8D JD KD 2H 6H 9H QH"
"""No two cards go together: 1 + 3 + 5 + 8 + 10 + 10 + 2 + 6 + 9 + 10 = 64."""


def dealt(*hands: str, up: str = "QC", then: str = "", **options: OptionValue) -> State:
    game = load("gin-rummy", **{"hands": 1, **options})
    return game.deal(deck=stacked(game, hands, then=f"{up} {then}"), seed=1)


def knocked(first: str = READY, second: str = POOR, *, drawn: str = "KC", **options: OptionValue) -> State:
    """Seat 0 draws a card and knocks with it."""
    return play(dealt(first, second, up="QC", then=drawn, **options), ["pass", "pass", "draw", f"knock {drawn}"])


def laid(state: State) -> State:
    """Everything is laid that can be, and laid off; then the hand is over."""
    while not state.is_over:
        texts = choices(state)
        state = state.apply(max(texts, key=lambda text: (text.startswith("lay"), len(text), text)))
    return state


def test_ten_cards_each_and_one_turned_up() -> None:
    state = load("gin-rummy").deal(seed=1)
    assert [len(cards_in(state, "hand", index=seat)) for seat in (0, 1)] == [10, 10]
    assert len(cards_in(state, "discard")) == 1
    assert len(cards_in(state, "stock")) == 31
    assert state.view(1).zone("hand", index=0).cards == (None,) * 10


def test_the_upcard_is_offered_to_the_opponent_then_to_the_dealer() -> None:
    state = dealt(READY, POOR)
    assert (state.seat, choices(state)) == (0, {"take", "pass"})
    state = state.apply("pass")
    assert (state.seat, choices(state)) == (1, {"take", "pass"})
    state = state.apply("pass")
    assert (state.seat, choices(state)) == (0, {"draw"}), "who both refused it: the opponent draws"


def test_a_dealer_who_takes_the_upcard_discards_and_the_opponent_goes_on() -> None:
    state = play(dealt(READY, POOR), ["pass", "take", "discard KD"])
    assert (state.seat, choices(state)) == (0, {"draw", "take"})


def test_everyone_knows_the_card_that_was_taken() -> None:
    state = dealt(READY, POOR).apply("take")
    assert "QC" in state.view(1).zone("hand", index=0).cards


def test_the_card_just_taken_may_not_be_discarded() -> None:
    state = dealt(READY, POOR).apply("take")
    assert choices(state, verb="discard") == set(READY.split())
    state = dealt(READY, POOR, take_back=True).apply("take")
    assert "QC" in choices(state, verb="discard")


def test_a_drawn_card_may_be_discarded() -> None:
    state = play(dealt(READY, POOR, then="KC"), ["pass", "pass", "draw"])
    assert "KC" in choices(state, verb="discard")


def test_only_who_has_ten_or_less_may_knock() -> None:
    state = play(dealt(READY, POOR, then="KC"), ["pass", "pass", "draw"])
    assert choices(state, verb="knock") == {"KC", "5H"}, "a five is left over, or a king"
    state = play(dealt(POOR, READY, then="KC"), ["pass", "pass", "draw"])
    assert not choices(state, verb="knock")
    state = play(dealt(READY, POOR, then="KC", knock=5), ["pass", "pass", "draw"])
    assert choices(state, verb="knock") == {"KC"}


@pytest.mark.parametrize(
    ("hand", "drawn", "may"),
    [
        ("AC 2C 3C 7D 7H 7S 9S 10S JS QH", "KC", True),  # the ace is low
        ("QC KC AC 7D 7H 7S 9S 10S JS QH", "KH", False),  # and not high
        ("7C 7D 7H 7S 8S 9S 2C 3C 4C 9D", "KC", True),  # four sevens, or three and a run: a nine is left
    ],
)
def test_sets_and_runs(hand: str, drawn: str, may: bool) -> None:
    state = play(dealt(hand, POOR.replace("QH", "4D").replace("KD", "10D"), up="6D", then=drawn), ["pass", "pass"])
    state = state.apply("draw")
    assert (drawn in choices(state, verb="knock")) is may


def test_a_card_counts_in_one_meld_only() -> None:
    state = play(dealt("7C 7D 7S 8S 9S 2D 4H JH QS KH", POOR.replace("QH", "4D"), then="KC"), ["pass", "pass", "draw"])
    assert not choices(state, verb="knock")


def test_a_knock_scores_the_difference() -> None:
    state = laid(knocked())
    assert cards_in(state, "hand", index=0) == ["5H"]
    assert state.scores == (64 - 5, 0)


def test_the_knockers_hand_is_shown() -> None:
    state = knocked()
    assert set(state.view(1).zone("hand", index=0).cards) == set(READY.split())


def test_the_knocker_must_lay_enough() -> None:
    state = knocked()
    assert "done" not in choices(state)
    state = play(state, ["lay 2C 3C 4C", "lay 7D 7H 7S"])
    assert choices(state) == {"lay 9S 10S JS"}


def test_the_other_may_lay_off_on_sets_and_both_ends_of_runs() -> None:
    second = "7C AC 5C 8S QS 2H 6D 9H JD KD"
    state = play(knocked(second=second), ["lay 2C 3C 4C", "lay 7D 7H 7S", "lay 9S 10S JS", "done"])
    assert state.seat == 1
    assert choices(state, verb="lay off") == {"7C", "AC", "5C", "8S", "QS"}
    state = play(state, ["lay off AC", "p 0", "lay off 7C", "p 1", "lay off QS", "p 2", "done", "done"])
    assert state.scores == (5 + 8 + 2 + 6 + 9 + 10 + 10 - 5, 0)


def test_what_was_laid_off_may_be_laid_on() -> None:
    second = "5C 6C 8C AD 9D QH 2H 6H JH KD"
    state = play(knocked(second=second), ["lay 2C 3C 4C", "lay 7D 7H 7S", "lay 9S 10S JS", "done"])
    assert "6C" not in choices(state, verb="lay off")
    state = play(state, ["lay off 5C", "p 0"])
    assert "6C" in choices(state, verb="lay off")


def test_an_undercut_scores_the_difference_and_ten() -> None:
    second = "AD 2D 3D 6S 8H 8C 8D KD KH KS"
    state = laid(knocked(second=second))
    assert cards_in(state, "hand", index=1) == ["6S"]
    assert state.scores == (1, 0), "six against five is no undercut"
    state = laid(knocked(second=second.replace("6S", "3H")))
    assert state.scores == (0, 2 + 10)


def test_equal_deadwood_is_an_undercut() -> None:
    second = "AD 2D 3D 5S 8H 8C 8D KD KH KS"
    assert laid(knocked(second=second)).scores == (0, 10)
    assert laid(knocked(second=second, level="nothing")).scores == (0, 0)


def test_gin_scores_all_the_others_deadwood_and_twenty() -> None:
    state = laid(knocked(READY.replace("5H", "5C")))
    assert state.scores == (64 + 20, 0)


def test_nothing_is_laid_off_against_gin() -> None:
    second = "7C AC 6C 8S QS 2H 6D 9H JD KD"
    state = play(knocked(READY.replace("5H", "5C"), second), ["lay 2C 3C 4C 5C", "lay 7D 7H 7S", "lay 9S 10S JS"])
    state = state.apply("done")
    assert choices(state) == {"done"}


def test_gin_is_never_undercut() -> None:
    second = "AD 2D 3D 4D 8H 8C 8D KD KH KS"
    assert laid(knocked(READY.replace("5H", "5C"), second)).scores == (20, 0)


def test_bonuses_can_be_changed() -> None:
    assert laid(knocked(READY.replace("5H", "5C"), gin=25)).scores == (64 + 25, 0)
    second = "AD 2D 3D 3H 8H 8C 8D KD KH KS"
    assert laid(knocked(second=second, undercut=25)).scores == (0, 2 + 25)


def used_up(state: State) -> State:
    """Nobody takes a card or knocks; what is drawn is thrown away, until two cards are left."""
    state = play(state, ["pass", "pass"])
    for _ in range(29):
        held = set(cards_in(state, "hand", index=state.seat or 0))
        drawn = state.apply("draw")
        (new,) = set(cards_in(drawn, "hand", index=state.seat or 0)) - held
        state = drawn.apply(f"discard {new}")
    return state


def test_with_two_cards_left_the_hand_is_cancelled_and_the_same_dealer_deals() -> None:
    state = used_up(load("gin-rummy").deal(seed=1))
    assert state.hands == 1
    assert state.scores == (0, 0)
    assert state.seat == 0, "seat 1 deals again"


def test_the_last_discard_may_serve_to_knock() -> None:
    assert used_up(dealt(POOR, READY)).is_over
    state = used_up(dealt(POOR, READY, wall="knock"))
    assert len(cards_in(state, "stock")) == 2
    up = cards_in(state, "discard")[-1]
    assert choices(state) == {"pass", f"knock {up}"}
    assert state.apply("pass").scores == (0, 0)
    assert laid(play(state, [f"knock {up}", f"c {up}"])).scores == (0, 64 - 5)


def test_the_loser_deals_the_next_hand() -> None:
    state = dealt(READY, POOR, then="KC", hands=2)
    state = play(state, ["pass", "pass", "draw", "knock KC"])
    while state.hands == 0:
        texts = choices(state)
        state = state.apply(max(texts, key=lambda text: (text.startswith("lay"), len(text), text)))
    assert state.seat == 0, "seat 1 lost and deals"


def hand_won(state: State) -> State:
    """Knock whenever possible, otherwise play at random, until the hand is over."""
    rng, hand = random.Random(state.hands), state.hands
    while not state.is_over and state.hands == hand:
        texts = sorted(choices(state))
        good = [text for text in texts if text.startswith(("knock", "lay"))]
        state = state.apply(rng.choice(good or texts))
    return state


def test_at_the_target_the_winner_has_a_hundred_more_and_everyone_twenty_a_hand_won() -> None:
    shutouts = games = 0
    for seed in range(5):
        state = load("gin-rummy", target=10, knock=30).deal(seed=seed)
        boxes, before, bare = [0, 0], [0, 0], [0, 0]
        while not state.is_over:
            before = list(state.scores)
            state = hand_won(state)
            gained = [new - old for new, old in zip(state.scores, before, strict=True)]
            if state.is_over and max(state.scores) >= 100:
                break
            boxes = [count + (points > 0) for count, points in zip(boxes, gained, strict=True)]
            bare = list(state.scores)
        if max(state.scores) < 100:
            continue
        winner = state.scores.index(max(state.scores))
        loser = 1 - winner
        games += 1
        shutouts += boxes[loser] == 0
        assert state.scores[loser] == bare[loser] + 20 * boxes[loser]
        bonus = (200 if boxes[loser] == 0 else 100) + 20 * (boxes[winner] + 1)
        assert state.scores[winner] - bonus >= 10, "the bonuses are not needed to win"
    assert games
    assert shutouts


def test_throwing_the_same_card_back_twice_cancels_the_hand() -> None:
    state = play(dealt(READY, POOR, take_back=True), ["take", "discard QC", "take", "discard QC"])
    assert state.is_over
    assert state.scores == (0, 0)
