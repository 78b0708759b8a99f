"""Simple Poker: the ranking of hands, betting, all-in players, side pots and the end of the match.

Hands: https://en.wikipedia.org/wiki/List_of_poker_hands. Betting: Robert's Rules of Poker, "Betting and raising",
"All-in" and "Ties" (the odd chip).
"""

from __future__ import annotations

import pytest
from tests.games.betting_table import chips, choices, deal, fact, play

from deckwright.engine import Game, load
from deckwright.games.simple_poker import create_simple_poker_genome
from deckwright.genome.schema import Pay

HANDS = {
    "royal flush": "10S JS QS KS AS",
    "king-high straight flush": "9H 10H JH QH KH",
    "steel wheel": "AC 2C 3C 4C 5C",
    "four nines, ace": "9C 9D 9H 9S AD",
    "four nines, king": "9C 9D 9H 9S KD",
    "four eights": "8C 8D 8H 8S AH",
    "tens full of twos": "10C 10D 10H 2S 2D",
    "nines full of aces": "9C 9D 9H AS AD",
    "ace-high flush": "AH 9H 7H 5H 3H",
    "king-high flush, jack": "KS JS 7S 5S 3S",
    "king-high flush, ten": "KD 10D 9D 8D 2D",
    "ace-high straight": "10H JS QC KD AC",
    "six-high straight": "2S 3D 4H 5S 6C",
    "wheel": "AS 2D 3H 4S 5H",
    "three queens, ace": "QC QD QH AS 2C",
    "three queens, king": "QC QD QH KS JC",
    "aces and twos": "AC AD 2H 2S 3C",
    "kings and queens": "KC KD QH QS JC",
    "jacks and fives, nine": "JC JD 5H 5S 9C",
    "jacks and fives, eight": "JC JD 5H 5S 8C",
    "pair of aces, king queen four": "AC AD KH QS 4C",
    "pair of aces, king queen three": "AC AD KH QS 3C",
    "pair of twos": "2C 2D AH KS QC",
    "ace king queen jack nine": "AC KD QH JS 9C",
    "ace king queen jack eight": "AC KD QH JS 8C",
    "seven high": "7C 5D 4H 3S 2C",
}
"""From the best to the worst."""
BEST, MIDDLE, WORST = "8C 8D 8H 8S AH", "KC KD 9H 6S 4C", "7C 5D 4H 3S 2C"


def uneven(*stacks: int, ante: int = 1, bet: int = 2) -> Game:
    """A game of one hand whose seats begin with these chips."""
    genome = create_simple_poker_genome(players=len(stacks), hands=1, chips=max(stacks), ante=ante, bet=bet)
    handicap = tuple(
        Pay(who=str(seat), to="bank", amount=str(max(stacks) - stack))
        for seat, stack in enumerate(stacks)
        if stack < max(stacks)
    )
    return load(genome.copy_with(setup=genome.setup.copy_with(deal=handicap)))


# the ranking of hands


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (better, worse)
        for place, better in enumerate(HANDS)
        for worse in list(HANDS)[place + 1 :]
        if not set(HANDS[better].split()) & set(HANDS[worse].split())
    ],
)
def test_the_better_hand_takes_the_pot(better: str, worse: str) -> None:
    game = load("simple-poker", players=2, hands=1)
    assert play(deal(game, HANDS[better], HANDS[worse]), "check, check").returns == (1, -1)
    assert play(deal(game, HANDS[worse], HANDS[better]), "check, check").returns == (-1, 1)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("AC KD QH JS 9C", "AD KH QS JC 9D"),
        ("JC JD 5H 5S 9C", "JH JS 5C 5D 9H"),
        ("2S 3D 4H 5S 6C", "2D 3H 4S 5C 6H"),
        ("KS JS 7S 5S 3S", "KH JH 7H 5H 3H"),  # suits have no rank
        ("AC 2C 3C 4C 5C", "AD 2D 3D 4D 5D"),
    ],
)
def test_equal_hands_share_the_pot(one: str, other: str) -> None:
    state = play(deal(load("simple-poker", players=2, hands=1), one, other), "check, check")
    assert state.returns == (0, 0)
    assert state.result is not None
    assert state.result.winner == -1


# betting


def test_everyone_antes_and_the_seat_left_of_the_dealer_speaks_first() -> None:
    state = load("simple-poker").deal(seed=1)
    assert fact(state, "pot") == 4
    assert (state.view(None).facts["dealer"], state.seat) == (3, 0)
    assert chips(state) == [39] * 4


def test_a_bet_and_three_raises_are_the_most() -> None:
    state = load("simple-poker", players=2).deal(seed=1)
    assert choices(state) == ["check", "raise"]
    state = play(state, "raise, raise, raise")
    assert choices(state) == ["fold", "call", "raise"]
    state = play(state, "raise")
    assert choices(state) == ["fold", "call"]
    assert fact(state, "to_call") == 2
    assert fact(state, "pot") == 2 + 6 + 8


