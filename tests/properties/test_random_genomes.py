"""Any genome that validates simulates: random ones over the whole language, and the library's, damaged.

Thousands of seeds have been tried; a few of them are tried again each time, hypothesis choosing which.
"""

from __future__ import annotations

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckwright.evolve.random import generate_random_genome
from deckwright.games import catalogue
from deckwright.genome.errors import GenomeError
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import genome_issues

from .invariants import check_genome_plays
from .mutations import mutated

SEEDS = st.integers(0, 2**31)
LIBRARY = [entry.genome().to_dict() for entry in catalogue().values()]
BOUNDED = settings(deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


@settings(BOUNDED, max_examples=40)
@given(seed=SEEDS)
def test_a_random_genome_plays(seed):
    check_genome_plays(generate_random_genome(seed), seed)


@settings(BOUNDED, max_examples=150)
@given(seed=SEEDS)
def test_a_damaged_genome_is_refused_with_paths_or_plays(seed):
    rng = random.Random(seed)
    data = mutated(rng.choice(LIBRARY), rng, rng.choice((1, 1, 1, 2, 3)))
    try:
        genome = GameGenome.from_dict(data)
    except GenomeError as error:
        issues = error.issues
    else:
        short = genome.copy_with(max_hands=1)
        check_genome_plays(genome if genome_issues(short) else short, seed)
        return
    assert issues
    assert all(issue.code and issue.path.startswith("$") and str(issue) for issue in issues)
