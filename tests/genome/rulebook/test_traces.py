"""Every effect and every condition of a genome leaves a trace in its rulebook: without it, the book is another one."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.genome.rulebook.samples import all_samples
from tests.genome.rulebook.test_removal import without
from tests.genome.rulebook.test_witnesses import Path, changed, models_in

from deckwright.document import to_markdown
from deckwright.evolve.random import generate_random_genome
from deckwright.games import catalogue
from deckwright.genome.compile.compiler import compile_genome
from deckwright.genome.expressions.normal_form import NormalForm
from deckwright.genome.rulebook.book import write
from deckwright.genome.rulebook.phrases.reading import spelled
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import genome_issues

EFFECTS = ("effects", "then", "otherwise", "deal")
CONDITIONS = ("when", "where", "until", "accept", "may_pass", "hold", "build", "called")
PER_GAME = 12
RANDOM_GENOMES = 12


def ablations(genome: GameGenome) -> list[tuple[Path, GameGenome]]:
    """The genome without one of its effects, or with one of its conditions at its default."""
    found: list[tuple[Path, GameGenome]] = []
    for model, path in models_in(genome, ()):
        for name, field in type(model).model_fields.items():
            value = getattr(model, name)
            here = (*path, name)
            try:
                if name in EFFECTS and isinstance(value, tuple) and value:
                    found += [((*here, place), without(genome, (*here, place))) for place in range(len(value))]
                elif (
                    name in CONDITIONS
                    and field.annotation is str
                    and not field.is_required()
                    and not is_constant(value)
                ):
                    found.append((here, changed(genome, here, field.default)))
            except ValueError:  # types are wrong without it
                continue
    return found


def is_constant(condition: str) -> bool:
    """Whether a condition always holds, or never, by its form alone: `rank(c) == rank(c)`."""
    return spelled(condition, NormalForm(), is_test=True) in ("0", "1", "")


def text_of(genome: GameGenome) -> str:
    return to_markdown(write(genome))


def plays_differently(genome: GameGenome, other: GameGenome) -> bool:
    """Whether it is another program: a condition that holds of every card of the deck says nothing."""
    return compile_genome(genome).data != compile_genome(other).data


def silent(genome: GameGenome, chosen: list[tuple[Path, GameGenome]]) -> list[Any]:
    """Where something was taken away, the genome is still a game, and nobody would read the difference."""
    before, found = text_of(genome), []
    for path, other in chosen:
        try:
            after = text_of(other)
        except (ValueError, LookupError):
            continue  # the rest cannot be read without it
        if after == before and not genome_issues(other) and plays_differently(genome, other):
            found.append(path)
    return found


@pytest.mark.parametrize("game_id", sorted(catalogue()))
def test_every_effect_and_condition_of_a_game_can_be_read(game_id: str) -> None:
    genome = catalogue()[game_id].default_genome
    found = ablations(genome)
    chosen = random.Random(game_id).sample(found, min(PER_GAME, len(found)))
    assert silent(genome, chosen) == []


@pytest.mark.parametrize("genome", all_samples(), ids=lambda genome: genome.genome_id)
def test_every_effect_and_condition_of_a_sample_can_be_read(genome: GameGenome) -> None:
    assert silent(genome, ablations(genome)) == []


@pytest.mark.parametrize("seed", range(RANDOM_GENOMES))
def test_every_effect_and_condition_of_a_random_genome_can_be_read(seed: int) -> None:
    genome = generate_random_genome(seed)
    found = ablations(genome)
    assert silent(genome, random.Random(seed).sample(found, min(PER_GAME, len(found)))) == []
