"""Nothing a seat is given depends on what it has not seen.

Resampling makes another world out of what a seat knows. If that world looks exactly the same to the seat, then view,
legal list and key are functions of its knowledge alone; if the true world is one of those that can be made, what is
inferred from play is sound.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, permutations
from random import Random

import pytest
from tests.conformance.walks import (
    Variant,
    all_variants,
    cards_of,
    has_draft,
    observers,
    sample,
    view_text,
    walk,
)

from deckwright.cards import Card
from deckwright.engine import EngineError, Game, State, load
from deckwright.games import catalogue

SMALL_DECK = 6
TINY_GAMES = 10
FEW = 2
HIDDEN_ENOUGH = 9
"""A seat that cannot place so many cards is surely given different worlds.

Eight can be worked out near the end of a hand of Pinochle, from who did not follow, head or trump.
"""


def test_resampling_leaves_what_the_seat_sees_byte_identical(variant: Variant) -> None:
    for state in sample(variant, 12):
        for seat in range(variant.load().seats):
            seen, public = view_text(state, seat), view_text(state, None)
            for seed in range(3):
                other = state.resample(seat, seed=seed)
                assert view_text(other, seat) == seen
                assert view_text(other, None) == public
                assert other.key(seat) == state.key(seat)
                assert other.seat == state.seat
                assert other.scores == state.scores
                if state.seat == seat:
                    assert other.position.legal() == state.position.legal()
                assert cards_of(other) == cards_of(state)


def test_a_resampled_world_is_played_to_its_end(variant: Variant) -> None:
    for state in sample(variant, 5):
        other = state.resample(0, seed=1)
        deck = cards_of(other)
        for _ in range(25):
            if other.is_over:
                break
            other = other.apply(other.actions()[len(other.actions()) // 2])
            assert cards_of(other) == deck


def test_a_resampled_world_is_one_that_could_be_sampled(variant: Variant) -> None:
    for state in sample(variant, 12):
        for seat in range(variant.load().seats):
            other, exact = state.position.resample(seat, 7)
            assert not exact or other.admits_truth(seat)


def test_resampling_is_exact_in_most_positions(variant: Variant) -> None:
    outcomes = [
        state.position.resample(seat, 5)[1] for state in sample(variant, 30) for seat in range(variant.load().seats)
    ]
    assert sum(outcomes) >= 0.9 * len(outcomes)


def test_resampled_worlds_differ_where_something_is_hidden(variant: Variant) -> None:
    """But where all of it can be told, which is seldom: in Cheat most cards have been seen by all at some time."""
    open_ones, differing = 0, 0
    for state in sample(variant, 12):
        truth = state.position.layout()
        for seat in range(variant.load().seats):
            zones = state.position.observe(seat)["zones"]
            hidden = [zone.count(-1) for zone in zones]
            worlds = [state.resample(seat, seed=seed).position.layout() for seed in range(6)]
            if sum(hidden) == 0:
                assert all(world == truth for world in worlds)
            elif sum(hidden) >= HIDDEN_ENOUGH and not state.is_over:
                open_ones += 1
                differing += any(world != truth for world in worlds) and any(world != worlds[0] for world in worlds)
    assert differing >= 0.9 * open_ones


def test_no_hidden_place_is_always_filled_as_it_really_is(variant: Variant) -> None:
    """Of each place that hides a few cards, while more are hidden elsewhere, some world holds other cards."""
    game = variant.load()
    doubtful, refilled = set(), set()
    for state in sample(variant, 12):
        truth = state.position.layout()
        for seat in range(game.seats):
            hidden = [zone.count(-1) for zone in _zones(state, seat)]
            there = {zone for zone, count in enumerate(hidden) if count >= FEW and sum(hidden) - count >= HIDDEN_ENOUGH}
            if state.is_over or not there:
                continue
            doubtful |= {(seat, zone) for zone in there}
            for seed in range(3):
                world = state.resample(seat, seed=seed).position.layout()
                refilled |= {(seat, zone) for zone in there if sorted(world[zone]) != sorted(truth[zone])}
    assert doubtful <= refilled, [(seat, str(game.notation.zones[zone])) for seat, zone in doubtful - refilled]


def test_worlds_are_made_of_what_the_seat_knows_alone(variant: Variant) -> None:
    """From two worlds that look the same to it, chance being the same, it is given the same worlds."""
    for state in sample(variant, 8):
        for seat in range(variant.load().seats):
            other = state.resample(seat, seed=1)
            for seed in (2, 3):
                one, two = state.resample(seat, seed=seed), other.resample(seat, seed=seed)
                assert (one.position.layout(), one.is_exact) == (two.position.layout(), two.is_exact)


def test_some_position_of_every_game_hides_something(variant: Variant) -> None:
    game = variant.load()
    assert any(-1 in zone for state in walk(variant) for seat in range(game.seats) for zone in _zones(state, seat))


def _zones(state: State, observer: int | None) -> list[list[int]]:
    return state.position.observe(observer)["zones"]


def test_the_true_world_is_always_among_those_that_can_be_sampled(variant: Variant) -> None:
    for seed in range(2):
        for number, state in enumerate(walk(variant, seed)):
            for observer in observers(variant.load()):
                assert state.position.admits_truth(observer), f"walk {seed}, after {number} actions, for {observer}"


def test_in_small_games_just_the_worlds_that_fit_are_sampled() -> None:
    """Every order of the deck is tried: those that look the same to a seat all along are its worlds."""
    one_hand = [variant for variant in all_variants() if dict(variant.options).get("hands") in (None, 1)]
    small = [variant for variant in one_hand if len(variant.load().deck) <= SMALL_DECK and _is_told_openly(variant)]
    assert len({variant.game for variant in small}) > 1
    for variant in small:
        for state in sample(variant, 3):
            _check_worlds(state, str(variant))


@pytest.mark.parametrize("seed", range(TINY_GAMES))
def test_in_random_tiny_games_just_the_worlds_that_fit_are_sampled(seed: int) -> None:
    rng = Random(seed)
    state = _tiny_game(rng).deal(seed=seed)
    for _ in range(rng.randrange(1, 5)):
        state = state.apply(rng.choice(state.actions()))
    if not state.is_over:
        _check_worlds(state, f"tiny game {seed}")


def _tiny_game(rng: Random) -> Game:
    """Tricks with six cards: other duties, trumps, numbers of players, and cards shown in the deal or in the play."""
    players = rng.choice((2, 3))
    follow, trump = {"cards": "follows(c)"}, {"cards": "suit(c) == 'spades'"}
    duties = rng.choice(([], [follow], [follow, trump], [{"cards": "rank(c) == 'A'"}, follow]))
    tricks = {"type": "trick", "duties": duties}
    # Whole hands: what a condition says of cards that are not shown is not modelled (docs/architecture.md).
    shown = [] if rng.random() < 0.3 else [{"type": "show", "cards": "hand[0]", "to": rng.choice(("all", "1"))}]
    in_deal = rng.random() < 0.5
    phases = [tricks] if in_deal or not shown else [{"type": "do", "effects": shown}, tricks]
    data = catalogue()["toy-whist"].default_genome.to_dict()
    data |= {"player_count": players, "team_mode": False, "teams": [], "genome_id": "tiny"}
    data["deck"] = {"suits": ["hearts", "spades"], "ranks": ["Q", "K", "A"]}
    data["zones"][2] = {"name": "captured", "role": "captured", "owner": "seat"}
    if rng.random() < 0.5:
        data["strains"] = [{"name": "plain"}]
    data["setup"] = {"cards_per_player": 2, "first_dealer": players - 1, "deal": shown if in_deal else []}
    data["turn_structure"]["phases"] = phases
    return load(data)


def _check_worlds(state: State, where: str) -> None:
    """Samples of each seat are all the worlds that look to it as this one does all along, and no others."""
    stories = [told for order in permutations(state.game.deck) if (told := _retold(state, order))]
    for seat in range(state.game.seats):
        own = [_sights(told, seat) for told in stories]
        truth = own[[told[-1].position.layout() for told in stories].index(state.position.layout())]
        fitting = [told[-1] for told, sights in zip(stories, own, strict=True) if sights == truth]
        possible = {repr(world.position.layout()) for world in fitting}
        sampled = {repr(state.position.resample(seat, seed)[0].layout()) for seed in range(6 * len(stories))}
        assert sampled == possible, f"{where}, seat {seat}"
        keys = {told[-1].key(seat) for told in stories}
        assert all(world.key(seat) == state.key(seat) for world in fitting), "the same key for the same sights"
        assert len(keys) == len({repr(sights) for sights in own}), "other keys for other sights"


def _is_told_openly(variant: Variant) -> bool:
    """Whether all that is done is seen by all: a card laid face down makes worlds in which another was laid."""
    later = (event for state in walk(variant)[1:] for event in state.events(None))
    return all(event.detail["card"] is not None for event in later if event.kind == "moved")


def _retold(state: State, order: Sequence[Card]) -> list[State] | None:
    """The states of the same actions after another deal, if all of them are legal there."""
    states = [state.game.deal(deck=order, seed=0)]
    for action in state.history:
        if states[-1].seat != action.seat or action not in states[-1].actions():
            return None
        states.append(states[-1].apply(action))
    return states


def _sights(states: list[State], seat: int) -> list[str]:
    return [view_text(state, seat) for state in states]


def test_nobody_sees_anything_of_a_move_that_is_not_complete(variant: Variant) -> None:
    game = variant.load()
    states = walk(variant)
    pairs = [(before, after) for before, after in pairwise(states) if has_draft(after)]
    for before, after in pairs[:: max(1, len(pairs) // 12)]:
        for observer in observers(game):
            if observer is not None and observer == after.seat:
                assert after.key(observer) != before.key(observer), "the mover knows what it has chosen"
                continue
            assert view_text(after, observer) == view_text(before, observer)
            assert after.view(observer).draft == ()
            if observer is not None:
                assert after.key(observer) == before.key(observer)


def test_a_resampled_world_has_no_history(variant: Variant) -> None:
    world = walk(variant)[0].resample(0, seed=0)
    with pytest.raises(EngineError):
        _ = world.history
    assert world.deal is None


def test_information_holds_no_state_and_lists_actions_only_for_the_seat_to_act(variant: Variant) -> None:
    for state in sample(variant, 6):
        for seat in range(variant.load().seats):
            information = state.information(seat)
            assert information.view == state.view(seat)
            if seat == state.seat:
                assert [transition.action for transition in information.transitions] == list(state.actions())
            else:
                assert information.transitions == ()
            for transition in information.transitions[:2]:
                with pytest.raises(EngineError):
                    transition.after()
            assert view_text(information.sample(4), seat) == view_text(state, seat)
