"""Samples know of others what the seat itself must think: worked out from all worlds that look alike to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations

import pytest
from tests.conformance.recall import Memory, Now

from deckwright.engine import Game, State

from .small_games import played_once_each, sights

Counts = tuple[int, ...]
"""How many cards of each zone a seat can place."""
SAMPLES = 3


def placed(state: State, seat: int) -> Counts:
    return tuple(sum(card >= 0 for card in zone) for zone in state.position.observe(seat)["zones"])


def whole_game(game: Game) -> Iterator[tuple[State, tuple[Memory, ...]]]:
    """Every position of a small game, from every order of the deck, with what each seat remembers."""
    dealt = (game.deal(deck=order, seed=0) for order in permutations(game.deck.cards))
    roots = {repr(state.position.layout()): state for state in dealt}
    stack = [(root, tuple(Memory(seat).meet(root) for seat in range(game.seats))) for root in roots.values()]
    while stack:
        state, memories = stack.pop()
        yield state, memories
        for action in state.actions():
            after = state.apply(action)
            stack.append((after, tuple(memory.follow(state, action.text, after) for memory in memories)))


@pytest.mark.parametrize("each", [1, 2])
@pytest.mark.parametrize("order", ["once", "together"])
@pytest.mark.parametrize("name", sights())
def test_samples_place_as_many_cards_for_others_as_all_possible_worlds_do(name: str, order: str, each: int) -> None:
    """Between the fewest and the most that another seat can place, of each zone, in the worlds that look alike."""
    game = played_once_each(*sights()[name], order, cards=2, each=each)
    alike: defaultdict[tuple[int, Now], list[State]] = defaultdict(list)
    for state, memories in whole_game(game):
        for seat, memory in enumerate(memories):
            alike[seat, memory.now].append(state)
    for (seat, _), states in alike.items():
        for other in (other for other in range(game.seats) if other != seat):
            worlds = list(zip(*(placed(state, other) for state in states), strict=True))
            for number in range(SAMPLES):
                sample = placed(states[0].resample(seat, seed=number), other)
                for zone, (possible, found) in enumerate(zip(worlds, sample, strict=True)):
                    assert min(possible) <= found <= max(possible), (
                        f"seat {seat} of seat {other} in {game.notation.zones[zone]}: {found}, truly {set(possible)}, "
                        f"after {[action.text for action in states[0].history]}"
                    )
