"""Simulations asked for as plain data."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from deckwright.engine import load
from deckwright.genome.errors import GenomeError
from deckwright.measure import SimulationRequest, TeamAssignment, run_request, simulate


def team_genome() -> Any:
    return load("hearts", hands=1).genome.copy_with(team_mode=True, teams=((0, 2), (1, 3)))


def test_a_request_round_trips_as_plain_data_with_its_teams() -> None:
    request = SimulationRequest.of(team_genome(), agents=("flat:2", "random"), num_games=30, seed=-5)
    again = SimulationRequest.from_dict(json.loads(json.dumps(request.to_dict())))
    assert again == request
    assert again.teams == (TeamAssignment(player_indices=(0, 2)), TeamAssignment(player_indices=(1, 3)))
    assert again.team_mode


def test_a_request_without_teams_has_none() -> None:
    request = SimulationRequest.of(load("kuhn"))
    assert (request.team_mode, request.teams) == (False, ())


def test_doing_what_a_request_asks_is_simulating() -> None:
    request = SimulationRequest.of(load("kuhn"), num_games=50, seed=3)
    assert run_request(request) == simulate("kuhn", games=50, seed=3)


def test_a_request_for_teams_is_played_in_teams() -> None:
    alone = load("hearts", hands=1).genome.to_dict()
    teams = (TeamAssignment(player_indices=(0, 2)), TeamAssignment(player_indices=(1, 3)))
    asked = SimulationRequest(genome=alone, team_mode=True, teams=teams, num_games=5)
    assert asked.game().genome == team_genome()
    assert run_request(asked) == simulate(team_genome(), games=5)
    assert len(run_request(asked).team_wins) == 2


def test_a_request_that_says_nothing_of_teams_leaves_them_to_the_genome() -> None:
    assert SimulationRequest(genome=team_genome().to_dict()).game().genome == team_genome()
    assert not SimulationRequest(genome=team_genome().to_dict(), team_mode=False).game().teams


@pytest.mark.parametrize(
    "change",
    [
        {"teams": [{"player_indices": [0]}]},
        {"team_mode": True},
        {"team_mode": True, "teams": [{"player_indices": [0, 1]}, {"player_indices": [1]}]},
    ],
)
def test_teams_that_do_not_fit_the_game_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(GenomeError, match="team"):
        SimulationRequest.from_dict(SimulationRequest.of(load("kuhn")).to_dict() | change).game()


@pytest.mark.parametrize(
    "change",
    [{"num_games": 0}, {"num_games": "many"}, {"seed": 1.5}, {"teams": [{"player_indices": [-1]}]}, {"more": 1}],
)
def test_a_wrong_request_is_refused(change: dict[str, Any]) -> None:
    data = SimulationRequest.of(load("kuhn")).to_dict() | change
    with pytest.raises(ValidationError):
        SimulationRequest.from_dict(data)


def test_a_request_for_an_invalid_game_lists_its_defects() -> None:
    data = SimulationRequest.of(load("kuhn")).to_dict()
    data["genome"]["player_count"] = 0
    with pytest.raises(GenomeError, match="player_count"):
        run_request(SimulationRequest.from_dict(data))
