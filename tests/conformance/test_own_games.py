"""The kernel's own games keep to what every genome's game keeps to."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from random import Random

import pytest
from tests.conformance.walks import MOST_STEPS, _values, cards_of, observers, print_of, view_text

from deckwright.engine import Game, IllegalAction, State, load
from deckwright.games import OptionError, OptionValue, own_games


def variants() -> Iterator[dict[str, OptionValue]]:
    """Each option at its ends, or at each of its values, one at a time; one hand, where that can be said."""
    for entry in own_games().values():
        yield {"game": entry.id, "hands": 2}
        for option in entry.options:
            for value in _values(option):
                options = {"game": entry.id, **({} if option.name == "target" else {"hands": 1}), option.name: value}
                try:
                    entry.settings({name: given for name, given in options.items() if name != "game"})
                except OptionError:
                    continue
                yield options


def told(options: dict[str, OptionValue]) -> str:
    return " ".join(str(value) if name == "game" else f"{name}={value}" for name, value in options.items())


def loaded(options: dict[str, OptionValue]) -> Game:
    return load(str(options["game"]), **{name: value for name, value in options.items() if name != "game"})


def walked(game: Game, seed: int) -> list[State]:
    rng = Random(seed)
    states = [game.deal(seed=seed)]
    while not states[-1].is_over:
        assert len(states) < MOST_STEPS
        states.append(states[-1].apply(rng.choice(states[-1].actions())))
    return states


@pytest.mark.parametrize("options", list(variants()), ids=told)
def test_cards_are_conserved_actions_are_distinct_and_returns_add_up_to_nothing(
    options: dict[str, OptionValue],
) -> None:
    game = loaded(options)
    states = walked(game, 3)
    for state in states:
        assert cards_of(state) == cards_of(states[0])
        texts = [action.text for action in state.actions()]
        assert len(texts) == len(set(texts))
        assert bool(texts) == (not state.is_over)
    returns = states[-1].returns
    assert returns is not None
    assert sum(returns) == pytest.approx(0)


@pytest.mark.parametrize("options", list(variants()), ids=told)
def test_resampled_worlds_look_the_same_to_their_seat_and_differ(options: dict[str, OptionValue]) -> None:
    game = loaded(options)
    states = walked(game, 4)
    differ = 0
    for state in states[:: max(1, len(states) // 12)]:
        for seat in range(game.seats):
            other = state.resample(seat, seed=5)
            assert view_text(other, seat) == view_text(state, seat)
            assert other.key(seat) == state.key(seat)
            if state.seat == seat:
                assert other.actions() == state.actions()
            differ += other.position.layout() != state.position.layout()
    assert differ > 0


@pytest.mark.parametrize("options", list(variants()), ids=told)
def test_samples_are_decided_by_what_the_seat_knows_and_the_seed(options: dict[str, OptionValue]) -> None:
    """In a world that looks alike the same seed gives the same sample, with the same chance to come."""
    game = loaded(options)
    states = walked(game, 8)
    rng = Random(8)
    for state in states[:: max(1, len(states) // 6)]:
        for seat in range(game.seats):
            look_alike = state.resample(seat, seed=5)
            pair = [world.resample(seat, seed=5) for world in (state, look_alike)]
            while True:
                one, other = pair
                assert one.position.layout() == other.position.layout()
                assert all(view_text(one, observer) == view_text(other, observer) for observer in observers(game))
                if one.is_over:
                    break
                action = rng.choice(one.actions())
                pair = [one.apply(action), other.apply(action)]


@pytest.mark.parametrize("name", own_games())
def test_apply_changes_nothing_and_history_replays_from_any_prefix(name: str) -> None:
    game = load(name, hands=1)
    states = walked(game, 6)
    before = print_of(states[0])
    states[0].apply(states[0].actions()[0])
    assert print_of(states[0]) == before
    for state in states[:: max(1, len(states) // 6)]:
        assert state.deal is not None
        again = game.replay(state.deal, state.history)
        assert print_of(again) == print_of(state)
        assert print_of(pickle.loads(pickle.dumps(state))) == print_of(state)


@pytest.mark.parametrize("name", own_games())
def test_an_action_that_is_not_legal_is_refused(name: str) -> None:
    state = load(name).deal(seed=1)
    with pytest.raises(IllegalAction):
        state.apply("discard")
    with pytest.raises(IllegalAction):
        state.apply("card 9.9")


@pytest.mark.parametrize("name", own_games())
def test_nobody_sees_a_card_they_were_not_shown(name: str) -> None:
    """At the deal each seat sees two cards of its own and the discard; a spectator the discard alone."""
    state = load(name, players=3).deal(seed=2)
    for observer in observers(state.game):
        seen = [card for zone in state.view(observer).zones for card in zone.cards if card is not None]
        assert len(seen) == (1 if observer is None else 3)
