"""Partnership Spades, rule by rule, from https://www.pagat.com/auctionwhist/spades.html."""

from __future__ import annotations

import random

import pytest
from tests.games.scripts import cards_in, choices, play, stacked
from tests.games.spades_hands import RANKS, Lines, bid, found_hand, lines, scripted_hand

from deckwright.engine import State, load
from deckwright.games import OptionValue
from deckwright.genome.rulebook import generate_rulebook

SUITS = tuple(" ".join(f"{rank}{suit}" for rank in RANKS) for suit in "CDHS")
"""A suit each; seat 3 has the spades."""

VOID = "AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H"

MIXED = (
    "AC KC 2C AD 3D 4D AH 3H 4H 2S 3S 4S 5S",
    "QC JC 3C KD 5D 6D KH 5H 6H 6S 7S 8S AS",
    "10C 9C 4C QD 7D 8D QH 7H 8H 9S 10S JS KS",
    "",
)


def dealt(*hands: str, **options: OptionValue) -> State:
    game = load("partnership-spades", **{"hands": 1, **options})
    return game.deal(deck=stacked(game, hands), seed=1)


def hand_of(
    bids: tuple[int, ...], tricks: tuple[int, ...], *, seed: int = 1, **options: OptionValue
) -> tuple[State, Lines]:
    """A first hand with these bids and tricks, and the lines of its score."""
    return scripted_hand(load("partnership-spades", **{"hands": 1, **options}), bids, tricks, seed=seed)


# the bidding: "Everyone must bid a number, and in theory any number from 0 to 13 is allowed"


def test_everybody_gets_thirteen_cards_and_bids_once_from_the_dealers_left() -> None:
    state = dealt(*MIXED)
    assert [len(cards_in(state, "hand", index=seat)) for seat in range(4)] == [13] * 4
    for seat in range(4):
        assert state.seat == seat, "seat 3 deals first"
        assert choices(state) == {"call nil", *(f"call {tricks}" for tricks in range(1, 14))}
        state = state.apply("call 3")
    assert state.seat == 0
    assert all(text.startswith("play ") for text in choices(state))


def test_the_deal_passes_to_the_left() -> None:
    state, _ = hand_of((3, 3, 3, 3), (4, 3, 3, 3), hands=2)
    assert state.seat == 1


def test_partners_may_bid_more_than_there_are_tricks_unless_that_is_barred() -> None:
    assert "call 13" in choices(play(dealt(*MIXED), ["call 9", "call 1"]))
    limited = play(dealt(*MIXED, bid_limit=True), ["call 9", "call 1"])
    assert choices(limited) == {"call nil", "call 1", "call 2", "call 3", "call 4"}


# the play: "Spades may not be led until either some player has played a spade, or the leader has nothing but spades"


def test_suit_must_be_followed_and_otherwise_anything_goes() -> None:
    state = play(dealt(*MIXED), ["call 3"] * 4)
    state = play(state, ["play AH"])
    assert choices(state) == {"play KH", "play 5H", "play 6H"}
    void = play(dealt(*SUITS), ["call 3"] * 4 + ["play 2C"])
    assert len(choices(void)) == 13


def test_spades_may_not_be_led_before_one_has_been_played() -> None:
    state = play(dealt(*MIXED), ["call 3"] * 4)
    assert not any(text.endswith("S") for text in choices(state))
    state = play(state, ["play AC", "play QC", "play 10C"])
    discarded = next(text for text in choices(state) if text.endswith("C"))
    state = play(state, [discarded])
    assert not any(text.endswith("S") for text in choices(state))


def test_a_spade_played_to_another_suit_breaks_spades() -> None:
    hands = ("AC KC 2C 3C 4C 5C 6C 7C 8C 9C 10C 2S 3S", "QC JC AD", VOID, "4S 5S 6S")
    start = play(dealt(*hands), ["call 3"] * 4)
    assert "play 2S" not in choices(start)
    state = play(start, ["play AC", "play QC", "play KH", "play 4S"])
    assert state.seat == 3, "the spade is a trump"
    assert "play 5S" in choices(state)


def test_a_hand_of_nothing_but_spades_may_lead_them() -> None:
    state = play(dealt(*SUITS[3:], *SUITS[:3]), ["call 3"] * 4)
    assert len(choices(state)) == 13


def test_nothing_breaks_spades_or_they_may_always_be_led_as_options() -> None:
    hands = ("AC KC 2C 3C 4C 5C 6C 7C 8C 9C 10C 2S 3S", "QC JC AD", VOID, "4S 5S 6S")
    opening = ["call 3"] * 4
    assert "play 2S" in choices(play(dealt(*hands, breaks="free"), opening))
    trumped = play(dealt(*hands, breaks="nothing"), [*opening, "play AC", "play QC", "play KH", "play 4S"])
    assert "play 5S" not in choices(trumped)


