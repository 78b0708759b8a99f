"""The compiled form of a genome: where zones and registers are, and the names its numbers stand for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from pydantic_core import to_json

from deckwright.genome.expressions.types import REGISTER_FACTS
from deckwright.genome.expressions.vocabulary import Words
from deckwright.genome.materials import Zone
from deckwright.genome.values import frozen

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
        counts = {"table": 1, "seat": words.seats, "team": max(1, len(words.genome.teams))}
        owners, piles = counts[zone.owner], words.pile_count(zone)
        zones[zone.name] = ZonePlace(family, base, owners, piles)
        base += owners * piles
    if TRICK_ZONE not in zones:
        zones[TRICK_ZONE] = ZonePlace(len(zones), base, 1, 1)
        base += 1
    registers: dict[str, RegisterPlace] = {}
    start = 0
    teams = max(1, len(words.genome.teams) if words.genome.team_mode else 0)
    lengths = {"table": 1, "seat": words.seats, "team": teams, "pile": base}
    declared = ((name, register.per) for name, register in words.registers.items())
    for name, per in (*((fact.name, fact.per) for fact in REGISTER_FACTS.values()), *declared):
        registers[name] = RegisterPlace(start, lengths[per])
        start += lengths[per]
    return Layout(zones, registers, base, start)


@frozen
class SlotName:
    """What an action of a slot is called, and what its value counts."""

    verb: str
    kind: str
    offset: int
    public: bool
    offer: str = ""
    """The offer that it belongs to; empty for tricks, bets and calls."""
    pick: str = ""
    """Which pick of the offer."""
    source: str = ""
    """Where the cards or piles that it names lie, as the genome says it; without a pick, where the offer takes from."""
    to: str = ""
    """Where the cards go, as the genome says it; empty where it does not."""
    phase: str = ""
    """`auction` for calls, passes and doubles."""
    several: bool = False
    """Cards are picked one by one until there are enough."""
    with_chips: str = ""
    """What a table says before the chips of such an action, where that is not its verb: `raise to`."""
    said: str = ""
    """What a table says of it, where its verb alone says too little: `use its power`."""
    said_by: tuple[tuple[str, str], ...] = ()
    """The same by the rank of the card that was drawn or discarded last: `exchange two cards`."""
    is_unsaid: bool = False
    """A table does not tell that it was done: so many do it that it is no news."""

    @property
    def is_raise(self) -> bool:
        """Whether it bets or raises: which of the two, the chips before the players say."""
        return self.verb == "raise" and self.kind == "Number" and not self.offer


@frozen
class ZoneName:
    """A zone family: its first instance, its owners and the piles of each."""

    name: str
    role: str
    owner: str
    base: int
    owners: int
    piles: int
    seen_by: str = "all"
    """Who sees a card that arrives: `all`, `team`, `owner`, `top` or `none`."""
    ordered: bool = True
    """Whether the order of its cards means something."""
    sorts: str = ""
    """`suit` or `rank` where it has a pile for each."""
    remembers: bool = True
    """Whether people may be shown what they know of cards that they no longer see."""


@frozen
class RegisterName:
    """A register family, and what it holds: `number`, `chips` (none below 0), `seat`, `team`, `suit`, `rank`, `card`,
    `strain` or `kind`.
    """

    name: str
    base: int
    length: int
    per: str
    holds: str
    label: str = ""
    """What people at the table see it under; empty for what is not shown for its own sake."""
    is_tally: bool = False
    """Counted for results, over the whole match: no genome names it, and tables show it when the match is over."""


@dataclass(frozen=True)
class Names:
    """The names that the engine prints actions and views with."""

    cards: tuple[str, ...]
    """Notation of each card type."""
    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    strains: tuple[str, ...]
    kinds: tuple[str, ...]
    slots: tuple[SlotName, ...]
    calls: dict[int, tuple[str, ...]]
    """Calls of an auction, by the first slot of its calls; a slot holds 128 of them."""
    zones: tuple[ZoneName, ...]
    registers: tuple[RegisterName, ...]
    groups: tuple[str, ...]
    credits: tuple[str, ...] = ()
    """The registers of each seat that results tell beside the scores."""
    scoring: tuple[str, ...] = ()
    """What the scoring rules are called, in order; empty for one without a name."""


class SetFamily(dict[str, Any]):
    """Sets to lay, as the kernel reads them. They are many and never changed, so one is known by what object it is."""

    __hash__ = object.__hash__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other


PLACES = frozenset({"nodes", "ops", "code", "aggregates", "deal", "scoring", "special", "evaluation", "utility"})
"""What has places in pools, which `to_json` is slow with: they are not plain numbers."""
_encoded = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


@lru_cache(maxsize=64)
def _family_text(family: SetFamily) -> bytes:
    return to_json(dict(family))


def _text(name: str, value: Any) -> bytes:
    if name == "sets":
        return b"[%b]" % b",".join(map(_family_text, value))
    return _encoded(value).encode() if name in PLACES else to_json(value)


@dataclass(frozen=True)
class Program:
    """What the kernel loads. Programs share what they have in common: none is ever changed."""

    data: dict[str, Any]
    names: Names

    def to_json(self) -> bytes:
        """The text that the kernel reads; the same genome always gives the same bytes."""
        return self._json

    @cached_property
    def _json(self) -> bytes:
        return b"{%b}" % b",".join(
            b'"%b":%b' % (name.encode(), _text(name, value)) for name, value in self.data.items()
        )
