"""Effects to the kernel's: what all of them share. What one of them does is said in its own file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from deckwright.genome.checks.walk import names_in
from deckwright.genome.compile.builder import OWN_CARD, Builder
from deckwright.genome.compile.lower import CARD_LOCAL, Lowering
from deckwright.genome.compile.privacy import zones_of
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.scope import Scope, card_variable
from deckwright.genome.expressions.types import Type
from deckwright.genome.values import frozen

if TYPE_CHECKING:
    from deckwright.genome.effects import Effect

MOVED = "moved card"
MAX_NESTED = 7


@frozen
class Place:
    """Where effects stand: their names, and how to lower them. Picks are known by name, tails among them."""

    scope: Scope
    lowering: Lowering
    picks: dict[str, int]
    tails: frozenset[str] = frozenset()
    turn_acts: bool = False
    """Whether whose turn it is and who acts are the same seat here."""

    def as_actor(self, node: n.Node) -> n.Node:
        """The node with one word for whoever acts, if it has two here."""
        acting = ("actor", "turn") if self.turn_acts else ("actor",)
        match node:
            case n.ZoneAt(owner=n.Register(name=name, index=None)) if name in acting:
                return replace(node, owner=self.scope.subject)
        return node

    def flow_integer(self, b: Builder, text: str, path: str, kind: Type = Type.INT) -> int:
        """Something that everyone sees the outcome of, compiled."""
        return b.flow_integer(text, path, self.scope, kind, self.lowering)

    def inside(self, name: str, variable: n.Variable, local: int) -> Place:
        """The same place in a loop over something called by this name, which hides a pick of that name."""
        return replace(
            self,
            scope=self.scope.with_names(**{name: variable}),
            lowering=self.lowering.with_local(variable.name, local),
            picks={pick: slot for pick, slot in self.picks.items() if pick != name},
            tails=self.tails - {name},
        )


def compile_effects(b: Builder, effects: Sequence[Effect], path: str, place: Place) -> list[dict[str, Any] | str]:
    """Every effect that has no defect."""
    done: list[dict[str, Any] | str] = []
    if path.count(".then[") + path.count(".otherwise[") + path.count(".effects[") > MAX_NESTED:
        b.issue("effect.too-deep", path, f"effects nested deeper than {MAX_NESTED}")
        return done
    for number, effect in enumerate(effects):
        with b.going_on():
            done += b.mark(f"{path}[{number}]") + effect.compile(b, f"{path}[{number}]", place)
            b.shown -= names_in(effect.hides_again())
    return done


def is_same_place(b: Builder, one: str, other: str, path: str, place: Place) -> bool:
    """Whether two expressions name one pile, or all the piles of one zone, however they are written."""
    here, there = (b.check_any(text, path, place.scope) for text in (one, other))
    if isinstance(here, n.PileCards):
        here = here.pile
    return here.type is Type.PILE and place.as_actor(here) == place.as_actor(there)


def puts_in_order(b: Builder, text: str, path: str, place: Place) -> None:
    """Say that the order of a zone's cards matters to a rule."""
    node = b.check(text, path, place.scope, Type.PILE)
    names = frozenset(zone.zone for zone in zones_of(node))
    b.layout.piled.extend(names)
    b.order_matters.append((names, path))


def where_checked(b: Builder, cards: str, where: str, path: str, place: Place) -> tuple[n.Node, n.Variable, n.Node]:
    """A set of cards, the variable that stands for each of them, and a test on it."""
    own = card_variable(b.words, OWN_CARD)
    found = b.check(cards, f"{path}.cards", place.scope, Type.CARDS)
    return found, own, b.check(where, f"{path}.where", place.scope.with_names(c=own))


def chosen(b: Builder, cards: str, where: str, path: str, place: Place) -> int:
    """The cards of a set for which `where` holds, compiled."""
    found, _, test = where_checked(b, cards, where, path, place)
    b.check_flow(test, f"{path}.where")
    with b.at(f"{path}.where"):
        cards_meant = place.lowering.matching_in(found, test, OWN_CARD)
        b.check_cards(test, where, f"{path}.where", place.lowering)
    return cards_meant


def destination(b: Builder, text: str, path: str, place: Place) -> int:
    """Where cards go, compiled; a zone with a pile per suit or rank sorts them by itself."""
    node = b.check(text, path, place.scope, Type.PILE)
    lowering = place.lowering.with_local(MOVED, CARD_LOCAL)
    if isinstance(node, n.ZoneAt) and node.pile is None and b.layout.zones[node.zone].piles > 1:
        piles = b.words.zones[node.zone].piles
        if not isinstance(piles, str):
            b.refuse("zone.which-pile", path, f"the zone {node.zone!r} has several piles: say which, with pile(...)")
        card = card_variable(b.words, MOVED)
        kind = Type.SUIT if piles == "suit" else Type.RANK
        node = replace(node, pile=n.Attribute(kind, b.words.attribute_bounds(piles), piles, card))
    b.check_flow(node, path)
    return b.lowered(node, path, lowering)
