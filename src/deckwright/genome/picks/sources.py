"""Where cards are picked from, and which of them: what all kinds that pick cards share. A card is picked once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deckwright.genome.compile.builder import OWN_CARD, Builder
from deckwright.genome.compile.effects import Place
from deckwright.genome.compile.pools import masks_by
from deckwright.genome.compile.privacy import zones_of
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.check import Checker
from deckwright.genome.expressions.scope import Scope, card_variable
from deckwright.genome.expressions.syntax import parse_expression
from deckwright.genome.expressions.types import Bounds, Type

if TYPE_CHECKING:
    from deckwright.genome.picks.pick import Draft, Duty, Pick


@dataclass(frozen=True)
class Taken:
    """A pick that takes cards: its number, the zones they may come from, and whether only the picker knows them."""

    pick: int
    zones: frozenset[str]
    secret: bool


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


def source_of(b: Builder, pick: Pick, path: str, draft: Draft, *, face_up: bool = False) -> n.Node:
    """The cards to pick from: a zone, a pick, or several of them."""
    if not pick.source:
        b.refuse("pick.no-source", path, "a pick of cards needs a source")
    with b.at(f"{path}.source"):
        tree = parse_expression(f"face_up({pick.source})" if face_up else pick.source)
        items = tree.items if isinstance(tree, s.Group) else (tree,)
        checker = Checker(pick.source, draft.place.scope)
        sets = tuple(checker.wanted(item, Type.CARDS) for item in items)
    source = sets[0] if len(sets) == 1 else n.Union(Type.CARDS, Bounds(0, 0), sets)
    b.check_legality(source, f"{path}.source", turn_acts=draft.turn_acts)
    return source


def take(draft: Draft, source: n.Node, number: int, *, secret: bool = False) -> list[Taken]:
    """Notes a pick of cards; the earlier ones whose cards it leaves alone."""
    again = _picks_named(source)  # what it offers again by name is picked again
    zones = frozenset(zone.zone for part in source.walk() for zone in zones_of(part))
    earlier = [one for one in draft.taken if one.pick not in again and one.zones & zones]
    draft.taken.append(Taken(number, zones, secret))
    draft.may_fail |= bool(earlier)
    return earlier


def own_scope(b: Builder, pick: Pick, place: Place) -> Scope:
    """The card that is picked has the pick's name, and is `c` unless an earlier pick is."""
    variable = card_variable(b.words, OWN_CARD)
    names: dict[str, n.Node] = {pick.name: variable}
    if "c" not in place.scope.names:
        names["c"] = variable
    return place.scope.with_names(**names)


def matching(b: Builder, pick: Pick, path: str, draft: Draft) -> tuple[n.Node, int]:
    """The source of several cards, and those of them that may be picked, compiled."""
    source = source_of(b, pick, path, draft)
    where = b.check(pick.where, f"{path}.where", own_scope(b, pick, draft.place))
    b.check_legality(where, f"{path}.where", turn_acts=draft.turn_acts)
    with b.at(f"{path}.where"):
        cards = draft.place.lowering.matching_in(source, where, OWN_CARD)
        b.check_cards(where, pick.where, f"{path}.where", draft.place.lowering)
    return source, cards


def compile_duties(
    b: Builder, duties: tuple[Duty, ...], path: str, place: Place, *, turn_acts: bool
) -> list[dict[str, Any]]:
    """Tiers of cards, the first held being compulsory."""
    done = []
    for number, duty in enumerate(duties):
        here = f"{path}[{number}]"
        b.check_legality(b.check(duty.when, f"{here}.when", place.scope), f"{here}.when", turn_acts=turn_acts)
        when = b.optional(duty.when, f"{here}.when", place.scope, place.lowering)
        if duty.by:
            if duty.by not in b.words.attributes:
                b.refuse_unknown("duty.unknown-table", f"{here}.by", "no card table is called", duty.by, b.words.tables)
            for _, mask in sorted(masks_by(b.words.attributes[duty.by]).items(), reverse=True):
                done.append({"cards": b.cards(mask), "when": when})
            continue
        cards = duty.cards or "1"
        b.check_legality(b.check(cards, f"{here}.cards", place.scope), f"{here}.cards", turn_acts=turn_acts)
        node = b.check(cards, f"{here}.cards", place.scope)
        with b.at(f"{here}.cards"):
            done.append({"cards": place.lowering.matching(node, OWN_CARD), "when": when})
            b.check_cards(node, f"({cards})", f"{here}.cards", place.lowering)  # all cards are no duty
    return done


def zone_named(text: str) -> str:
    """The zone that an expression begins with."""
    return text.split("[")[0].split("(")[-1].split(",")[0].strip()
