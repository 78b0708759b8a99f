"""New games from old ones: operators, names, distances; gates, styles, fitness; the archive, runs and their store.

The loop is `deckwright.evolve.evolution.run_evolution`; judging one genome is `deckwright.evolve.evaluation.evaluate`.
"""

from deckwright.evolve.constraints import Constraints, Pin, pin
from deckwright.evolve.crossing import crossover
from deckwright.evolve.distance import distance, near_duplicates
from deckwright.evolve.errors import EvolveError
from deckwright.evolve.families import FAMILIES, family_of
from deckwright.evolve.graph import References, references
from deckwright.evolve.operators import OPERATORS, Operator
from deckwright.evolve.pitch import name_and_pitch
from deckwright.evolve.simplify import Simplified, simplify
from deckwright.evolve.variation import Rates, Variation, mutate

__all__ = [
    "FAMILIES", "OPERATORS", "Constraints", "EvolveError", "Operator", "Pin", "Rates", "References", "Simplified",
    "Variation", "crossover", "distance", "family_of", "mutate", "name_and_pitch", "near_duplicates", "pin",
    "references", "simplify",
]  # fmt: skip
