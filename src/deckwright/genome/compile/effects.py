"""Effects to the kernel's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from deckwright.genome import effects as fx
from deckwright.genome.compile.builder import OWN_CARD, Builder, Defect
from deckwright.genome.compile.lower import CARD_LOCAL, Lowering
from deckwright.genome.compile.privacy import hidden_reads, hides_again, zones_of
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.scope import Scope, card_variable
from deckwright.genome.expressions.types import Bounds, Type

MOVED = "moved card"
MAX_NESTED = 7


@dataclass(frozen=True)
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
            case _:
                return node


def compile_effects(
    builder: Builder, effects: Sequence[fx.Effect], path: str, place: Place
) -> list[dict[str, Any] | str]:
    """Every effect that has no defect."""
    done: list[dict[str, Any] | str] = []
    if path.count(".then[") + path.count(".otherwise[") + path.count(".effects[") > MAX_NESTED:
        builder.issue("effect.too-deep", path, f"effects nested deeper than {MAX_NESTED}")
        return done
    for number, effect in enumerate(effects):
        try:
            done += builder.mark(f"{path}[{number}]") + _compile(builder, effect, f"{path}[{number}]", place)
        except Defect:
            continue
        builder.shown -= hides_again(effect)
    return done


def _compile(b: Builder, effect: fx.Effect, path: str, place: Place) -> list[dict[str, Any] | str]:
    scope, lowering = place.scope, place.lowering

    def integer(name: str, kind: Type = Type.INT) -> int:
        return b.flow_integer(getattr(effect, name), f"{path}.{name}", scope, kind, lowering)

    match effect:
        case fx.Move():
            return [{"Move": _move(b, effect, path, place)}, *_none_left(b, effect, path, place)]
        case fx.Sweep():
            group = b.group(effect.pattern, f"{path}.pattern")
            zone = integer("zone", Type.PILE)
            _tally_sweep(b, effect, path, place)
            to = destination(b, effect.to, f"{path}.to", place)
            refill = integer("refill", Type.PILE) if effect.refill else None
            for name in ("to", "refill"):
                if getattr(effect, name) and is_same_place(
                    b, effect.zone, getattr(effect, name), f"{path}.{name}", place
                ):
                    b.issue("field.no-effect", f"{path}.{name}", "has no effect: it is where the cards are")
            return [{"Sweep": {"zone": zone, "group": group, "to": to, "refill": refill}}]
        case fx.Show():
            cards = _chosen(b, effect, path, place)
            seat = None if effect.to == "all" else integer("to", Type.SEAT)
            if seat is None and effect.where == "1":
                shown = b.check(effect.cards, f"{path}.cards", scope, Type.CARDS)
                b.shown |= {zone.zone for zone in hidden_reads(shown, b.sight)}
            return [{"Show": {"cards": cards, "to": seat}}]
        case fx.Shuffle():
            _in_order(b, effect.zone, f"{path}.zone", place)
            return [{"Shuffle": {"zone": integer("zone", Type.PILE)}}]
        case fx.Set():
            return [{"Set": _set(b, effect, path, place)}]
        case fx.Score():
            return [{"Score": {"to": scored(b, effect.to, f"{path}.to", place), "points": integer("points")}}]
        case fx.Pay():
            purses = {
                name: text.capitalize() if text in ("bank", "pot") else {"Seat": integer(name, Type.SEAT)}
                for name, text in (("who", effect.who), ("to", effect.to))
            }
            return [{"Pay": {"from": purses["who"], "to": purses["to"], "amount": integer("amount")}}]
        case fx.Turn(action="skip"):
            return [{"Skip": {"count": b.constant(1)}}]
        case fx.Turn(action="to"):
            return [{"TurnTo": {"seat": integer("seat", Type.SEAT)}}]
        case fx.Turn(action=action):
            return ["Reverse" if action == "reverse" else "Again"]
        case fx.Out():
            return [{"Out": {"seat": integer("seat", Type.SEAT), "match_long": effect.until == "match"}}]
        case fx.If():
            return [{"If": _if(b, effect, path, place)}]
        case fx.Each():
            return [{"Each": _each(b, effect, path, place)}]
        case fx.End(what=what):
            return [{"turn": "EndTurn", "hand": "EndHand", "match": "EndMatch"}[what]]
    raise AssertionError(effect)


def _count(b: Builder, effect: fx.Move, where: str, scope: Scope, lowering: Lowering) -> int:
    """How many cards are moved, which cannot be none at all times; no more than there is room for."""
    path = f"{where}.count"
    most = b.check(effect.count, path, scope).bounds.high
    if most < 1:
        b.issue(
            "effect.no-cards", path, "", found=f"{most} at most", expected="a number of cards that can be 1 or more"
        )
    to = b.check(effect.to, f"{where}.to", scope, Type.PILE)
    zone = b.words.zones.get(to.zone) if isinstance(to, n.ZoneAt) else None
    if zone is None or zone.most is None:
        return b.flow_integer(effect.count, path, scope, Type.INT, lowering)
    return b.flow_integer(f"min({effect.count}, {zone.most} - size({effect.to}))", path, scope, Type.INT, lowering)


def _move(b: Builder, effect: fx.Move, path: str, place: Place) -> dict[str, Any]:
    scope, lowering = place.scope, place.lowering
    draws = False
    if effect.where != "1":
        source: dict[str, Any] = {"Cards": _chosen(b, effect, path, place)}
    elif effect.cards in place.picks:
        source = {"Tail" if effect.cards in place.tails else "Pick": place.picks[effect.cards]}
    else:
        node = b.check_any(effect.cards, f"{path}.cards", scope)
        with b.at(f"{path}.cards"):
            if node.type is Type.PILE and (
                not isinstance(node, n.ZoneAt) or node.pile is not None or _piles(b, node) == 1
            ):
                source = {"Zone": lowering.integer(node)}
                b.layout.piled.update(zone.zone for zone in zones_of(node))
                draws = isinstance(node, n.ZoneAt) and _role(b, node.zone) == "stock"
            else:
                source = {"Cards": lowering.mask(b.check(effect.cards, f"{path}.cards", scope, Type.CARDS))}
    to = destination(b, effect.to, f"{path}.to", place)
    stays = effect.where == "1" and (effect.place == "top" or (effect.place == "bottom" and not effect.count))
    if stays and effect.cards not in place.picks and is_same_place(b, effect.cards, effect.to, f"{path}.to", place):
        b.issue("field.no-effect", f"{path}.to", "has no effect: it is where the cards are")
    if effect.place != "top":
        _in_order(b, effect.to, f"{path}.place", place)
    count = _count(b, effect, path, scope, lowering) if effect.count else None
    until = b.flow_integer(effect.until, f"{path}.until", scope, Type.INT, lowering) if effect.until else None
    return {
        "from": source,
        "to": to,
        "count": count,
        "until": until,
        "place": effect.place.capitalize(),
        "seen_by": effect.seen_by.capitalize() if effect.seen_by else None,
        "draws": draws and (count is not None or until is not None),
    }


def is_same_place(b: Builder, one: str, other: str, path: str, place: Place) -> bool:
    """Whether two expressions name one pile, or all the piles of one zone, however they are written."""
    here, there = (b.check_any(text, path, place.scope) for text in (one, other))
    if isinstance(here, n.PileCards):
        here = here.pile
    return here.type is Type.PILE and place.as_actor(here) == place.as_actor(there)


def _in_order(b: Builder, text: str, path: str, place: Place) -> None:
    """Say that the order of a zone's cards matters to a rule."""
    node = b.check(text, path, place.scope, Type.PILE)
    names = frozenset(zone.zone for zone in zones_of(node))
    b.layout.piled.update(names)
    b.order_matters.append((names, path))


