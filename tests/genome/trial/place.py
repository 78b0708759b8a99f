"""A numbered place: one pile of a zone, called by its number."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckwright.genome.compile.builder import Builder
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.picks.pick import Data, Draft, Pick
from deckwright.genome.picks.value import ValueKind
from deckwright.genome.rulebook.grammar.sentences import Person
from deckwright.genome.rulebook.grammar.wording import spoken

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import English, Where, Writer


class PlaceKind(ValueKind):
    """A place of a zone, from `low` to `high`; the first is 1."""

    reads = frozenset({"source", "where", "low", "high"})
    slot_kind = "Pile"

    def __init__(self) -> None:
        super().__init__("place", Type.PILE, 20)

    def choices(self, b: Builder, pick: Pick, path: str, draft: Draft, number: int) -> tuple[int, int, n.Node]:
        zone = b.check(pick.source, f"{path}.source", draft.place.scope, Type.PILE)
        if not isinstance(zone, n.ZoneAt) or zone.pile is not None:
            b.refuse("pick.no-source", f"{path}.source", "a pick of a place needs a zone")
        low, high, most = int(pick.low), int(pick.high), b.layout.zones[zone.zone].piles
        if not 1 <= low <= high <= most:
            b.refuse("pick.range", f"{path}.high", f"places {low} to {high}: expected some of 1 to {most}")
        chosen = n.Picked(Type.INT, Bounds(0, high - low), number, low - 1)
        return low - 1, high - low + 1, replace(zone, pile=chosen)

    def thing(self, pick: Pick, *, named: bool) -> Person:
        return Person(f"the place *{spoken(pick.name)}*" if named else "that place", pronoun="it")

    def order(self, english: English, pick: Pick) -> str:
        places = english.value(pick.source, Type.PILE)
        return f"choose a numbered place, {pick.low} to {pick.high}, of {places}"

    def random(self, writer: Writer, data: Data, place: Where, after: Where) -> None:
        zone = writer.dice.one(writer.lexicon.zones)
        data |= {"source": writer.zone(zone, place, 1), "low": "1", "high": "1"}
