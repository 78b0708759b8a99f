"""What a test of hidden cards has told goes on with the cards: samples never contradict it.

`told_games` says how: a referee follows what was told, and in games that can be gone through whole a sample has to be
one of the worlds that truly look alike.
"""

from __future__ import annotations

import json
from itertools import permutations

import pytest
from tests.conformance.recall import check_alike

from deckwright.engine import Game

from .hidden_places import Data, game_of
from .told_games import (
    DECKS,
    ask,
    check_passed_game,
    check_told_game,
    give,
    go,
    move,
    passed_game,
    rotated,
    told_data,
    told_game,
)

HAND, OTHER = "hand[dealer]", "hand[left(dealer)]"
WAYS: dict[str, tuple[int, list[Data]]] = {
    "by way of trays": (2, [go(2, rotated("tray", "left"))]),
    "by way of rows": (2, [go(2, rotated("row", "right")), go(3, rotated("tray", "right"))]),
    "to where others lie": (2, [go(2, [move(HAND, OTHER)])]),
    "one after the other": (1, [go(2, [move(HAND, "box")]), go(3, [move(OTHER, "box")]), go(4, [move("box", HAND)])]),
    "under the stock": (1, [go(2, [move(HAND, "stock", place="bottom")])]),
    "on the stock and back": (1, [go(2, [move(HAND, "stock")]), go(3, [move("stock", OTHER, count="1")])]),
    "given together": (1, [give(2, 1, "hand[left(turn)]", together=True)]),
    "whole hands given together": (2, [give(2, 2, "hand[right(turn)]", together=True)]),
    "some given": (2, [give(2, 1, "tray")]),
    "some given together": (2, [give(2, 1, "hand[left(turn)]", together=True)]),
    "shown to all on the way": (2, [go(2, [move(HAND, "box")]), go(3, [{"type": "show", "cards": "box"}])]),
    "through a shuffle": (
        1,
        [go(2, [move(HAND, "heap")]), go(3, [move("heap", "stock"), {"type": "shuffle", "zone": "stock"}])],
    ),
}
"""How hands go on of which it was told what they hold: how many cards they have, and the steps."""


def game_by(way: str, deck: Data) -> Game:
    """Two hands are asked, and go on in this way."""
    dealt, steps = WAYS[way]
    phases = [go(0, [ask(HAND, "4")]), go(1, [ask(OTHER, "3")]), *steps]
    game = game_of(told_data("told", phases, deck, dealt))
    assert game is not None
    return game


@pytest.mark.parametrize("deck", DECKS[:4:3], ids=["cards", "like cards"])
@pytest.mark.parametrize("way", WAYS)
def test_samples_hold_to_what_was_told_of_cards_that_went_on(way: str, deck: Data) -> None:
    game = game_by(way, deck)
    for seed in range(12):
        assert check_told_game(game, seed) > 0


@pytest.mark.parametrize("seed", range(25))
def test_samples_hold_to_what_was_told_in_random_games(seed: int) -> None:
    game = told_game(seed)
    if game is not None:
        assert sum(check_told_game(game, deal, samples=2) for deal in range(4)) > 0


@pytest.mark.parametrize("seed", range(8))
def test_worlds_that_look_alike_have_the_same_samples_where_told_cards_went_on(seed: int) -> None:
    game = told_game(seed)
    if game is not None:
        assert check_alike([game.deal(seed=deal) for deal in range(8)], most=80, branch=2, seed=seed) > 0


@pytest.mark.parametrize("seed", range(12))
def test_samples_are_worlds_that_look_alike_where_whole_hands_go_on(seed: int) -> None:
    game = passed_game(seed)
    assert game is not None
    orders = dict.fromkeys(permutations(game.deck.cards))
    assert check_passed_game(game, [game.deal(deck=order, seed=0) for order in orders]) > 0


def test_more_places_than_can_be_counted_are_no_reason_to_refuse_a_game() -> None:
    data = told_data(
        "told", [go(0, [ask(HAND, rank) for rank in "2345678"]), go(1, rotated("tray", "left"))], DECKS[0], 2
    )
    data["deck"] = {"suits": ["spades", "hearts"], "ranks": list("2345678")}
    kept = tallied_zones(data)
    assert kept == {"hand", "tray"}
    tray = next(zone for zone in data["zones"] if zone["name"] == "tray")
    tray["piles"] = 12
    for by in data["turn_structure"]["phases"][1]["offers"][0]["effects"]:
        move = by["effects"][0]
        move |= {
            name: move[name].replace("tray[", "pile(tray[").replace("]", "], 0)")
            for name in ("cards", "to")
            if "tray" in move[name]
        }
    assert tallied_zones(data) == {"hand"}, "36 piles, and 7 sets to count"


def tallied_zones(data: Data) -> set[str]:
    """Where a game that can be played keeps numbers of hidden cards."""
    game = game_of(data)
    assert game is not None
    state = game.deal(seed=1)
    while not state.is_over:
        assert all(state.resample(seat, seed=0).view(seat) == state.view(seat) for seat in range(game.seats))
        state = state.apply(state.actions()[0])
    zones = json.loads(game.definition.program)["zones"]
    return {zone["name"] for zone in zones if zone["tallied"]}
