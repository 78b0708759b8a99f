"""The operators, one file for each family. Importing this defines all of them."""

from deckwright.evolve.operators import (
    conditions,
    deals,
    decks,
    edge_rules,
    effects,
    numbers,
    offers,
    patterns,
    phases,
    scoring,
    teams,
    transplants,
    tricks,
    wins,
)
from deckwright.evolve.operators.registry import OPERATORS, Operator

__all__ = [
    "OPERATORS", "Operator", "conditions", "deals", "decks", "edge_rules", "effects", "numbers", "offers", "patterns",
    "phases", "scoring", "teams", "transplants", "tricks", "wins",
]  # fmt: skip
