"""What a rule may read: legality only what its actor knows, the flow only counts of hidden cards (recorded)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from deckwright.genome.checks.walk import all_effects, names_in, phases_of
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.materials import Zone

if TYPE_CHECKING:
    from deckwright.genome.schema import GameGenome

Sight = Mapping[str, str]
"""Who always sees every card of a zone, by its name: `all`, `team`, `owner` or `none`; `top`: all see its top card."""

_FEWER = ("all", "top", "team", "owner", "none")


class SightLimits:
    """Who always sees the cards of each zone, narrowed by the rules that put cards there unseen, or shuffle."""

    def __init__(self, genome: GameGenome) -> None:
        self.genome = genome
        self.sight = {zone.name: _says(genome, zone) for zone in genome.zones} | {"trick": "all"}
        self._tops = {zone.name for zone in genome.zones if zone.seen_by == "top"}

    def at_most(self, zones: str, seen_by: str) -> None:
        """Note that not all cards of the zones of an expression are seen by more than these."""
        for name in names_in(zones) & self.sight.keys():
            self.sight[name] = max(self.sight[name], seen_by, key=_FEWER.index)

    def only_tops(self, zones: str) -> frozenset[str]:
        """Those of the zones of an expression of which only the top card is seen."""
        return names_in(zones) & self._tops


def guaranteed_sight(genome: GameGenome) -> Sight:
    """What each zone says about who sees its cards, less what rules put there unseen, or shuffle."""
    limits = SightLimits(genome)
    for zone in genome.zones:
        if zone.role == "stock":  # the deck starts there, and is shuffled there again, seen by nobody
            limits.at_most(zone.name, "none")
    for part, _ in (*all_effects(genome), *phases_of(genome.turn_structure)):
        part.limit_sight(limits)
    return limits.sight


def _says(genome: GameGenome, zone: Zone) -> str:
    match zone.seen_by, zone.owner:
        case "all" | "top", _:
            return "all"
        case ("none", _) | (_, "table"):  # nobody owns it
            return "none"
        case _, "team":
            return "team"
        case "team", _ if not genome.team_mode:
            return "owner"
        case seen_by, _:
            return seen_by


def hidden_reads(node: n.Node, sight: Sight) -> Iterator[n.ZoneAt]:
    """The hidden zones whose cards (not just how many) a node depends on."""
    for inner in node.walk():
        match inner:
            case n.PileCards(pile=pile) if not _only_counted(node, inner):
                yield from (zone for zone in zones_of(pile) if sight.get(zone.zone, "all") != "all")
            case n.PileFact(name="top", pile=pile):
                yield from (zone for zone in zones_of(pile) if sight.get(zone.zone, "all") not in ("all", "top"))
            case n.PileFact(name="under" | "bottom", pile=pile):
                yield from (zone for zone in zones_of(pile) if sight.get(zone.zone, "all") != "all")
            case n.Picked(zone=name) if name and not _only_counted(node, inner):
                actor = n.Register(Type.SEAT, inner.bounds, "actor")
                yield n.ZoneAt(Type.PILE, inner.bounds, name, actor, None)


def zones_of(pile: n.Node) -> Iterator[n.ZoneAt]:
    """The zones that a pile may belong to."""
    match pile:
        case n.ZoneAt():
            yield pile
        case n.Variable(zone=name):
            yield n.ZoneAt(Type.PILE, pile.bounds, name, None, None)
        case n.Conditional(then=then, otherwise=otherwise):
            yield from (*zones_of(then), *zones_of(otherwise))
        case n.Selection(items=items):
            yield from (zone for item in items for zone in zones_of(item))
        case n.Gather(domain=n.Domain(of=n.Node() as zone)):
            yield from zones_of(zone)


def unknown_to_actor(node: n.Node, sight: Sight, *, turn_acts: bool) -> str | None:
    """The name of a zone that legality may not read, since whoever acts does not see it."""
    own = ("actor", "turn") if turn_acts else ("actor",)

    def is_mine(owner: n.Node | None) -> bool:
        match owner:
            case n.Register(type=Type.SEAT, name=name, index=None):
                return name in own
            case n.Lookup(name="team", index=seat):
                return is_mine(seat)
        return False

    for zone in hidden_reads(node, sight):
        if sight[zone.zone] in ("top", "none") or not is_mine(zone.owner):
            return zone.zone
    return None


def _only_counted(root: n.Node, cards: n.Node) -> bool:
    """Whether a set is used for its size alone."""
    return any(
        isinstance(node, n.Gather)
        and node.gather == "count"
        and node.test is None
        and node.domain.of is not None
        and any(inner is cards for inner in node.domain.of.walk())
        and node.type is Type.INT
        for node in root.walk()
    )
