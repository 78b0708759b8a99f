"""What holds in every game, whatever its rules: cards, ends, legality, purity, history."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from tests.conformance.walks import Variant, cards_of, main_variants, print_of, replayed, sample, walk

from deckwright.engine import Action, EngineError, IllegalAction, State
from deckwright.measure import simulate


def test_cards_are_conserved_at_every_step(variant: Variant) -> None:
    game = variant.load()
    place = {code: number for number, code in enumerate(game.notation.names.cards)}
    deck = Counter(place[card.code] for card in game.deck)
    for number, state in enumerate(walk(variant)):
        assert cards_of(state) == deck, f"after {number} actions"


def test_every_game_ends_by_its_own_rules(house_rules: Variant) -> None:
    game = house_rules.load()
    statistics = simulate(game, agents=("random",) * game.seats, games=20, seed=11)
    assert statistics.games_played == 20
    assert statistics.cut_off == 0


def test_somebody_can_act_until_the_end_and_nobody_after_it(variant: Variant) -> None:
    *going, last = walk(variant)
    for state in going:
        assert state.seat is not None
        assert state.seat in range(variant.load().seats)
        assert state.actions()
        assert state.returns is None
        assert state.result is None
    assert last.seat is None
    assert last.actions() == ()
    assert last.returns is not None


def test_legal_actions_are_distinct_and_in_a_stable_order(variant: Variant) -> None:
    for state in walk(variant):
        pairs = [(action.slot, action.value) for action in state.actions()]
        assert len(set(pairs)) == len(pairs)
        assert len({action.text.casefold() for action in state.actions()}) == len(pairs), state.actions()
        assert [tuple(pair) for pair in state.position.legal()] == pairs
    game = variant.load()
    for state in sample(variant, 6):
        again = replayed(game, state)
        assert again.actions() == state.actions()


def test_a_transition_leads_where_its_action_does(variant: Variant) -> None:
    for state in sample(variant, 4):
        transitions = state.transitions()
        assert len({transition.id for transition in transitions}) == len(transitions)
        for transition in transitions[:3]:
            assert print_of(transition.after()) == print_of(state.apply(transition.action))
            assert set(transition.to_dict()) == {"id", "label", "action"}


def test_apply_does_not_change_its_input(variant: Variant) -> None:
    for state in sample(variant, 8):
        before = print_of(state)
        for action in state.actions()[:4]:
            after = state.apply(action)
            after.information(0).sample(3)
            assert print_of(state) == before


def test_an_illegal_action_raises_and_changes_nothing(variant: Variant) -> None:
    for state in sample(variant, 8):
        before = print_of(state)
        for action in _illegal_actions(state):
            with pytest.raises(IllegalAction) as refused:
                state.apply(action)
            assert refused.value.seat == state.seat
            assert refused.value.legal == tuple(legal.text for legal in state.actions())
        assert print_of(state) == before


def _illegal_actions(state: State) -> list[Action]:
    """Every action the game knows that is not legal here, as this seat's own; and some that do not exist."""
    names, legal = state.game.notation, {action.text for action in state.actions()}
    known = [
        Action(names.text(slot, value), slot, value, state.seat)
        for slot in range(len(names.names.slots))
        for value in (0, 1, 2, 5, 11, 40)
        if value < names._value_count(slot)
    ]
    unknown = [Action("fly away", 60_000, 0, state.seat), Action("fly away", 0, 127, state.seat)]
    return [action for action in known if action.text not in legal] + unknown


def test_the_kernel_itself_refuses_what_is_not_legal(variant: Variant) -> None:
    for state in sample(variant, 8):
        legal = {tuple(pair) for pair in state.position.legal()}
        before = print_of(state)
        for slot in (0, 1, 2, len(state.game.notation.names.slots) - 1, len(state.game.notation.names.slots), 65_535):
            for value in (0, 1, 51, 127, 128, 255):
                if (slot, value) not in legal:
                    with pytest.raises(ValueError, match="legal"):
                        state.position.apply(slot, value)
        assert print_of(state) == before


def test_a_stale_action_of_another_seat_is_refused(variant: Variant) -> None:
    states = walk(variant)
    stale = [
        (state, action)
        for earlier, state in itertools.pairwise(states)
        for action in earlier.actions()[:1]
        if state.seat != earlier.seat
    ]
    for state, action in stale[:: max(1, len(stale) // 10)]:
        before = print_of(state)
        with pytest.raises(IllegalAction):
            state.apply(action)
        assert print_of(state) == before


def test_an_action_of_a_foreign_game_is_refused(variant: Variant) -> None:
    state = walk(variant)[0]
    legal = {action.text for action in state.actions()}
    before = print_of(state)
    for other in main_variants():
        for action in walk(other)[0].actions()[:5]:
            if action.text not in legal:
                with pytest.raises(IllegalAction):
                    state.apply(action)
                with pytest.raises(EngineError):
                    state.apply(action.text)
    assert print_of(state) == before


def test_history_replays_to_the_same_state_from_any_prefix(variant: Variant) -> None:
    game, states = variant.load(), walk(variant)
    for number in sorted(
        {0, 1, 2, len(states) // 3, len(states) // 2, len(states) - 2, len(states) - 1} & set(range(len(states)))
    ):
        state = states[number]
        assert len(state.history) == number
        assert print_of(replayed(game, state)) == print_of(state)
        assert print_of(replayed(game, state, as_text=True)) == print_of(state)
    middle = states[len(states) // 2]
    rest = states[-1].history[len(middle.history) :]
    for action in rest:
        middle = middle.apply(action)
    assert print_of(middle) == print_of(states[-1])


def test_another_deal_is_another_game(variant: Variant) -> None:
    game = variant.load()
    layouts = [game.deal(seed=seed).position.layout() for seed in range(6)]
    assert any(layout != layouts[0] for layout in layouts)
    assert game.deal(seed=0).position.layout() == layouts[0]


def test_the_text_of_an_action_is_what_one_types_to_get_it_back(variant: Variant) -> None:
    for state in sample(variant, 40):
        for action in state.actions():
            assert state.parse_action(action.text) == action
            assert state.parse_action(action.text.upper()).value == action.value
            assert variant.load().parse_action(str(action)) == action
