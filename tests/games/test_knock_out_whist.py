"""Knock-Out Whist, rule by rule, from https://www.pagat.com/whist/kowhist.html and Wikipedia's account of it."""

from __future__ import annotations

import random

import pytest
from tests.games.scripts import cards_in, choices, play, stacked

from deckwright.engine import State, load
from deckwright.games import OptionValue

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

THREE = ("AC KC QC JC 10C 9C 8C", "2D 3D 4D 5D 6D 7D 8D", "2H 3H 4H 5H 6H 7H 2C")


def dealt(*hands: str, then: str = "2S", **options: OptionValue) -> State:
    """Seat 0 leads; the first card of `then` is turned up."""
    game = load("knock-out-whist", players=len(hands), **options)
    return game.deal(deck=stacked(game, hands, then=then), seed=4)


def tricks(state: State, *plays: str) -> State:
    """Cards played in turn."""
    return play(state, [f"play {card}" for card in " ".join(plays).split()])


def in_play(state: State) -> list[int]:
    """Seats that hold cards."""
    return [seat for seat in range(state.game.seats) if cards_in(state, "hand", index=seat)]


@pytest.mark.parametrize("players", [2, 3, 7])
def test_seven_cards_each_and_one_is_turned_up(players: int) -> None:
    state = load("knock-out-whist", players=players).deal(seed=1)
    assert [len(cards_in(state, "hand", index=seat)) for seat in range(players)] == [7] * players
    assert len(cards_in(state, "turned")) == 1
    assert state.view(None).zone("turned").cards[0] is not None


def test_the_player_to_the_dealers_left_leads_and_suit_must_be_followed() -> None:
    state = dealt(*THREE)
    assert state.seat == 0
    assert choices(state, verb="play") == set(THREE[0].split())
    state = tricks(state, "AC")
    assert choices(state, verb="play") == set(THREE[1].split()), "without the suit any card goes"
    state = tricks(state, "2D")
    assert choices(state) == {"play 2C"}


def test_the_highest_card_of_the_suit_led_takes_the_trick_and_its_winner_leads() -> None:
    state = dealt("9C 2D", "AC 3D", "KC 4D", then="2S")
    state = tricks(state, "9C", "AC", "KC")
    assert state.seat == 1
    assert set(cards_in(state, "captured", index=1)) == {"9C", "AC", "KC"}


def test_the_suit_turned_up_is_trumps_and_the_highest_trump_takes_the_trick() -> None:
    state = dealt("AC 2D 3D 4D 5D 6D 7D", "2S 2H 3H 4H 5H 6H 7H", "9S 8H 9H 10H JH QH KH", then="10S")
    state = tricks(state, "AC", "2S", "9S")
    assert state.seat == 2
    state = dealt("AC 2D 3D 4D 5D 6D 7D", "2S 2H 3H 4H 5H 6H 7H", "9S 8H 9H 10H JH QH KH", then="10C")
    assert tricks(state, "AC", "2S", "9S").seat == 0, "spades are not trumps here"


def test_a_card_of_another_suit_never_wins() -> None:
    state = dealt("2C 2D 3D 4D 5D 6D 7D", "AH 2H 3H 4H 5H 6H 7H", "AD 8H 9H 10H JH QH KH", then="2S")
    assert tricks(state, "2C", "AH", "AD").seat == 0


def test_whoever_takes_every_trick_has_won_at_once() -> None:
    state = dealt(*THREE)
    for number in range(7):
        state = state.apply(state.actions()[-1])
        while state.seat not in (0, None):
            state = state.apply(state.actions()[0])
        assert state.is_over is (number == 6)
    assert state.result is not None
    assert state.result.winner == 0
    assert state.hands == 1
    assert state.returns == (1, -0.5, -0.5)


def test_who_takes_no_trick_is_out_and_the_others_get_one_card_fewer() -> None:
    hands = ("AC KC QC JC 10C 9C 2D", "2H 3H 4H 5H 6H 7H 8D", "9D 3D 4D 5D 6D 7D 2C")
    state = dealt(*hands)
    state = tricks(state, "AC 2H 2C", "KC 3H 3D", "QC 4H 4D", "JC 5H 5D", "10C 6H 6D", "9C 7H 7D", "2D 8D 9D")
    assert state.hands == 1
    assert in_play(state) == [0, 2], "seat 1 took none"
    assert [len(cards_in(state, "hand", index=seat)) for seat in (0, 2)] == [6, 6]


