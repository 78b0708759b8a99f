"""Pinochle, rule by rule.

Bidding, play and scoring from https://bicyclecards.com/how-to-play/partnership-auction-pinochle, melds from
https://docslib.org/doc/7606664/single-deck-pinochle-rules (whose points are a tenth of these).
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from tests.games.scripts import cards_in, choices, play, stacked

from deckwright.engine import State, load
from deckwright.games import OptionValue

SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
RANKS = ("9", "J", "Q", "K", "10", "A")
AROUND = {"A": 100, "K": 80, "Q": 60, "J": 40}
WORTH = {
    "counters": {"A": 10, "10": 10, "K": 10},
    "fives": {"A": 10, "10": 10, "K": 5, "Q": 5},
    "old": {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2},
}
SPADES = "9S JS QS KS 10S AS"


def meld_points(hand: list[str], trump: str) -> int:
    """The melds of a hand, counted from how many there are of each card."""
    held = Counter(hand)
    runs = min(held[f"{rank}{trump}"] for rank in ("A", "10", "K", "Q", "J"))
    royals = min(held[f"K{trump}"], held[f"Q{trump}"]) - runs
    others = sum(min(held[f"K{suit}"], held[f"Q{suit}"]) for suit in "CDHS" if suit != trump)
    around = sum(
        (0, points, 10 * points)[min(held[f"{rank}{suit}"] for suit in "CDHS")] for rank, points in AROUND.items()
    )
    pinochles = (0, 40, 300)[min(held["QS"], held["JD"])]
    run_points = (0, 150, 1500)[runs]
    return run_points + 40 * royals + 20 * others + 10 * held[f"9{trump}"] + around + pinochles


def dealt(*hands: str, **options: OptionValue) -> State:
    game = load("pinochle", **{"hands": 1, **options})
    return game.deal(deck=stacked(game, hands), seed=1)


def bid(state: State, suit: str, *, level: int = 100) -> State:
    """Seat 0 buys the contract; the others pass."""
    return play(state, [f"call {level}", "pass", "pass", "pass", f"name {suit}"])


def melds(state: State) -> list[int]:
    return [int(points or 0) for points in state.view(None).registers["melds"]]


def held(state: State, seat: int) -> list[str]:
    return cards_in(state, "hand", index=seat)


def finish(state: State, seed: int = 0) -> State:
    rng = random.Random(seed)
    while not state.is_over:
        state = state.apply(rng.choice(state.actions()))
    return state


def test_the_pack_has_two_of_each_card_from_nine_to_ace() -> None:
    deck = Counter(str(card) for card in load("pinochle").deck)
    assert deck == {rank + suit: 2 for rank, suit in product(RANKS, "CDHS")}


def test_everybody_gets_twelve_cards_and_sees_only_their_own() -> None:
    state = load("pinochle").deal(seed=3)
    assert [len(held(state, seat)) for seat in range(4)] == [12] * 4
    assert state.view(0).zone("hand", index=2).cards == (None,) * 12


def test_bids_are_tens_from_100_and_rise() -> None:
    state = load("pinochle").deal(seed=3)
    assert state.seat == 0, "the dealer's left begins"
    assert choices(state) == {"pass", *(f"call {level}" for level in range(100, 1501, 10))}
    state = state.apply("call 150")
    assert min(int(level) for level in choices(state, verb="call")) == 160


def test_who_passed_bids_no_more_and_the_last_one_left_names_trumps() -> None:
    state = play(load("pinochle").deal(seed=3), ["call 100", "pass", "call 120", "pass", "call 130"])
    assert state.seat == 2
    state = state.apply("pass")
    assert state.seat == 0
    assert choices(state) == {f"name {suit}" for suit in SUITS}


def test_if_everybody_passes_the_next_player_deals() -> None:
    state = play(load("pinochle").deal(seed=3), ["pass"] * 4)
    assert state.seat == 1
    assert state.hands == 1
    assert list(state.team_scores) == [0, 0]


def test_the_dealer_may_be_forced_to_bid() -> None:
    state = play(load("pinochle", forced=True).deal(seed=3), ["pass"] * 3)
    assert "pass" not in choices(state)
    assert "call 100" in choices(state)


@pytest.mark.parametrize("minimum", [150, 250])
def test_the_lowest_bid_can_be_changed(minimum: int) -> None:
    state = load("pinochle", minimum=minimum).deal(seed=3)
    assert min(int(level) for level in choices(state, verb="call")) == minimum


TABLE = [
    ("run", "AS 10S KS QS JS", 150),
    ("double run", "AS 10S KS QS JS AS 10S KS QS JS", 1500),
    ("royal marriage", "KS QS", 40),
    ("two royal marriages", "KS QS KS QS", 80),
    ("marriage", "KH QH", 20),
    ("two marriages", "KH QH KH QH", 40),
    ("dix", "9S", 10),
    ("both dixes", "9S 9S", 20),
    ("pinochle", "QS JD", 40),
    ("double pinochle", "QS JD QS JD", 300),
    ("aces around", "AC AD AH AS", 100),
    ("double aces", "AC AD AH AS AC AD AH AS", 1000),
    ("kings around", "KC KD KH KS", 80),
    ("double kings", "KC KD KH KS KC KD KH KS", 800),
    ("queens around", "QC QD QH QS", 60),
    ("double queens", "QC QD QH QS QC QD QH QS", 600),
    ("jacks around", "JC JD JH JS", 40),
    ("double jacks", "JC JD JH JS JC JD JH JS", 400),
    ("nothing", "AS 10S KS JS", 0),
    ("a run outside trumps", "AH 10H KH QH JH", 20),
    ("three of the aces", "AC AC AD AD AH AH", 0),
    ("a nine outside trumps", "9H", 0),
    ("a queen of spades and a jack of hearts", "QS JH", 0),
    # A card counts in several kinds of meld, but once in each.
    ("roundhouse", "KC KD KH KS QC QD QH QS", 240),
    ("run and roundhouse", "AS 10S KS QS JS KC KD KH QC QD QH", 350),
    ("run and a royal marriage", "AS 10S KS QS JS KS QS", 190),
    ("run with one king more", "AS 10S KS QS JS KS", 150),
    ("pinochle in a run", "AS 10S KS QS JS JD", 190),
    ("seven kings", "KC KD KH KS KC KD KH", 80),
]


def with_filler(cards: str) -> str:
    """The cards, and others that meld with nothing when spades are trumps."""
    filler = ["9C", "9C", "9D", "9D", "9H", "9H", "10C", "10C", "10D", "10D", "10H", "10H"]
    for card in cards.split():
        if card in filler:
            filler.remove(card)
    return " ".join([*cards.split(), *filler][:12])


@pytest.mark.parametrize(("name", "cards", "points"), TABLE, ids=[row[0] for row in TABLE])
def test_every_meld_of_the_table(name: str, cards: str, points: int) -> None:
    hand = with_filler(cards)
    assert meld_points(hand.split(), "S") == points, name
    state = bid(dealt(hand, "", "", ""), "spades")
    assert melds(state)[0] - meld_points(held(state, 2), "S") == points


def test_melds_are_those_of_both_partners_in_any_deal_and_any_trumps() -> None:
    game = load("pinochle", hands=1)
    for seed in range(150):
        suit = list(SUITS)[seed % 4]
        state = bid(game.deal(seed=seed), suit)
        each = [meld_points(held(state, seat), SUITS[suit]) for seat in range(4)]
        assert melds(state) == [each[0] + each[2], each[1] + each[3]]


def test_melds_are_shown_and_nothing_else() -> None:
    hand = with_filler("AS 10S KS QS JS JD KS QS KH")
    state = bid(dealt(hand, "", "", ""), "spades")
    seen = Counter(card for card in state.view(1).zone("hand", index=0).cards if card is not None)
    assert seen == Counter(["AS", "10S", "KS", "QS", "JS", "JD", "KS", "QS"])


def test_the_dealers_left_leads_or_the_bidder() -> None:
    calls = ["call 100", "call 110", "pass", "pass", "pass", "name hearts"]
    assert play(load("pinochle").deal(seed=3), calls).seat == 0
    assert play(load("pinochle", leader="bidder").deal(seed=3), calls).seat == 1


def test_anything_may_be_led() -> None:
    state = bid(load("pinochle").deal(seed=3), "hearts")
    assert choices(state, verb="play") == set(held(state, 0))


def test_follow_suit_and_head_the_trick_if_you_can() -> None:
    state = bid(dealt("QH 9C", "9H KH AH JC", "JH 10H 9D", ""), "spades").apply("play QH")
    assert choices(state, verb="play") >= {"KH", "AH"}
    assert "9H" not in choices(state, verb="play")
    state = state.apply("play AH")
    assert choices(state, verb="play") >= {"JH", "10H"}, "nothing beats the ace: any heart"
    assert all(card.endswith("H") for card in choices(state, verb="play"))


NO_HEARTS = "9C JC QC KC 10C AC 9D JD QD KD JS QS"


def test_without_the_suit_trump_and_over_other_trumps_if_you_can() -> None:
    second = "9C JC QC KC 10C AC 9D JD QD 9S KS 10S"
    state = bid(dealt("QH", NO_HEARTS, "9H 9H JH JH QH KH KH 10H 10H AH AH KD", second), "spades").apply("play QH")
    assert choices(state, verb="play") == {"JS", "QS"}, "must trump"
    state = state.apply("play QS")
    assert choices(state, verb="play") >= {"9H", "AH"}, "a trumped trick cannot be headed in the suit: any heart"
    state = state.apply("play 9H")
    assert choices(state, verb="play") == {"KS", "10S"}, "must overtrump"


def test_who_cannot_overtrump_must_trump_all_the_same() -> None:
    second = "9C JC QC KC 10C AC 9D JD QD 9S JS AD"
    state = bid(dealt("QH", NO_HEARTS, "9H 9H JH JH QH KH KH 10H 10H AH AH KD", second), "spades")
    state = play(state, ["play QH", "play QS", "play 9H"])
    assert choices(state, verb="play") == {"9S", "JS"}


def test_without_suit_and_trumps_anything_may_be_played() -> None:
    nothing = "9C JC QC KC 10C AC 9D JD QD KD 10D AD"
    state = bid(dealt("QH", nothing, "", ""), "spades").apply("play QH")
    assert choices(state, verb="play") == set(nothing.split())


def test_heading_may_be_bound_to_trumps() -> None:
    hands = ("QH QS", "9H KH AH JS KS AS", "", "")
    plain = bid(dealt(*hands, heading="trumps"), "spades")
    assert choices(plain.apply("play QH"), verb="play") >= {"9H", "KH", "AH"}
    led = plain.apply("play QS")
    assert "JS" not in choices(led, verb="play")
    assert choices(led, verb="play") >= {"KS", "AS"}


def test_of_like_cards_the_first_wins_the_trick() -> None:
    state = bid(dealt("AH", "9H", "AH", "JH"), "spades")
    state = play(state, ["play AH", "play 9H", "play AH", "play JH"])
    assert state.seat == 0
    assert len(cards_in(state, "captured", index=0)) == 4


def test_tens_rank_above_kings() -> None:
    state = bid(dealt("KH", "10H 9S", "9H", "JH"), "spades").apply("play KH")
    assert "10H" in choices(state, verb="play")
    assert all(card in ("10H", "AH") for card in choices(state, verb="play"))


@pytest.mark.parametrize("counting", list(WORTH))
def test_a_hand_is_scored_line_by_line(counting: str) -> None:
    game = load("pinochle", hands=1, counting=counting)
    outcomes = Counter[bool]()
    for seed in range(60):
        level = (100, 200, 300)[seed % 3]
        state = bid(game.deal(seed=seed), "hearts", level=level)
        shown = melds(state)
        last = state
        rng = random.Random(seed)
        while not state.is_over:
            last, state = state, state.apply(rng.choice(state.actions()))
        cards = [cards_in(state, "captured", index=team) for team in (0, 1)]
        worth = WORTH[counting]
        counted = [sum(worth.get(card[:-1], 0) for card in pile) for pile in cards]
        assert sum(counted) == 240
        before = [len(cards_in(last, "captured", index=team)) for team in (0, 1)]
        taker = next(team for team in (0, 1) if len(cards[team]) > before[team])
        counted[taker] += 10
        made = [points + meld if pile else 0 for points, meld, pile in zip(counted, shown, cards, strict=True)]
        outcomes[made[0] >= level] += 1
        assert list(state.team_scores) == [made[0] if made[0] >= level else -level, made[1]]
    assert outcomes[True]
    assert outcomes[False]


def test_a_side_without_a_trick_loses_its_melds() -> None:
    rest = "KH QH KH QH AC AD AH AC AD AH 10H 10H"
    state = finish(bid(dealt(f"{SPADES} {SPADES}", rest, "", ""), "spades"))
    assert state.team_scores[0] >= 1500 + 20 + 250
    assert melds(state)[1] >= 40
    assert state.team_scores[1] == 0


def test_who_takes_no_trick_as_bidder_loses_the_bid() -> None:
    rest = "KH QH KH QH AC AD AH AC AD AH 10H 10H"
    state = play(dealt(rest, f"{SPADES} {SPADES}", "", ""), ["call 100", "call 110", "call 120"])
    state = play(state, ["pass", "pass", "pass", "name spades"])
    state = finish(state)
    assert state.team_scores[0] == -120


def test_the_bidders_are_counted_first() -> None:
    state = finish(bid(dealt(f"{SPADES} 9H 9H 9D 9D 9C 9C", "", "", "", hands=None, target=100), "spades"))
    assert state.is_over
    assert state.team_scores[0] >= 100
    assert state.team_scores[1] == 0, "the game was over before the others counted"
    assert state.result is not None
    assert state.result.winning_team == 0


def test_the_first_side_to_reach_the_target_wins() -> None:
    for seed in range(5):
        state = load("pinochle", target=1000).deal(seed=seed)
        rng = random.Random(seed)
        while not state.is_over:
            wanted = [text for text in ("call 100", "pass") if text in choices(state)]
            state = state.apply(wanted[0] if wanted else rng.choice(state.actions()))
        assert state.result is not None
        best = max(state.team_scores)
        assert best >= 1000
        assert state.result.winning_team == list(state.team_scores).index(best)
