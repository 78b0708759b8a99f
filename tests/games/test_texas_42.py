"""Texas 42, rule by rule, from https://www.pagat.com/domino/trick/42.html, and counts worked out beforehand."""

from __future__ import annotations

import json
import random
from itertools import combinations
from math import comb, factorial
from typing import Any

import pytest
from tests.games.scripts import cards_in, choices, play, stacked

from deckwright.engine import Game, IllegalAction, State, load
from deckwright.games import OptionValue
from deckwright.genome.compile.compiler import compile_genome

SHAKER = 3
TRUMPS = (*(f"{pip}s" for pip in range(7)), "doubles", "follow me")
EVERYTHING: dict[str, OptionValue] = {"nello": "any", "plunge": True, "splash": True, "sevens": True}

DOUBLES = ("6-6 5-5 4-4 3-3 6-5 6-4 6-3", "2-2 1-1 0-0 2-1 2-0 1-0 3-0", "6-2 6-1 6-0 5-4 5-3 5-2 5-1", "")
"""Four doubles with seat 0, three with seat 1, none with the others."""


def dealt(*hands: str, **options: OptionValue) -> State:
    game = load("texas-42", **{"hands": 1, **options})
    return game.deal(deck=stacked(game, hands), seed=1)


def ends(tile: str) -> tuple[int, int]:
    high, low = tile.split("-")
    return int(high), int(low)


def count_of(tile: str) -> int:
    pips = sum(ends(tile))
    return pips if pips in (5, 10) else 0


def played_out(state: State, *, seed: int = 1) -> State:
    """The hand played on at random."""
    chance, hand = random.Random(seed), state.hands
    while state.hands == hand and not state.is_over:
        state = state.apply(chance.choice(state.actions()))
    return state


def tables(game: Game) -> list[dict[str, Any]]:
    """What the kernel is told of each strain."""
    strains: list[dict[str, Any]] = json.loads(compile_genome(game.genome).to_json())["strains"]
    return strains


def tiles(mask: str) -> int:
    """How many tiles a mask holds, in base 16."""
    return int(mask, 16).bit_count()


# the tiles


def test_there_are_as_many_deals_as_ways_to_part_28_tiles_in_four() -> None:
    game = load("texas-42")
    assert len(game.deck) == len({str(tile) for tile in game.deck}) == 28
    assert factorial(28) // factorial(7) ** 4 == 472_518_347_558_400
    state = game.deal(seed=1)
    assert [len(cards_in(state, "hand", index=seat)) for seat in range(4)] == [7] * 4


def test_five_tiles_count_and_with_the_tricks_make_42() -> None:
    assert sum(count_of(str(tile)) for tile in load("texas-42").deck) + 7 == 42


@pytest.mark.parametrize(("doubles", "hands"), [(3, 260_583), (4, 51_108)])
def test_how_often_a_hand_may_splash_or_plunge(doubles: int, hands: int) -> None:
    twice = sum(len(set(ends(str(tile)))) == 1 for tile in load("texas-42").deck)
    assert sum(comb(twice, k) * comb(28 - twice, 7 - k) for k in range(doubles, 8)) == hands
    assert comb(28, 7) == 1_184_040


# the auction


def auctions(state: State, calls: int = 4) -> int:
    if calls == 0:
        return 1
    return sum(auctions(state.apply(action), calls - 1) for action in state.actions())


def test_the_first_bidder_has_fifteen_choices() -> None:
    state = dealt(*DOUBLES)
    assert state.seat == 0, "the player on the shaker's left"
    assert choices(state) == {"pass", "call 1 mark", "call 2 marks", *(f"call {points}" for points in range(30, 42))}


