"""Fan Tan, rule by rule, from https://www.bicyclecards.com/how-to-play/fan-tan/."""

from __future__ import annotations

import random

from tests.games.betting_table import chips
from tests.games.scripts import cards_in, choices, play, stacked

from deckwright.engine import State, load
from deckwright.games import OptionValue

SUITS = "CDHS"
FOUR = (
    "7C 8C 9C 10C JC QC KC 6C 5C 4C 3C 2C AC",
    "7D 8D 9D 10D JD QD KD 6D 5D 4D 3D 2D AD",
    "7H 8H 9H 10H JH QH KH 6H 5H 4H 3H 2H AH",
    "7S 8S 9S 10S JS QS KS 6S 5S 4S 3S 2S AS",
)


def dealt(*hands: str, **options: OptionValue) -> State:
    """Seat 0 plays first."""
    game = load("fan-tan", players=len(hands), **{"hands": 1, **options})
    return game.deal(deck=stacked(game, hands), seed=1)


def laid(state: State, suit: str) -> set[str]:
    """The cards of a suit on the table."""
    return set(cards_in(state, "layout") if suit == "C" else _pile(state, SUITS.index(suit)))


def _pile(state: State, number: int) -> list[str]:
    names = state.game.notation.names
    base = next(family.base for family in names.zones if family.name == "layout")
    return [names.cards[card] for card in state.position.layout()[base + number]]


def random_end(state: State, seed: int) -> State:
    rng = random.Random(seed)
    while not state.is_over:
        state = state.apply(rng.choice(state.actions()))
    return state


def test_all_cards_are_dealt_and_some_may_get_one_more() -> None:
    for players, sizes in ((3, [18, 17, 17]), (4, [13] * 4), (5, [11, 11, 10, 10, 10]), (8, [7] * 4 + [6] * 4)):
        state = load("fan-tan", players=players).deal(seed=2)
        assert [len(cards_in(state, "hand", index=seat)) for seat in range(players)] == sizes


def test_everyone_puts_a_chip_in_the_pot_and_those_with_fewer_cards_another() -> None:
    assert chips(load("fan-tan", players=4).deal(seed=2)) == [99] * 4
    assert chips(load("fan-tan", players=3).deal(seed=2)) == [99, 98, 98]
    assert chips(load("fan-tan", players=5, chips=20).deal(seed=2)) == [19, 19, 18, 18, 18]


def test_the_player_to_the_dealers_left_begins_and_only_a_seven_can_be_played() -> None:
    state = dealt(*FOUR)
    assert state.seat == 0
    assert choices(state) == {"play 7C"}


def test_six_and_eight_of_the_suit_follow_a_seven_and_any_seven_can_be_played() -> None:
    state = dealt(FOUR[0].replace("AC", "7D"), FOUR[1].replace("7D", "AC"), *FOUR[2:])
    state = play(state, ["play 7C", "pass", "play 7H", "play 7S"])
    assert choices(state) == {"play 6C", "play 8C", "play 7D"}


def test_suits_are_built_up_to_the_king_and_down_to_the_ace() -> None:
    state = dealt(*FOUR)
    order = ["7", "8", "9", "10", "J", "Q", "K", "6", "5", "4", "3", "2"]
    for rank in order:
        for suit in SUITS:
            assert f"play {rank}{suit}" in choices(state)
            state = state.apply(f"play {rank}{suit}")
    assert choices(state) == {"play AC"}, "the ace is low: it does not go on the king"
    assert "KC" in laid(state, "C")


def test_the_ace_does_not_follow_the_king() -> None:
    state = dealt(*FOUR)
    for rank in ("7", "8", "9", "10", "J", "Q", "K"):
        state = play(state, [f"play {rank}{suit}" for suit in SUITS])
    assert choices(state) == {"play 6C"}


def test_ranks_may_not_be_skipped() -> None:
    state = play(dealt(*FOUR), ["play 7C", "play 7D", "play 7H", "play 7S"])
    assert choices(state) == {"play 6C", "play 8C"}


