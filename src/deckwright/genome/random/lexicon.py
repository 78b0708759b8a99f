"""The names of a genome in the making: what its expressions can speak about."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from deckwright.genome.expressions.types import HELD, Type

Data = dict[str, Any]
"""A part of a genome as plain data."""

Reads = Literal["anything", "what the actor knows", "what all know", "the card"]
"""What an expression may read where it stands."""


@dataclass
class Lexicon:
    """Everything that has a name."""

    seats: int
    teams: tuple[tuple[int, ...], ...]
    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    codes: tuple[str, ...]
    """The text of every card."""
    cards: int
    """How many there are, copies included."""
    tables: list[str] = field(default_factory=list)
    zones: list[Data] = field(default_factory=list)
    registers: list[Data] = field(default_factory=list)
    terms: list[str] = field(default_factory=list)
    strains: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    patterns: list[Data] = field(default_factory=list)
    has_evaluation: bool = False

    def zones_of(self, *roles: str, owner: str = "") -> list[Data]:
        """The zones with one of these roles, and this owner if one is given."""
        return [zone for zone in self.zones if zone["role"] in roles and owner in ("", zone["owner"])]

    def registers_of(self, kind: Type) -> list[Data]:
        """The registers that hold values of a type."""
        return [register for register in self.registers if HELD[register["holds"]] is kind]

    @property
    def hand(self) -> str:
        """The name of the zone that cards are dealt to."""
        return str(self.zones_of("hand")[0]["name"])

    @property
    def stock(self) -> str:
        """The name of the zone that the deck starts in."""
        return str(self.zones_of("stock")[0]["name"])

    @property
    def groups(self) -> list[str]:
        """Patterns and groups of them, by name."""
        names = [name for pattern in self.patterns for name in (pattern["name"], pattern.get("group", ""))]
        return [name for name in dict.fromkeys(names) if name]

    @property
    def rank_piles(self) -> list[str]:
        """Open zones with a pile for each rank, by name."""
        return [str(zone["name"]) for zone in self.zones if zone["piles"] == "rank" and zone["seen_by"] == "all"]

    @property
    def sets_of_a_kind(self) -> list[str]:
        """Patterns of one rank, by name."""
        return [str(pattern["name"]) for pattern in self.patterns if pattern.get("of_a_kind")]


@dataclass(frozen=True)
class WritingPlace:
    """Where an expression stands: the names known there, whom bare facts are about, and what it may read."""

    subject: Type | None = Type.SEAT
    reads: Reads = "anything"
    names: tuple[tuple[str, Type], ...] = ()
    loops: int = 0

    def named(self, name: str, kind: Type) -> WritingPlace:
        """The same place with one more name."""
        return replace(self, names=(*self.names, (name, kind)))

    def inside(self, name: str, kind: Type) -> WritingPlace:
        """Inside a loop over something called by this name."""
        return replace(self.named(name, kind), loops=self.loops + 1)

    def reading(self, reads: Reads) -> WritingPlace:
        """The same place, where less or more may be read."""
        return replace(self, reads=reads)

    def of_type(self, kind: Type) -> list[str]:
        """The names of a type."""
        return [name for name, own in self.names if own is kind]


def is_open(zone: Data) -> bool:
    """Whether everyone sees the cards of a zone."""
    return zone["seen_by"] in ("all", "top")
