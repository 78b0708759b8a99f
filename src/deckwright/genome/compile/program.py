"""The compiled form of a genome, and the names its numbers stand for."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class RegisterName:
    """A register family, and what it holds: `number`, `seat`, `team`, `suit`, `rank`, `card`, `strain` or `kind`."""

    name: str
    base: int
    length: int
    per: str
    holds: str
    label: str = ""
    """What people at the table see it under; empty for what is not shown for its own sake."""


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


@dataclass(frozen=True)
class Program:
    """What the kernel loads."""

    data: dict[str, Any]
    names: Names

    def to_json(self) -> bytes:
        """The text that the kernel reads; the same genome always gives the same bytes."""
        return self._json

    @cached_property
    def _json(self) -> bytes:
        return json.dumps(self.data, separators=(",", ":"), ensure_ascii=False).encode()
