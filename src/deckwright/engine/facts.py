"""The public numbers of a game by name: which of the kernel's registers a view shows, and how."""

from __future__ import annotations

from collections.abc import Sequence

from deckwright.engine.notation import Notation
from deckwright.genome.compile.program import RegisterName

Fact = int | str | None
"""A number; a seat or team; the name of a suit, rank, strain or card; None where there is none."""


def table_facts(notation: Notation, registers: Sequence[int]) -> dict[str, Fact]:
    """The facts that belong to the table as a whole, the genome's own registers included."""
    return {
        family.name: registers[family.base]
        if family.holds == "number"
        else fact(notation, family.holds, registers[family.base])
        for family in notation.table_registers
    }


def own_facts(notation: Notation, registers: Sequence[int]) -> dict[str, tuple[Fact, ...]]:
    """The genome's own registers that each seat, team or pile has."""
    if not notation.seat_registers:
        return {}
    return {
        family.name: tuple(fact(notation, family.holds, value) for value in values_of(family, registers))
        for family in notation.seat_registers
    }


def values_of(family: RegisterName, registers: Sequence[int]) -> Sequence[int]:
    """The values of a family of registers."""
    return registers[family.base : family.base + family.length]


def fact(notation: Notation, holds: str, value: int) -> Fact:
    """A register's value as a person would say it."""
    if holds in ("seat", "team", "chips"):
        return value if value >= 0 else None
    table = notation.names_held.get(holds)
    if table is None:
        return value
    return table[value] if 0 <= value < len(table) else None
