"""The public numbers of a game by name: which of the kernel's registers a view shows, and how."""

from __future__ import annotations

from collections.abc import Sequence

from deckwright.engine.notation import Notation
from deckwright.genome.compile.program import RegisterName

Fact = int | str | None
"""A number; a seat or team; the name of a suit, rank, strain or card; None where there is none."""


def table_facts(notation: Notation, registers: Sequence[int]) -> dict[str, Fact]:
    """The facts that belong to the table as a whole, the genome's own registers included."""
    families = notation.table_registers
    return {family.name: fact(notation, family.holds, registers[family.base]) for family in families}


def own_facts(notation: Notation, registers: Sequence[int]) -> dict[str, tuple[Fact, ...]]:
    """The genome's own registers that each seat, team or pile has."""
    return {
        family.name: tuple(fact(notation, family.holds, value) for value in values_of(family, registers))
        for family in notation.seat_registers
    }


def values_of(family: RegisterName, registers: Sequence[int]) -> Sequence[int]:
    """The values of a family of registers."""
    return registers[family.base : family.base + family.length]


def fact(notation: Notation, holds: str, value: int) -> Fact:
    """A register's value as a person would say it."""
    names = notation.names
    if holds == "number":
        return value
    match holds:
        case "seat" | "team":
            return value if value >= 0 else None
        case "suit":
            return _named((*names.suits, "called"), value)
        case "rank":
            return _named(names.ranks, value)
        case "strain":
            return _named(names.strains, value)
        case "kind":
            return _named(names.kinds, value)
        case "card":
            return str(notation.deck.cards[value]) if 0 <= value < len(notation.deck) else None
        case _:
            return value


def _named(table: Sequence[str], value: int) -> str | None:
    return table[value] if 0 <= value < len(table) else None