def test_the_highest_spade_wins_and_otherwise_the_highest_card_of_the_suit_led() -> None:
    state = play(dealt(*MIXED), [*["call 3"] * 4, "play 3D", "play 5D", "play 7D"])
    state = play(state, [next(iter(choices(state)))])
    assert state.seat in (2, 3)
    trumped = play(dealt(*SUITS), [*["call 3"] * 4, "play AC", "play AD", "play AH", "play 2S"])
    assert trumped.seat == 3
    assert sorted(cards_in(trumped, "captured", index=1)) == ["2S", "AC", "AD", "AH"]


# the score


def test_a_bid_that_is_made_scores_ten_a_trick_and_one_for_each_over() -> None:
    _, scored = hand_of((3, 2, 4, 3), (4, 2, 4, 3))
    assert lines(scored, 0) == [70, 1]
    assert lines(scored, 1) == [50]


def test_partners_add_up_bids_and_tricks() -> None:
    state, scored = hand_of((1, 2, 6, 2), (5, 3, 2, 3))
    assert lines(scored, 0) == [70], "five and two make seven, whoever bid what"
    assert lines(scored, 1) == [40, 2]
    assert state.team_scores == (70, 42)
    assert state.scores == (0, 0, 0, 0), "a side's points are nobody's own"


def test_a_bid_that_is_not_made_loses_ten_a_trick() -> None:
    state, scored = hand_of((4, 3, 4, 4), (4, 3, 3, 3))
    assert lines(scored, 0) == [-80]
    assert lines(scored, 1) == [-70]
    assert state.team_scores == (-80, -70)


def test_nil_made_scores_a_hundred_beside_the_partners_bid() -> None:
    _, scored = hand_of((0, 3, 5, 4), (0, 4, 5, 4))
    assert lines(scored, 0) == [50, 100]


def test_nil_made_scores_a_hundred_even_if_the_partners_bid_is_not_made() -> None:
    _, scored = hand_of((0, 3, 6, 4), (0, 4, 5, 4))
    assert lines(scored, 0) == [-60, 100]


def test_nil_failed_loses_a_hundred_and_its_tricks_are_bags_that_do_not_help_the_partner() -> None:
    _, scored = hand_of((0, 3, 5, 4), (2, 3, 4, 4))
    assert lines(scored, 0) == [-50, -100, 2]
    _, scored = hand_of((0, 3, 4, 4), (2, 3, 4, 4))
    assert lines(scored, 0) == [40, -100, 2]


def test_the_tricks_of_a_failed_nil_may_help_the_partner_instead() -> None:
    _, scored = hand_of((0, 3, 5, 4), (2, 3, 4, 4), failed_nil="helps")
    assert lines(scored, 0) == [50, -100, 1]


def test_two_nils_of_one_side_count_each() -> None:
    _, scored = hand_of((0, 6, 0, 6), (0, 6, 1, 6))
    assert lines(scored, 0) == [100, -100, 1]
    assert lines(scored, 1) == [120]


@pytest.mark.parametrize(("tricks", "points", "bags"), [(7, 52, 9), (8, -47, 0), (9, -46, 1)])
def test_ten_bags_over_several_hands_cost_a_hundred_and_the_rest_is_carried_over(
    tricks: int, points: int, bags: int
) -> None:
    """Pagat's example: seven bags carried over, five bid; seven tricks score 52, eight 53 - 100, nine 54 - 100."""
    state, _ = hand_of((1, 3, 1, 3), (5, 2, 4, 2), hands=2, seed=3)
    assert state.view(None).registers["bags"] == (7, 0)
    found = found_hand(bid(state, (2, 3, 3, 3)), lambda won: won[0] + won[2] == tricks)
    assert found is not None
    assert found[0].team_scores[0] - state.team_scores[0] == points
    assert found[0].view(None).registers["bags"][0] == bags


def test_ten_bags_of_one_hand_cost_a_hundred_at_once() -> None:
    _, scored = hand_of((1, 1, 1, 1), (6, 0, 6, 1))
    assert lines(scored, 0) == [20, 10, -100]
    assert lines(scored, 1) == [-20]


# blind nil: before looking, by a side that is at least 100 behind, for 200; two cards are exchanged


def behind(seed: int = 1) -> State:
    """Side 1 has lost 120 and is to begin the second hand."""
    state, _ = hand_of((3, 6, 3, 6), (3, 4, 3, 3), hands=2, blind_nil=True, seed=seed)
    assert state.team_scores == (60, -120)
    return state


def test_nobody_may_bid_nil_unseen_before_somebody_is_behind() -> None:
    state = dealt(*MIXED, blind_nil=True)
    assert choices(state) == {"call nil", *(f"call {tricks}" for tricks in range(1, 14))}


