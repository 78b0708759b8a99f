"""Draw Poker: the exchange, the two rounds of betting, all-in players, the reshuffle.

Rules: https://www.pagat.com/poker/variants/draw.html; Robert's Rules of Poker, "Draw high". What it shares with Simple
Poker (the ranking of hands, side pots, the match) is tested there.
"""

from __future__ import annotations

from random import Random

import pytest
from tests.games.betting_table import choices, deal, fact, play

from deckwright.engine import Game, IllegalAction, State, load
from deckwright.games import OptionError

FOUR_EIGHTS = "8C 8D 8H 8S AH"
SEVEN_HIGH = "7C 5D 4H 3S 2C"
KINGS = "KC KD 9H 6S 4C"


def throw(state: State, cards: str) -> State:
    """The seat to act throws these cards away."""
    seat = state.seat
    assert seat is not None
    for card in cards.split():
        state = state.apply(f"exchange {card}")
    is_open = not cards or bool(state.view(seat).draft)
    return state.apply("done") if is_open else state


def hand(state: State, seat: int) -> set[str]:
    return {str(card) for card in state.view(seat).hand}


def heads_up(**options: int | str | bool) -> Game:
    return load("draw-poker", players=2, hands=1, **options)


def test_a_hand_is_ante_bet_exchange_bet_showdown() -> None:
    state = deal(heads_up(), KINGS, SEVEN_HIGH, then="KH KS 2D")
    assert (state.phase, state.seat, fact(state, "pot")) == ("first round", 0, 2)
    state = play(state, "raise, call")
    assert (state.phase, state.seat, fact(state, "pot")) == ("exchange", 0, 6)
    state = throw(state, "9H 6S 4C")
    assert hand(state, 0) == {"KC", "KD", "KH", "KS", "2D"}
    assert state.seat == 1
    state = throw(state, "")
    assert (state.phase, state.seat) == ("second round", 0)
    state = play(state, "raise, call")
    assert state.returns == (1 + 2 + 4, -7)


def test_bets_are_twice_the_size_after_the_exchange() -> None:
    state = play(deal(heads_up(bet=3), KINGS, SEVEN_HIGH), "raise")
    assert fact(state, "to_call") == 3
    state = play(throw(throw(play(state, "call"), ""), ""), "raise")
    assert fact(state, "to_call") == 6


def test_up_to_three_cards_may_be_thrown() -> None:
    state = play(deal(heads_up(), KINGS, SEVEN_HIGH), "check, check")
    assert "done" in choices(state)  # standing pat
    state = play(state, "exchange KC, exchange KD")
    assert "done" in choices(state)
    state = play(state, "exchange 9H")
    assert state.seat == 1  # three are the most, so the exchange is complete


def test_a_house_may_allow_five() -> None:
    state = play(deal(heads_up(exchange=5), KINGS, SEVEN_HIGH, then="2H 3H 4S 5H 6H"), "check, check")
    state = throw(state, KINGS)
    assert hand(state, 0) == {"2H", "3H", "4S", "5H", "6H"}


def test_a_fourth_card_may_be_thrown_if_an_ace_is_kept_and_shown() -> None:
    state = play(deal(heads_up(fourth_with_ace=True), "AC KD 9H 6S 4C", SEVEN_HIGH), "check, check")
    state = play(state, "exchange 9H, exchange 6S, exchange 4C")
    assert set(choices(state)) == {"exchange KD", "done"}  # not the ace
    state = play(state, "exchange KD")
    assert state.seat == 1
    assert "AC" in state.view(1).zone("hand", index=0).cards
    assert state.view(1).zone("hand", index=0).cards.count(None) == 4


def test_without_an_ace_three_remain_the_most() -> None:
    state = play(deal(heads_up(fourth_with_ace=True), KINGS, SEVEN_HIGH), "check, check")
    assert play(state, "exchange KC, exchange 9H, exchange 6S").seat in (0, 1)
    with pytest.raises(IllegalAction):
        play(state, "exchange KC, exchange 9H, exchange 6S, exchange 4C")


