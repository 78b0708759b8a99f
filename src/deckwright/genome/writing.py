"""What a random mechanic is written with: the names of a genome in the making, and who writes parts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

from deckwright.dice import Dice
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


class Writer(Protocol):
    """Writes what a random mechanic is made of. `evolve/random` has one, and says there what each part is."""

    dice: Dice
    lexicon: Lexicon
    chips: int
    """How many there are to bet."""
    battles: bool
    """Whether ties are fought."""
    anything: WritingPlace
    """Where an expression may read whatever there is."""
    known: WritingPlace
    """Where it may read what all know."""

    # Expressions, so deep.
    def truth(self, place: WritingPlace, depth: int) -> str: ...
    def number(self, place: WritingPlace, depth: int) -> str: ...
    def seat(self, place: WritingPlace, depth: int) -> str: ...
    def team(self, place: WritingPlace, depth: int) -> str: ...
    def cards(self, place: WritingPlace, depth: int) -> str: ...
    def pile(self, place: WritingPlace, depth: int) -> str: ...
    def value(self, kind: Type, place: WritingPlace, depth: int) -> str: ...
    def domain(self, kind: Type, place: WritingPlace, depth: int) -> str: ...
    def register(self, data: Data, place: WritingPlace, depth: int) -> str: ...
    def seat_known(self, depth: int) -> str: ...
    def legal_truth(self, depth: int, **names: Type) -> str: ...
    def legal(self, **names: Type) -> WritingPlace: ...
    def loop_name(self, kind: Type, place: WritingPlace) -> str: ...

    # Zones, and where cards go.
    @property
    def open_zones(self) -> list[Data]: ...
    def zone(self, data: Data, place: WritingPlace, depth: int, *, own: bool = False) -> str: ...
    def any_zone(self, place: WritingPlace, depth: int) -> str: ...
    def open_zone(self, place: WritingPlace, depth: int) -> str: ...
    def source(self, place: WritingPlace) -> str: ...
    def destination(self, place: WritingPlace) -> str: ...
    def goal(self, place: WritingPlace) -> str: ...
    def laid(self, zone: Data, place: WritingPlace) -> str: ...

    # Parts as plain data.
    def condition(self) -> Data: ...
    def zone_move(self, place: WritingPlace) -> Data: ...
    def effects(self, place: WritingPlace, low: int, high: int, *, nested: int = 0) -> list[Data]: ...
    def duties(self, place: WritingPlace) -> list[Data]: ...
    def offers(self, *, together: bool = False) -> list[Data]: ...
    def structure(self, *, room: int = ..., depth: int = 1) -> Data: ...
