"""What the kernel works out beforehand to be fast changes no game: every one is the same played step by step."""

from __future__ import annotations

import pytest

from deckwright.games import catalogue
from deckwright.games.entry import GameEntry
from deckwright.genome.random import generate_random_genome
from deckwright.genome.scoring import ScoringRule

from .ways import check_ways, variant

VARIANTS = 8


@pytest.mark.parametrize("entry", catalogue().values(), ids=list(catalogue()))
def test_a_game_of_the_library_is_the_same_both_ways(entry: GameEntry) -> None:
    check_ways(entry.genome(), 0)
    for number in range(VARIANTS):
        check_ways(variant(entry, number), number + 1, steps=60)


ONCE_DIFFERENT = (300012, 301019)
"""What a card did after it moved others was done for the last of those, one way."""


@pytest.mark.parametrize("seed", [*range(60), *ONCE_DIFFERENT])
def test_a_random_game_is_the_same_both_ways(seed: int) -> None:
    check_ways(generate_random_genome(seed), seed)


def test_points_that_build_on_points_are_the_same_both_ways() -> None:
    rules = [ScoringRule(points=points) for points in ("tricks", "score * 2 + 1", "score - tricks", "score % 7")]
    check_ways(catalogue()["toy-whist"].genome().copy_with(scoring_rules=tuple(rules)), 0)
