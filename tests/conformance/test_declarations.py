"""What each game says of itself is true: its seats, teams, options, genome and results."""

from __future__ import annotations

import json
from math import isclose

import pytest
import yaml
from tests.conformance.walks import Variant, replayed, walk

from deckwright.engine import Game, load
from deckwright.genome.codec import dump_json, dump_yaml, load_genome
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import GenomeValidator

SEEDS = range(3)
YAML_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def test_the_genome_as_json_and_yaml_is_valid_and_the_same(genome_house_rules: Variant) -> None:
    genome = genome_house_rules.load().genome
    assert GenomeValidator.validate(genome) == []
    assert GameGenome.from_dict(json.loads(dump_json(genome))) == genome
    text = dump_yaml(genome)
    assert load_genome(text) == genome
    assert yaml.load(text, Loader=YAML_LOADER) == genome.to_dict()


def test_a_genome_by_itself_plays_as_its_entry_does(genome_variant: Variant) -> None:
    states = walk(genome_variant)
    alone = load(genome_variant.load().genome.to_dict())
    assert replayed(alone, states[-1]).returns == states[-1].returns


def test_a_genome_plays_the_same_whatever_it_is_called(genome_variant: Variant) -> None:
    states = walk(genome_variant)
    renamed = load(genome_variant.load().genome.copy_with(genome_id="x", name="Another Game"))
    assert replayed(renamed, states[-1]).returns == states[-1].returns


def test_seats_and_teams_are_those_of_its_definition(house_rules: Variant) -> None:
    game = house_rules.load()
    options = dict(house_rules.options)
    if "players" in options:
        assert game.seats == options["players"]
    assert game.seats == game.definition.seats == game.rules.seats
    if not game.definition.teams:
        assert game.player_to_team == ()
        assert game.teams == ()
        return
    assert sorted(seat for team in game.teams for seat in team) == list(range(game.seats))
    assert all(seat in game.teams[team] for seat, team in enumerate(game.player_to_team))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_result_fits_the_seats_the_teams_and_the_scores(variant: Variant, seed: int) -> None:
    game, last = variant.load(), walk(variant, seed)[-1]
    result, returns = last.result, last.returns
    assert result is not None
    assert returns is not None
    assert len(returns) == len(last.scores) == game.seats
    assert len(last.team_scores) == len(game.teams)
    assert result.scores == last.scores
    assert result.team_scores == last.team_scores
    assert result.hands == last.hands
    assert result.winner == -1 or result.winning_team == -1
    assert set(result.winners) <= set(range(game.seats))
    for team in game.teams:
        assert len({returns[seat] for seat in team}) == 1, "partners win and lose together"
    if result.winner >= 0:
        assert result.winners == (result.winner,)
        assert not game.teams
    if _pays_winners(game) and result.winners:
        best = {seat for seat in range(game.seats) if returns[seat] == max(returns)}
        assert best == set(result.winners)


def _pays_winners(game: Game) -> bool:
    """Whether to win is all that counts; a game without a genome says nothing else."""
    genome = game.definition.genome
    return genome is None or genome.utility == "win"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_zero_sum_game_is_one(variant: Variant, seed: int) -> None:
    returns = walk(variant, seed)[-1].returns
    assert returns is not None
    if variant.entry.zero_sum:
        assert isclose(sum(returns), 0, abs_tol=1e-9), returns


def test_as_many_hands_are_played_as_were_asked_for(house_rules: Variant) -> None:
    """A game without that option is one deal, which may be won before it is over."""
    hands = dict(house_rules.options).get("hands")
    last = walk(house_rules)[-1]
    assert last.hands <= int(hands or house_rules.load().definition.max_hands)
    assert hands is None or last.hands >= 1
