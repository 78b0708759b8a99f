"""Cheat, rule by rule (https://www.pagat.com/beating/cheat.html)."""

from __future__ import annotations

from itertools import zip_longest
from random import Random

import pytest

from deckwright.engine import Game, IllegalAction, State, load


def deal(game: Game, *hands: str) -> State:
    """The hands, dealt singly from seat 0; what is not named goes on in turn."""
    rounds = zip_longest(*(hand.split() for hand in hands))
    order = [card for one_each in rounds for card in one_each if card]
    rest = [card.code for card in game.deck]
    for card in order:
        rest.remove(card)
    return game.deal(deck=order + rest, seed=1)


def claim(state: State, cards: str, *, rank: str = "") -> State:
    """Lay cards face down; four go at once, fewer are committed."""
    for card in cards.split():
        state = state.apply(f"claim {card}")
    if "done" in [action.text for action in state.actions()]:
        state = state.apply("done")
    return state.apply(f"said {rank}") if rank else state


def answer(state: State, *words: str) -> State:
    for word in words:
        state = state.apply(word)
    return state


def hand(state: State, seat: int) -> list[str]:
    return sorted(str(card) for card in state.view(seat).hand)


def sizes(state: State) -> list[int]:
    return [player.hand_count for player in state.view(None).players]


def pile(state: State, observer: int | None) -> list[str | None]:
    return list(state.view(observer).zone("discard").cards)


FOUR = ("AC AD 2C 3C", "2D 2H 4C 5C", "3D 3H 6C 7C", "4D 4H 8C 9C")


def start(**options: int | str) -> State:
    return deal(load("cheat", **options), *FOUR)


@pytest.mark.parametrize(("players", "expected"), [(2, [26, 26]), (3, [18, 17, 17]), (5, [11, 11, 10, 10, 10])])
def test_all_cards_are_dealt_out(players: int, expected: list[int]) -> None:
    assert sizes(load("cheat", players=players).deal(seed=1)) == expected


def test_one_to_four_cards_are_laid_face_down() -> None:
    state = start()
    assert "done" not in [action.text for action in state.actions()], "at least one"
    for count in (1, 2, 3, 4):
        laid = claim(start(), " ".join(hand(state, 0)[:count]))
        assert laid.seat == 1
        assert sizes(laid)[0] == 13 - count
        assert laid.view(None).zone("claim").count == count
        assert all(card is None for card in laid.view(1).zone("claim").cards)


def test_a_card_cannot_be_laid_twice() -> None:
    with pytest.raises(IllegalAction):
        start().apply("claim AC").apply("claim AC")


def test_what_one_lays_need_not_be_what_one_says() -> None:
    texts = {action.text for action in start().actions()}
    assert texts == {f"claim {card}" for card in hand(start(), 0)}


def test_every_other_player_from_the_left_may_doubt() -> None:
    state = claim(start(), "AC")
    for seat in (1, 2, 3):
        assert state.seat == seat
        assert {action.text for action in state.actions()} == {"doubt", "trust"}
        state = state.apply("trust")
    assert state.seat == 1, "then it is the next player's turn to claim"
    assert state.phase == "claim"


def test_the_first_doubt_closes_the_window() -> None:
    state = answer(claim(start(), "AC"), "trust", "doubt")
    assert state.seat == 1
    assert state.phase == "claim"


def test_only_the_next_player_may_doubt_with_that_option() -> None:
    state = claim(start(challengers="next"), "AC")
    assert state.seat == 1
    assert answer(state, "trust").phase == "claim"


def test_aces_are_claimed_first_then_twos_up_to_kings_and_aces_again() -> None:
    state = start()
    claimed = []
    for _ in range(14):
        seat = state.seat
        assert seat is not None
        state = claim(state, hand(state, seat)[0])
        claimed.append(state.view(None).facts["claimed_rank"])
        state = answer(state, "trust", "trust", "trust")
    assert claimed == ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def test_a_claim_that_nobody_doubts_stays_on_the_pile_unseen() -> None:
    state = answer(claim(start(), "2C 3C"), "trust", "trust", "trust")
    assert sorted(str(card) for card in pile(state, 0)) == ["2C", "3C"], "one remembers one's own"
    for observer in (1, 2, 3, None):
        assert pile(state, observer) == [None, None]


def test_a_liar_takes_the_pile() -> None:
    state = answer(claim(start(), "AC AD"), "trust", "trust", "trust")
    state = answer(claim(state, "4C"), "doubt")  # seat 1 owes twos
    assert sizes(state) == [11, 15, 13, 13]
    assert {"4C", "AC", "AD"} <= set(hand(state, 1))
    assert pile(state, None) == []


def test_who_doubts_the_truth_takes_the_pile() -> None:
    state = answer(claim(start(), "AC AD"), "trust", "trust", "trust")
    state = answer(claim(state, "2D 2H"), "trust", "doubt")  # seat 3 is wrong
    assert sizes(state) == [11, 11, 13, 17]
    assert {"2D", "2H", "AC", "AD"} <= set(hand(state, 3))


def test_one_wrong_card_makes_a_lie() -> None:
    state = answer(claim(start(), "AC AD 2C"), "doubt")
    assert sizes(state) == [13, 13, 13, 13]
    assert {"AC", "AD", "2C"} <= set(hand(state, 0))


