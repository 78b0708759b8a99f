"""Solitaire, rule by rule, from https://en.wikipedia.org/wiki/Klondike_(solitaire)."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from tests.games.scripts import cards_in, choices, play

from deckwright.engine import State, load
from deckwright.games import OptionValue

SUITS = "CDHS"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def dealt(*columns: str, stock: str = "", **options: OptionValue) -> State:
    """Columns from the left, each bottom first and filled up from below; the stock from its top, filled up below."""
    game = load("solitaire", **options)
    wanted = [list(reversed(column.split())) for column in (*columns, *[""] * (7 - len(columns)))]
    rest = [str(card) for card in game.deck]
    for card in [card for column in wanted for card in column] + stock.split():
        rest.remove(card)
    for place, column in enumerate(wanted):
        assert len(column) <= place + 1
        column += [rest.pop() for _ in range(place + 1 - len(column))]
    return game.deal(deck=[*(card for column in wanted for card in column), *stock.split(), *rest], seed=3)


def column(state: State, number: int) -> list[str]:
    """The cards of a column, the bottom one first."""
    return _pile(state, "columns", number)


def foundation(state: State, suit: str) -> list[str]:
    """The cards of a foundation, the ace first."""
    return _pile(state, "foundations", SUITS.index(suit))


def _pile(state: State, zone: str, place: int) -> list[str]:
    names = state.game.notation.names
    base = next(family.base for family in names.zones if family.name == zone)
    return [names.cards[card] for card in state.position.layout()[base + place]]


def face_up(state: State, number: int) -> list[str]:
    """What the player sees of a column, the bottom card first."""
    return [str(card) for card in state.view(0).zone("columns", pile=number).cards if card is not None]


QUIET = ("9C", "9D", "9H", "9S", "5C", "5D", "KC")
"""Nothing goes on anything."""


def test_seven_columns_of_one_to_seven_cards_have_their_top_card_face_up_and_the_rest_is_the_stock() -> None:
    state = load("solitaire").deal(seed=1)
    assert [len(column(state, place)) for place in range(7)] == [1, 2, 3, 4, 5, 6, 7]
    assert [face_up(state, place) for place in range(7)] == [column(state, place)[-1:] for place in range(7)]
    assert len(cards_in(state, "stock")) == 24
    assert cards_in(state, "waste") == []
    assert state.seat == 0


def test_on_a_column_goes_the_next_lower_card_of_the_other_colour() -> None:
    state = dealt("9S", "8H", "8D", "8C", "7S", "10D", "KC")
    assert choices(state, verb="move") == {"8H", "8D", "9S", "7S"}
    assert choices(state.apply("move 8H")) == {"column 0"}, "on the black nine alone"
    assert choices(state.apply("move 9S")) == {"column 5"}, "on the red ten"
    assert choices(state.apply("move 7S")) == {"column 1", "column 2"}, "on either red eight, not the black one"


def test_an_uncovered_card_is_turned_up() -> None:
    state = dealt("9S", "KD 8H", "5D", "5C", "3C", "3S", "KC")
    assert face_up(state, 1) == ["8H"]
    state = play(state, ["move 8H", "column 0"])
    assert face_up(state, 0) == ["9S", "8H"]
    assert face_up(state, 1) == ["KD"]


def test_a_face_up_card_moves_with_all_that_lies_on_it_and_a_run_may_be_split() -> None:
    state = dealt("9S", "8H", "7C", "9C", "10D", "10H", "KC")
    state = play(state, ["move 8H", "column 0", "move 7C", "column 0"])
    assert column(state, 0) == ["9S", "8H", "7C"]
    assert {"9S", "8H"} <= choices(state, verb="move")
    whole = play(state, ["move 9S", "column 4"])
    assert column(whole, 4)[-4:] == ["10D", "9S", "8H", "7C"]
    assert column(whole, 0) == []
    part = play(state, ["move 8H", "column 3"])
    assert column(part, 3)[-3:] == ["9C", "8H", "7C"]
    assert column(part, 0) == ["9S"]


def test_face_down_cards_cannot_be_moved() -> None:
    state = dealt("9S", "8H 5C", "5D", "5H", "5S", "3C", "KC")
    assert "8H" not in choices(state, verb="move"), "it would go on the nine, but lies face down"


def test_only_a_king_alone_or_with_its_sequence_goes_to_an_empty_column() -> None:
    state = dealt("8H", "9S", "KC", "QD", "3S", "3C", "5H", stock="KD 2D 2H", draw=1)
    state = play(state, ["move QD", "column 2", "move 8H", "column 1"])
    assert column(state, 0) == []
    assert choices(state, verb="move") == {"KC"}, "not the nine with its eight, nor the queen without her king"
    moved = play(state, ["move KC", "column 0"])
    assert column(moved, 0) == ["KC", "QD"]
    state = state.apply("turn up")
    assert choices(state.apply("lay KD")) == {"column 0"}


def test_foundations_are_built_up_in_suit_from_the_ace() -> None:
    state = dealt("AH", "KD 2H", "2S", "KS 3H", "9C", "9D", "AS")
    assert choices(state, verb="build") == {"AH", "AS"}
    state = state.apply("build AH")
    assert choices(state, verb="build") == {"2H", "AS"}
    state = play(state, ["build 2H", "build 3H"])
    assert foundation(state, "H") == ["AH", "2H", "3H"]
    assert choices(state, verb="build") == {"AS"}


def test_three_cards_are_turned_up_and_only_the_top_one_can_be_played() -> None:
    state = dealt(*QUIET, stock="2S AD AC").apply("turn up")
    assert cards_in(state, "waste") == ["2S", "AD", "AC"]
    assert choices(state, verb="build") == {"AC"}
    state = state.apply("build AC")
    assert choices(state, verb="build") == {"AD"}, "the card under it is free now"


def test_the_last_cards_are_turned_up_even_if_there_are_fewer() -> None:
    state = dealt("AS", *QUIET[1:], stock="2S 3S 4S", draw=3)
    state = play(state, ["build AS", "turn up", *["turn up"] * 7])
    assert len(cards_in(state, "waste")) == 24
    assert cards_in(state, "stock") == []
    two = dealt(*QUIET, stock="4S 3S AS", draw=3)
    two = play(two, ["turn up", "build AS", *["turn up"] * 7, "turn over", *["turn up"] * 7])
    assert len(cards_in(two, "stock")) == 2
    assert cards_in(two.apply("turn up"), "stock") == []


def test_the_waste_is_turned_over_unshuffled_and_comes_again_in_the_same_order() -> None:
    state = dealt(*QUIET)
    stock = cards_in(state, "stock")
    assert "turn over" not in choices(state)
    state = play(state, ["turn up"] * 8)
    assert "turn up" not in choices(state)
    state = state.apply("turn over")
    assert cards_in(state, "stock") == stock
    assert cards_in(state, "waste") == []


@pytest.mark.parametrize(
    ("draw", "option", "passes"),
    [(1, None, 1), (1, 3, 3), (3, 2, 2), (3, 1, 1)],
)
def test_the_stock_is_gone_through_so_often_and_no_more(draw: int, option: int | None, passes: int) -> None:
    state = dealt(*QUIET, draw=draw, passes=option)
    through = ["turn up"] * (24 // draw)
    for _ in range(passes - 1):
        state = play(state, [*through, "turn over"])
    state = play(state, through)
    assert "turn over" not in choices(state)


@pytest.mark.parametrize(("draw", "passes"), [(3, None), (1, 0)])
def test_without_a_limit_it_is_gone_through_again_and_again(draw: int, passes: int | None) -> None:
    state = dealt(*QUIET, draw=draw, passes=passes)
    for _ in range(6):
        state = play(state, [*["turn up"] * (24 // draw), "turn over"])
    assert "turn up" in choices(state)


def test_a_card_of_the_foundations_may_come_back_to_a_column_unless_the_option_says_no() -> None:
    columns = ("AH", "2S", "9H", "9S", "5C", "5D", "KC")
    state = dealt(*columns).apply("build AH")
    assert choices(state, verb="take back") == {"AH"}
    state = play(state, ["take back AH", "column 1"])
    assert column(state, 1)[-2:] == ["2S", "AH"]
    assert foundation(state, "H") == []
    assert not choices(dealt(*columns, take_back=False).apply("build AH"), verb="take back")


def test_the_game_is_won_when_all_cards_are_on_the_foundations() -> None:
    game = load("solitaire", draw=1)
    deck = [f"{rank}{suit}" for rank in RANKS for suit in SUITS]
    state = game.deal(deck=deck, seed=0)
    for place, card in enumerate(deck):
        assert state.result is None
        state = play(state, [*(["turn up"] if place >= 28 else ()), f"build {card}"])
    assert state.result is not None
    assert state.result.winner == 0
    assert state.returns == (1.0,)
    assert [len(foundation(state, suit)) for suit in SUITS] == [13] * 4


def test_who_gives_up_once_the_stock_is_empty_has_lost() -> None:
    state = dealt(*QUIET)
    assert "give up" not in choices(state)
    state = play(state, [*["turn up"] * 8, "give up"])
    assert state.returns == (-1.0,)
    assert state.result is not None
    assert state.result.winners == ()


def test_after_five_hundred_moves_the_game_is_lost() -> None:
    state = play(dealt("AH", "2S", "9H", "9S", "5C", "5D", "KC"), ["build AH", "take back AH", "column 1"] * 250)
    assert state.seat is None
    assert state.returns == (-1.0,)


def scores(state: State, moves: Sequence[str]) -> list[int]:
    """The score after each move that is complete."""
    found = []
    for move in moves:
        state = state.apply(move)
        found.append(state.scores[0])
    return found


def test_standard_points_for_cards_from_the_waste_turned_up_and_brought_up() -> None:
    state = dealt("9S", "8H", "AD", "3C", "3S", "5C", "KC", stock="7C AS", draw=1, scoring="standard")
    moves = ["build AD", "move 8H", "column 0", "turn up", "lay 7C", "column 0", "turn up", "build AS"]
    assert scores(state, moves) == [15, 15, 20, 20, 20, 25, 25, 35]


def test_standard_points_are_taken_for_cards_that_come_back_and_for_another_pass_but_never_below_nothing() -> None:
    state = dealt("AH", "2S", "9H", "9S", "5C", "5D", "KC", draw=1, passes=3, scoring="standard")
    assert scores(state, ["build AH", "take back AH", "column 1", "build AH"]) == [10, 10, 0, 10]
    state = play(state, ["build AH", *["turn up"] * 24])
    assert state.scores == (10,)
    assert state.apply("turn over").scores == (0,)
    three = play(dealt("AH", *QUIET[1:], scoring="standard"), ["build AH", *["turn up"] * 8, "turn over"])
    assert three.scores == (10,), "only one card at a time costs points"


def test_a_player_for_points_plays_for_the_score() -> None:
    state = play(dealt("AH", *QUIET[1:], scoring="standard"), ["build AH", *["turn up"] * 8, "give up"])
    assert state.returns == (10.0,)


@pytest.mark.parametrize("seed", range(3))
def test_in_every_column_the_top_card_is_face_up_and_what_was_never_uncovered_lies_below_it(seed: int) -> None:
    state, rng = load("solitaire").deal(seed=seed), random.Random(seed)
    while state.seat is not None:
        for place in range(7):
            for observer in (0, None):
                shown = state.view(observer).zone("columns", pile=place).cards
                hidden = shown.count(None)
                assert shown == (None,) * hidden + tuple(column(state, place)[hidden:])
                assert hidden < len(shown) or not shown
        state = state.apply(rng.choice(state.actions()))


def test_nobody_knows_what_lies_face_down_and_whoever_has_gone_through_the_stock_knows_it() -> None:
    state = dealt(*QUIET)
    samples = [state.resample(0, seed=seed) for seed in range(20)]
    assert all(column(sample, 6)[-1] == "KC" for sample in samples)
    assert len({column(sample, 6)[0] for sample in samples}) > 5
    assert len({cards_in(sample, "stock")[0] for sample in samples}) > 5
    state = play(state, [*["turn up"] * 8, "turn over"])
    samples = [state.resample(0, seed=seed) for seed in range(20)]
    assert {tuple(cards_in(sample, "stock")) for sample in samples} == {tuple(cards_in(state, "stock"))}
    assert len({column(sample, 6)[0] for sample in samples}) > 5