def test_only_a_side_that_is_a_hundred_behind_may_bid_nil_unseen() -> None:
    state = behind()
    assert (state.seat, choices(state)) == (1, {"go blind", "look"})
    assert state.view(1).hand == ()
    assert state.view(1).zone("packet", index=1).cards == (None,) * 13
    state = play(state, ["go blind"])
    assert len(state.view(1).hand) == 13
    assert state.seat == 3, "seat 2 is ahead and looks"
    state = play(state, ["look"])
    assert (state.seat, choices(state)) == (1, {"call blind nil"})


def test_a_blind_nil_exchanges_two_cards_with_the_partner() -> None:
    state = play(behind(), ["go blind", "look", "call blind nil", "call 3", "call 4", "call 3"])
    assert state.seat == 1
    given = [action.text for action in state.actions()[:2]]
    state = play(state, given)
    assert state.seat == 3
    assert {text.removeprefix("give ") for text in given} <= set(state.view(3).hand)
    back = [action.text for action in state.actions()[-2:]]
    state = play(state, back)
    assert [len(cards_in(state, "hand", index=seat)) for seat in range(4)] == [13] * 4
    assert {text.removeprefix("give ") for text in back} <= set(state.view(1).hand)
    assert state.seat == 1, "and the player on the dealer's left leads"


@pytest.mark.parametrize(("tricks", "expected"), [(0, [40, 200]), (1, [40, -200, 1])])
def test_a_blind_nil_counts_twice(tricks: int, expected: list[int]) -> None:
    for seed in range(40):
        state = play(behind(seed), ["go blind", "look", "call blind nil", "call 3", "call 4", "call 3"])
        for _ in range(4):  # the best cards go, the worst come
            ranked = sorted(state.actions(), key=lambda action: _worth(action.text))
            state = state.apply(ranked[-1] if state.seat == 1 else ranked[0])
        found = found_hand(state, lambda won: (won[1], won[3]) == (tricks, 4), tries=10)
        if found is not None:
            assert lines(found[1], 1) == expected
            return
    raise AssertionError("no such hand was found")


def _worth(text: str) -> tuple[bool, int]:
    card = text.split()[-1]
    return card.endswith("S"), RANKS.index(card[:-1])


# the end


def test_the_side_that_reaches_the_target_wins_and_the_higher_if_both_do() -> None:
    state, _ = hand_of((3, 3, 3, 3), (3, 3, 3, 4), hands=None, target=50)
    assert state.team_scores == (60, 61)
    assert state.result is not None
    assert (state.result.winning_team, state.result.winner) == (1, -1)
    assert state.result.winners == (1, 3)


def test_sides_that_are_level_at_the_target_play_on() -> None:
    state, _ = hand_of((3, 3, 3, 3), (3, 3, 3, 4), hands=None, target=100)
    found = found_hand(bid(state, (3, 3, 3, 3)), lambda won: won[0] + won[2] == 7)
    assert found is not None
    assert found[0].team_scores == (121, 121)
    assert not found[0].is_over
    found = found_hand(bid(state, (3, 3, 3, 3)), lambda won: won[0] + won[2] == 6)
    assert found is not None
    assert found[0].team_scores == (120, 122)
    assert found[0].is_over


def test_a_side_that_falls_too_far_may_have_lost() -> None:
    state, _ = hand_of((3, 7, 3, 6), (3, 4, 3, 3), hands=None, mercy=100)
    assert state.team_scores == (60, -130)
    assert state.result is not None
    assert state.result.winning_team == 0
    assert not hand_of((3, 7, 3, 6), (3, 4, 3, 3), hands=None)[0].is_over


def test_the_game_ends_at_500_or_with_the_hundredth_hand() -> None:
    state = load("partnership-spades").deal(seed=1)
    rng = random.Random(1)
    while not state.is_over:
        if state.actions()[0].text.startswith("call "):
            state = state.apply("call 2")
            continue
        assert max(state.team_scores) < 500
        state = state.apply(rng.choice(state.actions()))
    assert max(state.team_scores) >= 500 or state.hands == 100


def test_partners_win_and_lose_together() -> None:
    state, _ = hand_of((3, 3, 3, 3), (4, 3, 3, 3))
    assert state.returns == (1.0, -1.0, 1.0, -1.0)
    assert state.game.player_to_team == (0, 1, 0, 1)


def test_the_rulebook_says_whose_nils_count_and_what_is_lost() -> None:
    book = generate_rulebook(load("partnership-spades").genome)
    assert "Your side loses 100 points for each player of your side who bid 0 and has won a trick." in book
    assert "your side loses 10 times as many points as your side's bid." in book
    assert "is the declarer" not in book, "a bid of Spades is nobody's contract but the bidder's"
