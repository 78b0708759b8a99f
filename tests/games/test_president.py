"""President, rule by rule, from https://www.pagat.com/climbing/president.html and, for two cards given, Wikipedia."""

from __future__ import annotations

import random

import pytest
from tests.games.scripts import cards_in, choices, play, stacked

from deckwright.engine import State, load
from deckwright.games import OptionValue

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")

FOUR = (
    "3C 3D 4C 4D 4H 9C 9D JC QC KC AC 2C 2D",
    "3H 5C 5D 5H 6C 6D 7C 7D 8C 8D KD KH AD",
    "3S 4S 5S 6H 6S 7H 8H 9H 10C 10D JD QD AH",
    "7S 8S 9S 10H 10S JH JS QH QS KS AS 2H 2S",
)


def dealt(*hands: str, **options: OptionValue) -> State:
    """Seat 0 leads."""
    game = load("president", players=len(hands), **{"hands": 1, **options})
    return game.deal(deck=stacked(game, hands), seed=1)


def rank(card: str) -> int:
    return RANKS.index(card[:-1])


def one_hand(state: State, seed: int) -> tuple[State, list[int]]:
    """At random to the end of the hand; and the order in which players went out."""
    rng = random.Random(seed)
    hand, out = state.hands, []
    while not state.is_over and state.hands == hand:
        state = state.apply(rng.choice(state.actions()))
        out += [int(str(event.detail["seat"])) for event in state.events(None) if event.kind == "out"]
    return state, out


@pytest.mark.parametrize(("players", "sizes"), [(4, [13] * 4), (5, [11, 11, 10, 10, 10]), (7, [8, 8, 8, 7, 7, 7, 7])])
def test_all_cards_are_dealt(players: int, sizes: list[int]) -> None:
    state = load("president", players=players).deal(seed=1)
    assert [len(cards_in(state, "hand", index=seat)) for seat in range(players)] == sizes
    assert state.seat == 0, "the player to the dealer's left leads"


def test_any_card_or_set_of_equal_rank_may_be_led_and_a_leader_cannot_pass() -> None:
    led = choices(dealt(*FOUR))
    assert {"play 3C", "play 2D", "play 3C 3D", "play 4C 4D 4H", "play 4C 4H", "play 9C 9D", "play 2C 2D"} <= led
    assert "pass" not in led
    assert "play 3C 4C" not in led
    assert len(led) == 13 + (1 + 3 + 1 + 1) + 1, "thirteen cards, six pairs, one three"


def test_a_card_is_beaten_by_any_higher_one_and_suits_do_not_matter() -> None:
    state = dealt(*FOUR).apply("play 9C")
    assert choices(state) == {"play KD", "play KH", "play AD", "pass"}


def test_equal_cards_do_not_beat() -> None:
    state = play(dealt(*FOUR), ["play 4C", "play 8C"])
    assert "play 8H" not in choices(state)
    assert "play 9H" in choices(state)


def test_a_set_is_beaten_by_as_many_cards_of_a_higher_rank_only() -> None:
    state = dealt(*FOUR).apply("play 4C 4D")
    assert choices(state) == {
        "play 5C 5D", "play 5C 5H", "play 5D 5H", "play 6C 6D", "play 7C 7D", "play 8C 8D", "play KD KH", "pass",
    }  # fmt: skip
    state = dealt(*FOUR).apply("play 4C 4D 4H")
    assert choices(state) == {"play 5C 5D 5H", "pass"}


def test_twos_are_highest_and_threes_lowest() -> None:
    state = play(dealt(*FOUR), ["play AC", "pass", "pass"])
    assert choices(state) == {"play 2H", "play 2S", "pass"}
    state = dealt(*FOUR).apply("play 2C")
    assert choices(state) == {"pass"}


def test_nobody_has_to_beat_and_who_has_passed_may_play_later() -> None:
    state = play(dealt(*FOUR), ["play 3C", "pass", "play 4S", "pass", "play 9C"])
    assert state.seat == 1
    assert "play KD" in choices(state)


def test_when_all_others_pass_the_cards_are_put_aside_and_whoever_played_last_leads() -> None:
    state = play(dealt(*FOUR), ["play 3C", "play 5C", "pass", "pass"])
    assert set(cards_in(state, "heap")) == {"3C", "5C"}
    state = state.apply("pass")
    assert cards_in(state, "heap") == []
    assert set(cards_in(state, "discard")) == {"3C", "5C"}
    assert state.seat == 1
    assert "pass" not in choices(state)
    assert "play 3H" in choices(state), "anything may be led again"


def test_a_round_goes_on_until_all_the_others_have_passed_in_a_row() -> None:
    state = play(dealt(*FOUR), ["play 3C", "pass", "pass", "play 7S", "pass", "pass"])
    assert state.seat == 2
    assert cards_in(state, "heap"), "seat 2 has not passed on the seven yet"
    assert state.apply("pass").seat == 3


SHORT = (
    "2C 3C 3D 3H 3S 4C 4D 4H 4S 5C 5D 5H 5S",
    "6C 6D 6H 6S 7C 7D 7H 7S 8C 8D 8H 8S 9C",
    "9D 9H 9S 10C 10D 10H 10S JC JD JH JS QC QD",
    "QH QS KC KD KH KS AC AD AH AS 2D 2H 2S",
)


