"""Euchre, rule by rule, from https://www.pagat.com/euchre/euchre.html (North American Euchre)."""

from __future__ import annotations

import random

import pytest
from tests.games.scripts import cards_in, choices, play, stacked

from deckwright.engine import IllegalAction, State, load
from deckwright.games import OptionValue

DEALER = 3

STRONG = ("JH JD AH KH QH", "9C 10C 9S 10S 9D", "QC KC QS KS 10D", "AC AS JC JS AD")
"""Hearts: seat 0 has both bowers and takes everything; the nine of hearts is turned up."""

SPREAD = ("JD 9C 10C QC KC", "AH 9S 10S QS KS", "KH 9D 10D QD KD", "QH JS JC AC AS")
"""Hearts: the left bower, the ace, the king and the queen are one with each; the jack of hearts is turned up."""


def dealt(*hands: str, up: str = "9H", **options: OptionValue) -> State:
    game = load("euchre", **{"hands": 1, **options})
    return game.deal(deck=stacked(game, hands, then=up), seed=1)


def finish(state: State) -> State:
    """The hand played on, bowers and aces first."""
    hand, order = state.hands, [*STRONG[0].split(), "AC", "AS", "AD"]
    while state.hands == hand and not state.is_over:
        cards = sorted(choices(state, verb="play"), key=lambda card: order.index(card) if card in order else 99)
        state = state.apply(f"play {cards[0]}")
    return state


# the deal: five cards each, the next one is turned up, three stay hidden


def test_five_cards_are_dealt_and_the_next_is_turned_up() -> None:
    state = dealt(*STRONG)
    assert len(state.game.deck) == 24
    assert [sorted(cards_in(state, "hand", index=seat)) for seat in range(4)] == [sorted(h.split()) for h in STRONG]
    assert state.view(None).zone("upcard").cards == ("9H",)
    assert state.view(DEALER).zone("stock").cards == (None,) * 3


# making trumps


def test_from_the_dealers_left_everybody_may_order_up_once() -> None:
    state = dealt(*STRONG)
    for seat in range(4):
        assert state.seat == seat
        assert choices(state) == {"pass", "call order up", "call order up alone"}
        state = play(state, ["pass"])
    assert state.seat == 0, "the second round begins"


@pytest.mark.parametrize("passes", range(4))
def test_whoever_orders_up_the_dealer_takes_the_card_and_discards_one(passes: int) -> None:
    state = play(dealt(*STRONG), [*["pass"] * passes, "call order up"])
    facts = state.view(None).facts
    assert (facts["declarer"], facts["strain"]) == (passes, "hearts")
    assert state.seat == DEALER
    assert choices(state, verb="discard") == {*STRONG[DEALER].split(), "9H"}
    state = play(state, ["discard AD"])
    assert sorted(cards_in(state, "hand", index=DEALER)) == ["9H", "AC", "AS", "JC", "JS"]
    assert state.seat == 0


def test_only_the_dealer_knows_what_was_discarded() -> None:
    state = play(dealt(*STRONG), ["call order up", "discard AD"])
    assert "AD" in state.view(DEALER).zone("stock").cards
    for observer in (0, 1, 2, None):
        assert set(state.view(observer).zone("stock").cards) == {None}
    assert "discard AD" not in str(state.view(0).to_json())


def test_the_dealer_may_discard_the_turned_up_card_unless_that_is_barred() -> None:
    state = play(dealt(*STRONG), ["call order up", "discard 9H"])
    assert sorted(cards_in(state, "hand", index=DEALER)) == sorted(STRONG[DEALER].split())
    barred = play(dealt(*STRONG, discard="not_upcard"), ["call order up"])
    assert choices(barred, verb="discard") == set(STRONG[DEALER].split())
    barred = play(barred, ["discard AD"])
    assert "9H" in cards_in(barred, "hand", index=DEALER)


def test_when_all_pass_another_suit_may_be_named_and_nothing_is_picked_up() -> None:
    state = play(dealt(*STRONG), ["pass"] * 4)
    others = ("clubs", "diamonds", "spades")
    assert choices(state) == {"pass", *(f"call {s}" for s in others), *(f"call {s} alone" for s in others)}
    with pytest.raises(IllegalAction):
        state.apply("call hearts")
    state = play(state, ["pass", "call spades"])
    facts = state.view(None).facts
    assert (facts["declarer"], facts["strain"]) == (1, "spades")
    assert state.seat == 0
    assert cards_in(state, "upcard") == ["9H"]


def test_when_all_pass_twice_the_cards_are_thrown_in_and_the_deal_passes_on() -> None:
    state = play(dealt(*STRONG, hands=2), ["pass"] * 8)
    assert (state.hands, state.team_scores, state.seat) == (1, (0, 0), 1)


def test_the_dealer_may_be_stuck_with_naming_a_suit() -> None:
    state = play(dealt(*STRONG, stick_the_dealer=True), ["pass"] * 7)
    assert state.seat == DEALER
    assert "pass" not in choices(state)
    assert "call spades" in choices(state)
    assert "pass" in choices(play(dealt(*STRONG), ["pass"] * 7))


# the bowers


def test_right_bower_left_bower_and_then_the_ace() -> None:
    state = play(dealt(*SPREAD, up="JH"), ["call order up", "discard AC"])
    state = play(state, ["play JD", "play AH", "play KH", "play QH"])
    assert state.seat == 0, "the left bower beats ace, king and queen"
    state = play(dealt(*SPREAD, up="JH"), ["call order up", "discard AC"])
    state = play(state, ["play JD", "play AH", "play KH", "play JH"])
    assert state.seat == DEALER, "and the right bower beats the left"


