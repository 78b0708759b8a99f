"""Python's own loop over a game: actions as objects that the kernel knows again, and views that are worked out late."""

from __future__ import annotations

import copy
import gc
import pickle
from time import process_time

import pytest

from deckwright import _kernel
from deckwright.engine import Action, Game, IllegalAction, State, load

from .conftest import walk


def test_states_that_list_the_same_action_list_the_same_object(any_game: Game) -> None:
    seen: dict[tuple[str, int, int, int | None], Action] = {}
    for state in walk(any_game, seed=3, most=60):
        for action in state.actions():
            if not action.text.endswith(")"):  # numbered, where others in the list say the same
                same = seen.setdefault((action.text, action.slot, action.value, action.seat), action)
                assert same is action or len({one.text for one in state.actions()}) < len(state.actions())


def test_an_action_is_taken_as_an_object_as_an_equal_one_and_as_text(any_game: Game) -> None:
    for state in walk(any_game, seed=4, most=40):
        if state.is_over:
            continue
        action = state.actions()[-1]
        made = Action(action.text, 0, 0)
        keys = {state.apply(one).key(0) for one in (action, made, action.text)}
        untouched = State(state.game, state.position, deal=state.deal)
        assert keys == {untouched.apply(action).key(0)}
        assert state.apply(made).history[-1] is action


def test_every_state_is_of_the_class_of_the_one_before_and_keeps_game_and_deal(any_game: Game) -> None:
    class Own(State):
        """A class of one's own."""

    first = any_game.deal(seed=5)
    state: State = Own(any_game, first.position, deal=first.deal)
    for _ in range(5):
        if state.is_over:
            return
        state = state.apply(state.actions()[0])
        assert type(state) is Own
        assert state.game is any_game
        assert state.deal is first.deal
    assert len(state.history) == 5


def test_an_action_of_another_seat_or_game_is_refused_though_its_numbers_are_legal(hearts: Game) -> None:
    state = hearts.deal(seed=1)
    other = state.apply(state.actions()[0])
    while other.seat == state.seat:
        other = other.apply(other.actions()[0])
    with pytest.raises(IllegalAction, match="it is an action of seat"):
        other.apply(state.actions()[1])
    foreign = load("war").deal(seed=1).actions()[0]
    with pytest.raises(IllegalAction):
        state.apply(Action("play 1H", foreign.slot, foreign.value))
    with pytest.raises(TypeError, match="expected an Action"):
        state.apply(7)  # type: ignore[arg-type]


def test_a_state_has_no_attribute_to_change(hearts: Game) -> None:
    state = hearts.deal(seed=1)
    for name in ("game", "deal", "seat", "is_over", "position"):
        with pytest.raises(AttributeError):
            setattr(state, name, None)
    with pytest.raises(TypeError, match="a game and a position"):
        State()  # type: ignore[call-arg]


def test_a_view_leads_to_no_state(any_game: Game) -> None:
    """Whatever can be reached from what a seat is shown, by any path, is not what it was worked out from."""
    for state in walk(any_game, seed=6, most=12):
        for seat in (None, 0):
            view = state.view(seat)
            found, left = set(), [view]
            while left:
                here = left.pop()
                if id(here) in found or isinstance(here, type | type(gc)):
                    continue
                found.add(id(here))
                assert not isinstance(here, _kernel.StateCore | _kernel.Position)
                left += gc.get_referents(here)
                assert len(found) < 200_000


def test_a_view_is_the_same_however_late_its_fields_are_asked_for(any_game: Game) -> None:
    for state in walk(any_game, seed=7, most=25):
        late = state.view(0)
        early = state.view(0)
        text = early.to_json()
        for other in (copy.copy(late), copy.deepcopy(late), pickle.loads(pickle.dumps(late)), late):
            assert other == early
            assert other.to_json() == text
        assert late.facts is not early.facts
    with pytest.raises(AttributeError, match="no 'handd'"):
        _ = any_game.deal(seed=1).view(0).handd  # type: ignore[attr-defined]


def test_listing_many_new_actions_takes_as_long_as_there_are_of_them() -> None:
    """Thirteen thousand sets that a hand may lay: each was looked for again whenever one more had been made."""
    genome = load("rummy").genome.to_dict()
    genome |= {"player_count": 2, "patterns": [{"name": "any", "min_count": 3, "max_count": 3, "group": "meld"}]}
    genome["setup"] |= {"cards_per_player": 26}
    offers = genome["turn_structure"]["phases"][0]["phases"][1]["phases"][0]["offers"]
    one, rest = offers[0], offers[1:]

    def listed(times: int) -> tuple[int, float]:
        offers[:] = [*({**one, "name": f"lay {number}"} for number in range(times)), *rest]
        state = load(genome).deal(seed=1)
        state = state.apply(state.actions()[0])
        gc.disable()
        began_s = process_time()
        try:
            return len(state.actions()), process_time() - began_s
        finally:
            gc.enable()

    (few, few_s), (many, many_s) = listed(1), listed(8)
    assert many > 6 * few > 10_000
    assert many_s < 3 * many / few * few_s
