"""The gallery of found games: each is valid, plays, is new, passes the gates, and is described honestly."""

from __future__ import annotations

from itertools import combinations

import pytest

from deckwright.engine import load
from deckwright.evolve.distance import distance
from deckwright.evolve.evaluation import CHEAP, evaluate
from deckwright.evolve.library import library_genomes
from deckwright.evolve.simplify import simplify
from deckwright.evolve.styles import load_style
from deckwright.games import catalogue, find_game, found_games, library
from deckwright.genome.rulebook import generate_rulebook
from deckwright.genome.validate import check_genome_completeness, genome_issues
from deckwright.measure import simulate

FOUND = found_games()
BALANCED = load_style("balanced")
SEED = 2_000
"""None that a run has seen."""


def test_there_are_at_least_five_and_none_is_in_the_library() -> None:
    assert len(FOUND) >= 5
    assert not set(FOUND) & set(library())
    assert not set(FOUND) & set(catalogue())


@pytest.mark.parametrize("name", FOUND)
def test_a_found_game_is_valid_complete_and_found_by_its_name(name: str) -> None:
    entry = FOUND[name]
    assert find_game(name.upper()) is entry
    genome = entry.default_genome
    assert (genome.genome_id, genome.name) == (name, entry.name)
    assert list(genome_issues(genome)) == []
    assert check_genome_completeness(genome).complete
    assert load(name).genome == genome


@pytest.mark.parametrize("name", FOUND)
def test_its_rulebook_is_what_its_genome_says_and_its_notes_say_what_is_weak(name: str) -> None:
    entry = FOUND[name]
    assert entry.rulebook == generate_rulebook(entry.default_genome)
    for heading in (
        "## What is new",
        "## How it plays",
        "## What is weak",
        "## Played at the table",
        "## How it was found",
    ):
        assert heading in entry.notes
    assert "Nobody has rated it yet." in entry.notes


@pytest.mark.parametrize("name", FOUND)
def test_it_passes_the_gates_on_a_seed_that_no_run_has_seen(name: str) -> None:
    found = evaluate(FOUND[name].default_genome, BALANCED, SEED, tier=CHEAP)
    assert found.passed, found.stopped


@pytest.mark.parametrize("name", FOUND)
def test_matches_at_random_come_to_an_end(name: str) -> None:
    stats = simulate(FOUND[name].default_genome, games=20, seed=SEED, threads=1, most_decisions=20_000)
    assert stats.cut_off == 0


@pytest.mark.parametrize("name", FOUND)
def test_no_part_of_it_is_dead(name: str) -> None:
    assert simplify(FOUND[name].default_genome, SEED).removed == ()


@pytest.mark.parametrize("name", [name for name, entry in FOUND.items() if entry.default_genome.max_hands > 1])
def test_a_match_can_be_one_hand(name: str) -> None:
    game = load(name, hands=1)
    assert game.genome.max_hands == 1
    stats = simulate(game, games=5, seed=SEED, threads=1)
    assert stats.draws < 5
    assert load(name, hands=None).genome == load(name).genome


def test_they_keep_their_distance_from_the_library_and_from_each_other() -> None:
    for name, entry in FOUND.items():
        for other, genome in library_genomes().items():
            assert distance(entry.default_genome, genome) >= BALANCED.least_distance, (name, other)
    for one, second in combinations(FOUND.values(), 2):
        assert distance(one.default_genome, second.default_genome) >= BALANCED.least_distance, (one.id, second.id)
