"""Teams: what is wrong with them, each seat's, and what becomes of them when the number of players changes."""

import pytest
from pydantic import ValidationError

from deckwright.engine import load
from deckwright.engine.teams import can_repair_teams, make_player_to_team, repair_teams
from deckwright.evolve.operators.teams import with_player_count
from deckwright.games import OptionError
from deckwright.genome.errors import GenomeError
from deckwright.genome.schema import GameGenome, SetupRules
from deckwright.genome.validate import genome_issues

from .small import trick_genome

PAIRS = ((0, 2), (1, 3))
WRONG_TEAMS = [
    ((), "teams.missing", "team_mode requires teams to be non-empty"),
    (((0, 1, 2, 3),), "teams.too-few", "team_mode requires at least 2 teams"),
    (((0, 2), (1, 4)), "teams.unknown-player", "team 1 has player 4, but player_count is 4"),
    (((0, 2), (1, 2)), "teams.duplicate", "player 2 appears in more than one place"),
    (((0, 2), (1,)), "teams.unassigned", "players without a team: [3]"),
    (((0, 1, 2, 3), ()), "teams.empty", "team 1 has no players"),
]


@pytest.mark.parametrize(("teams", "code", "message"), WRONG_TEAMS)
def test_team_assignment_validation(teams: tuple[tuple[int, ...], ...], code: str, message: str) -> None:
    """Each defect has its own message: at creation, after a change, and in a file together with the others."""
    fields = dict(trick_genome())
    with pytest.raises(ValidationError, match="teams") as refused:
        GameGenome(**{**fields, "team_mode": True, "teams": teams})
    assert message in str(refused.value)
    with pytest.raises(GenomeError) as changed:
        trick_genome().copy_with(team_mode=True, teams=teams)
    assert code in {issue.code for issue in changed.value.issues}
    data = {**trick_genome().to_dict(), "team_mode": True, "teams": teams, "max_turns": 0}
    with pytest.raises(GenomeError) as read:
        GameGenome.from_dict(data)
    assert {code, "limit.zero"} <= {issue.code for issue in read.value.issues}
    assert message in str(read.value)


@pytest.mark.parametrize("teams", [PAIRS, ((0, 1, 2), (3,)), ((0,), (1,), (2,), (3,))])
def test_teams_of_any_size_are_valid(teams: tuple[tuple[int, ...], ...]) -> None:
    assert genome_issues(trick_genome(team_mode=True, teams=teams)) == []


def test_teams_without_team_mode_are_refused() -> None:
    with pytest.raises(GenomeError, match="no effect") as refused:
        trick_genome(teams=PAIRS)
    assert [issue.code for issue in refused.value.issues] == ["teams.unused"]


def test_team_validation_player_count_mismatch() -> None:
    pairs = trick_genome(team_mode=True, teams=PAIRS)
    with pytest.raises(GenomeError, match="team 1 has player 3, but player_count is 3"):
        pairs.copy_with(player_count=3)
    with pytest.raises(GenomeError, match=r"players without a team: \[4, 5\]"):
        pairs.copy_with(player_count=6)


def test_team_validation_duplicate_player() -> None:
    with pytest.raises(GenomeError) as refused:
        trick_genome(team_mode=True, teams=((0, 0, 2), (1, 3, 2)))
    assert [str(issue) for issue in refused.value.issues] == [
        "$.teams: player 0 appears in more than one place in teams",
        "$.teams: player 2 appears in more than one place in teams",
    ]


def test_player_to_team_lookup() -> None:
    assert make_player_to_team(PAIRS, 4) == (0, 1, 0, 1)
    assert make_player_to_team(((0, 1, 2), (3,)), 4) == (0, 0, 0, 1)
    assert make_player_to_team(((0, 3), (1, 4), (2, 5)), 6) == (0, 1, 2, 0, 1, 2)
    assert make_player_to_team((), 3) == (-1, -1, -1)
    assert load(trick_genome(team_mode=True, teams=((0, 3), (2, 1)))).player_to_team == (0, 1, 1, 0)
    assert load(trick_genome()).player_to_team == ()


@pytest.mark.parametrize(
    ("teams", "players", "repaired"),
    [
        (PAIRS, 6, ((0, 2, 4), (1, 3, 5))),
        (PAIRS, 5, ((0, 2, 4), (1, 3))),
        (PAIRS, 4, PAIRS),
        (PAIRS, 3, ((0, 2), (1,))),
        (PAIRS, 2, ((0,), (1,))),
        (((0, 1, 2), (3,)), 3, ((0, 1), (2,))),
        (((0, 1, 2), (3,)), 6, ((0, 1, 2), (3, 4, 5))),
        (((0, 3), (1, 4), (2, 5)), 4, ((0, 3), (1,), (2,))),
        (((3, 5), (2, 4), (0, 1)), 3, ((1,), (2,), (0,))),
    ],
)
def test_teams_are_repaired_for_another_number_of_players(teams, players, repaired) -> None:
    assert can_repair_teams(teams, players)
    assert repair_teams(teams, players) == repaired


def test_repaired_teams_are_valid_whatever_the_teams_and_the_players() -> None:
    for teams in (PAIRS, ((0, 1, 2), (3,)), ((0, 3), (1, 4), (2, 5)), ((5,), (4,), (3,), (0, 1, 2))):
        for players in range(17):
            assert can_repair_teams(teams, players) == (players >= len(teams))
            if can_repair_teams(teams, players):
                setup = SetupRules(cards_per_player=3)
                trick_genome(player_count=players, setup=setup, team_mode=True, teams=repair_teams(teams, players))


def test_teams_that_cannot_be_repaired_are_refused_or_given_up() -> None:
    triple = trick_genome(player_count=6, setup=SetupRules(cards_per_player=8), team_mode=True, teams=(*PAIRS, (4, 5)))
    assert not can_repair_teams(triple.teams, 2)
    with pytest.raises(ValueError, match="2 players cannot form 3 teams"):
        repair_teams(triple.teams, 2)
    alone = with_player_count(triple, 2)
    assert (alone.player_count, alone.team_mode, alone.teams) == (2, False, ())
    five = with_player_count(triple, 5)
    assert (five.player_count, five.team_mode, five.teams) == (5, True, (*PAIRS, (4,)))
    assert with_player_count(trick_genome(), 3).teams == ()


def test_a_game_of_ones_own_is_played_by_more_with_its_teams_repaired() -> None:
    pairs = trick_genome(team_mode=True, teams=PAIRS, setup=SetupRules(cards_per_player=8))
    assert load(pairs, players=6).teams == ((0, 2, 4), (1, 3, 5))
    assert load(pairs, hands=1).teams == PAIRS
    with pytest.raises(OptionError, match="players=1"):
        load(pairs, players=1)
