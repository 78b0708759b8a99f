"""Blackjack: hands worked from the Bicycle rules (https://bicyclecards.com/how-to-play/blackjack)."""

from __future__ import annotations

import pytest
from tests.games.betting_table import choices, deal_from_top, play

from deckwright.engine import Game, State, load
from deckwright.games.blackjack import create_blackjack_genome
from deckwright.genome.schema import DeckSpec

TEN = 10
"""The bet of these hands, so that 3 to 2 is 15."""


def blackjack(**options: int | str | bool) -> Game:
    return load("blackjack", **{"hands": 1, "bet": TEN, **options})


def deal(game: Game, cards: str, *, hole: str, up: str, then: str = "") -> State:
    """A deal: the cards of one player, the dealer's hidden and open card, and what follows in the stock."""
    return deal_from_top(game, f"{cards} {hole} {up} {then}")


def boxes(state: State, seat: int = 0) -> list[tuple[str | None, ...]]:
    return [zone.cards for zone in state.view(None).zones if zone.name == "hand" and zone.index == seat and zone.cards]


def house(state: State) -> tuple[str | None, ...]:
    return state.view(None).zone("house").cards


# the deal


def test_players_cards_lie_open_and_one_of_the_dealers_is_hidden() -> None:
    state = deal(blackjack(), "5C 8D", hole="KS", up="9H")
    view = state.view(0)
    assert set(view.hand) == {"5C", "8D"}
    assert house(state) == ("9H",)
    assert view.zone("hole").cards == (None,)
    assert view.players[0].chips == 100 - TEN


def test_with_several_players_cards_go_round_and_the_dealers_left_plays_first() -> None:
    state = deal_from_top(blackjack(players=3), "2C 3C 4C 5C 6C 7C 8C 9C")
    assert [set(state.view(None).zone("hand", index=seat, pile=0).cards) for seat in range(3)] == [
        {"2C", "5C"},
        {"3C", "6C"},
        {"4C", "7C"},
    ]
    assert house(state) == ("9C",)
    assert state.seat == 0
    state = play(state, "stand")
    assert state.seat == 1
    state = play(state, "stand")
    assert state.seat == 2


# hit, stand and the dealer


def test_going_over_21_loses_at_once() -> None:
    state = play(deal(blackjack(), "10C 6D", hole="9S", up="7H", then="KD"), "hit")
    assert state.is_over
    assert state.returns == (-TEN,)
    assert house(state) == ("7H",)  # the dealer need not show


def test_at_21_one_may_still_choose() -> None:
    state = play(deal(blackjack(), "5C 6D", hole="9S", up="7H", then="10D"), "hit")
    assert choices(state) == ["hit", "stand"]


def test_the_dealer_draws_to_17() -> None:
    state = play(deal(blackjack(), "10C 9D", hole="2S", up="3H", then="4C 5D 2H AC"), "stand")
    assert house(state) == ("3H", "2S", "4C", "5D", "2H", "AC")  # 5, 9, 14, 16, 17 with the ace as 1
    assert state.returns == (TEN,)


def test_the_dealer_stands_on_17_and_wins_what_is_below() -> None:
    state = play(deal(blackjack(), "10C 6D", hole="10S", up="7H", then="4C"), "stand")
    assert set(house(state)) == {"10S", "7H"}
    assert state.returns == (-TEN,)


def test_the_dealer_going_over_pays_everyone_who_stands() -> None:
    state = play(deal(blackjack(), "10C 2D", hole="10S", up="6H", then="KC"), "stand")
    assert state.returns == (TEN,)


def test_equal_totals_get_the_stake_back() -> None:
    state = play(deal(blackjack(), "10C 8D", hole="10S", up="8H"), "stand")
    assert state.returns == (0,)


