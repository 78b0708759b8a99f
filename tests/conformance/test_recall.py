"""In every game a key, worlds and choices are the same exactly where a seat has seen and done the same."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.recall import check_keys, world_print
from tests.conformance.walks import Variant, sample, walk

from deckwright.agents import Agent, agent_kinds, parse_agent
from deckwright.agents.levels import LEVELS
from deckwright.agents.playing import choose
from deckwright.agents.policies import find_policy
from deckwright.engine import State

SETTINGS = {"flat": ":6", "ismcts": ":6", "softmax": ":1"}
"""What an agent has to be told, where it has to."""
FROM_FILES = {"strategy", "blueprint", "blueprint+"}
"""What plays what a file says (blueprints: tests/solve/poker/test_agent.py)."""


def test_keys_tell_apart_what_seats_can(variant: Variant) -> None:
    states = walk(variant)
    check_keys(states[len(states) // 2], count=5, length=10)
    check_keys(states[0], count=4, length=16)


def test_worlds_and_choices_are_made_of_what_the_seat_knows_alone(variant: Variant) -> None:
    for state in sample(variant, 5):
        check_worlds(state)


def check_worlds(state: State) -> None:
    """From a world that looks the same to a seat it is given the same worlds, and agents choose the same there."""
    for seat in range(state.game.seats):
        alike = state.resample(seat, seed=1)
        assert world_print(state.resample(seat, seed=2)) == world_print(alike.resample(seat, seed=2)), seat
        if state.seat == seat:
            for agent in agents_of(state):
                assert choose(agent, alike, seed=5) == choose(agent, state, seed=5), agent.name


def agents_of(state: State) -> Iterator[Agent]:
    """Every agent of the catalogue that can play this game."""
    for name, kind in agent_kinds().items():
        is_left_out = name in FROM_FILES or name in LEVELS[1:]  # levels differ in how many simulations they make
        if kind.games not in ("every game", state.game.id) or is_left_out:
            continue
        if name not in {"policy", "softmax"} or find_policy(state.game):
            yield parse_agent(name + SETTINGS.get(name, ""))
