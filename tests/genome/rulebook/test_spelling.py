"""A rulebook hangs on what an expression means, not on how it is spelled."""

from __future__ import annotations

import random

import pytest
from tests.genome.rulebook.respelling import another_spelling, respelled
from tests.genome.rulebook.samples import all_samples

from deckwright.games import catalogue
from deckwright.genome.random import generate_random_genome
from deckwright.genome.rulebook.book import write
from deckwright.genome.rulebook.markdown import to_markdown
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import genome_issues

SPELLINGS = 2
RANDOM_GENOMES = 25


def text_of(genome: GameGenome) -> str:
    return to_markdown(write(genome))


def differences(genome: GameGenome, seeds: range) -> list[tuple[str, str]]:
    """Lines of the rulebook that change when everything is spelled in other ways."""
    before = text_of(genome)
    found = []
    for seed in seeds:
        after = text_of(respelled(genome, random.Random(seed)))
        found += [pair for pair in zip(before.splitlines(), after.splitlines(), strict=False) if pair[0] != pair[1]]
        if before != after and not found:
            found.append((before, after))
    return found


@pytest.mark.parametrize("game_id", sorted(catalogue()))
def test_a_game_of_the_library_reads_the_same_in_every_spelling(game_id: str) -> None:
    assert differences(catalogue()[game_id].default_genome, range(SPELLINGS)) == []


@pytest.mark.parametrize("genome", all_samples(), ids=lambda genome: genome.genome_id)
def test_a_sample_reads_the_same_in_every_spelling(genome: GameGenome) -> None:
    assert differences(genome, range(2 * SPELLINGS)) == []


@pytest.mark.parametrize("seed", range(RANDOM_GENOMES))
def test_a_random_genome_reads_the_same_in_every_spelling(seed: int) -> None:
    assert differences(generate_random_genome(seed), range(1)) == []


def test_the_spellings_are_other_texts_of_valid_genomes() -> None:
    genome = catalogue()["bridge"].default_genome
    other = respelled(genome, random.Random(1))
    assert other != genome
    assert not [issue for issue in genome_issues(other) if issue.code.startswith("expression")]
    assert {another_spelling("x > y", random.Random(seed)) for seed in range(60)} >= {"y < x", "x > y", "not (y >= x)"}


@pytest.mark.parametrize("spelling", ["(hands_played)", "0 + hands_played", "1 * hands_played", "hands_played - 0"])
def test_a_number_of_hands_is_told_however_it_is_spelled(spelling: str) -> None:
    genome = catalogue()["bridge"].default_genome
    gate = genome.win_conditions[0].copy_with(gate=spelling)
    assert text_of(genome.copy_with(win_conditions=(gate,))) == text_of(genome)
