"""What an agent gets."""

import pickle

import pytest

from deckwright.engine import EngineError, Game, SeatError, State

from .conftest import walk


def test_information_is_the_same_wherever_the_seat_cannot_tell(any_game: Game) -> None:
    for state in walk(any_game, seed=1, most=30):
        for seat in range(any_game.seats):
            here, there = state.information(seat), state.resample(seat, seed=2).information(seat)
            assert here.view == there.view
            assert here.transitions == there.transitions
            assert here.key == there.key


def test_only_the_seat_to_act_gets_transitions(hearts: Game) -> None:
    state = hearts.deal(seed=1)
    assert state.information(0).transitions == state.transitions()
    assert state.information(1).transitions == ()


def test_a_transition_given_as_information_does_not_lead_to_the_next_state(hearts: Game) -> None:
    transition = hearts.deal(seed=1).information(0).transitions[0]
    with pytest.raises(EngineError, match="given as information"):
        transition.after()


def test_nothing_public_of_information_holds_the_state(hearts: Game) -> None:
    information = hearts.deal(seed=1).information(0)
    for name in dir(information):
        if not name.startswith("_"):
            assert not isinstance(getattr(information, name), State)


def test_a_sample_is_a_world_that_can_be_played_on(hearts: Game) -> None:
    information = hearts.deal(seed=1).information(0)
    world = information.sample(3)
    assert world.view(0) == information.view
    assert world.apply(information.transitions[0].action).seat == 0


def test_a_sample_is_made_up_and_never_the_state_itself(any_game: Game) -> None:
    for state in walk(any_game, seed=3, most=5):
        for seat in range(any_game.seats):
            world = state.information(seat).sample(3)
            assert world.deal is None
            assert world.position.layout() == state.resample(seat, seed=3).position.layout()


def test_a_kernel_agent_can_be_asked(hearts: Game) -> None:
    information = hearts.deal(seed=1).information(0)
    legal = {transition.action for transition in information.transitions}
    assert information.consult("flat:5", seed=1) in legal
    assert information.consult("random", seed=1) == information.consult("random", seed=1)


def test_who_is_not_to_act_has_nothing_to_ask(hearts: Game) -> None:
    with pytest.raises(SeatError, match="not seat 1's turn"):
        hearts.deal(seed=1).information(1).consult("random", seed=1)


def test_information_cannot_be_saved_for_its_state_would_go_with_it(hearts: Game) -> None:
    with pytest.raises(EngineError, match="cannot be saved"):
        pickle.dumps(hearts.deal(seed=1).information(0))


def test_a_deal_does_not_print_its_secrets(hearts: Game) -> None:
    deal = hearts.deal(seed=1, deck=[str(card) for card in hearts.deck.cards]).deal
    assert repr(deal) == "Deal()"
