"""A simulation asked for as plain data: what a script, a cluster or a server sends."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from deckwright.engine import Game, load
from deckwright.genome.schema import GameGenome

MOST_GAMES = 1_000_000_000

SeatNumber = Annotated[int, Field(strict=True, ge=0, lt=16)]


class TeamAssignment(BaseModel):
    """The players of one team."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    player_indices: tuple[SeatNumber, ...]


class SimulationRequest(BaseModel):
    """Which game to play, between whom, how often; in the teams of the request, or of the genome if it says nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    genome: dict[str, Any]
    agents: tuple[Annotated[str, Field(max_length=200)], ...] = ("random",)
    num_games: Annotated[int, Field(strict=True, ge=1, le=MOST_GAMES)] = 1000
    seed: Annotated[int, Field(strict=True)] = 0
    team_mode: Annotated[bool, Field(strict=True)] = False
    teams: tuple[TeamAssignment, ...] = ()

    @classmethod
    def of(cls, game: Game | GameGenome, **settings: Any) -> SimulationRequest:
        """The request to simulate a game."""
        genome = game.genome if isinstance(game, Game) else game
        teams = genome.teams if genome.team_mode else ()
        return cls(
            genome=genome.to_dict(),
            team_mode=genome.team_mode,
            teams=tuple(TeamAssignment(player_indices=team) for team in teams),
            **settings,
        )

    def game(self) -> Game:
        """The game it asks for; GenomeError lists every defect."""
        teams = {
            "team_mode": self.team_mode,
            "teams": [list(team.player_indices) for team in self.teams],
        }
        says = self.model_fields_set & set(teams)
        return load({**self.genome, **teams} if says else self.genome)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return self.model_dump(mode="json")

    @classmethod
    def from_dict(cls, data: Any) -> SimulationRequest:
        """The request that plain data says."""
        return cls.model_validate(data)