def test_who_took_most_tricks_names_the_trumps_having_seen_the_new_cards() -> None:
    hands = ("AC KC QC JC 10C 9C 2D", "2H 3H 4H 5H 6H 7H 8D", "9D 3D 4D 5D 6D 7D 2C")
    state = dealt(*hands)
    state = tricks(state, "AC 2H 2C", "KC 3H 3D", "QC 4H 4D", "JC 5H 5D", "10C 6H 6D", "9C 7H 7D", "2D 8D 9D")
    assert state.seat == 0, "six tricks to one"
    assert choices(state) == {"name clubs", "name diamonds", "name hearts", "name spades"}
    assert None not in state.view(0).zone("hand", index=0).cards
    assert cards_in(state, "turned") == [], "no card is turned up any more"
    assert choices(state.apply("name hearts"), verb="play"), "and the hand is played"


def test_the_trumps_named_take_tricks() -> None:
    """Two hands at random: each trick goes to the highest trump, or to the highest card of the suit led."""
    for seed in range(30):
        state = load("knock-out-whist", players=4).deal(seed=seed)
        rng = random.Random(seed)
        trump = cards_in(state, "turned")[0][-1]
        played: list[tuple[int, str]] = []
        live = 4
        while not state.is_over and state.hands < 2:
            action = rng.choice(state.actions())
            live = live if played else len(in_play(state))
            if action.text.startswith("name "):
                trump = action.text.removeprefix("name ")[0].upper()
                state = state.apply(action)
                continue
            assert state.seat is not None
            played.append((state.seat, action.text.removeprefix("play ")))
            hands = state.hands
            state = state.apply(action)
            if len(played) == live:
                best = max(played, key=lambda one: _strength(one[1], played[0][1], trump))
                if not state.is_over and state.hands == hands:
                    assert state.seat == best[0]
                played = []


def _strength(card: str, led: str, trump: str) -> tuple[bool, bool, int]:
    return card[-1] == trump, card[-1] == led[-1], RANKS.index(card[:-1])


def test_those_who_are_level_cut_for_the_naming_and_the_highest_card_names() -> None:
    cuts = 0
    for seed in range(90):
        state = load("knock-out-whist", players=4).deal(seed=seed)
        rng = random.Random(seed)
        while state.hands == 0:
            state = state.apply(rng.choice(state.actions()))
        if state.is_over:
            continue
        shown = [
            (str(event.detail["to"]), str(event.detail["card"]))
            for event in state.events(None)
            if event.kind == "moved" and str(event.detail["to"]).startswith("cut")
        ]
        if not shown:
            continue
        cuts += 1
        last = dict(shown)
        ranks = {zone: RANKS.index(card[:-1]) for zone, card in last.items()}
        best = max(ranks, key=lambda zone: ranks[zone])
        assert sorted(ranks.values())[-1] > sorted(ranks.values())[-2], "equal cards cut again"
        assert best == f"cut[{state.seat}]"
    assert cuts > 10


def test_the_player_to_the_dealers_left_leads_later_hands_or_whoever_named_does() -> None:
    hands = ("AC KC QC JC 10C 9C 2D", "2H 3H 4H 5H 6H 7H 8D", "9D 3D 4D 5D 6D 7D 2C")
    first = ["AC 2H 2C", "KC 3H 3D", "QC 4H 4D", "JC 5H 5D", "10C 6H 6D", "9C 7H 7D", "2D 8D 9D"]
    state = tricks(dealt(*hands), *first).apply("name clubs")
    assert state.seat == 2, "seat 0 deals now, and seat 1 is out"
    state = tricks(dealt(*hands, leader="namer"), *first).apply("name clubs")
    assert state.seat == 0


def test_a_game_has_at_most_seven_hands_of_falling_size_and_the_last_one_in_wins() -> None:
    longest = 0
    for seed in range(40):
        state = load("knock-out-whist", players=3 + seed % 5).deal(seed=seed)
        rng = random.Random(seed)
        hands = 0
        out: set[int] = set()
        while not state.is_over:
            state = state.apply(rng.choice(state.actions()))
            if state.hands > hands and not state.is_over:
                hands = state.hands
                now = set(range(state.game.seats)) - set(in_play(state))
                assert out <= now, "nobody comes back"
                out = now
                assert {len(cards_in(state, "hand", index=seat)) for seat in in_play(state)} == {7 - hands}
        longest = max(longest, state.hands)
        assert state.result is not None
        assert state.result.winner >= 0, "there is always one winner"
        assert state.result.winner not in out
    assert longest == 7