@pytest.mark.parametrize(
    ("cards", "then", "hits", "total"),
    [
        ("AC 6D", "", 0, 17),  # 11 + 6
        ("AC 6D", "10H", 1, 17),  # 1 + 6 + 10
        ("AC AD", "", 0, 12),  # 11 + 1
        ("AC AD", "9H", 1, 21),
        ("JC QD", "", 0, 20),
        ("AC 5D", "AH 4D", 2, 21),  # 11 + 5 + 1 + 4
    ],
)
def test_an_ace_counts_eleven_as_long_as_it_does_not_go_over(cards: str, then: str, hits: int, total: int) -> None:
    """The dealer's 17 is beaten by 18 and more, and only equalled by 17."""
    state = deal(blackjack(double="none", splits=0), cards, hole="10S", up="7S", then=then)
    state = play(state, ", ".join(["hit"] * hits + ["stand"]))
    assert state.returns == ((total > 17) * TEN - (total < 17) * TEN,)


def test_the_dealer_stands_on_a_soft_17_unless_the_house_hits_it() -> None:
    stands = play(deal(blackjack(), "10C 8D", hole="AS", up="6H", then="4C"), "stand")
    assert set(house(stands)) == {"AS", "6H"}
    assert stands.returns == (TEN,)
    hits = play(deal(blackjack(hit_soft_17=True), "10C 8D", hole="AS", up="6H", then="4C"), "stand")
    assert set(house(hits)) == {"AS", "6H", "4C"}
    assert hits.returns == (-TEN,)


def test_a_house_that_hits_soft_17_stands_on_a_hard_one() -> None:
    game = blackjack(hit_soft_17=True)
    assert set(house(play(deal(game, "10C 8D", hole="10S", up="7H"), "stand"))) == {"10S", "7H"}
    drawn = play(deal(game, "10C 8D", hole="AS", up="6H", then="KC 4C"), "stand")  # 17, hard 17
    assert set(house(drawn)) == {"AS", "6H", "KC"}


# naturals


def test_a_natural_is_paid_three_to_two_without_a_choice() -> None:
    state = deal(blackjack(), "AC KD", hole="10S", up="9H")
    assert state.is_over
    assert state.returns == (15,)


def test_a_natural_beats_21_in_more_cards() -> None:
    state = deal_from_top(blackjack(players=2), "AC 10C KD 8D 6S 5H QH")  # seat 1 holds eighteen; the dealer draws 21
    assert state.seat == 1
    state = play(state, "stand")
    assert set(house(state)) == {"6S", "5H", "QH"}
    assert state.returns == (15, -TEN)


@pytest.mark.parametrize(("hole", "up"), [("KS", "AH"), ("AS", "KH"), ("AS", "10H")])
def test_a_dealer_with_a_natural_takes_every_stake_at_once(hole: str, up: str) -> None:
    state = deal(blackjack(insurance=False), "10C 9D", hole=hole, up=up)
    assert state.is_over
    assert set(house(state)) == {hole, up}
    assert state.returns == (-TEN,)


def test_two_naturals_are_level() -> None:
    state = deal(blackjack(), "AC KD", hole="AS", up="KH")
    assert state.is_over
    assert state.returns == (0,)


def hidden_ranks(state: State) -> set[str]:
    """The dealer's hidden card in worlds that may be true for all the player knows."""
    worlds = (state.resample(0, seed=seed) for seed in range(200))
    return {str(house(world.apply("stand"))[1])[:-1] for world in worlds}


