"""A card is picked once: later picks of an offer leave the cards of earlier ones alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from deckwright.genome.compile.builder import Builder
from deckwright.genome.compile.privacy import zones_of
from deckwright.genome.expressions import nodes as n


@dataclass(frozen=True)
class Taken:
    """A pick that takes cards: its number, the zones they may come from, and whether only the picker knows them."""

    pick: int
    zones: frozenset[str]
    secret: bool


def zones_in(source: n.Node) -> frozenset[str]:
    """The zones that the cards of a source may lie in."""
    return frozenset(zone.zone for inner in source.walk() for zone in zones_of(inner))


def earlier_picks(taken: Sequence[Taken], source: n.Node) -> list[Taken]:
    """The picks whose cards may lie in a source, those that it offers again by name left out."""
    again, zones = _picks_named(source), zones_in(source)
    return [one for one in taken if one.pick not in again and one.zones & zones]


def _picks_named(source: n.Node) -> frozenset[int]:
    match source:
        case n.Picked(pick=pick):
            return frozenset({pick})
        case n.Single(card=inner) | n.Filtered(cards=inner) | n.OnlyIf(cards=inner) | n.Packed(cards=inner):
            return _picks_named(inner)
        case n.Union(sets=sets):
            return frozenset(pick for one in sets for pick in _picks_named(one))
    return frozenset()


def without(b: Builder, cards: int, earlier: Sequence[Taken], path: str) -> int:
    """A set of cards less those of earlier picks."""
    with b.at(path):
        for taken in earlier:
            cards = b.combined("MaskAnd", cards, b.combined("MaskNot", b.expression("MaskPick", taken.pick)))
    return cards