def test_the_fourth_card_goes_with_an_exchange_of_three() -> None:
    with pytest.raises(OptionError):
        heads_up(fourth_with_ace=True, exchange=5)


def test_others_see_how_many_cards_are_thrown_but_not_which() -> None:
    state = throw(play(deal(heads_up(), KINGS, SEVEN_HIGH), "check, check"), "9H 6S")
    assert state.view(1).zone("discard").cards == (None, None)
    assert state.view(None).zone("discard").cards == (None, None)
    assert state.view(1).zone("hand", index=0).cards == (None,) * 5


def test_whoever_folded_does_not_exchange_and_the_hand_is_discarded() -> None:
    state = load("draw-poker", players=3, hands=1).deal(seed=4)
    state = play(state, "raise, fold, call")
    assert state.seat == 0
    assert state.view(1).hand == ()
    assert state.view(None).zone("discard").count == 5
    state = throw(state, "")
    assert state.seat == 2


def test_a_fold_before_the_exchange_ends_a_hand_of_two() -> None:
    state = play(deal(heads_up(), KINGS, SEVEN_HIGH), "check, raise, fold")
    assert state.returns == (-1, 1)


def test_an_all_in_player_still_exchanges_and_nobody_bets_against_nobody() -> None:
    state = deal(heads_up(chips=3), KINGS, SEVEN_HIGH, then="KH KS 2D")
    state = play(state, "raise, call")
    assert state.phase == "exchange"
    state = throw(throw(state, "9H 6S 4C"), "")
    assert state.is_over
    assert state.returns == (3, -3)


@pytest.mark.parametrize("seed", range(20))
def test_when_the_stock_runs_short_what_others_threw_is_shuffled_and_dealt(seed: int) -> None:
    state = load("draw-poker", players=8, hands=1).deal(seed=seed)
    random = Random(seed)
    state = play(state, ", ".join(["check"] * 8))
    for seat in range(8):
        assert state.seat == seat
        thrown = random.sample(sorted(hand(state, seat)), 3)
        kept = hand(state, seat) - set(thrown)
        state = throw(state, " ".join(thrown))
        after = hand(state, seat)
        assert len(after) == 5
        assert kept < after
        assert not after & set(thrown)
        if seat == 4:  # the first to draw from the twelve cards that four players threw
            assert (state.view(None).zone("stock").count, state.view(None).zone("discard").count) == (9, 3)
    cards = [card for zone in state.position.layout() for card in zone]
    assert sorted(cards) == list(range(52))


def test_pot_limit_offers_the_bet_half_the_pot_and_the_pot() -> None:
    state = deal(heads_up(ante=4, limit="pot"), FOUR_EIGHTS, SEVEN_HIGH)
    assert choices(state) == ["check", "raise 1", "raise 2", "raise 3"]
    assert fact(play(state, "raise 1"), "to_call") == 2
    assert fact(play(state, "raise 2"), "to_call") == 4
    assert fact(play(state, "raise 3"), "to_call") == 8
    raised = play(state, "raise 3, raise 3")  # call 8, and raise by the 24 then in the pot
    assert fact(raised, "to_call") == 24


def test_without_limit_everything_may_be_bet() -> None:
    state = deal(heads_up(limit="none"), FOUR_EIGHTS, SEVEN_HIGH)
    state = play(state, "raise 4")
    assert fact(state, "to_call") == 59
    assert choices(state) == ["fold", "call"]
    assert play(state, "fold").returns == (1, -1)


def test_a_raise_is_never_smaller_than_the_one_before_it() -> None:
    state = play(deal(heads_up(ante=4, limit="none", chips=100), FOUR_EIGHTS, SEVEN_HIGH), "raise 3")
    amounts = [fact(play(state, action), "to_call") for action in choices(state) if action.startswith("raise")]
    assert amounts
    assert min(amounts) >= 8
