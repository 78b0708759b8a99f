"""Base class of phases and effects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from deckwright.genome.checks.walk import words_in
from deckwright.genome.values import Model

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import SightLimits


class Mechanic(Model):
    """A phase or an effect: what it does not say goes without saying."""

    sends_to: ClassVar[tuple[str, ...]] = ()
    """The fields that say where cards go; of a phase, those of its effects left out."""
    likelihood: ClassVar[float] = 1
    """How often a random one is one of these."""

    def receivers(self) -> Iterator[str]:
        """The expressions that say where cards go."""
        return map(self.__dict__.__getitem__, self.sends_to)

    def unguarded(self, name: str, path: str) -> Iterator[str]:
        """Paths of the fields that may bring a zone more cards than it may hold."""
        return (f"{path}.{field}" for field in self.sends_to if name in words_in(getattr(self, field)))

    def limit_sight(self, sight: SightLimits) -> None:
        """Note which zones may hold cards that not everyone sees, by what it does."""