@pytest.mark.parametrize(
    ("most_marks", "complete"), [(1, 2380), (2, 3060), (3, 3196), (4, 3213), (5, 3214), (6, 3214), (7, 3214)]
)
def test_complete_auctions_are_as_many_as_were_counted(most_marks: int, complete: int) -> None:
    assert auctions(dealt(*DOUBLES, most_marks=most_marks, all_pass="reshake")) == complete
    if most_marks in (1, 5):
        assert auctions(dealt(*DOUBLES, most_marks=most_marks)) == complete - 1, "the shaker must bid"


def test_each_bid_is_higher_and_marks_go_up_one_at_a_time() -> None:
    state = play(dealt(*DOUBLES), ["call 35"])
    assert choices(state) == {"pass", "call 1 mark", "call 2 marks", *(f"call {points}" for points in range(36, 42))}
    assert choices(play(state, ["call 1 mark"])) == {"pass", "call 2 marks"}
    assert choices(play(state, ["call 2 marks"])) == {"pass", "call 3 marks"}
    assert choices(play(state, ["call 2 marks", "call 3 marks"])) == {"pass", "call 4 marks"}
    with pytest.raises(IllegalAction):
        state.apply("call 35")


def test_the_shaker_must_bid_when_all_others_passed() -> None:
    state = play(dealt(*DOUBLES), ["pass"] * 3)
    assert state.seat == SHAKER
    assert "pass" not in choices(state)
    assert "pass" in choices(play(dealt(*DOUBLES), ["call 30", "pass", "pass"]))


def test_or_the_tiles_are_shaken_again_by_the_next_player() -> None:
    state = play(dealt(*DOUBLES, hands=None, all_pass="reshake"), ["pass"] * 4)
    assert (state.view(None).facts["dealer"], state.seat, state.team_scores) == (0, 1, (0, 0))


# suits and trumps


def test_every_trick_of_every_trump_has_one_winner() -> None:
    """Nine trumps, 28 tiles to lead, any three others: 737,100 tricks."""
    game = load("texas-42")
    tricks = 0
    for strain in tables(game):
        for lead, led in enumerate(strain["suit"]):
            power = strain["power"][led]
            others = [power[tile] for tile in range(28) if tile != lead]
            for trick in combinations(others, 3):
                best = max(trick)
                assert power[lead] > best or (trick.count(best) == 1 and best != power[lead])
                tricks += 1
    assert tricks == 737_100 == 9 * 28 * comb(27, 3)


def test_seven_tiles_are_trumps_and_six_are_in_every_other_suit() -> None:
    for name, strain in zip(TRUMPS, tables(load("texas-42")), strict=True):
        sizes = [tiles(mask) for mask in strain["follow"]]
        if name == "follow me":
            assert sizes[:7] == [7] * 7
        else:
            assert tiles(strain["called"]) == 7
            named = [int(name[0])] if name != "doubles" else []
            assert all(size == 6 for suit, size in enumerate(sizes[:7]) if suit not in named)


def oracle_winner(trumps: str, trick: list[str]) -> int:
    """Who takes a trick, by the rules as they are told."""

    def called(tile: str) -> bool:
        high, low = ends(tile)
        return high == low if trumps == "doubles" else trumps != "follow me" and int(trumps[0]) in (high, low)

    def strength(tile: str) -> tuple[int, int, int]:
        high, low = ends(tile)
        follows = called(tile) if called(trick[0]) else not called(tile) and max(ends(trick[0])) in (high, low)
        kind = 2 if called(tile) else int(follows)
        return kind, int(high == low), high + low

    return max(range(4), key=lambda place: strength(trick[place]))


def oracle_choices(trumps: str, hand: list[str], led: str | None) -> set[str]:
    def suit(tile: str) -> set[str]:
        high, low = ends(tile)
        if (trumps == "doubles" and high == low) or (trumps[0].isdigit() and int(trumps[0]) in (high, low)):
            return {"called"}
        return {str(high), str(low)}

    if led is None:
        return set(hand)
    asked = "called" if suit(led) == {"called"} else str(max(ends(led)))
    return {tile for tile in hand if asked in suit(tile)} or set(hand)