def test_who_can_play_must_and_who_cannot_pays_a_chip() -> None:
    hands = ("8C 9C 10C JC QC KC 6C 5C 4C 3C 2C AC 8D", "7C 7D 9D 10D JD QD KD 6D 5D 4D 3D 2D AD", *FOUR[2:])
    state = dealt(*hands)
    assert choices(state) == {"pass"}
    state = state.apply("pass")
    assert chips(state) == [98, 99, 99, 99]
    assert choices(state) == {"play 7C", "play 7D"}, "passing is for those who cannot play"
    state = state.apply("play 7C")
    assert chips(state) == [98, 99, 99, 99]


def test_a_card_stays_where_it_was_played_and_everyone_sees_it() -> None:
    state = play(dealt(*FOUR), ["play 7C", "play 7D", "play 7H", "play 7S", "play 8C", "play 6D"])
    assert laid(state, "C") == {"7C", "8C"}
    assert laid(state, "D") == {"7D", "6D"}
    shown = {str(card) for zone in state.view(None).zones if zone.name == "layout" for card in zone.cards}
    assert shown == {"7C", "8C", "7D", "6D", "7H", "7S"}


def test_it_ends_when_one_has_no_cards_and_the_others_pay_for_theirs() -> None:
    state = dealt(*FOUR)
    while not state.is_over:
        state = state.apply(state.actions()[0])
    assert cards_in(state, "hand", index=0) == []
    assert [len(cards_in(state, "hand", index=seat)) for seat in (1, 2, 3)] == [1, 1, 1]
    assert chips(state) == [103 + 3, 98, 98, 98], "an ante and a card from each"
    assert state.scores == (6, -2, -2, -2)
    assert state.returns == (6, -2, -2, -2)
    assert state.result is not None
    assert state.result.winner == 0


def test_whoever_goes_out_takes_antes_passes_and_payments() -> None:
    for seed in range(20):
        state = random_end(load("fan-tan", players=5, hands=1).deal(seed=seed), seed)
        held = [len(cards_in(state, "hand", index=seat)) for seat in range(5)]
        passes = [sum(a.text == "pass" and a.seat == seat for a in state.history) for seat in range(5)]
        antes = [1, 1, 2, 2, 2]
        paid = [ante + passed + left for ante, passed, left in zip(antes, passes, held, strict=True)]
        winner = held.index(0)
        assert held.count(0) == 1
        assert chips(state) == [100 - paid[seat] + (sum(paid) if seat == winner else 0) for seat in range(5)]


def test_nobody_pays_more_than_they_have() -> None:
    state = dealt(*FOUR, chips=1)
    assert chips(state) == [0] * 4
    state = random_end(state, 3)
    assert sorted(chips(state)) == [0, 0, 0, 4]


def test_most_chips_after_the_hands_agreed_on_win() -> None:
    for seed in range(5):
        state = random_end(load("fan-tan", players=3, hands=4).deal(seed=seed), seed)
        assert state.hands == 4
        assert sum(chips(state)) == 300
        assert state.result is not None
        best = {seat for seat in range(3) if chips(state)[seat] == max(chips(state))}
        assert set(state.result.winners) == best


def test_the_deal_passes_to_the_left() -> None:
    state = load("fan-tan", players=3, hands=3).deal(seed=1)
    rng = random.Random(1)
    starters, hands = [state.seat], 0
    while not state.is_over:
        state = state.apply(rng.choice(state.actions()))
        if state.hands > hands and not state.is_over:
            hands = state.hands
            starters.append(state.seat)
    assert starters == [0, 1, 2]


def test_for_points_each_card_left_counts_one_and_the_lowest_wins_at_a_hundred() -> None:
    state = dealt(*FOUR, scoring="points")
    while not state.is_over:
        state = state.apply(state.actions()[0])
    assert state.scores == (0, 1, 1, 1)
    assert state.result is not None
    assert state.result.winner == 0
    state = load("fan-tan", players=4, scoring="points").deal(seed=5)
    rng = random.Random(5)
    while not state.is_over:
        before = state.scores
        state = state.apply(rng.choice(state.actions()))
        assert max(before) < 100
    assert max(state.scores) >= 100
    assert state.result is not None
    assert {state.scores[seat] for seat in state.result.winners} == {min(state.scores)}
