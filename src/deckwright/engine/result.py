"""Who won, with the scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

NOBODY = -1

Outcome = Literal["win", "shared win", "draw", "loss"]

StrictInt = Annotated[int, Field(strict=True)]
StrictFlag = Annotated[bool, Field(strict=True)]


class GameResult(BaseModel):
    """The end of a game. `winner` or `winning_team` is set, never both; both are -1 where no side won alone."""

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
    """Whether everybody lost: a game for one that did not come out, or one that all play together."""
    losers: tuple[StrictInt, ...] = ()
    """Seats that the rules name as losers, as in Old Maid, or all that lost together; empty where they name winners."""
    is_shared: StrictFlag = False
    """Whether the rules let several share the win: all who play together, or all but the loser."""
    credits: Mapping[str, tuple[StrictInt, ...]] = {}
    """By seat, what each has brought in over the match: `tricks_taken`, `points_captured` ... in team games, and what
    the genome keeps under a label."""

    def __hash__(self) -> int:
        return hash((self.winners, self.scores, self.team_scores, self.returns, self.losers))

    @property
    def loser(self) -> int:
        """The one seat that the rules name as the loser; -1 if there is none, or several are."""
        return self.losers[0] if len(self.losers) == 1 and not self.is_loss else NOBODY

    @property
    def is_draw(self) -> bool:
        """Whether nobody won, or several are level."""
        return self.outcome == "draw"

    @property
    def outcome(self) -> Outcome:
        """How it ended: a side won, several share the win by the rules, nobody won, or everybody lost."""
        if self.winner != NOBODY or self.winning_team != NOBODY:
            return "win"
        if self.is_shared:
            return "shared win"
        return "loss" if self.is_loss else "draw"

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
    losers: list[int],
    shared: bool,
    brought_in: Mapping[str, tuple[int, ...]],
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
        losers=tuple(losers),
        is_shared=shared,
        credits=brought_in,
    )