def test_when_the_one_who_played_last_has_no_cards_all_the_others_may_answer_and_the_next_one_leads() -> None:
    state = dealt(*SHORT)
    for lead in ("3C 3D 3H 3S", "4C 4D 4H 4S", "5C 5D 5H 5S"):
        state = play(state, [f"play {lead}", "pass", "pass", "pass"])
    state = state.apply("play 2C")
    assert cards_in(state, "hand", index=0) == []
    state = play(state, ["pass", "pass"])
    assert state.seat == 3, "the third of three may still answer"
    assert choices(state) == {"pass"}
    state = state.apply("pass")
    assert state.seat == 1, "the lead goes to the next one with cards"
    assert cards_in(state, "heap") == []


def test_a_last_card_may_be_beaten_by_everyone_left() -> None:
    hands = (SHORT[0].replace("2C", "6C"), SHORT[1].replace("6C", "2C"), *SHORT[2:])
    state = dealt(*hands)
    for lead in ("3C 3D 3H 3S", "4C 4D 4H 4S", "5C 5D 5H 5S"):
        state = play(state, [f"play {lead}", "pass", "pass", "pass"])
    state = play(state, ["play 6C", "pass", "pass"])
    assert state.seat == 3
    assert "play AS" in choices(state)
    state = state.apply("play AS")
    assert state.seat == 1


def test_the_hand_ends_when_one_player_is_left_and_the_first_two_out_score() -> None:
    for seed in range(25):
        players = 4 + seed % 4
        state, out = one_hand(load("president", players=players, hands=1).deal(seed=seed), seed)
        assert state.is_over
        assert len(out) == players - 1
        left = [seat for seat in range(players) if cards_in(state, "hand", index=seat)]
        assert len(left) == 1
        assert left[0] not in out
        expected = [0] * players
        expected[out[0]], expected[out[1]] = 2, 1
        assert list(state.scores) == expected
        assert state.result is not None
        assert state.result.winner == out[0]


def test_the_scum_gives_the_two_best_cards_and_gets_two_back_then_the_vices_exchange_one() -> None:
    for seed in range(12):
        players = 4 + seed % 4
        state, out = one_hand(load("president", players=players, hands=2).deal(seed=seed), seed)
        scum = next(seat for seat in range(players) if seat not in out)
        president, vice, vice_scum = out[0], out[1], out[-1]
        for _ in range(2):
            assert state.seat == scum
            best = max(rank(card) for card in cards_in(state, "hand", index=scum))
            given = choices(state, verb="give")
            assert given == {card for card in cards_in(state, "hand", index=scum) if rank(card) == best}
            card = min(given)
            state = state.apply(f"give {card}")
            assert card in cards_in(state, "hand", index=president)
        assert state.seat == president
        held = cards_in(state, "hand", index=president)
        assert choices(state, verb="return") == set(held), "any cards, also those just received"
        state = play(state, [f"return {held[0]}", f"return {held[1]}"])
        assert {held[0], held[1]} <= set(cards_in(state, "hand", index=scum))
        assert state.seat == vice_scum
        best = max(rank(card) for card in cards_in(state, "hand", index=vice_scum))
        assert {rank(card) for card in choices(state, verb="give")} == {best}
        state = state.apply(state.actions()[0])
        assert state.seat == vice
        state = state.apply(state.actions()[0])
        assert state.seat == president, "the president leads"
        assert "pass" not in choices(state)


def test_cards_given_are_seen_by_giver_and_receiver_only() -> None:
    state, out = one_hand(load("president", players=4, hands=2).deal(seed=3), 3)
    scum, president = state.seat, out[0]
    assert scum is not None
    card = min(choices(state, verb="give"))
    state = state.apply(f"give {card}")
    other = next(seat for seat in range(4) if seat not in (scum, president))

    def seen(seat: int | None) -> set[str]:
        return {str(one) for one in state.view(seat).zone("hand", index=president).cards if one is not None}

    assert card in seen(scum)
    assert card in seen(president)
    assert seen(other) == set()
    assert seen(None) == set()


def test_one_card_may_be_exchanged_between_president_and_scum_alone_or_none() -> None:
    state, out = one_hand(load("president", players=4, hands=2, exchange="one").deal(seed=3), 3)
    assert choices(state, verb="give")
    state = state.apply(state.actions()[0])
    assert state.seat == out[0]
    state = state.apply(state.actions()[0])
    assert state.seat == out[0]
    assert choices(state, verb="play")
    state, out = one_hand(load("president", players=4, hands=2, exchange="none").deal(seed=3), 3)
    assert state.seat == out[0]
    assert choices(state, verb="play")


def test_the_scum_may_lead_instead() -> None:
    state, out = one_hand(load("president", players=4, hands=2, exchange="none", leader="scum").deal(seed=3), 3)
    assert state.seat == next(seat for seat in range(4) if seat not in out)


def test_the_first_to_eleven_points_wins() -> None:
    for seed in range(4):
        state = load("president", players=5).deal(seed=seed)
        while not state.is_over:
            assert max(state.scores) < 11
            state, _ = one_hand(state, seed)
        assert max(state.scores) >= 11
        assert sum(state.scores) == 3 * state.hands
        assert state.result is not None
        assert {state.scores[seat] for seat in state.result.winners} == {max(state.scores)}


@pytest.mark.parametrize(("dealer", "place"), [("president", 1), ("scum", 4)])
def test_the_president_or_the_scum_may_deal_the_next_hand(dealer: str, place: int) -> None:
    for seed in range(5):
        state, rng = load("president", dealer=dealer).deal(seed=seed), random.Random(seed)
        out: list[object] = []
        while state.hands == 0:
            state = state.apply(rng.choice(state.actions()))
            out += [event.detail["seat"] for event in state.events(None) if event.kind == "out"]
        out += [seat for seat in range(4) if seat not in out]
        assert state.view(None).facts["dealer"] == out[place - 1]