def test_after_the_hands_agreed_on_most_tricks_win() -> None:
    state = dealt("AC KC QC JC 10C 2D 3D", "2H 3H 4H 5H 6H 7H AD", "9D 4D 5D 6D 7D 8D 2C", hands=1)
    state = tricks(state, "AC 2H 2C", "KC 3H 4D", "QC 4H 5D", "JC 5H 6D", "10C 6H 7D", "2D AD 8D", "7H 9D 3D")
    assert state.is_over
    assert state.scores == (1 + 5, 1 + 2, 0)
    assert state.result is not None
    assert state.result.winner == 0
    assert state.returns is not None
    assert state.returns[0] > state.returns[1] > state.returns[2]


def test_the_deal_passes_over_those_who_are_out() -> None:
    """Seat 3 deals first; whoever is to the left of a dealer leads, and deals next, those out being passed over."""
    for seed in range(40):
        state = load("knock-out-whist", players=4).deal(seed=seed)
        rng = random.Random(seed)
        dealer, hands = 3, 0
        while not state.is_over:
            state = state.apply(rng.choice(state.actions()))
            if state.is_over or state.hands == hands:
                continue
            hands, live = state.hands, in_play(state)
            state = state.apply("name clubs")
            dealer = _next(dealer, live)
            assert state.seat == _next(dealer, live)


def _next(seat: int, live: list[int]) -> int:
    return next(other % 4 for other in range(seat + 1, seat + 5) if other % 4 in live)


def spared(seed: int = 4) -> State:
    """The second hand, after seat 0 took every trick of the first; seat 0 names hearts."""
    game = load("knock-out-whist", players=3, dogs_life=True)
    hands = [hand.split() for hand in THREE]
    rest = [str(card) for card in game.deck if str(card) not in " ".join(THREE).split()]
    order = [*hands[0], *hands[1], *hands[2], *rest]
    state = game.deal(deck=order, seed=seed)
    while state.hands == 0:
        state = state.apply(state.actions()[-1] if state.seat == 0 else state.actions()[0])
    return state.apply("name hearts")


def sizes(state: State) -> list[int]:
    """Cards in each hand."""
    return [len(cards_in(state, "hand", index=seat)) for seat in range(state.game.seats)]


def test_a_dogs_life_is_one_card_for_all_who_take_no_trick_in_the_first_hand_that_has_such_players() -> None:
    state = spared()
    assert sizes(state) == [6, 1, 1]


def test_a_dog_plays_its_card_or_keeps_it_and_the_next_player_leads_in_its_place() -> None:
    state = spared()
    assert state.seat == 1, "on the dealer's left"
    assert "hold" in choices(state)
    assert len(choices(state, verb="play")) == 1
    state = state.apply("hold")
    assert state.seat == 2
    state = state.apply("hold")
    assert state.seat == 0
    assert "hold" not in choices(state)
    state = state.apply(state.actions()[0])
    assert sizes(state) == [5, 1, 1]
    assert len(cards_in(state, "captured", index=0)) == 1, "a trick to which nobody else played"


def test_a_dog_must_play_to_the_last_trick() -> None:
    state = spared()
    for _ in range(5):
        state = play(state, ["hold"] * 2) if state.seat == 1 else state
        state = state.apply(state.actions()[0])
        while state.seat != 0 and len(cards_in(state, "hand", index=0)) < 6 and "hold" in choices(state):
            state = state.apply("hold")
    assert sizes(state) == [1, 1, 1]
    assert state.seat == 0
    state = state.apply(state.actions()[0])
    assert "hold" not in choices(state)


@pytest.mark.parametrize("seed", range(12))
def test_a_dog_with_a_trick_is_in_again_and_one_without_is_out(seed: int) -> None:
    state = spared(seed)
    winners: set[object] = {0}  # the only one left with cards has the other tricks
    while state.hands == 1 and state.seat is not None:
        state = state.apply(next(action for action in state.actions() if action.text != "hold"))
        winners |= {event.detail["seat"] for event in state.events(None) if event.kind == "trick won"}
    if winners == {0}:
        assert state.result is not None
        assert state.result.winner == 0
    else:
        assert state.result is None
        assert sizes(state) == [5 if seat in winners else 0 for seat in range(3)], "nobody is spared again"
        assert state.seat == 0, "who has most tricks, counting those not played out, names the trumps"


def test_a_match_with_a_dogs_life_always_has_one_winner() -> None:
    game = load("knock-out-whist", dogs_life=True)
    for seed in range(60):
        state, rng = game.deal(seed=seed), random.Random(seed)
        while state.seat is not None:
            state = state.apply(rng.choice(state.actions()))
        assert state.result is not None
        assert len(state.result.winners) == 1
