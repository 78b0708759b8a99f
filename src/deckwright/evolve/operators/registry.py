"""What an operator is, and the list of all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from deckwright.evolve.draft import Draft

Apply = Callable[[Draft], str | None]
"""Changes a draft and says in plain words how; None if there was nothing to change."""


@dataclass(frozen=True)
class Operator:
    """One way of changing a genome."""

    name: str
    family: str
    does: str
    """One line for people."""
    apply: Apply
    needs: tuple[str, ...] = ()
    """What the genome must have (`features.py`)."""
    lacks: tuple[str, ...] = ()
    """What it must not have."""
    weight: float = 1.0
    takes_donors: bool = False
    """Whether it takes something from another game."""

    def fits(self, features: frozenset[str], *, has_donors: bool = False) -> bool:
        """Whether a genome with these features has what the operator needs."""
        if self.takes_donors and not has_donors:
            return False
        return features.issuperset(self.needs) and features.isdisjoint(self.lacks)


OPERATORS: dict[str, Operator] = {}
"""All of them, by name, in the order in which they are defined."""


def operator(
    name: str,
    family: str,
    *,
    needs: tuple[str, ...] = (),
    lacks: tuple[str, ...] = (),
    weight: float = 1.0,
    takes_donors: bool = False,
) -> Callable[[Apply], Apply]:
    """Makes an operator of a function; the first line of its description tells what it does."""

    def define(apply: Apply) -> Apply:
        does = (apply.__doc__ or "").strip().split("\n")[0].rstrip(".")
        assert name not in OPERATORS, name
        OPERATORS[name] = Operator(name, family, does, apply, needs, lacks, weight, takes_donors)
        return apply

    return define