def _chosen(b: Builder, effect: fx.Move | fx.Show, path: str, place: Place) -> int:
    """The cards of a set for which `where` holds, compiled."""
    cards = b.check(effect.cards, f"{path}.cards", place.scope, Type.CARDS)
    own = card_variable(b.words, OWN_CARD)
    test = b.check(effect.where, f"{path}.where", place.scope.with_names(c=own))
    b.check_flow(test, f"{path}.where")
    with b.at(f"{path}.where"):
        return place.lowering.matching_in(cards, test, OWN_CARD)


def _none_left(b: Builder, effect: fx.Move, path: str, place: Place) -> list[dict[str, Any] | str]:
    """When all cards of a kind leave a hidden zone, everyone knows that none is left: a test in the open says so."""
    if effect.where == "1" or effect.count or effect.until or effect.cards in place.picks:
        return []
    cards = b.check(effect.cards, f"{path}.cards", place.scope, Type.CARDS)
    own = card_variable(b.words, OWN_CARD)
    where = b.check(effect.where, f"{path}.where", place.scope.with_names(c=own))
    domain = n.Domain("cards", Type.CARD, own.bounds, cards, own.bounds.high + 1)
    left = n.Gather(Type.INT, Bounds(0, domain.count), "count", OWN_CARD, domain, where, None)
    proof = b.proof(left, path, place.lowering)
    if proof is None:
        return []
    condition = {"test": b.lowered(left, path, place.lowering), "proof": proof}
    return [{"If": {"when": condition, "then": [], "otherwise": []}}]


def destination(b: Builder, text: str, path: str, place: Place) -> int:
    """Where cards go, compiled; a zone with a pile per suit or rank sorts them by itself."""
    node = b.check(text, path, place.scope, Type.PILE)
    lowering = place.lowering.with_local(MOVED, CARD_LOCAL)
    if isinstance(node, n.ZoneAt) and node.pile is None and _piles(b, node) > 1:
        piles = b.words.zones[node.zone].piles
        if not isinstance(piles, str):
            b.issue("zone.which-pile", path, f"the zone {node.zone!r} has several piles: say which, with pile(...)")
            raise Defect
        card = card_variable(b.words, MOVED)
        kind = Type.SUIT if piles == "suit" else Type.RANK
        node = replace(node, pile=n.Attribute(kind, b.words.attribute_bounds(piles), piles, card))
    b.check_flow(node, path)
    return b.lowered(node, path, lowering)