def test_looking_shows_that_the_hidden_card_makes_no_natural() -> None:
    ace_up = deal(blackjack(insurance=False), "10C 9D", hole="5S", up="AH")
    assert ace_up.view(0).zone("hole").cards == (None,)
    assert hidden_ranks(ace_up) == {"A", "2", "3", "4", "5", "6", "7", "8", "9"}
    ten_up = deal(blackjack(), "10C 9D", hole="5S", up="KH")
    assert hidden_ranks(ten_up) == {"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}
    nothing_seen = deal(blackjack(), "10C 9D", hole="5S", up="9H")
    assert len(hidden_ranks(nothing_seen)) == 13


def test_without_naturals_an_ace_and_a_ten_are_just_21() -> None:
    game = blackjack(naturals=False)
    state = deal(game, "AC KD", hole="AS", up="KH")
    assert choices(state)[:2] == ["hit", "stand"]
    assert play(state, "stand").returns == (0,)
    assert play(deal(game, "AC KD", hole="10S", up="9H"), "stand").returns == (TEN,)


# insurance


@pytest.mark.parametrize(
    ("cards", "hole", "insured", "declined"),
    [
        ("10C 9D", "KS", 0, -TEN),  # 2 to 1 on half the stake makes up for the whole
        ("10C 9D", "8S", -TEN // 2, 0),  # nineteen against nineteen
        ("AC KD", "KS", TEN, 0),  # two naturals are level
        ("AC KD", "8S", 15 - TEN // 2, 15),
    ],
)
def test_insurance_is_half_the_stake_at_two_to_one_on_a_ten_under_an_ace(
    cards: str, hole: str, insured: int, declined: int
) -> None:
    state = deal(blackjack(), cards, hole=hole, up="AH")
    assert choices(state) == ["insure", "no insurance"]
    assert state.view(0).zone("hole").cards == (None,), "the dealer has not looked yet"
    for move, returns in (("insure", insured), ("no insurance", declined)):
        after = play(state, move)
        assert (after if after.is_over else play(after, "stand")).returns == (returns,)


def test_insurance_is_only_against_an_ace_and_for_those_who_can_pay_it() -> None:
    assert choices(deal(blackjack(), "10C 9D", hole="8S", up="KH"))[0] == "hit"
    assert choices(deal(blackjack(chips=14), "10C 9D", hole="8S", up="AH"))[0] == "hit"
    assert choices(deal(blackjack(bet=1), "10C 9D", hole="8S", up="AH"))[0] == "hit", "one chip has no half"
    state = deal_from_top(blackjack(players=2), "10C 10D 9C 9D 8S AH")
    state = play(state, "no insurance")
    assert state.seat == 1
    assert choices(state) == ["insure", "no insurance"]


# double


def test_doubling_stakes_as_much_again_for_exactly_one_card() -> None:
    state = deal(blackjack(), "5C 6D", hole="10S", up="8H", then="9H")
    assert "double" in choices(state)
    state = play(state, "double")
    assert state.is_over
    assert state.returns == (2 * TEN,)


@pytest.mark.parametrize(
    ("cards", "may"),
    [("4C 5D", True), ("5C 6D", True), ("2C 6D", False), ("7C 5D", False), ("AC 8D", False), ("AC 9D", False)],
)
def test_doubling_is_for_nine_ten_and_eleven(cards: str, may: bool) -> None:
    assert ("double" in choices(deal(blackjack(), cards, hole="10S", up="8H"))) == may
    assert "double" in choices(deal(blackjack(double="any"), cards, hole="10S", up="8H"))
    assert "double" not in choices(deal(blackjack(double="none"), cards, hole="10S", up="8H"))


def test_doubling_is_for_two_cards_and_for_those_who_can_pay() -> None:
    assert "double" not in choices(play(deal(blackjack(), "2C 3D", hole="10S", up="8H", then="5C"), "hit"))
    assert "double" not in choices(deal(blackjack(chips=15), "5C 6D", hole="10S", up="8H"))


def test_a_doubled_hand_that_goes_over_loses_both_stakes() -> None:
    state = play(deal(blackjack(double="any"), "10C 6D", hole="10S", up="8H", then="KH"), "double")
    assert state.returns == (-2 * TEN,)


# split


def test_a_pair_may_be_split_into_two_hands_with_a_stake_each() -> None:
    state = deal(blackjack(), "8C 8D", hole="10S", up="9H", then="3H 10D")
    assert choices(state) == ["hit", "stand", "split"]
    state = play(state, "split")
    assert {frozenset(box) for box in boxes(state)} in (
        {frozenset({"8C", "3H"}), frozenset({"8D", "10D"})},
        {frozenset({"8D", "3H"}), frozenset({"8C", "10D"})},
    )
    assert state.view(0).players[0].chips == 100 - 2 * TEN
    state = play(state, "stand, stand")  # eleven and eighteen against nineteen
    assert state.returns == (-2 * TEN,)


def test_split_hands_are_played_one_after_the_other_and_settled_apart() -> None:
    state = deal(blackjack(), "8C 8D", hole="10S", up="9H", then="3H 10D 10H")
    state = play(state, "split, double")  # eleven and a ten: 21 with two stakes
    assert not state.is_over
    state = play(state, "stand")  # eighteen
    assert state.returns == (2 * TEN - TEN,)


def test_a_split_hand_that_goes_over_passes_to_the_next() -> None:
    state = deal(blackjack(), "8C 8D", hole="10S", up="7H", then="10H JD QC")
    state = play(state, "split, hit")
    assert not state.is_over
    assert play(state, "stand").returns == (0,)  # one lost, one won with eighteen


def test_split_aces_get_one_card_each_and_21_is_no_natural() -> None:
    state = play(deal(blackjack(), "AC AD", hole="10S", up="9H", then="KH 5D"), "split")
    assert state.is_over
    assert state.returns == (TEN - TEN,)  # 21 is paid even; sixteen loses


def test_only_cards_of_one_rank_are_a_pair() -> None:
    assert "split" not in choices(deal(blackjack(), "10C KD", hole="10S", up="9H"))


def test_a_pair_is_split_as_often_as_the_house_allows() -> None:
    again = deal(blackjack(splits=1), "8C 8D", hole="10S", up="9H", then="8H 8S")
    assert "split" not in choices(play(again, "split"))
    state = deal(blackjack(splits=3), "8C 8D", hole="10S", up="9H", then="8H 8S 2C 3C 4D 5D")
    state = play(state, "split, split")
    assert len(boxes(state)) == 3
    assert sum(len(box) for box in boxes(state)) == 6
    assert "split" not in choices(deal(blackjack(splits=0), "8C 8D", hole="10S", up="9H"))


def test_who_cannot_stake_again_cannot_split() -> None:
    assert "split" not in choices(deal(blackjack(chips=19), "8C 8D", hole="10S", up="9H"))


# bets and the match


def test_bets_may_be_chosen_before_the_deal() -> None:
    state = blackjack(most=5, chips=40).deal(seed=3)
    assert choices(state) == ["bet 1", "bet 2", "bet 3", "bet 4"]  # not more than one has
    assert state.view(0).hand == ()
    state = play(state, "bet 3")
    assert state.view(0).players[0].chips == 40 - 30
    assert len(state.view(0).hand) == 2


@pytest.mark.parametrize(("cards", "winner", "returns"), [("10C 9D", 0, TEN), ("10C 8D", -1, 0), ("10C 7D", -1, -TEN)])
def test_one_player_wins_by_ending_with_more_chips(cards: str, winner: int, returns: int) -> None:
    state = play(deal(blackjack(), cards, hole="10S", up="8H"), "stand")
    assert state.returns == (returns,)
    assert state.result is not None
    assert state.result.winner == winner
    assert (state.result.is_draw, state.result.is_loss) == (returns == 0, returns < 0)


def test_whoever_cannot_pay_the_bet_is_out() -> None:
    state = deal(blackjack(hands=5, chips=TEN), "10C 7D", hole="10S", up="8H")
    state = play(state, "stand")
    assert state.is_over
    assert state.hands == 1
    assert state.scores == (-TEN,)


def test_a_match_adds_up_its_hands() -> None:
    state = play(deal(blackjack(hands=2), "10C 9D", hole="10S", up="8H"), "stand")
    assert state.scores == (TEN,)
    while not state.is_over:
        state = state.apply("stand")
    assert state.returns == state.scores


def test_two_packs_have_every_card_twice() -> None:
    assert len(blackjack(decks=2).deck) == 104


def test_when_the_pack_runs_out_nobody_gets_another_card() -> None:
    genome = create_blackjack_genome(players=7, hands=1, naturals=False)
    assert genome.hand_evaluation is not None
    ranks = ("2", "3", "4", "A")
    values = tuple(value for value in genome.hand_evaluation.card_values if value.rank in ranks)
    few = genome.hand_evaluation.copy_with(card_values=values)
    state = load(genome.copy_with(deck=DeckSpec(ranks=ranks), hand_evaluation=few)).deal(seed=1)
    while not state.is_over:
        assert choices(state) == ["stand"]
        state = state.apply("stand")
    assert len(house(state)) == 2