@pytest.mark.parametrize("trumps", TRUMPS)
def test_tricks_are_followed_and_taken_as_told(trumps: str) -> None:
    game = load("texas-42", hands=1)
    for seed in range(12):
        chance = random.Random(seed)
        state = play(game.deal(seed=seed), ["call 30", "pass", "pass", "pass", f"declare {trumps}"])
        assert state.seat == 0, "the bidder leads"
        points = [0, 0]
        for _ in range(7):
            trick: list[str] = []
            seats = []
            while len(trick) < 4:
                assert state.seat is not None
                hand = cards_in(state, "hand", index=state.seat)
                legal = choices(state, verb="play")
                assert legal == oracle_choices(trumps, hand, trick[0] if trick else None)
                tile = chance.choice(sorted(legal))
                seats.append(state.seat)
                trick.append(tile)
                state = state.apply(f"play {tile}")
            winner = seats[oracle_winner(trumps, trick)]
            points[winner % 2] += 1 + sum(map(count_of, trick))
            assert state.is_over or state.seat == winner
        assert sum(points) == 42
        made = points[0] >= 30
        assert state.team_scores == ((1, 0) if made else (0, 1))


def test_a_trump_belongs_to_no_other_suit() -> None:
    """With fours trumps, 4-2 neither leads nor follows twos."""
    state = dealt("2-2 6-6", "4-2 5-5", "2-1 6-5", "4-4 6-4")
    state = play(state, ["call 30", "pass", "pass", "pass", "declare 4s", "play 2-2"])
    hand = cards_in(state, "hand", index=1)
    assert "4-2" in hand
    assert ("4-2" in choices(state, verb="play")) == (not any("2" in tile for tile in hand if "4" not in tile))
    led = play(dealt("4-2", "2-0 4-3", "2-1 4-1", "2-2 4-0"), ["call 30", "pass", "pass", "pass", "declare 4s"])
    assert all("4" in tile for tile in choices(play(led, ["play 4-2"]), verb="play"))


def test_legal_plays_are_as_many_as_were_measured() -> None:
    game = load("texas-42", hands=1)
    options, forced, plays = 0, 0, 0
    for seed in range(400):
        chance = random.Random(seed)
        state = game.deal(seed=seed)
        while not state.is_over:
            actions = state.actions()
            if actions[0].text.startswith("play"):
                plays += 1
                options += len(actions)
                forced += len(actions) == 1
            state = state.apply(chance.choice(actions))
    assert plays == 400 * 28
    assert options / plays == pytest.approx(2.61, abs=0.06)
    assert forced / plays == pytest.approx(0.39, abs=0.02)


# the score

ALL_MINE = ("6-6 6-5 6-4 6-3 6-2 6-1 6-0", "5-5 5-4 5-3 5-2 5-1 5-0 4-4", "4-3 4-2 4-1 4-0 3-3 3-2 3-1", "")
"""Seat 0 holds every six."""


@pytest.mark.parametrize(
    ("calls", "trumps", "expected"),
    [
        (["call 30", "pass", "pass", "pass"], "6s", (1, 0)),
        (["call 1 mark", "pass", "pass", "pass"], "6s", (1, 0)),
        (["call 2 marks", "pass", "pass", "pass"], "6s", (2, 0)),
        (["call 2 marks", "pass", "pass", "pass"], "0s", (0, 2)),
        (["pass", "call 30", "pass", "call 2 marks"], "0s", None),
    ],
)
def test_a_bid_made_scores_one_mark_or_what_was_bid_and_a_set_scores_it_for_the_others(
    calls: list[str], trumps: str, expected: tuple[int, int] | None
) -> None:
    end = played_out(play(dealt(*ALL_MINE), [*calls, f"declare {trumps}"]))
    assert end.team_scores == expected or (expected is None and end.team_scores[0] == 2), "seat 3 lacks the sixes"


