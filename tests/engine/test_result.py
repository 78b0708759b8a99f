"""Who won."""

import pytest
from pydantic import ValidationError

from deckwright.engine import Game, GameResult

from .conftest import play_out


def test_a_winner_or_a_winning_team_never_both(any_game: Game, team_hearts: Game) -> None:
    for game in (any_game, team_hearts):
        result = play_out(game, seed=1).result
        assert result is not None
        assert -1 in (result.winner, result.winning_team)
        if game.teams:
            assert result.winner == -1
        else:
            assert result.winning_team == -1
            assert result.team_scores == result.winning_teams == ()


def test_in_team_mode_the_members_of_the_winning_team_win(team_hearts: Game) -> None:
    result = play_out(team_hearts, seed=1).result
    assert result is not None
    assert result.winners == team_hearts.teams[result.winning_team]
    assert result.winning_teams == (result.winning_team,)


def test_level_players_are_a_draw() -> None:
    result = GameResult(scores=(5, 5), winners=(0, 1), returns=(0.0, 0.0))
    assert result.is_draw
    assert (result.winner, result.winning_team) == (-1, -1)


def test_a_game_for_one_that_is_lost_is_a_loss_and_not_a_draw() -> None:
    assert not GameResult(scores=(0,), returns=(-1.0,), is_loss=True).is_draw
    assert GameResult(scores=(0,), returns=(0.0,)).is_draw


def test_a_result_round_trips_as_plain_data(any_game: Game) -> None:
    result = play_out(any_game, seed=2).result
    assert result is not None
    assert GameResult.from_dict(result.to_dict()) == result


def test_a_result_is_frozen_and_has_no_other_fields() -> None:
    with pytest.raises(ValidationError):
        GameResult.from_dict({"scores": [1], "loser": 2})
    with pytest.raises(ValidationError):
        GameResult(scores=(1,)).winner = 0  # type: ignore[misc]
