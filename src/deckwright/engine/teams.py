"""Each seat's team, and teams for another number of players."""

from __future__ import annotations

from deckwright.errors import DeckwrightError

NO_TEAM = -1

Teams = tuple[tuple[int, ...], ...]
"""The seats of each team."""


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
