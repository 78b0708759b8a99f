"""Who won, with the scores."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

NOBODY = -1

StrictInt = Annotated[int, Field(strict=True)]
StrictFlag = Annotated[bool, Field(strict=True)]


class GameResult(BaseModel):
    """The end of a game. `winner` or `winning_team` is set, never both; both are -1 on a draw."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    winner: StrictInt = NOBODY
    winning_team: StrictInt = NOBODY
    scores: tuple[StrictInt, ...]
    team_scores: tuple[StrictInt, ...] = ()
    winners: tuple[StrictInt, ...] = ()
    """Seats that share the win: one, all members of the winning team, or those who are level."""
    winning_teams: tuple[StrictInt, ...] = ()
    returns: tuple[float, ...] = ()
    hands: StrictInt = 0
    """Hands played."""
    is_loss: StrictFlag = False
    """Whether a game for one did not come out."""

    @property
    def is_draw(self) -> bool:
        """Whether nobody won, or several are level."""
        return self.winner == NOBODY and self.winning_team == NOBODY and not self.is_loss

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return self.model_dump(mode="json")

    @classmethod
    def from_dict(cls, data: Any) -> GameResult:
        """The result that plain data says."""
        return cls.model_validate(data)


def make_result(
    *,
    scores: list[int],
    team_scores: list[int],
    winners: tuple[list[int], list[int]],
    returns: list[float],
    hands: int,
    lost: bool,
) -> GameResult:
    """The result of a finished game, from what the kernel says of it."""
    seats, teams = winners
    in_teams = bool(team_scores)
    return GameResult(
        winner=seats[0] if len(seats) == 1 and not in_teams else NOBODY,
        winning_team=teams[0] if len(teams) == 1 and in_teams else NOBODY,
        scores=tuple(scores),
        team_scores=tuple(team_scores),
        winners=tuple(seats),
        winning_teams=tuple(teams) if in_teams else (),
        returns=tuple(returns),
        hands=hands,
        is_loss=lost,
    )
