"""The parts of a program that expressions share: code, masks, tables and attributes, each stored once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Ops = list[Any]
"""Operations as the kernel reads them: `"Add"`, `{"Reg": 3}`."""


def mask_text(mask: int) -> str:
    """A card set as the kernel reads it."""
    return format(mask, "x")


def cards_in(mask: int) -> list[int]:
    """The cards of a mask, lowest first."""
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


@dataclass
class Pool:
    """A list without repetitions."""

    items: list[Any] = field(default_factory=list)
    _places: dict[str, int] = field(default_factory=dict)

    def add(self, item: Any) -> None:
        """Add an item at the end, whether or not it is there already."""
        self._places.setdefault(repr(item), len(self.items))
        self.items.append(item)

    def find(self, item: Any) -> int | None:
        """Where the item is, if it is there."""
        return self._places.get(repr(item))

    def place(self, item: Any) -> int:
        """Where the item is, added if it is new."""
        key = repr(item)
        if key not in self._places:
            self._places[key] = len(self.items)
            self.items.append(item)
        return self._places[key]


@dataclass
class Pools:
    """All shared lists of a program."""

    code: Pool = field(default_factory=Pool)
    masks: Pool = field(default_factory=Pool)
    mask_tables: Pool = field(default_factory=Pool)
    tables: Pool = field(default_factory=Pool)
    aggregates: Pool = field(default_factory=Pool)
    attributes: Pool = field(default_factory=Pool)

    def table(self, low: int, values: list[int]) -> int:
        """A table of integers by index from `low`, clamped at both ends."""
        return self.tables.place({"min": low, "values": values})

    def mask(self, mask: int) -> int:
        """A constant card set."""
        return self.masks.place(mask_text(mask))

    def mask_table(self, low: int, masks: Sequence[int], below: int, above: int) -> int:
        """Card sets by index."""
        return self.mask_tables.place(
            {
                "min": low,
                "masks": [mask_text(mask) for mask in masks],
                "below": mask_text(below),
                "above": mask_text(above),
            }
        )
