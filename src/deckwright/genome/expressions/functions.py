"""What each function of the language takes and gives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.syntax import parse_expression
from deckwright.genome.expressions.types import BOOLEAN, REGISTER, Bounds, Type
from deckwright.genome.expressions.vocabulary import suit_colours, zone_build
from deckwright.text import nearest_hint

if TYPE_CHECKING:
    from deckwright.genome.expressions.check import Checker

Rule = Callable[["Checker", s.Call, tuple[n.Node, ...]], n.Node]


def _arguments(check: Checker, tree: s.Call, given: tuple[n.Node, ...], *types: Type) -> tuple[n.Node, ...]:
    if given:
        return tuple(check.converted(node, kind, tree) for node, kind in zip(given, types, strict=True))
    if len(tree.arguments) != len(types):
        wanted = ", ".join(kind.value for kind in types)
        raise check.refuse("arguments", f"{tree.name} takes {wanted}", tree)
    return tuple(check.wanted(argument, kind) for argument, kind in zip(tree.arguments, types, strict=True))


def _neighbour(check: Checker, tree: s.Call, given: tuple[n.Node, ...]) -> n.Node:
    (seat,) = _arguments(check, tree, given, Type.SEAT)
    bounds = seat.bounds.join(Bounds(0, check.words.seats - 1))
    return n.Neighbour(Type.SEAT, bounds, tree.name, seat)  # type: ignore[arg-type]


def _of_one(kind: Type, make: Callable[[Checker, Any, n.Node], n.Node]) -> Rule:
    """A function of one value: the node that is made of its name and that."""
    return lambda check, tree, given: make(check, tree.name, *_arguments(check, tree, given, kind))


def _team(check: Checker, tree: s.Call, given: tuple[n.Node, ...]) -> n.Node:
    if given and given[0].type is Type.TEAM:
        return given[0]
    (seat,) = _arguments(check, tree, given, Type.SEAT)
    return check.team_of(seat)


def _other(check: Checker, tree: s.Call, given: tuple[n.Node, ...]) -> n.Node:
    (team,) = _arguments(check, tree, given, Type.TEAM)
    if len(check.words.genome.teams) != 2:
        raise check.refuse("two-sides", "other(team) needs exactly two teams", tree)
    return n.Lookup(Type.TEAM, check.words.type_bounds(Type.TEAM), "other", (1, 0), team)


def _attribute(kind: Type) -> Rule:
    def make(check: Checker, name: str, card: n.Node) -> n.Node:
        return n.Attribute(kind, check.words.attribute_bounds(name), name, card)

    return _of_one(Type.CARD, make)


def _colour(check: Checker, tree: s.Call, _given: tuple[n.Node, ...]) -> n.Node:
    if len(tree.arguments) != 1:
        raise check.refuse("arguments", "colour takes a card or a suit", tree)
    node = check.node(tree.arguments[0])
    if node.type is Type.SUIT:
        colours = suit_colours(check.words.cards.suits) or (0,)
        return n.Lookup(Type.COLOUR, check.words.type_bounds(Type.COLOUR), "colour", colours, node)
    card = check.converted(node, Type.CARD, tree)
    return n.Attribute(Type.COLOUR, check.words.type_bounds(Type.COLOUR), "colour", card)


def _size(check: Checker, tree: s.Call, _given: tuple[n.Node, ...]) -> n.Node:
    if len(tree.arguments) != 1:
        raise check.refuse("arguments", "size takes a zone, a pile or a set of cards", tree)
    node = check.node(tree.arguments[0])
    count = len(check.words.cards.cards)
    if node.type is Type.PILE and isinstance(cards := check.cards_of(node), n.PileCards):
        return n.PileFact(Type.INT, Bounds(0, count), "size", cards.pile)
    cards = check.converted(node, Type.CARDS, tree)
    variable = f"size@{tree.at}.{check.budget}"
    domain = n.Domain(Type.CARD, Bounds(0, count - 1), "cards", cards, count)
    return n.Gather(Type.INT, Bounds(0, count), "count", variable, domain, None, None)


def _piles_in(check: Checker, tree: s.Call, given: tuple[n.Node, ...]) -> tuple[n.Node, ...]:
    """The piles of a zone, or the one pile that is meant."""
    (zone,) = _arguments(check, tree, given, Type.PILE)
    cards = check.cards_of(zone)
    sets = cards.sets if isinstance(cards, n.Union) else (cards,)
    return tuple(one.pile for one in sets if isinstance(one, n.PileCards))


def _tops(check: Checker, tree: s.Call, given: tuple[n.Node, ...]) -> n.Node:
    bounds = check.words.type_bounds(Type.CARD)
    tops = (n.PileFact(Type.CARD, bounds, "top", pile) for pile in _piles_in(check, tree, given))
    return n.Union(Type.CARDS, Bounds(0, 0), tuple(n.Single(Type.CARDS, Bounds(0, 0), top) for top in tops))


def _face_up(check: Checker, tree: s.Call, given: tuple[n.Node, ...]) -> n.Node:
    piles = _piles_in(check, tree, given)
    zones = [check.words.zones.get(pile.zone) for pile in piles if isinstance(pile, n.ZoneAt | n.Variable)]
    if len(zones) < len(piles) or any(zone is None or zone.seen_by not in ("all", "top") for zone in zones):
        raise check.refuse("wrong-type", f"{tree.name}(zone) is about a zone whose cards, or top cards, all see", tree)
    return n.FaceUp(Type.CARDS, Bounds(0, 0), piles)


def _pile(check: Checker, tree: s.Call, _given: tuple[n.Node, ...]) -> n.Node:
    if len(tree.arguments) != 2:
        raise check.refuse("arguments", "pile takes a zone and a key", tree)
    zone = check.wanted(tree.arguments[0], Type.PILE)
    if not isinstance(zone, n.ZoneAt) or zone.pile is not None or zone.zone not in check.words.zones:
        raise check.refuse("wrong-type", "pile(zone, key) is about a zone", tree)
    piles = check.words.zones[zone.zone].piles
    kind = {"suit": Type.SUIT, "rank": Type.RANK}.get(str(piles), Type.INT)
    argument = tree.arguments[1]
    key = check.text_as(argument, kind) if isinstance(argument, s.Text) else check.node(argument)
    if key.type is Type.CARD and kind is not Type.INT:
        name = "suit" if kind is Type.SUIT else "rank"
        key = n.Attribute(kind, check.words.attribute_bounds(name), name, key)
    else:
        key = check.converted(key, kind, argument)
    return n.ZoneAt(Type.PILE, zone.bounds, zone.zone, zone.owner, key)


def _fits(check: Checker, tree: s.Call, given: tuple[n.Node, ...]) -> n.Node:
    card, pile = _arguments(check, tree, given, Type.CARD, Type.PILE)
    if not isinstance(pile, n.ZoneAt) and not (isinstance(pile, n.Picked)):
        raise check.refuse("wrong-type", "fits(card, pile) needs to know the zone of the pile", tree)
    name = pile.zone if isinstance(pile, n.ZoneAt) else ""
    zone = check.words.zones.get(name)
    build = zone_build(check.words.genome, zone) if zone else ""
    if not build:
        return n.const(1)
    scope, rule = check.scope, f"fits({name})"
    if rule in scope.terms_open:
        raise check.refuse("circular-term", f"what may lie on {name!r} is said by itself", tree)
    check.scope = replace(scope.with_names(c=card, p=pile), terms_open=(*scope.terms_open, rule))
    try:
        return check.wanted(parse_expression(build), Type.INT)
    finally:
        check.scope = scope


def _value(check: Checker, tree: s.Call, given: tuple[n.Node, ...]) -> n.Node:
    (cards,) = _arguments(check, tree, given, Type.CARDS)
    if not check.words.compares_hands:
        raise check.refuse("no-evaluation", "value(zone) needs hand_evaluation", tree)
    return n.HandValue(Type.INT, REGISTER, cards)


def _pack(check: Checker, tree: s.Call, _given: tuple[n.Node, ...]) -> n.Node:
    match tree.arguments:
        case (zone, s.Text(value=group)):
            if group not in check.words.groups:
                hint = nearest_hint(group, check.words.groups)
                raise check.refuse("unknown-text", f"no pattern or group is called {group!r}{hint}", tree)
            cards = check.wanted(zone, Type.CARDS)
            if tree.name == "packed":
                return n.Packed(Type.CARDS, Bounds(0, 0), cards, group)
            return n.Pack(Type.INT, REGISTER, cards, group)
    raise check.refuse("arguments", f"{tree.name} takes a zone and the name of a group in quotes", tree)


def _adds(check: Checker, tree: s.Call, _given: tuple[n.Node, ...]) -> n.Node:
    match tree.arguments:
        case (zone, s.Text(value=name) | s.Word(name=name), total) if name in check.words.tables:
            return n.AddsUp(Type.INT, BOOLEAN, check.wanted(zone, Type.CARDS), name, check.wanted(total, Type.INT))
    raise check.refuse("arguments", "adds takes a zone, the name of a card table and a number", tree)


def _extreme(check: Checker, tree: s.Call, _given: tuple[n.Node, ...]) -> n.Node:
    if len(tree.arguments) < 2:
        raise check.refuse("arguments", f"{tree.name} takes two numbers or more, or a loop", tree)
    pick = min if tree.name == "min" else max
    node, *others = (check.wanted(argument, Type.INT) for argument in tree.arguments)
    for other in others:
        bounds = Bounds(pick(node.bounds.low, other.bounds.low), pick(node.bounds.high, other.bounds.high))
        node = n.Arithmetic(Type.INT, bounds, tree.name, node, other)
    return node


def _abs(check: Checker, tree: s.Call, given: tuple[n.Node, ...]) -> n.Node:
    (number,) = _arguments(check, tree, given, Type.INT)
    negative = check.arithmetic("-", n.const(0), number, tree)
    ends = (abs(number.bounds.low), abs(number.bounds.high))
    low = 0 if number.bounds.low <= 0 <= number.bounds.high else min(ends)
    return n.Arithmetic(Type.INT, Bounds(low, max(ends)), "max", number, negative)


def _domain_only(check: Checker, tree: s.Call, _given: tuple[n.Node, ...]) -> n.Node:
    raise check.refuse("wrong-type", f"{tree.name}(...) can only be looped over", tree)


_TRICK = _of_one(Type.CARD, lambda _, name, card: n.TrickFact(Type.INT, BOOLEAN, name, card))
_SUITS = _of_one(Type.CARD, lambda _, __, card: n.CardSuits(Type.SUITS, Bounds(0, 0), card))


def _end(check: Checker, name: Any, pile: n.Node) -> n.Node:
    return n.PileFact(Type.CARD, check.words.type_bounds(Type.CARD), name, pile)


def _partner(check: Checker, name: str, seat: n.Node) -> n.Node:
    return n.Lookup(Type.SEAT, check.words.type_bounds(Type.SEAT), name, check.words.partner_of, seat)


_END = _of_one(Type.PILE, _end)
FUNCTION_RULES: dict[str, Rule] = {
    "left": _neighbour, "right": _neighbour, "partner": _of_one(Type.SEAT, _partner), "team": _team, "other": _other,
    "suit": _attribute(Type.SUIT), "rank": _attribute(Type.RANK), "suits": _SUITS, "colour": _colour,
    "follows": _TRICK, "heads": _TRICK, "called": _TRICK,
    "size": _size, "top": _END, "under": _END, "bottom": _END, "pile": _pile, "fits": _fits,
    "tops": _tops, "face_up": _face_up,
    "adds": _adds, "value": _value, "pack": _pack, "packed": _pack, "min": _extreme, "max": _extreme, "abs": _abs,
    "piles": _domain_only, "members": _domain_only,
}  # fmt: skip
