"""Cambio played from chosen decks: powers, sticking, calling, the end of rounds and matches, and who sees what."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest
from tests.games.cambio_table import dealt, passed, pile, seen, stuck, texts, truth, turns

from deckwright import rulebook
from deckwright.engine import State, load
from deckwright.games import OptionError, library

A, B, C = "AD 2D 3D 4D", "AH 2H 3H 4H", "AS 2S 3S 4S"


def finished(state: State) -> State:
    """Somebody calls now, and the others draw and discard."""
    state = passed(state)
    state = state.apply("call cambio")
    while not state.is_over:
        state = turns(state, "draw", "discard") if "draw" in texts(state) else passed(state)
    return state


# the deal


def test_four_cards_each_two_of_them_seen_and_one_turned_up() -> None:
    state = dealt(A, B, draws="5C")
    assert (truth(state, 0), truth(state, 1)) == (A.split(), B.split())
    assert seen(state, 0, 0) == ["AD", "2D", None, None]
    assert seen(state, 0, 1) == [None] * 4
    assert seen(state, 1, 1) == ["AH", "2H", None, None]
    assert seen(state, None, 0) == seen(state, None, 1) == [None] * 4
    assert (pile(state, "discard"), len(pile(state, "stock"))) == (["6D"], 54 - 9)
    assert texts(state) == {"call cambio", "draw", "take"}


def test_who_draws_sees_the_card_and_who_takes_shows_it() -> None:
    state = dealt(A, B, draws="5C").apply("draw")
    assert [state.view(seat).zone("drawn").cards for seat in (0, 1, None)] == [("5C",), (None,), (None,)]
    kept = passed(state.apply("swap 3"))
    assert (truth(kept, 0), pile(kept, "discard")) == (["AD", "2D", "5C", "4D"], ["6D", "3D"])
    assert (seen(kept, 0, 0), seen(kept, 1, 0)) == (["AD", "2D", "5C", None], [None] * 4)
    taken = passed(dealt(A, B).apply("take").apply("swap 4"))
    assert seen(taken, 1, 0) == seen(taken, None, 0) == [None, None, None, "6D"]
    assert pile(taken, "discard") == ["4D"]


@pytest.mark.parametrize(("may_go", "expected"), [(False, set()), (True, {"discard"})])
def test_a_taken_card_is_kept_unless_it_may_go(may_go: bool, expected: set[str]) -> None:
    state = dealt(A, B, taken_may_go=may_go).apply("take")
    assert texts(state) - {f"swap {place}" for place in range(1, 5)} == expected


# powers


@pytest.mark.parametrize("card", ["7C", "8C"])
def test_seven_and_eight_look_at_ones_own(card: str) -> None:
    state = dealt(A, B, draws=card).apply("draw").apply("use")
    assert texts(state) == {f"card 0.{place}" for place in range(1, 5)}
    state = state.apply("card 0.4")
    assert seen(state, 0, 0) == ["AD", "2D", None, "4D"]
    assert seen(state, 1, 0) == seen(state, None, 0) == [None] * 4


@pytest.mark.parametrize("card", ["9C", "10C"])
def test_nine_and_ten_look_at_anothers(card: str) -> None:
    state = dealt(A, B, C, draws=card).apply("draw").apply("use")
    assert texts(state) == {f"card {seat}.{place}" for seat in (1, 2) for place in range(1, 5)}
    state = state.apply("card 2.3")
    assert seen(state, 0, 2) == [None, None, "3S", None]
    assert seen(state, 1, 2) == [None] * 4
    assert seen(state, 2, 2) == ["AS", "2S", None, None], "its owner does not see it"


@pytest.mark.parametrize("card", ["JC", "QC"])
def test_jack_and_queen_exchange_any_two_and_knowledge_goes_with_them(card: str) -> None:
    state = dealt(A, B, C, draws=card).apply("draw").apply("use")
    every = {f"card {seat}.{place}" for seat in range(3) for place in range(1, 5)}
    assert texts(state) == every
    state = state.apply("card 1.1")
    assert texts(state) == every - {"card 1.1"}
    state = state.apply("card 2.4")
    assert (truth(state, 1), truth(state, 2)) == (["4S", "2H", "3H", "4H"], ["AS", "2S", "3S", "AH"])
    assert seen(state, 1, 1) == [None, "2H", None, None]
    assert seen(state, 1, 2) == [None, None, None, "AH"], "it knows where its ace went"
    assert seen(state, 2, 2) == ["AS", "2S", None, None]
    assert seen(state, 0, 1) == seen(state, 0, 2) == [None] * 4


def test_where_only_ones_own_may_be_exchanged_the_first_is_ones_own() -> None:
    state = dealt(A, B, C, draws="QC", swap_any=False).apply("draw").apply("use")
    assert texts(state) == {f"card 0.{place}" for place in range(1, 5)}
    assert texts(state.apply("card 0.1")) == {f"card {seat}.{place}" for seat in (1, 2) for place in range(1, 5)}


@pytest.mark.parametrize("card", ["KC", "KS"])
def test_a_black_king_looks_and_then_exchanges_or_not(card: str) -> None:
    state = dealt(A, B, C, draws=card).apply("draw").apply("use")
    every = {f"card {seat}.{place}" for seat in range(3) for place in range(1, 5)}
    assert texts(state) == every
    state = state.apply("card 1.3")
    assert seen(state, 0, 1) == [None, None, "3H", None]
    assert texts(state) == every | {"pass"}
    kept = state.apply("pass")
    assert (kept.phase, truth(kept, 1)) == ("stick", B.split())
    moved = state.apply("card 1.3").apply("card 2.1")
    assert (truth(moved, 1), truth(moved, 2)) == (["AH", "2H", "AS", "4H"], ["3H", "2S", "3S", "4S"])
    assert seen(moved, 0, 2) == ["3H", None, None, None]
    assert seen(moved, 2, 1) == [None, None, "AS", None]


@pytest.mark.parametrize("card", ["KD", "KH", "JK", "AC", "6C"])
def test_other_cards_have_no_power(card: str) -> None:
    assert "use" not in texts(dealt("2C 2D 3C 3D", "4C 4D 5C 5D", top="9D", draws=card).apply("draw"))


@pytest.mark.parametrize(
    ("power_from", "may_go", "drawn", "taken", "replaced"),
    [
        ("deck", True, True, False, False),
        ("drawn", True, True, True, False),
        ("discard", True, True, True, True),
        ("discard", False, True, False, True),
    ],
)
def test_whose_power_may_be_used(power_from: str, may_go: bool, drawn: bool, taken: bool, replaced: bool) -> None:
    state = dealt("7D 2D 3D 4D", B, top="8D", draws="8C", power_from=power_from, taken_may_go=may_go)
    assert ("use" in texts(state.apply("draw"))) is drawn
    assert ("use" in texts(state.apply("take"))) is taken
    after = state.apply("draw").apply("swap 1")
    assert (after.phase == "replaced card") is replaced
    if replaced:
        assert texts(after) == {"pass", "use"}
        assert after.apply("use").phase == "look at one of your cards"
        assert after.apply("pass").phase == "stick"


# sticking


def test_a_right_stick_leaves_the_place_empty() -> None:
    state = stuck(dealt(A, B, draws="AC").apply("draw").apply("discard"), "1 card 1.1")
    assert (truth(state, 1), pile(state, "discard")) == (["2H", "3H", "4H"], ["6D", "AC", "AH"])
    zones = [zone for zone in state.view(1).zones if zone.name == "cards" and zone.index == 1]
    assert [zone.cards for zone in zones[:4]] == [(), ("2H",), (None,), (None,)]


@pytest.mark.parametrize("penalty", [1, 2])
def test_a_wrong_stick_is_seen_goes_back_and_costs_cards_that_nobody_sees(penalty: int) -> None:
    start = dealt(A, B, draws="AC 5C 5D 5H", penalty=penalty).apply("draw").apply("discard")
    state = stuck(start, "1 card 1.3")
    assert truth(state, 1) == [*B.split(), "5C", "5D"][: 4 + penalty]
    for seat in (0, None):
        assert seen(state, seat, 1) == [None, None, "3H", None, *[None] * penalty]
    assert seen(state, 1, 1) == ["AH", "2H", "3H", None, *[None] * penalty]
    while state.phase == "stick":
        assert state.seat != 1, "barred until another card is discarded"
        state = state.apply("pass")
    assert state.phase == "turn"


def test_everyone_sticks_again_and_again() -> None:
    start = dealt("AD AS 3D 4D", B, draws="AC").apply("draw").apply("discard")
    state = stuck(start, "0 card 0.1", "1 card 1.1", "0 card 0.2")
    assert (truth(state, 0), truth(state, 1)) == (["3D", "4D"], ["2H", "3H", "4H"])
    assert pile(state, "discard")[-4:] == ["AC", "AD", "AH", "AS"]


def test_the_acting_player_sticks_once_and_nobody_else() -> None:
    state = dealt("AD AS 3D 4D", B, draws="AC", sticking="actor").apply("draw").apply("discard")
    assert (state.seat, state.phase) == (0, "stick")
    state = state.apply("card 0.1")
    assert (state.seat, state.phase) == (1, "turn")
    assert truth(state, 0) == ["AS", "3D", "4D"]


def test_where_nobody_sticks_nobody_is_asked() -> None:
    state = dealt(A, B, draws="AC", sticking="nobody").apply("draw").apply("discard")
    assert (state.seat, state.phase) == (1, "turn")


def test_whoever_sticks_anothers_card_gives_one_in_its_place() -> None:
    start = dealt(A, B, draws="AC", sticking="any_card").apply("draw").apply("discard")
    while start.seat != 0:
        start = start.apply("pass")
    assert {f"card 1.{place}" for place in range(1, 5)} < texts(start)
    state = start.apply("card 1.1")
    assert (state.phase, state.seat, texts(state)) == ("give", 0, {f"card 0.{place}" for place in range(1, 5)})
    state = state.apply("card 0.2")
    assert (truth(state, 0), truth(state, 1)) == (["AD", "3D", "4D"], ["2D", "2H", "3H", "4H"])
    assert seen(state, 0, 1) == ["2D", None, None, None]
    assert seen(state, 1, 1) == [None, "2H", None, None]


def test_a_wrong_card_of_anothers_costs_whoever_tried() -> None:
    start = dealt(A, B, draws="AC 5C", sticking="any_card").apply("draw").apply("discard")
    state = stuck(start, "0 card 1.3")
    assert (truth(state, 0), truth(state, 1)) == ([*A.split(), "5C"], B.split())
    assert seen(state, None, 1) == [None, None, "3H", None]


def test_in_turn_the_acting_player_is_asked_first_and_in_a_race_anybody() -> None:
    asked: dict[str, set[int | None]] = {"turns": set(), "race": set()}
    for order, seed in product(asked, range(30)):
        game = load("cambio", players=3, stick_order=order, hands=1)
        state = game.deal(seed=seed).apply("draw").apply("discard")
        asked[order].add(state.seat)
    assert asked == {"turns": {0}, "race": {0, 1, 2}}


def test_a_penalty_fills_the_first_empty_place() -> None:
    start = dealt(A, B, draws="AC 5C").apply("draw").apply("discard")
    state = stuck(start, "0 card 0.1", "0 card 0.3")
    assert truth(state, 0) == ["5C", "2D", "3D", "4D"]
    assert seen(state, 0, 0) == [None, "2D", "3D", None]


# calling


def test_called_at_the_start_it_takes_the_place_of_a_turn_and_the_others_have_one_more() -> None:
    state = dealt(A, B, C, draws="5C 5H").apply("call cambio")
    assert state.seat == 1
    assert "call cambio" not in texts(state)
    state = turns(state, "draw", "discard")
    assert (state.seat, state.is_over) == (2, False)
    assert turns(state, "draw", "discard").is_over


def test_called_at_the_end_it_is_free() -> None:
    state = dealt(A, B, draws="5C 5H", call_at="end", sticking="nobody")
    assert "call cambio" not in texts(state)
    state = state.apply("draw").apply("discard")
    assert (state.seat, texts(state)) == (0, {"pass", "call cambio"})
    assert state.apply("pass").seat == 1
    called = state.apply("call cambio").apply("draw").apply("discard")
    assert called.is_over


@pytest.mark.parametrize("locked", [False, True])
def test_a_locked_callers_cards_stay(locked: bool) -> None:
    state = dealt(A, B, C, draws="QC", caller_locked=locked).apply("call cambio").apply("draw").apply("use")
    others = {f"card {seat}.{place}" for seat in (1, 2) for place in range(1, 5)}
    own = {f"card 0.{place}" for place in range(1, 5)}
    assert texts(state) == (others if locked else others | own)


@pytest.mark.parametrize(
    ("score", "lowest", "level", "beaten"),
    [("plain", 10, 10, 20), ("penalty", 10, 10, 30), ("bonus_and_penalty", 0, 0, 30), ("nought_or_penalty", 0, 0, 30)],
)
def test_what_a_caller_scores(score: str, lowest: int, level: int, beaten: int) -> None:
    ten, twenty = "AD 2D 3D 4D", "5D 5H 5S 5C"
    for own, other, expected in (
        (ten, twenty, (lowest, 20)),
        (ten, B, (level, 10)),
        (twenty, ten, (beaten, 10)),
    ):
        assert finished(dealt(own, other, draws="6C", caller_score=score)).scores == expected


def test_an_empty_hand_plays_on_or_calls() -> None:
    for calls in (False, True):
        start = dealt("AD AS AH 4D", B.replace("AH", "5H"), draws="AC 4C 8C 8H", top="9D", empty_hand_calls=calls)
        state = stuck(start.apply("draw").apply("discard"), "0 card 0.1", "0 card 0.2", "0 card 0.3")
        state = passed(state)
        state = passed(stuck(state.apply("draw").apply("discard"), "0 card 0.4"))
        assert truth(state, 0) == []
        assert state.view(None).facts["caller"] == (0 if calls else None)
        # Called after seat 1's own turn, by seat 0: seat 1 has one more turn, and the round ends.
        assert state.seat == (1 if calls else 0)
        if calls:
            assert turns(state, "draw", "discard").scores == (0, 14)
        else:
            assert texts(state) == {"call cambio", "draw"}, "no place for a card that has to be kept"


# the end


def test_an_empty_deck_is_made_anew_and_its_cards_are_forgotten() -> None:
    state = dealt(A, B, sticking="nobody", turn_cap=200)
    for _ in range(54 - 9):
        state = state.apply("draw").apply("discard")
    top, under = pile(state, "discard")[-1], pile(state, "discard")[:-1]
    assert (len(under), pile(state, "stock")) == (45, [])
    assert None not in state.view(0).zone("discard").cards
    drawn = state.apply("draw")
    assert pile(drawn, "discard") == [top]
    assert Counter(pile(drawn, "stock") + pile(drawn, "drawn")) == Counter(under)
    assert pile(drawn, "stock") + pile(drawn, "drawn") != under, "shuffled"
    other = 1 - (drawn.seat or 0)
    placed = [card for zone in drawn.view(other).zones for card in zone.cards if card]
    assert len(placed) == 3, "its two own and the top of the pile"


def test_or_the_round_ends_when_the_deck_is_empty() -> None:
    state = dealt(A, B, sticking="nobody", turn_cap=200, empty_deck_ends=True)
    for _ in range(54 - 9):
        assert not state.is_over
        state = state.apply("draw").apply("discard")
    assert (state.is_over, state.scores) == (True, (10, 10))


@pytest.mark.parametrize("cap", [1, 5])
def test_a_round_ends_after_so_many_turns(cap: int) -> None:
    state = dealt(A, B, sticking="nobody", turn_cap=cap)
    for _ in range(cap):
        assert not state.is_over
        state = state.apply("draw").apply("discard")
    assert state.is_over


@pytest.mark.parametrize(("starter", "expected"), [("rotates", [0, 1, 2, 0, 1, 2]), ("fixed", [0] * 6)])
def test_who_begins(starter: str, expected: list[int]) -> None:
    state = load("cambio", players=3, starter=starter, hands=6, turn_cap=1, sticking="nobody").deal(seed=1)
    begun = []
    while not state.is_over:
        begun.append(state.seat)
        state = state.apply("draw").apply("discard")
    assert begun == expected


def test_or_anybody_begins() -> None:
    game = load("cambio", players=3, starter="random")
    assert {game.deal(seed=seed).seat for seed in range(30)} == {0, 1, 2}


def test_a_match_goes_to_its_target_or_for_so_many_rounds() -> None:
    assert finished(dealt(A, B, draws="5C", target=10)).is_over
    state = dealt(A, B, draws="5C", target=11)
    state = turns(state.apply("call cambio"), "draw", "discard")
    assert (state.is_over, state.hands, state.scores) == (False, 1, (10, 10))
    state = dealt(A, B, draws="5C", hands=2)
    state = turns(state.apply("call cambio"), "draw", "discard")
    assert (state.is_over, state.seat) == (False, 1)


@pytest.mark.parametrize(
    ("hands", "first", "winners", "returns"),
    [
        ((A, "5D 5H 5S 5C"), False, (0,), (1, -1)),
        (("5D 5H 5S 5C", A), False, (1,), (-1, 1)),
        ((A, B), False, (0, 1), (0, 0)),
        ((A, B), True, (0,), (1, -1)),
        ((A, B, "5D 5H 5S 5C"), False, (0, 1), (0.5, 0.5, -1)),
        (("5D 5H 5S 5C", A, B), True, (1,), (-0.5, 1, -0.5)),
    ],
)
def test_the_lowest_total_wins_and_ties_are_shared_or_the_first_seats(
    hands: tuple[str, ...], first: bool, winners: tuple[int, ...], returns: tuple[float, ...]
) -> None:
    state = finished(dealt(*hands, draws="6C 6S", first_wins_ties=first))
    assert state.result is not None
    assert state.result.winners == winners
    assert state.returns == returns


# options and the rulebook


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hands": 3, "target": 50}, "cambio: 'hands' and 'target' both say when the match ends: give one"),
        (
            {"power_from": "drawn"},
            "cambio: power_from=drawn needs taken_may_go=yes: a card has its power when it is discarded",
        ),
        (
            {"preset": "seed", "taken_may_go": False},
            "cambio: power_from=drawn needs taken_may_go=yes: a card has its power when it is discarded",
        ),
        (
            {"sticking": "nobody", "penalty": 2},
            "cambio: penalty has no effect with sticking=nobody: leave it out",
        ),
        (
            {"preset": "seed", "stick_order": "turns"},
            "cambio: stick_order has no effect with sticking=actor: leave it out",
        ),
        (
            {"sticking": "nobody", "empty_hand_calls": True},
            "cambio: empty_hand_calls has no effect with sticking=nobody: leave it out",
        ),
        ({"players": 7}, "option 'players': found 7, expected a whole number from 2 to 6"),
        ({"penalty": 0}, "option 'penalty': found 0, expected a whole number from 1 to 2"),
        ({"turn_cap": 1001}, "option 'turn_cap': found 1001, expected a whole number from 1 to 1000"),
        ({"sticking": "all"}, "option 'sticking': found 'all', expected one of nobody, actor, everyone, any_card"),
        ({"preset": "sead"}, "option 'preset': found 'sead', expected one of default, seed; did you mean 'seed'?"),
        ({"swap_any": "perhaps"}, "option 'swap_any': found 'perhaps', expected true or false"),
    ],
)
def test_options_that_cannot_be_are_told(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        load("cambio", **options)
    assert str(caught.value) == message


def test_a_preset_can_be_changed_option_by_option() -> None:
    settings = load("cambio", preset="seed", sticking="everyone").definition.document()["options"]
    assert (settings["sticking"], settings["call_at"], settings["starter"]) == ("everyone", "end", "fixed")


SENTENCES: list[tuple[dict[str, Any], str]] = [
    ({"players": 3}, "Three play"),
    ({"hands": 4}, "after 4 rounds"),
    ({"target": 60}, "60 points or more"),
    ({"power_from": "discard"}, "drawn or replaced, you may use its power"),
    ({"power_from": "drawn", "taken_may_go": True}, "from the deck or the discard pile, and discard it"),
    ({"taken_may_go": True}, "and do the same with it"),
    ({"sticking": "actor"}, "the player whose turn it is may **stick** one card"),
    ({"sticking": "any_card"}, "gives one of their own in its place"),
    ({"stick_order": "turns"}, "They are asked in turn"),
    ({"penalty": 2}, "draws two cards face down"),
    ({"call_at": "end"}, "At the end of your turn you may call"),
    ({"caller_locked": True}, "the caller's cards may not be exchanged"),
    ({"caller_score": "penalty"}, "or share it, scores 10 more"),
    ({"caller_score": "bonus_and_penalty"}, "scores 10 fewer"),
    ({"caller_score": "nought_or_penalty"}, "scores nothing"),
    ({"swap_any": False}, "exchange one of your cards with one of another player's"),
    ({"empty_deck_ends": True}, "When the deck is empty at the beginning of a turn, the round ends"),
    ({"turn_cap": 77}, "ends after 77 turns"),
    ({"starter": "random"}, "drawn by lot"),
    ({"starter": "fixed"}, "The first player begins every round"),
    ({"first_wins_ties": True}, "the one who sits first wins"),
    ({"empty_hand_calls": True}, "has called, if nobody has"),
]


@pytest.mark.parametrize(("options", "sentence"), SENTENCES, ids=str)
def test_every_option_has_its_sentence(options: dict[str, Any], sentence: str) -> None:
    assert sentence not in book()
    assert sentence in book(**options)


def test_no_option_is_without_one() -> None:
    told = {name for options, _ in SENTENCES for name in options}
    assert {option.name for option in library()["cambio"].options} - told == {"preset"}
    assert "**stick**" not in book(sticking="nobody")
    assert "Sticking" not in book(sticking="nobody")


def book(**options: Any) -> str:
    return " ".join(rulebook(load("cambio", **options)).split())


@pytest.mark.parametrize("players", [2, 3, 6])
def test_at_the_deal_each_seat_sees_two_cards_of_its_own_and_everybody_the_discard(players: int) -> None:
    state = load("cambio", players=players).deal(seed=2)
    for observer in (*range(players), None):
        seen = [card for zone in state.view(observer).zones for card in zone.cards if card is not None]
        assert len(seen) == (1 if observer is None else 3)
