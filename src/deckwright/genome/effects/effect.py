"""What an effect says of itself. A new effect is a file beside this one and a line in the list of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from deckwright.genome.errors import Issue
from deckwright.genome.mechanic import Mechanic

if TYPE_CHECKING:
    from deckwright.genome.effects import Effect
    from deckwright.genome.mechanic_types import Builder, English, Measure, Place, Step, Surroundings, Where, Writer

Data = dict[str, Any]
Compiled = list[Data | str]
"""Effects as the kernel reads them."""


class EffectModel(Mechanic):
    """An effect: what it does not say goes without saying."""

    about: ClassVar[tuple[str, ...]] = ()
    """The fields by which a report names it."""
    scores: ClassVar = False
    """Whether it gives points."""

    def inside(self, path: str) -> Iterator[tuple[tuple[Effect, ...], str]]:
        """The lists of effects in it."""
        return iter(())

    def issues(self, path: str, around: Surroundings) -> Iterator[Issue]:
        """Fields that could have no effect where they stand, and what it lacks."""
        return iter(())

    def work(self, measure: Measure) -> int:
        """How many steps it takes at most."""
        return 1 + measure.texts(self, "cards", "to", "count", "until", "value", "points", "amount", "where")

    @property
    def patterns_from(self) -> tuple[str, str] | None:
        """A pattern that it looks for, and where."""
        return None

    @property
    def refills_from(self) -> str:
        """Where it draws cards from by itself, as long as there are any."""
        return ""

    def hides_again(self) -> str:
        """An expression with the zones that cards may have come to unseen, or in which they were mixed."""
        return ""

    def compile(self, b: Builder, path: str, place: Place) -> Compiled:
        """The kernel's effects for it."""
        raise NotImplementedError

    def told(self, english: English) -> tuple[Step, ...]:
        """What happens, in words."""
        raise NotImplementedError

    @classmethod
    def weight(cls, writer: Writer, place: Where, nested: int) -> float:
        """How often a random effect is one of these where it stands, in effects of effects."""
        return cls.likelihood

    @classmethod
    def random(cls, writer: Writer, place: Where, nested: int) -> Data:
        """A random one, as plain data."""
        raise NotImplementedError