def test_a_raise_must_be_answered_by_everyone_still_in() -> None:
    state = play(load("simple-poker").deal(seed=1), "check, raise, fold, raise")
    assert state.seat == 0
    state = play(state, "fold")
    assert state.seat == 1
    assert fact(state, "to_call") == 2


def test_the_last_one_in_takes_the_pot_without_showing() -> None:
    state = play(deal(load("simple-poker", players=2, hands=1), WORST, BEST), "raise, fold")
    assert state.returns == (1, -1)
    assert state.view(1).zone("hand", index=0).cards == (None,) * 5


def test_at_a_showdown_the_compared_hands_are_seen_by_all() -> None:
    state = play(deal(load("simple-poker", players=3, hands=1), BEST, MIDDLE, WORST), "raise, call, fold")
    assert set(state.view(None).zone("hand", index=0).cards) == set(BEST.split())
    assert set(state.view(2).zone("hand", index=1).cards) == set(MIDDLE.split())
    assert state.view(0).zone("hand", index=2).cards == (None,) * 5


# short stacks


def test_an_all_in_player_plays_for_the_main_pot_only() -> None:
    state = deal(uneven(3, 20, 20), BEST, MIDDLE, WORST)
    state = play(state, "raise, raise, call")  # seat 0 bets its last two; 1 raises to four; 2 calls
    assert state.is_over
    assert chips(state) == [9, 20 - 5 + 4, 20 - 5]  # main pot 3 x 3; side pot 2 x 2 to the pair


def test_whoever_cannot_call_in_full_calls_for_less_and_the_excess_goes_back() -> None:
    state = play(deal(uneven(20, 2), MIDDLE, BEST), "raise")
    assert fact(state, "to_call") == 2
    assert chips(play(state, "call")) == [18, 4]


def test_a_short_bet_may_be_made_with_all_one_has() -> None:
    state = play(deal(uneven(2, 20), BEST, MIDDLE), "raise")
    assert fact(state, "to_call") == 1
    assert choices(state) == ["fold", "call"]  # nobody could answer a raise
    assert chips(play(state, "call")) == [4, 18]


def test_nobody_raises_where_nobody_could_answer() -> None:
    state = play(uneven(9, 4, 9).deal(seed=1), "raise, raise")  # two; then all-in for three
    state = play(play(state, "raise"), "raise")  # five; all-in for seven and one more
    assert choices(state) == ["fold", "call"]


def test_a_short_raise_does_not_reopen_the_betting_to_those_who_have_acted() -> None:
    state = play(uneven(20, 4, 20).deal(seed=1), "raise, raise")  # two; then all-in for three
    assert state.seat == 2
    assert choices(state) == ["fold", "call", "raise"]  # has not acted yet
    state = play(state, "call")
    assert state.seat == 0
    assert choices(state) == ["fold", "call"]


def test_nobody_is_asked_when_only_one_has_chips_left() -> None:
    state = deal(uneven(1, 1, 20), BEST, MIDDLE, WORST)
    assert state.is_over
    assert chips(state) == [3, 0, 19]


def test_the_odd_chip_goes_to_the_first_winner_left_of_the_dealer() -> None:
    tied = ("AC KD QH JS 9C", "7D 5S 4C 3H 2D", "AD KH QS JC 9D")
    state = play(deal(load("simple-poker", players=3, hands=1), *tied), "check, check, check")
    assert state.returns == (1, -1, 0)


# the match


def test_a_player_without_chips_is_out_and_the_others_play_on() -> None:
    state = deal(load("simple-poker", players=3, hands=5, chips=5), BEST, MIDDLE, WORST)
    state = play(state, "raise, raise, fold, call")
    assert state.scores == (6, -5, -1)
    view = state.view(None)
    assert view.players[1].is_out
    assert view.players[1].hand_count == 0
    assert view.facts["dealer"] == 0
    assert state.seat == 2  # the next from the dealer's left who plays
    assert view.facts["pot"] == 2


def test_the_match_ends_when_one_has_every_chip() -> None:
    state = deal(load("simple-poker", players=2, hands=1000, chips=1), BEST, MIDDLE)
    assert state.is_over
    assert state.returns == (1, -1)
    assert state.result is not None
    assert (state.result.winner, state.hands) == (0, 1)


def test_after_the_last_hand_most_chips_win() -> None:
    state = play(deal(load("simple-poker", players=2, hands=2), BEST, MIDDLE), "check, check")
    assert state.scores == (1, -1)
    state = play(state, "raise, raise, raise, fold")  # seat 1 opens, and seat 1 wins three
    assert state.returns == (-4, 4)
    assert state.result is not None
    assert state.result.winner == 1
