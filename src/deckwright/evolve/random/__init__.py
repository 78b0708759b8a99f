"""Random genomes: any part of the language may be in one, every one is valid, and its seed decides it."""

from deckwright.evolve.random.anywhere import expression_at, lexicon_of, place_of, writer_for
from deckwright.evolve.random.genome import generate_random_genome
from deckwright.evolve.random.scoring import generate_random_patterns

__all__ = [
    "expression_at",
    "generate_random_genome",
    "generate_random_patterns",
    "lexicon_of",
    "place_of",
    "writer_for",
]
