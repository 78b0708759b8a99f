"""What an agent of Cambio does is decided by what its seat knows and the seed: it is blind to all else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deckwright.agents import AGENT_KINDS, choose, parse_agent
from deckwright.agents.kind import EVERY_GAME
from deckwright.agents.levels import LEVELS
from deckwright.engine import load

PLAYOUTS = {"bayesian-search": "bayesian-search:15", "flat": "flat:15", "ismcts": "ismcts:6", "softmax": "softmax:1"}
"""For those that have to be told: enough to prefer something."""

CHOOSERS = [
    PLAYOUTS.get(kind.name, kind.name)
    for kind in AGENT_KINDS
    if kind.name not in LEVELS[1:] and kind.games in {EVERY_GAME, "cambio"}
]
"""Levels differ in how many simulations they make."""

HOUSE_RULES: tuple[dict[str, Any], ...] = (
    {"hands": 2},
    {"players": 4, "sticking": "any_card", "power_from": "discard", "turn_cap": 12, "hands": 1},
    {"preset": "seed", "hands": 1},
)


@pytest.mark.parametrize("options", HOUSE_RULES, ids=str)
@pytest.mark.parametrize("name", CHOOSERS)
def test_every_agent_chooses_alike_in_worlds_that_look_alike_to_its_seat(name: str, options: dict[str, Any]) -> None:
    agent = parse_agent(name)
    rng = Random(7)
    asked = 0
    for deal in range(3):
        state = load("cambio", **options).deal(seed=deal)
        while not state.is_over:
            assert state.seat is not None
            actions = [action for action in state.actions() if action.text != "call cambio" or rng.random() < 0.2]
            if len(state.actions()) > 1 and rng.random() < 0.3:
                asked += 1
                chosen = choose(agent, state, seed=asked)
                for seed in range(2):
                    other = state.resample(state.seat, seed=seed)
                    assert choose(agent, other, seed=asked) == chosen
            state = state.apply(rng.choice(actions))
    assert asked > 20
