"""Who plays with whom: what is wrong with teams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from deckwright.genome.errors import Issue

if TYPE_CHECKING:
    from deckwright.genome.schema import GameGenome


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
