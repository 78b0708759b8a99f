"""The typed tree: every name resolved, every value with its type and bounds. The compiler lowers it."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from deckwright.genome.expressions.trees import Tree
from deckwright.genome.expressions.types import BOOLEAN, Bounds, Type


class Node(Tree["Node"]):
    """A value with its type and bounds."""

    type: Type
    bounds: Bounds


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


class Domain(Node):
    """What a loop runs over: a word, or `cards`, `piles`, `members`, `card_suits` of a node."""

    name: str
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
