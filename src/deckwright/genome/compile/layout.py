"""Where zones and registers are in the kernel's arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from deckwright.genome.expressions.facts import REGISTER_FACTS
from deckwright.genome.expressions.vocabulary import Words
from deckwright.genome.zones import Zone

TRICK_ZONE = "trick"
TRICK = Zone(name=TRICK_ZONE).model_copy(update={"role": "trick"})
"""Where the cards of a trick lie: every game has it, and no genome declares it."""


class ZonePlace(NamedTuple):
    """A zone family: its number, its first instance, its owners and the piles of each."""

    family: int
    base: int
    owners: int
    piles: int


class RegisterPlace(NamedTuple):
    """A register family: its first register and how many there are."""

    base: int
    length: int


@dataclass(frozen=True)
class CreditLine:
    """A number of each seat: its name in results, what people call it, and where it is kept."""

    name: str
    label: str
    base: int


@dataclass
class Layout:
    """Places by name."""

    zones: Mapping[str, ZonePlace]
    registers: Mapping[str, RegisterPlace]
    instances: int
    register_count: int
    ends_used: list[str] = field(default_factory=list)
    """Zones whose order matters because a rule looks at their top or bottom; filled while lowering."""
    piled: list[str] = field(default_factory=list)
    """Zones that cards are taken from by their place, or put into at a place; filled while lowering."""

    def add_registers(self, name: str, length: int) -> int:
        """So many registers after all others: where the first is."""
        place = RegisterPlace(self.register_count, length)
        self.registers = {**self.registers, name: place}
        self.register_count += length
        return place.base


def make_layout(words: Words) -> Layout:
    """Places for every zone and register of a genome, and for the trick."""
    zones: dict[str, ZonePlace] = {}
    base = 0
    for family, zone in enumerate(words.zones.values()):
        owners, piles = words.owner_count(zone), words.pile_count(zone)
        zones[zone.name] = ZonePlace(family, base, owners, piles)
        base += owners * piles
    if TRICK_ZONE not in zones:
        zones[TRICK_ZONE] = ZonePlace(len(zones), base, 1, 1)
        base += 1
    registers: dict[str, RegisterPlace] = {}
    start = 0
    teams = max(1, len(words.genome.teams) if words.genome.team_mode else 0)
    lengths = {"table": 1, "seat": words.seats, "team": teams, "pile": base}
    for name, per in [(f.name, f.per) for f in REGISTER_FACTS.values()] + [
        (n, e.per) for n, e in words.registers.items()
    ]:
        registers[name] = RegisterPlace(start, lengths[per])
        start += lengths[per]
    return Layout(zones, registers, base, start)
