"""Who plays with whom: what is wrong with teams, each seat's team, and teams for another number of players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from deckwright.errors import DeckwrightError
from deckwright.genome.errors import Issue

if TYPE_CHECKING:
    from deckwright.genome.schema import GameGenome

NO_TEAM = -1

Teams = tuple[tuple[int, ...], ...]
"""The seats of each team."""


def team_issues(genome: GameGenome) -> Iterator[Issue]:
    """Teams: given when they count, at least two, every seat in exactly one."""
    if not genome.team_mode:
        if genome.teams:
            yield Issue("teams.unused", "$.teams", message="teams have no effect unless team_mode is true")
        return
    if not genome.teams:
        yield Issue("teams.missing", "$.teams", "no teams", "at least 2", "team_mode requires teams to be non-empty")
        return
    if len(genome.teams) < 2:
        yield Issue("teams.too-few", "$.teams", "1 team", "at least 2", "team_mode requires at least 2 teams")
    seats: Counter[int] = Counter()
    for number, team in enumerate(genome.teams):
        if not team:
            yield Issue("teams.empty", f"$.teams[{number}]", message=f"team {number} has no players")
        for place, seat in enumerate(team):
            seats[seat] += 1
            if seat >= genome.player_count:
                message = f"team {number} has player {seat}, but player_count is {genome.player_count}"
                yield Issue("teams.unknown-player", f"$.teams[{number}][{place}]", str(seat), "a seat", message)
    for seat, times in sorted(seats.items()):
        if times > 1:
            yield Issue("teams.duplicate", "$.teams", message=f"player {seat} appears in more than one place in teams")
    absent = [seat for seat in range(min(genome.player_count, 64)) if seat not in seats]
    if absent:
        yield Issue("teams.unassigned", "$.teams", message=f"players without a team: {absent}")


def make_player_to_team(teams: Teams, player_count: int) -> tuple[int, ...]:
    """The team of each seat, NO_TEAM for a seat in none."""
    team_of = {seat: number for number, team in enumerate(teams) for seat in team}
    return tuple(team_of.get(seat, NO_TEAM) for seat in range(player_count))


def can_repair_teams(teams: Teams, player_count: int) -> bool:
    """Whether so many players can form as many teams: two or more, none of them empty."""
    return 2 <= len(teams) <= player_count


def repair_teams(teams: Teams, player_count: int) -> Teams:
    """As many teams for another number of players, changed as little as possible.

    Seats that are gone leave their team, new ones join the smallest (the first of several), and a team that is left
    empty gets the last seat of the largest.
    """
    if not can_repair_teams(teams, player_count):
        raise DeckwrightError("teams.wrong-number", f"{player_count} players cannot form {len(teams)} teams")
    kept = [sorted({seat for seat in team if seat < player_count}) for team in teams]
    seated: set[int] = set()
    for team in kept:
        team[:] = [seat for seat in team if seat not in seated]
        seated.update(team)
    for seat in range(player_count):
        if seat not in seated:
            min(kept, key=len).append(seat)
    for team in kept:
        if not team:
            team.append(max(kept, key=len).pop())
    return tuple(tuple(sorted(team)) for team in kept)
