"""The typed tree: every name resolved, every value with its type and bounds. The compiler lowers it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache, lru_cache
from operator import is_
from typing import Any, Literal, Self, dataclass_transform

from deckwright.genome.expressions.types import BOOLEAN, Bounds, Type
from deckwright.genome.values import frozen


@dataclass_transform(frozen_default=True)
@frozen
class Node:
    """A value with its type and bounds."""

    type: Type
    bounds: Bounds

    def __init_subclass__(cls) -> None:
        """Every kind of node is a frozen dataclass."""
        frozen(cls)

    def parts(self) -> tuple[str, ...]:
        """Its fields that may hold nodes."""
        return _parts_of(type(self))  # type: ignore[arg-type]

    def children(self) -> list[Node]:
        """The nodes directly below."""
        found: list[Node] = []
        for name in self.parts():
            value = getattr(self, name)
            if isinstance(value, Node):
                found.append(value)
            elif isinstance(value, tuple):
                found += [item for item in value if isinstance(item, Node)]
        return found

    def mapped(self, change: Callable[[Node], Node]) -> Self:
        """The same node with other nodes directly below it."""

        def changed(value: object) -> object:
            match value:
                case Node():
                    return change(value)
                case Domain(of=Node() as of):
                    return value if (new := change(of)) is of else replace(value, of=new)
                case tuple():
                    items = tuple(map(changed, value))
                    return value if all(map(is_, items, value)) else items
            return value

        held = {name: getattr(self, name) for name in self.parts()}
        changes: dict[str, Any] = {name: new for name, old in held.items() if (new := changed(old)) is not old}
        return replace(self, **changes) if changes else self

    def walk(self) -> list[Node]:
        """This node and all below it, each before those below."""
        found: list[Node] = [self]
        for child in self.children():
            found += child.walk()
        return found


@cache
def _parts_of(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a kind of node that may hold others."""
    return tuple(field.name for field in fields(kind) if any(word in str(field.type) for word in ("Node", "Domain")))


class Const(Node):
    """A value known from the start."""

    value: int


class Register(Node):
    """A register of the kernel, built in or the genome's; indexed by seat, team or pile."""

    name: str
    index: Node | None = None


class Variable(Node):
    """The variable of a loop or an `Each`, the moved card, or the card a condition is about; `zone`: of a pile."""

    name: str
    zone: str = ""


class Picked(Node):
    """What was picked: a card, a value or a set of cards; `offset` is what value 0 stands for.

    `zone` is where cards come from that only the picker knows. A tail is its lowest card, or all of its cards.
    """

    pick: int
    offset: int = 0
    zone: str = ""
    tail: bool = False


class Arithmetic(Node):
    """+ - * // % min max"""

    operator: str
    left: Node
    right: Node


class Comparison(Node):
    """== != < <= > >="""

    operator: str
    left: Node
    right: Node


class Junction(Node):
    """and, or"""

    operator: str
    items: tuple[Node, ...]


class Negation(Node):
    """not"""

    value: Node


class Conditional(Node):
    """then if test else otherwise"""

    test: Node
    then: Node
    otherwise: Node


class Selection(Node):
    """(a, b, c)[index], the index clamped"""

    items: tuple[Node, ...]
    index: Node


class Lookup(Node):
    """A value from a fixed table, by index from 0; `name` is for reading."""

    name: str
    values: tuple[int, ...]
    index: Node


class Attribute(Node):
    """A number printed on a card or given by a table."""

    name: str
    card: Node


class Neighbour(Node):
    """The next seat in play, to the left or the right."""

    side: Literal["left", "right"]
    seat: Node


class ZoneAt(Node):
    """An instance of a zone: of an owner (a seat, a team, or the table), and a pile of it."""

    zone: str
    owner: Node | None
    pile: Node | None


class PileFact(Node):
    """size, top, bottom of an instance, and the card under its top"""

    name: Literal["size", "top", "under", "bottom"]
    pile: Node


class PileCards(Node):
    """The cards of one instance."""

    pile: Node


class FaceUp(Node):
    """The cards of some piles that everyone can place."""

    piles: tuple[Node, ...]


class Single(Node):
    """The set of one card; empty for none."""

    card: Node


class Union(Node):
    """Cards of several sets."""

    sets: tuple[Node, ...]


class OnlyIf(Node):
    """The cards of a set if a test holds, otherwise none."""

    test: Node
    cards: Node


class Filtered(Node):
    """The cards of a set for which a test holds."""

    cards: Node
    variable: str
    test: Node


class Packed(Node):
    """The cards of the patterns that make up the best total."""

    cards: Node
    group: str


class CardIn(Node):
    """Is the card in the set?"""

    card: Node
    cards: Node


class TrickFact(Node):
    """follows, heads, called: of a card in the trick being played"""

    name: Literal["follows", "heads", "called"]
    card: Node


class HandValue(Node):
    """The worth of a set of cards by the hand evaluation."""

    cards: Node


class Pack(Node):
    """The best total of disjoint patterns of a group in a set of cards."""

    cards: Node
    group: str


class AddsUp(Node):
    """Do some of the cards have an attribute that sums to a total?"""

    cards: Node
    name: str
    total: Node


class CardSuits(Node):
    """The suits of a card: one or two."""

    card: Node


@frozen
class Domain:
    """What a loop runs over: a word, or `cards`, `piles`, `members`, `card_suits` of a node."""

    name: str
    type: Type
    bounds: Bounds
    of: Node | None = None
    count: int = 0

    @property
    def zone(self) -> str:
        """The zone whose piles they are."""
        return self.of.zone if self.name == "piles" and isinstance(self.of, ZoneAt) else ""


class Gather(Node):
    """sum, max, min, count, any, all, first over a domain"""

    gather: str
    variable: str
    domain: Domain
    test: Node | None
    body: Node | None

    def children(self) -> list[Node]:
        """The nodes directly below, the domain's included."""
        return [node for node in (self.domain.of, self.test, self.body) if node is not None]


PLAYED = (Register, Picked, ZoneAt, PileFact)
"""Nodes whose value is never known before play."""


@lru_cache(maxsize=4096)
def const(value: int, kind: Type = Type.INT) -> Const:
    """A constant."""
    return Const(kind, Bounds(value, value), value)


def negated(node: Node) -> Node:
    """not node"""
    return Negation(Type.INT, BOOLEAN, node)


def equals(left: Node, right: Node, *, operator: str = "==") -> Node:
    """left == right"""
    return Comparison(Type.INT, BOOLEAN, operator, left, right)


def joined(operator: str, *items: Node) -> Node:
    """Items joined by `and` or `or`."""
    return items[0] if len(items) == 1 else Junction(Type.INT, BOOLEAN, operator, items)


def value_of(node: Node | None) -> int | None:
    """The value of a constant; None for anything else."""
    return node.value if isinstance(node, Const) else None


def items_of(operator: str, node: Node) -> tuple[Node, ...]:
    """What a condition joins by `and` or `or`; itself, if it does not."""
    return node.items if isinstance(node, Junction) and node.operator == operator else (node,)
