"""A key is the same exactly where its seat has seen and done the same: in games gone through whole and in random ones.

What a seat has seen is worked out by `tests.conformance.recall` from events and views, and not from what the kernel
hashes. Where a seat cannot tell two positions apart, it is also given the same worlds in both.
"""

from __future__ import annotations

import pytest
from tests.conformance.recall import check_all_keys, check_keys

from deckwright.engine import Game
from deckwright.evolve.random import generate_random_genome
from deckwright.genome.schema import ChoicePhase, DeckSpec, Move, Offer, Pick, Register, Set, TurnStructure

from .small_games import ORDERS, deals, pick_games, sight_games, small_genome

PICKS, SIGHTS = dict(pick_games()), dict(sight_games())
ONCE_FORGOTTEN = (44, 124, 220, 273, 303, 393)
"""Picks of which nothing came, moves given up and places in a pile were not in keys; counts of unseen cards were,
and views told which of two like cards a register held."""


@pytest.mark.parametrize("name", PICKS)
def test_every_pick_is_remembered_by_whoever_saw_it(name: str) -> None:
    assert check_all_keys(deals(PICKS[name])) > len(ORDERS)


@pytest.mark.parametrize("name", SIGHTS)
def test_what_some_have_seen_is_remembered_by_them_alone(name: str) -> None:
    assert check_all_keys(deals(SIGHTS[name]), worlds=True) > len(ORDERS)


@pytest.mark.parametrize("seed", [*range(25), *ONCE_FORGOTTEN])
def test_keys_of_a_random_game_tell_apart_what_its_seats_can(seed: int) -> None:
    check_keys(Game(generate_random_genome(seed)).deal(seed=seed), count=6)


def copies_held_in_registers() -> Game:
    """Two cards of each face: one may be changed unseen, one is thrown away and noted, one may be taken back."""
    change = Offer(
        name="change",
        picks=(Pick(name="old", source="hand"),),
        effects=(Move(cards="old", to="stock", place="bottom"), Move(cards="stock", to="hand", count="1")),
    )
    throw = Offer(
        name="throw",
        picks=(Pick(name="c", source="hand", to="discard"),),
        effects=(Set(name="last_thrown", value="c"), Set(name="first_thrown", value="c")),
    )
    take = Offer(
        name="take",
        when="size(discard) > 0",
        effects=(Move(cards="discard", to="hand", count="1"), Set(name="said", value="taken == '2H'")),
    )
    turns = TurnStructure(
        order="once",
        phases=(
            ChoicePhase(name="first", offers=(change, Offer(name="stay"))),
            ChoicePhase(name="then", offers=(throw,)),
            ChoicePhase(name="last", offers=(take, Offer(name="wait"))),
        ),
    )
    genome = small_genome(turns)
    registers = (
        Register(name="last_thrown", holds="card", label="last card"),
        Register(name="first_thrown", holds="card", keep="match", label="first card"),
    )
    return Game(
        genome.copy_with(
            deck=DeckSpec(suits=("hearts",), ranks=("2", "3"), copies=2), registers=(*genome.registers, *registers)
        )
    )


def test_which_of_two_like_cards_a_register_holds_is_seen_by_nobody() -> None:
    assert check_all_keys(deals(copies_held_in_registers()), worlds=True) > len(ORDERS)


def test_nobody_is_told_on_which_page_of_a_list_a_secret_set_stands() -> None:
    """Pairs go face down from hand to hand; there are more of them than one slot has values."""
    game = Game(generate_random_genome(180))
    paged = [slot for slot in game.notation.names.slots if slot.kind == "Instance"]
    assert len(paged) > 1
    assert not any(slot.public for slot in paged)
    check_keys(game.deal(seed=180), count=6)
