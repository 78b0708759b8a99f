"""Samples know of others what the seat itself must think: worked out from all worlds that look alike to it."""

from __future__ import annotations

import pytest

from deckwright.engine import Game, State
from deckwright.genome.schema import ChoicePhase, Move, Offer, Pick, Show, TurnStructure, Zone

from .drawn_games import SINGLE, check_drawn_game, check_others_knowledge, drawn_game, shown_game
from .small_games import played_once_each, sights, small_genome

ONCE_FORGOTTEN = (10, 72, 101, 104, 105, 176)
"""Cards that somebody else had put into the place from which they were taken, or knew of a hand that went on."""
ONCE_TOLD = (116, 134, 157, 271, 374, 388, 402, 418)
"""Cards drawn at once, of which another seat knew one by its place; who knew which of two like cards; to whom cards
were shown."""
ONCE_SHOWN = (14, 17)
"""Cards of a row or the stock that a seat was shown for what they were."""


@pytest.mark.parametrize("each", [1, 2])
@pytest.mark.parametrize("order", ["once", "together"])
@pytest.mark.parametrize("name", sights())
def test_samples_place_as_many_cards_for_others_as_all_possible_worlds_do(name: str, order: str, each: int) -> None:
    """Between the fewest and the most that another seat can place, of each zone, in the worlds that look alike."""
    assert check_others_knowledge(played_once_each(*sights()[name], order, cards=2, each=each), most=20_000) > 0


@pytest.mark.parametrize("seed", [*range(6), *ONCE_FORGOTTEN])
def test_samples_keep_what_others_know_of_cards_that_are_drawn_put_down_and_taken_up(seed: int) -> None:
    game = drawn_game(seed, SINGLE)
    assert game is not None
    assert check_others_knowledge(game, most=20_000) > 0


@pytest.mark.parametrize("seed", [*range(6), *ONCE_TOLD])
def test_samples_tell_no_more_of_others_than_the_seat_has_seen(seed: int) -> None:
    assert check_drawn_game(seed, deals=10, most=160) > 0


@pytest.mark.parametrize("seed", [*range(3), *ONCE_SHOWN])
def test_samples_keep_what_others_know_of_cards_that_are_shown_or_laid_down_for_what_they_are(seed: int) -> None:
    game = shown_game(seed, SINGLE)
    assert game is not None
    assert check_others_knowledge(game, most=20_000) > 0


SEEDS = range(20)
LOOK = Offer(name="look", effects=(Show(cards="top(stock)", to="turn"),))
DRAW = Offer(name="draw", effects=(Move(cards="stock", to="hand", count="2"),))
PUT = Offer(name="put", picks=(Pick(name="c", source="hand", to="sack[left(turn)]"),))
TAKE = Offer(name="take", effects=(Move(cards="sack", to="hand"),))
SACK = Zone(name="sack", owner="seat", seen_by="none")
GIVE = Offer(name="give", picks=(Pick(name="c", source="hand", to="hand[left(turn)]"),))
TOP = Offer(name="top", effects=(Show(cards="top(hand[left(turn)])", to="turn"),))
"""Hands have an order where this can be done."""
UNSEEN = Move(cards="c", to="sack[left(turn)]", seen_by="none")
LAY = Offer(name="lay", picks=(Pick(name="c", source="hand"),), effects=(UNSEEN,))
LOOKED_INTO = SACK.copy_with(seen_by="owner")
TWOS = Offer(name="twos", effects=(Show(cards="stock", where="rank(c) == '2'", to="turn"),))


def turns(*offers: Offer, each: int = 1) -> Game:
    """One seat after the other, each with one of these things to do."""
    choice = ChoicePhase(name="choice", offers=offers)
    genome = small_genome(TurnStructure(order="once", start="0", phases=(choice,)), cards=3, each=each)
    sack = (SACK,) if PUT in offers else (LOOKED_INTO,) if LAY in offers else ()
    return Game(genome.copy_with(zones=(*genome.zones, *sack)))


def known(state: State, seat: int, name: str, owner: int | None) -> frozenset[str]:
    """The cards of a zone that a seat can place."""
    zones = (zone for zone in state.view(seat).zones if (zone.name, zone.index) == (name, owner))
    return frozenset(str(card) for zone in zones for card in zone.cards if card is not None)


def test_who_draws_two_cards_cannot_tell_which_of_them_another_seat_had_seen_on_top() -> None:
    game = turns(LOOK, DRAW)
    told = []
    for deck in ("2H 3H 2S 3S 4H 4S", "2H 3H 3S 2S 4H 4S"):
        state = game.deal(deck=deck.split(), seed=0).apply("look").apply("draw")
        assert known(state, 0, "hand", 1) == {deck.split()[2]}
        told.append([known(state.resample(1, seed=seed), 0, "hand", 1) for seed in SEEDS])
    assert told[0] == told[1]
    assert set(told[0]) == {frozenset({"2S"}), frozenset({"3S"})}, "one of the two, and not the card that was dealt"


def test_who_takes_up_a_card_that_another_seat_put_down_knows_that_it_knows_it() -> None:
    game = turns(PUT, TAKE)
    state = game.deal(deck=["2H", "3H", "2S", "3S", "4H", "4S"], seed=0)
    put = known(state, 0, "hand", 0)
    state = state.apply(state.actions()[0]).apply("take")
    assert {known(state.resample(1, seed=seed), 0, "hand", 1) for seed in SEEDS} == {put}


def test_who_gets_a_card_knows_that_its_giver_knows_it_where_hands_have_an_order() -> None:
    dealt = turns(GIVE, TOP, each=2).deal(deck=["2H", "3H", "2S", "3S", "4H", "4S"], seed=0)
    state = dealt.apply("give 2H")
    assert {known(state.resample(1, seed=seed), 0, "hand", 1) for seed in SEEDS} == {frozenset({"2H"})}
    # Of the hand that it gives from, the other has seen the top.
    looked = dealt.apply("top")
    for action in (action for action in looked.actions() if action.text.startswith("give")):
        after = looked.apply(action)
        given = known(after, 1, "hand", 0)
        assert len(given) == 1
        assert {known(after.resample(0, seed=seed), 1, "hand", 0) for seed in SEEDS} == {given}


def test_who_looks_where_a_card_was_laid_face_down_knows_that_who_laid_it_knows_it() -> None:
    game = turns(LAY, LAY.copy_with(name="wait", picks=(), effects=()), each=2)
    state = game.deal(deck=["2H", "3H", "2S", "3S", "4H", "4S"], seed=0)
    laid = state.apply(next(action for action in state.actions() if action.text.startswith("lay")))
    assert not known(laid, 1, "sack", 1)
    assert {len(known(laid.resample(1, seed=seed), 0, "sack", 1)) for seed in SEEDS} == {1}


def test_all_know_how_many_cards_of_the_stock_somebody_was_shown_for_what_they_are() -> None:
    game = turns(TWOS, GIVE)
    state = game.deal(deck=["3H", "4H", "2H", "3S", "2S", "4S"], seed=0).apply("twos")
    shown = known(state, 0, "stock", None)
    assert len(shown) == 2
    assert {len(known(state.resample(1, seed=seed), 0, "stock", None)) for seed in SEEDS} == {2}
