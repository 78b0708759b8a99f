"""Each operator, over the games that have what it needs."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckwright.evolve import OPERATORS, crossover, mutate
from deckwright.evolve.features import features_of
from deckwright.evolve.naming import rules_digest
from deckwright.evolve.playing import play
from deckwright.evolve.variation import attempt
from deckwright.games import catalogue
from deckwright.genome.completeness import check_genome_completeness
from deckwright.genome.random import generate_random_genome
from deckwright.genome.random.dice import Dice
from deckwright.genome.teams import make_player_to_team

LIBRARY = {name: entry.genome() for name, entry in catalogue().items()}
LIGHT = [
    game for name, game in sorted(LIBRARY.items()) if name not in ("canasta", "blackjack", "gin-rummy", "pinochle")
]
"""Games that load quickly."""
GAMES_EACH = 4
BOUNDED = settings(deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("name", sorted(OPERATORS))
def test_what_an_operator_makes_is_valid_and_it_says_what_it_did(name):
    one = OPERATORS[name]
    assert one.does
    assert one.family
    fitting = [game for game in LIGHT if one.fits(features_of(game), has_donors=True)]
    assert fitting, "no game of the library has what it needs"
    outcomes: Counter[str] = Counter()
    for number, game in enumerate(fitting[:: max(1, len(fitting) // GAMES_EACH)]):
        tried = attempt(one, game, Dice(f"{name} {number}"), donors=LIGHT, compare_play=False)
        outcomes[tried.outcome] += 1
        if tried.outcome == "varied":
            assert tried.genome is not None
            assert tried.sentence
            assert check_genome_completeness(tried.genome).complete
            assert rules_digest(tried.genome) != rules_digest(game)
    made = outcomes.total() - outcomes["no site"]
    assert outcomes["refused"] <= max(1, made // 3), outcomes


def test_mutations_change_play():
    changed = []
    for number, game in enumerate(LIGHT):
        made = mutate(game, number, donors=LIGHT).genome
        changed.append(play(made, 99, 12).digest != play(game, 99, 12).digest)
    assert sum(changed) >= 0.8 * len(changed)


@settings(BOUNDED, max_examples=3)
@given(seed=st.integers(0, 2**31))
def test_long_sequences_of_mutations_stay_valid(seed):
    check_sequence(seed, 25)


def check_sequence(seed: int, steps: int) -> None:
    """So many mutations one after the other, each of what the last one made; shared with `make prove`."""
    dice = Dice(f"sequence {seed}")
    game = dice.one(LIGHT)
    for step in range(steps):
        made = mutate(game, seed + step, donors=LIGHT)
        assert check_genome_completeness(made.genome).complete, made.sentence
        game = made.genome
    assert game.generation == steps
    assert play(game, 1, 2).decisions >= 0


@settings(BOUNDED, max_examples=2)
@given(seed=st.integers(0, 2**31))
def test_sequences_of_crossings_stay_valid(seed):
    check_crossings(seed, 6)


def check_crossings(seed: int, steps: int) -> None:
    """So many crossings one after the other, each of what the last one made with a game of the library."""
    dice = Dice(f"crossings {seed}")
    game = dice.one(LIGHT)
    for step in range(steps):
        made = crossover(game, dice.one(LIGHT), seed + step)
        assert check_genome_completeness(made.genome).complete, made.sentence
        game = made.genome
    assert play(game, 1, 2).decisions >= 0


@settings(BOUNDED, max_examples=6)
@given(seed=st.integers(0, 2**31))
def test_random_genomes_can_be_varied_too(seed):
    parent = generate_random_genome(seed)
    made = mutate(parent, seed, donors=LIGHT)
    assert check_genome_completeness(made.genome).complete
    assert rules_digest(made.genome) != rules_digest(parent)


def test_teams_are_made_and_disbanded_and_mixed():
    for name, game in LIBRARY.items():
        if name == "canasta":
            continue
        for operator in ("EnableTeamMode", "DisableTeamMode", "MutateTeamAssignment", "change-players"):
            one = OPERATORS[operator]
            if not one.fits(features_of(game)):
                continue
            made = attempt(one, game, Dice(f"{operator} {name}"), compare_play=False).genome
            if made is None:
                continue
            assert made.team_mode == bool(made.teams)
            if made.team_mode:
                assert -1 not in make_player_to_team(made.teams, made.player_count)
                assert len(made.teams) >= 2
            if operator == "EnableTeamMode":
                assert made.team_mode
            if operator == "DisableTeamMode":
                assert not made.team_mode
            if operator == "MutateTeamAssignment":
                assert sorted(map(len, made.teams)) == sorted(map(len, game.teams))
                assert made.teams != game.teams
            if operator == "change-players":
                assert made.player_count != game.player_count
                assert made.team_mode in (False, game.team_mode)