def test_the_left_bower_follows_trumps_and_not_the_suit_printed_on_it() -> None:
    hands = ("AH 9C 10C QC KC", "JD 9D 9S 10S QS", "KH 10D QD KD AD", "QH JS JC AC AS")
    state = play(dealt(*hands, up="10H"), ["call order up", "discard AC", "play AH"])
    assert choices(state, verb="play") == {"JD"}, "a trump must be followed with the left bower"
    state = play(dealt(*hands, up="10H"), ["pass", "pass", "call order up", "discard AC"])
    state = play(state, ["play 9C", "play 9S", "play KH", "play JC", "play AD", "play JS", "play 10C"])
    assert state.seat == 1
    assert choices(state, verb="play") == {"9D"}, "diamonds are not followed with it"


def test_the_jacks_of_the_other_colour_are_ordinary() -> None:
    state = play(dealt(*SPREAD, up="JH"), ["call order up", "discard QH", "play 9C"])
    state = play(state, ["play 9S", "play 9D", "play AC"])
    assert state.seat == DEALER
    state = play(dealt(*SPREAD, up="JH"), ["call order up", "discard QH", "play QC", "play 9S", "play 9D", "play JC"])
    assert state.seat == 0, "a queen beats a plain jack"


def test_a_trump_beats_the_suit_led() -> None:
    state = play(dealt(*SPREAD, up="JH"), ["call order up", "discard QH", "play KC", "play AH", "play 9D", "play AC"])
    assert state.seat == 1


def test_who_cannot_follow_may_play_anything() -> None:
    state = play(dealt(*SPREAD, up="JH"), ["call order up", "discard QH", "play KC"])
    assert choices(state, verb="play") == set(SPREAD[1].split())


# alone


def test_the_partner_of_a_lone_maker_sits_out() -> None:
    state = play(dealt(*STRONG), ["call order up alone", "discard AD"])
    seats = []
    for _ in range(3):
        seats.append(state.seat)
        state = state.apply(state.actions()[0])
    assert seats == [0, 1, 3]
    assert len(cards_in(state, "hand", index=2)) == 5


def test_if_the_dealers_left_sits_out_the_next_one_leads() -> None:
    state = play(dealt(*STRONG), ["pass", "pass", "call order up alone", "discard AD"])
    assert state.seat == 1


def test_playing_alone_may_be_said_after_the_discard() -> None:
    state = play(dealt(*STRONG, alone="after_discard"), ["call order up", "discard AD"])
    assert (state.seat, choices(state)) == (0, {"go alone", "play together"})
    alone = play(state, ["go alone", "play JH"])
    assert play(alone, [f"play {min(choices(alone, verb='play'))}"]).seat == DEALER
    together = play(state, ["play together", "play JH"])
    assert play(together, [f"play {min(choices(together, verb='play'))}"]).seat == 2
    named = play(dealt(*STRONG, alone="after_discard"), [*["pass"] * 4, "call clubs"])
    assert choices(named) == {"go alone", "play together"}


# the score


def test_a_march_scores_two() -> None:
    state = finish(play(dealt(*STRONG), ["call order up", "discard AD"]))
    assert state.team_scores == (2, 0)


def test_a_march_alone_scores_four() -> None:
    state = finish(play(dealt(*STRONG), ["call order up alone", "discard AD"]))
    assert state.team_scores == (4, 0)
    assert state.returns == (4.0, -4.0, 4.0, -4.0)


def test_the_makers_partner_may_take_the_tricks() -> None:
    state = finish(play(dealt(*STRONG), ["pass", "pass", "call order up", "discard AD"]))
    assert state.team_scores == (2, 0)


def test_fewer_than_three_tricks_are_a_euchre_and_score_two_for_the_others() -> None:
    state = finish(play(dealt(*STRONG), ["pass", "call order up", "discard AD"]))
    assert state.team_scores == (2, 0), "seat 1 made trumps, and the others took five tricks"
    state = finish(play(dealt(*STRONG), ["pass", "call order up alone", "discard AD"]))
    assert state.team_scores == (2, 0), "no more against a lone maker"


@pytest.mark.parametrize(("alone", "taken"), [("", 3), ("", 4), (" alone", 3), (" alone", 4)])
def test_three_or_four_tricks_score_one_alone_or_not(alone: str, taken: int) -> None:
    for seed in range(400):
        state = load("euchre", hands=1).deal(seed=seed)
        state = play(state, [f"call order up{alone}"])
        state = state.apply(state.actions()[0])
        rng = random.Random(seed)
        while not state.is_over:
            state = state.apply(rng.choice(state.actions()))
        seats = state.view(None).players
        if (seats[0].tricks or 0) + (seats[2].tricks or 0) == taken:
            assert state.team_scores == (1, 0)
            return
    raise AssertionError("no such hand was found")


def test_the_first_side_with_ten_points_wins() -> None:
    rng = random.Random(3)
    state = load("euchre").deal(seed=3)
    while not state.is_over:
        assert max(state.team_scores) < 10
        state = state.apply(rng.choice(state.actions()))
    assert max(state.team_scores) >= 10
    assert state.result is not None
    assert state.result.winning_team == state.team_scores.index(max(state.team_scores))
    assert state.result.winner == -1


def test_the_target_and_the_number_of_hands_may_be_set() -> None:
    state = finish(play(dealt(*STRONG, hands=None, target=2), ["call order up", "discard AD"]))
    assert state.is_over
    state = finish(play(dealt(*STRONG, hands=3), ["call order up alone", "discard AD"]))
    assert not state.is_over
    assert state.seat == 1, "the deal passes to the left"
