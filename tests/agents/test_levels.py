"""Levels for people: agents of every game, by measured or by default counts."""

from __future__ import annotations

import pytest

from deckwright import load
from deckwright.agents import LEVELS, choose, kernel_form, level_text, parse_agent
from deckwright.agents.levels import default_levels, measured_levels
from deckwright.agents.policies import find_policy
from deckwright.engine import Game
from deckwright.games import catalogue, library
from deckwright.measure import simulate


def simulations(text: str) -> int:
    """What a level may simulate; a random one nothing."""
    return int(text.partition("@")[0].removeprefix("ismcts:")) if text.startswith("ismcts:") else 0


@pytest.mark.parametrize("game_id", library())
def test_every_game_has_every_level(game_id: str) -> None:
    game = load(game_id)
    assert all(kernel_form(parse_agent(level), game) is not None for level in LEVELS)


@pytest.mark.parametrize("game_id", sorted(set(library()) - set(measured_levels())))
def test_each_level_that_was_not_measured_may_think_more_than_the_one_below(game_id: str) -> None:
    counts = [simulations(level_text(level, load(game_id))) for level in LEVELS]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


def test_levels_were_measured_of_games_that_there_are() -> None:
    assert set(measured_levels()) <= set(library())


def test_a_game_of_ones_own_has_levels_too() -> None:
    genome = catalogue()["kuhn"].genome().model_copy(update={"genome_id": "my-own"})
    game = Game(genome)
    assert game.id not in measured_levels()
    state = game.deal(seed=1)
    for level in LEVELS:
        assert level_text(level, game) == default_levels(game)[level]
        assert choose(parse_agent(level), state, seed=1) in state.actions()


def test_levels_that_were_measured_with_a_policy_are_not_taken_where_there_is_none() -> None:
    usual, other = load("hearts"), load("hearts", players=3)
    assert find_policy(usual) is not None
    assert find_policy(other) is None
    for level in LEVELS:
        assert level_text(level, usual) == measured_levels()["hearts"]["levels"][level]
        assert level_text(level, other) == default_levels(other)[level]


def test_levels_sit_in_simulations() -> None:
    played = simulate("kuhn", agents=("medium", "easy"), games=5, seed=1)
    assert played.agents == ("medium", "easy")
    assert played.games_played == 5
