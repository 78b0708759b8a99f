"""One thing that happened, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

Names = tuple[str, ...]

KernelEvent = tuple[str, Mapping[str, int]]
"""What happened as the kernel tells it: a kind, and numbers by name; below 0 for what was not seen."""


class TableEvent(NamedTuple):
    """One thing that happened, as one observer saw it."""

    number: int
    """Grows along the game; the events of a step come one after another, and numbers are left out between steps."""
    kind: str
    """`chose`, `moved`, `shown`, `shuffled`, `tested`, `dealt`, `trick-won`, `scored`, `paid`, `out`, `skipped` ..."""
    seat: int | None
    cards: tuple[str, ...]
    """Those that were seen."""
    backs: int
    """How many more went face down."""
    start: str | None
    """The region that cards came from."""
    end: str | None
    """The region that they went to, or lie in."""
    amount: int | None
    """Points, chips, the number of the hand, counted from 0, or whether cards that a rule asked about are there."""
    team: int | None
    rule: str | None
    """By which rule points are scored, where it has a name."""
    text: str
    """For people; empty where another event says it already."""

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return dict(zip(EVENT_NAMES, self, strict=True), cards=list(self.cards))


EVENT_NAMES = ("number", "kind", "seat", "cards", "backs", "from", "to", "amount", "team", "rule", "text")
"""What the fields of an event are called in a frame."""


class Told(NamedTuple):
    """What one observer is told of a moment, and the same as JSON."""

    events: tuple[TableEvent, ...]
    text: str
    """Its events with commas between them."""
    named: frozenset[int]
    """The seats that its words name: each of them is told the same as *you*."""
