"""The classes of the schema whose values stand in genomes."""

from __future__ import annotations

from deckwright.genome import schema
from deckwright.genome.mechanic import Mechanic
from deckwright.genome.values import Model


def schema_classes() -> tuple[type[Model], ...]:
    """Every class of the schema but those that mechanics are made from: their fields are fields of each mechanic."""
    found = {value for value in vars(schema).values() if isinstance(value, type) and issubclass(value, Model)}
    made_from = {base for one in found if issubclass(one, Mechanic) for base in one.__mro__[1:]}
    return tuple(sorted(found - made_from - {Model}, key=lambda model: model.__name__))