def _piles(b: Builder, node: n.ZoneAt) -> int:
    return b.layout.zones[node.zone].piles


def _role(b: Builder, zone: str) -> str:
    return b.words.zones[zone].role if zone in b.words.zones else "trick"


def _set(b: Builder, effect: fx.Set, path: str, place: Place) -> dict[str, Any]:
    target = b.check_any(effect.name, f"{path}.name", place.scope)
    settable = isinstance(target, n.Register) and (target.name in b.words.registers or target.name in CONTRACT)
    if not isinstance(target, n.Register) or not settable:
        b.issue("register.unknown", f"{path}.name", f"{effect.name!r} is not a register that can be set")
        raise Defect
    register = b.layout.registers[target.name]
    value_node = b.check(effect.value, f"{path}.value", place.scope, target.type)
    b.check_flow(value_node, f"{path}.value")
    if target.name == "dealer" and value_node.bounds.low < 0:  # if nobody is named, the dealer stays who it is
        named = n.equals(value_node, n.const(-1, Type.SEAT), operator="!=")
        value_node = n.Conditional(Type.SEAT, target.bounds, named, value_node, target)
    value = b.lowered(value_node, f"{path}.value", place.lowering)
    b.check_flow(target, f"{path}.name")
    index = b.lowered(target.index, f"{path}.name", place.lowering) if target.index is not None else None
    return {"base": register.base, "len": register.length, "index": index, "value": value}


CONTRACT = frozenset({"declarer", "level", "strain", "doubled", "bid", "broken", "dealer"})
"""Built-in registers that a game may set itself; who deals next goes by the dealer that was set."""


def scored(b: Builder, text: str, path: str, place: Place) -> dict[str, int]:
    """Who gets points: a seat or a team."""
    node = b.check_any(text, path, place.scope)
    if node.type not in (Type.SEAT, Type.TEAM):
        node = b.check(text, path, place.scope, Type.SEAT)
    b.check_flow(node, path)
    return {"Team" if node.type is Type.TEAM else "Seat": b.lowered(node, path, place.lowering)}


def _if(b: Builder, effect: fx.If, path: str, place: Place) -> dict[str, Any]:
    node = b.check(effect.when, f"{path}.when", place.scope)
    branches = (effect.then, f"{path}.then"), (effect.otherwise, f"{path}.otherwise")
    while isinstance(node, n.Negation):  # so that what a count shows is recorded either way
        node, branches = node.value, branches[::-1]
    test = b.lowered(node, f"{path}.when", place.lowering)
    proof = b.proof(node, f"{path}.when", place.lowering)
    b.check_flow(node, f"{path}.when", proof=proof is not None)
    condition = {"test": test, "proof": proof}
    before, after = set(b.shown), set()
    done = []
    for effects, here in branches:
        b.shown = set(before)
        done.append(compile_effects(b, effects, here, place))
        after |= b.shown
    b.shown = after
    then, otherwise = done
    return {"when": condition, "then": then, "otherwise": otherwise}


def _tally_sweep(b: Builder, effect: fx.Sweep, path: str, place: Place) -> None:
    """What a sweep leaves is known: fewer than a set of each rank."""
    zone = b.check(effect.zone, f"{path}.zone", place.scope, Type.PILE)
    pattern = next((pattern for pattern in b.genome.patterns if pattern.name == effect.pattern), None)
    if pattern is None or not pattern.of_a_kind or not isinstance(zone, n.ZoneAt) or not b.is_hidden(zone.zone):
        return
    ranks = b.words.attributes["rank"]
    for rank in dict.fromkeys(ranks):
        mask = sum(1 << card for card, own in enumerate(ranks) if own == rank)
        b.tally(b.cards(mask), zone.zone)


def _each(b: Builder, effect: fx.Each, path: str, place: Place) -> dict[str, Any]:
    from deckwright.genome.expressions.check import Checker
    from deckwright.genome.expressions.parse import parse_expression

    with b.at(f"{path}.domain"):
        domain = Checker(effect.domain, place.scope).domain(parse_expression(effect.domain))
        lowered = place.lowering.domain(domain)
        number = place.lowering.next_local()
    if domain.of is not None:
        b.check_flow(domain.of, f"{path}.domain")
    name = f"each {effect.var}"
    variable = n.Variable(domain.type, domain.bounds, name, domain.zone)
    inner = Place(
        place.scope.with_names(**{effect.var: variable}),
        place.lowering.with_local(name, number),
        {pick: slot for pick, slot in place.picks.items() if pick != effect.var},
        place.tails - {effect.var},
        place.turn_acts,
    )
    return {"local": number, "domain": lowered, "effects": compile_effects(b, effect.effects, f"{path}.effects", inner)}