def test_a_bid_of_points_counts_tricks_and_tiles() -> None:
    """Seat 0 takes all with sixes: 42 points are enough for a bid of 41."""
    assert played_out(play(dealt(*ALL_MINE), ["call 41", "pass", "pass", "pass", "declare 6s"])).team_scores == (1, 0)


def test_seven_marks_win_and_no_game_has_more_than_thirteen_hands() -> None:
    game = load("texas-42")
    assert game.genome.max_hands == 13
    for seed in range(20):
        state, chance = game.deal(seed=seed), random.Random(seed)
        while not state.is_over:
            state = state.apply(chance.choice(state.actions()))
        assert max(state.team_scores) >= 7 > min(state.team_scores)
        assert state.result is not None
        assert state.result.winning_team == state.team_scores.index(max(state.team_scores))


# special contracts


def test_special_contracts_are_there_only_if_they_are_agreed_on_and_marks_were_bid() -> None:
    plain = play(dealt(*DOUBLES), ["call 1 mark", "pass", "pass", "pass"])
    assert choices(plain, verb="declare") == {*TRUMPS}
    special = {"nello", "nello, doubles low", "nello, doubles apart", "sevens"}
    marks = play(dealt(*DOUBLES, **EVERYTHING), ["call 1 mark", "pass", "pass", "pass"])
    assert choices(marks, verb="declare") == {*TRUMPS, *special}
    points = play(dealt(*DOUBLES, **EVERYTHING), ["call 41", "pass", "pass", "pass"])
    assert choices(points, verb="declare") == {*TRUMPS}


def test_in_nello_the_partner_sits_out_and_one_trick_loses_it() -> None:
    low = ("1-0 2-0 3-0 4-0 5-0 0-0 6-0", "", "", "")
    state = play(dealt(*low, nello="low"), ["call 1 mark", "pass", "pass", "pass", "declare nello, doubles low"])
    assert state.seat == 0
    seats: list[int | None] = []
    while not state.is_over:
        seats.append(state.seat)
        state = state.apply(state.actions()[0])
    assert 2 not in seats
    assert len(seats) == 21


@pytest.mark.parametrize(
    ("nello", "name", "asked"),
    [
        ("high", "nello", {"5-2", "5-5"}),
        ("low", "nello, doubles low", {"5-2", "5-5"}),
        ("own", "nello, doubles apart", {"5-2"}),
    ],
)
def test_doubles_follow_their_number_unless_they_are_a_suit_of_their_own(
    nello: str, name: str, asked: set[str]
) -> None:
    state = dealt("5-3 1-0 2-0 3-0 4-0 5-0 6-0", "5-5 5-2 1-1 6-6 2-1 3-1 4-1", "", "", nello=nello)
    state = play(state, ["call 1 mark", "pass", "pass", "pass", f"declare {name}", "play 5-3"])
    assert choices(state, verb="play") == asked


@pytest.mark.parametrize(
    ("nello", "name", "winner"),
    [("high", "nello", 1), ("low", "nello, doubles low", 3), ("own", "nello, doubles apart", 3)],
)
def test_who_takes_a_double_in_nello(nello: str, name: str, winner: int) -> None:
    """5-3 is led, 5-5 and 5-4 are played: high takes it, low or apart it does not."""
    state = dealt("5-3 1-0 2-0 3-0 4-0 5-0 6-0", "5-5 1-1 6-6 2-1 3-1 4-1 2-2", "", "5-4 6-5 6-1", nello=nello)
    state = play(state, ["call 1 mark", "pass", "pass", "pass", f"declare {name}", "play 5-3", "play 5-5", "play 5-4"])
    assert state.seat == winner


