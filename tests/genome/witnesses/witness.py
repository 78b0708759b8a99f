"""A change to a genome that must show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from deckwright.genome.schema import GameGenome

from .paths import Path, changed_at, fields_on, parse_path, value_at

DEALS = 16
"""Deals in which a difference is looked for."""


@dataclass(frozen=True)
class Witness:
    """Values of one field, each of which makes a different game of a small genome."""

    make: Callable[[Any], GameGenome]
    path: Path
    values: tuple[Any, ...]
    views: bool

    @property
    def field(self) -> tuple[str, str]:
        """The class and the name of the field."""
        return fields_on(self.genome(self.values[0]), self.path)[-1]

    def genome(self, value: Any) -> GameGenome:
        """The genome with one of the values."""
        genome = self.make(value)
        found = value_at(genome, self.path)
        assert found == value or str(found) == str(value), f"{found!r} is not {value!r}"
        return genome

    def __str__(self) -> str:
        return ".".join(self.field) + " " + " ".join(map(str, self.values))


def shows(base: GameGenome, path: str, *values: Any, views: bool = False) -> Witness:
    """Each value at this path of the genome makes a different game; with views, it may show in what is seen alone."""
    steps = parse_path(path)
    return Witness(lambda value: changed_at(base, steps, value), steps, values, views)


def makes(make: Callable[[Any], GameGenome], path: str, *values: Any, views: bool = False) -> Witness:
    """The same where other fields must change with it."""
    return Witness(make, parse_path(path), values, views)
