"""How much work the compiler may take over one genome, counted rather than timed: the same everywhere."""

from __future__ import annotations

from dataclasses import dataclass

MOST_EFFORT = 250_000
"""Parts of expressions looked at or worked out for a genome; the largest games of the library take a third."""


class TooMuchEffort(Exception):  # noqa: N818
    """The genome is too complicated to be compiled in good time."""


@dataclass
class Effort:
    """What may be spent, and what has been."""

    most: float = float("inf")
    spent: int = 0

    @property
    def left(self) -> float:
        """What may still be spent."""
        return self.most - self.spent

    def spend(self, amount: int = 1) -> None:
        """Take some of it; TooMuchEffort when there is none left."""
        self.spent += amount
        if self.spent > self.most:
            raise TooMuchEffort