def test_nello_is_made_by_taking_nothing() -> None:
    hands = ("1-0 2-0 3-0 4-0 5-0 0-0 2-1", "6-6 6-5 6-4 6-3 6-2 6-1 6-0", "5-5 5-4 5-3 5-2 5-1 3-3 1-1", "")
    state = play(dealt(*hands, nello="low"), ["call 2 marks", "pass", "pass", "pass", "declare nello, doubles low"])
    while not state.is_over:
        mine = sorted(choices(state, verb="play"), key=lambda tile: sum(ends(tile)) * (1 if state.seat == 0 else -1))
        state = state.apply(f"play {mine[0]}")
    assert state.team_scores == ((2, 0) if state.view(None).facts["winner"] != 0 else (0, 2))
    assert played_out(
        play(dealt(*ALL_MINE, nello="high"), ["call 2 marks", "pass", "pass", "pass", "declare nello"])
    ).team_scores == (0, 2), "with every six one takes the first trick"


def test_plunge_needs_four_doubles_and_four_marks() -> None:
    state = dealt(*DOUBLES, plunge=True)
    assert "call plunge 4" in choices(state)
    assert "call plunge 5" not in choices(state)
    assert not any("plunge" in text for text in choices(play(state, ["pass"]))), "three doubles are not enough"
    state = play(state, ["call plunge 4", "pass", "pass", "pass"])
    assert state.seat == 2, "the partner names trumps"
    state = play(state, ["declare 6s"])
    assert state.seat == 2, "and leads"
    assert played_out(state).team_scores in ((4, 0), (0, 4))


def test_plunge_is_one_more_than_a_bid_of_four_marks() -> None:
    doubles = ("", "", "", "6-6 5-5 4-4 3-3")
    state = play(dealt(*doubles, plunge=True), ["call 2 marks", "call 3 marks", "call 4 marks"])
    assert choices(state) == {"pass", "call 5 marks", "call plunge 5"}


def test_splash_needs_three_doubles_and_two_or_three_marks() -> None:
    state = play(dealt(*DOUBLES, splash=True), ["pass"])
    assert {text for text in choices(state) if "splash" in text} == {"call splash 2", "call splash 3"}
    assert not any("splash" in text for text in choices(play(state, ["pass"]))), "no doubles"
    state = play(state, ["call splash 2", "pass", "pass"])
    assert state.seat == 3
    assert played_out(play(state, ["declare doubles"])).team_scores in ((0, 2), (2, 0))
    beaten = play(dealt(*DOUBLES, splash=True), ["call 2 marks"])
    assert {text for text in choices(beaten) if "splash" in text} == {"call splash 3"}


def test_in_sevens_the_tile_nearest_to_seven_pips_must_be_played_and_the_first_wins_ties() -> None:
    hands = ("6-1 5-3 6-6", "5-2 0-0", "4-3 1-0", "4-4 6-5")
    state = play(dealt(*hands, sevens=True), ["call 1 mark", "pass", "pass", "pass", "declare sevens"])
    assert choices(state, verb="play") == {"6-1"}
    state = play(state, ["play 6-1"])
    assert choices(state, verb="play") == {"5-2"}
    state = play(state, ["play 5-2", "play 4-3", "play 4-4"])
    assert state.seat == 0, "6-1, 5-2 and 4-3 are level, and 6-1 was first"


def test_sevens_needs_every_trick() -> None:
    hands = ("6-1 5-2 4-3 6-0 5-1 4-2 3-3", "", "", "")
    state = play(dealt(*hands, sevens=True), ["call 1 mark", "pass", "pass", "pass", "declare sevens"])
    ended = played_out(state)
    took = len(cards_in(ended, "captured", index=0)) == 28
    assert ended.team_scores == ((1, 0) if took else (0, 1))


def test_bidding_tells_of_doubles() -> None:
    """Whoever plunged is known to have held four doubles."""
    state = play(dealt(*DOUBLES, plunge=True), ["call plunge 4"])
    for seed in range(30):
        world = state.resample(1, seed=seed)
        assert sum(len(set(ends(tile))) == 1 for tile in cards_in(world, "hand", index=0)) >= 4