@pytest.mark.parametrize("cards", ["AC", "2C"])
def test_after_a_doubt_play_goes_on_with_the_next_player_and_the_next_rank(cards: str) -> None:
    state = answer(claim(start(), cards), "trust", "trust", "doubt")
    assert state.seat == 1
    state = claim(state, "2D")
    assert state.view(None).facts["claimed_rank"] == "2"


def test_a_doubt_turns_up_the_claim_and_not_the_pile() -> None:
    state = answer(claim(start(), "3C"), "trust", "trust", "trust")
    state = answer(claim(state, "4C"), "doubt")
    taken = state.view(None).zone("hand", index=1).cards
    assert [card for card in taken if card] == ["4C"], "all have seen the claim, nobody the pile"
    assert "3C" in state.view(0).zone("hand", index=1).cards, "who laid a card knows where it went"
    assert "3C" not in state.view(2).zone("hand", index=1).cards
    assert "3C" in hand(state, 1)


def test_any_rank_may_be_named_with_that_option() -> None:
    state = claim(start(rank_mode="player_choice"), "AC AD")
    assert state.seat == 0
    assert [action.text for action in state.actions()] == [
        f"said {rank}" for rank in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    ]
    assert sizes(answer(state, "said A", "doubt")) == [11, 15, 13, 13]
    assert sizes(answer(state, "said 7", "doubt")) == [13, 13, 13, 13]


def test_the_same_rank_is_always_claimed_with_that_option() -> None:
    state = start(rank_mode="fixed", rank="4")
    state = answer(claim(state, "2C"), "trust", "trust", "trust")
    state = claim(state, "4C")
    assert state.view(None).facts["claimed_rank"] == "4"
    assert sizes(answer(state, "doubt")) == [12, 12, 15, 13], "seat 2 doubted the truth"


def test_the_first_rank_may_be_another() -> None:
    state = claim(start(rank="Q"), "AC")
    assert state.view(None).facts["claimed_rank"] == "Q"


LAST_TWO = 24


def shed(state: State) -> State:
    """Seat 0 of two lays all but two cards, four at a time, believed by seat 1; so does seat 1 with single cards."""
    while sizes(state)[0] > 2:
        cards = hand(state, 0)
        count = min(4, len(cards) - 2)
        state = answer(claim(state, " ".join(cards[:count])), "trust")
        if sizes(state)[0] == 2:
            break
        state = answer(claim(state, hand(state, 1)[0]), "trust")
    return answer(claim(state, hand(state, 1)[0]), "trust")


def test_the_last_claim_can_still_be_doubted() -> None:
    state = shed(load("cheat", players=2).deal(seed=4))
    assert state.seat == 0
    state = claim(state, " ".join(hand(state, 0)))
    assert sizes(state)[0] == 0
    assert not state.is_over
    assert state.seat == 1
    trusted = answer(state, "trust")
    assert trusted.is_over
    assert trusted.scores == (1, 0)
    assert trusted.returns == (1, -1)
    doubted = answer(state, "doubt")
    rank = state.view(None).facts["claimed_rank"]
    told_the_truth = all(card[:-1] == rank for card in hand(shed(load("cheat", players=2).deal(seed=4)), 0))
    assert doubted.is_over == told_the_truth
    if not told_the_truth:
        assert sizes(doubted)[0] == 52 - sizes(doubted)[1] > 0


def test_a_true_last_claim_wins_even_if_it_is_doubted() -> None:
    game = load("cheat", players=2, rank_mode="player_choice")
    state = game.deal(seed=4)
    while sizes(state)[0] > 1:
        cards = hand(state, 0)
        state = answer(claim(state, " ".join(cards[: min(4, len(cards) - 1)]), rank="2"), "trust")
        state = answer(claim(state, hand(state, 1)[0], rank="2"), "trust")
    (last,) = hand(state, 0)
    state = answer(claim(state, last, rank=last[:-1]), "doubt")
    assert state.is_over
    assert state.returns == (1, -1)


def test_at_the_limit_of_turns_the_fewest_cards_win() -> None:
    game = load("cheat", players=2)
    state = game.deal(seed=1)
    turns = 0
    while not state.is_over:  # everyone lies and is doubted: nobody gets rid of a card
        seat = state.seat
        assert seat is not None
        if state.phase == "claim":
            rank = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][turns % 13]
            lie = next(card for card in hand(state, seat) if card[:-1] != rank)
            state = claim(state, lie)
            turns += 1
        state = answer(state, "doubt")
    assert turns == game.genome.max_turns
    assert state.scores == (1, 1)
    assert state.returns == (0, 0)


def test_two_packs_allow_claims_of_eight() -> None:
    state = load("cheat", players=6, decks=2, most=8).deal(seed=1)
    assert sizes(state) == [18, 18, 17, 17, 17, 17]
    state = claim(state, " ".join(hand(state, 0)[:8]))
    assert state.seat == 1


def test_equal_cards_of_two_packs_can_be_laid_together() -> None:
    game = load("cheat", players=2, decks=2)
    state = deal(game, "AC AC 2C", "3C 3C 4C")
    state = claim(state, "AC AC")
    assert answer(state, "doubt").view(1).hand.count("AC") == 2


def test_over_several_hands_each_win_is_a_point() -> None:
    game = load("cheat", players=3, hands=2)
    rng = Random(3)
    state = game.deal(seed=8)
    while not state.is_over:
        state = state.apply(rng.choice(state.actions()))
    assert state.hands == 2
    assert sum(state.scores) >= 2
