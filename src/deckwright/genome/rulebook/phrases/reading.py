"""Expressions read as a person reads them: typed by the language's own checker, but with terms and lists left whole."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from deckwright.genome.compile.compiler import words_of
from deckwright.genome.deck import CardCondition
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.check import Checker
from deckwright.genome.expressions.scope import Scope, Scopes
from deckwright.genome.expressions.types import BOOLEAN, REGISTER, Bounds, Type
from deckwright.genome.expressions.vocabulary import Words
from deckwright.genome.rulebook.phrases.spelling import tree_of
from deckwright.genome.schema import GameGenome

NOTHING = Bounds(0, 0)


class TermUse(n.Node):
    """A term by its name, with what it stands for."""

    name: str
    owner: n.Node | None
    meaning: n.Node


class OneOf(n.Node):
    """value in (a, b, c)"""

    value: n.Node
    items: tuple[n.Node, ...]


class Fits(n.Node):
    """May the card go on the pile?"""

    card: n.Node
    pile: n.Node


class HasSuit(n.Node):
    """Is it one of the card's suits?"""

    card: n.Node
    suit: n.Node


class Distance(n.Node):
    """The size of a number, whatever its sign."""

    number: n.Node


class Tops(n.Node):
    """The top cards of the piles of a zone."""

    zone: n.Node


class _Reading(Checker):
    """The language's checker, which keeps together what the compiler takes apart."""

    def keep_to(self, kind: Type, name: str, tree: s.Syntax) -> None:
        """A glossary tells a term about anybody: that it has one meaning was checked before."""

    def parsed(self, text: str) -> s.Syntax:
        return tree_of(text)

    def term(self, tree: s.Word, index: n.Node | None) -> n.Node:
        meaning = super().term(tree, index)
        return TermUse(meaning.type, meaning.bounds, tree.name, index, meaning)

    def membership(self, tree: s.Compare) -> n.Node:
        match tree.right:
            case s.Call(name="suits", arguments=(card,)):
                return HasSuit(Type.INT, BOOLEAN, self.wanted(card, Type.CARD), self.wanted(tree.left, Type.SUIT))
            case s.Group():
                pass
            case _:
                return super().membership(tree)
        pairs = [self.pair(tree.left, item) for item in tree.right.items]
        return OneOf(Type.INT, BOOLEAN, pairs[0][0], tuple(item for _, item in pairs))

    def call(self, tree: s.Call, *given: n.Node) -> n.Node:
        if tree.name == "fits" and len(tree.arguments) == 2:
            card, pile = (
                self.wanted(part, kind) for part, kind in zip(tree.arguments, (Type.CARD, Type.PILE), strict=True)
            )
            return Fits(Type.INT, BOOLEAN, card, pile)
        if tree.name == "tops" and len(tree.arguments) == 1:
            return Tops(Type.CARDS, NOTHING, self.wanted(tree.arguments[0], Type.PILE))
        if tree.name == "abs" and len(tree.arguments) == 1:
            number = self.wanted(tree.arguments[0], Type.INT)
            return Distance(Type.INT, Bounds(0, max(abs(number.bounds.low), abs(number.bounds.high))), number)
        return super().call(tree, *given)

    def cards_of(self, pile: n.Node) -> n.Node:
        return n.PileCards(Type.CARDS, NOTHING, pile)

    def zones_of_members(self, name: str, team: n.Node) -> n.Node:
        return n.ZoneAt(Type.CARDS, NOTHING, name, team, None)

    def sum_of_members(self, name: str, kind: Type, bounds: Bounds, team: n.Node) -> n.Node:
        return n.Register(kind, bounds, name, team)


@dataclass(frozen=True)
class Library(Scopes):
    """A genome with the meaning of its words."""

    genome: GameGenome

    @cached_property
    def words(self) -> Words:  # type: ignore[override]
        """The genome's vocabulary, card tables included, as the compiler has it."""
        return words_of(self.genome)


def read(text: str, scope: Scope, expected: Type | None = Type.INT) -> n.Node:
    """The typed tree of an expression; any type will do if none is expected."""
    checker = _Reading(text, scope)
    tree = checker.parsed(text)
    return checker.node(tree) if expected is None else checker.wanted(tree, expected)


def read_seat_or_team(text: str, scope: Scope) -> n.Node:
    """Whoever an expression names: a seat or a team."""
    node = read(text, scope, None)
    return node if node.type in (Type.SEAT, Type.TEAM) else read(text, scope, Type.SEAT)


def read_domain(text: str, scope: Scope) -> n.Domain:
    """What an `Each` runs over."""
    checker = _Reading(text, scope)
    return checker.domain(checker.parsed(text))


def read_condition(condition: CardCondition, scope: Scope) -> n.Node:
    """A card condition as one tree over `c`."""
    parts: list[str] = []
    if condition.suit is not None:
        parts.append(f"{condition.suit!r} in suits(c)" if _has_pairs(scope.words) else f"suit(c) == {condition.suit!r}")
    if condition.rank is not None:
        parts.append(f"rank(c) == {condition.rank!r}")
    if condition.where.strip() != "1" or not parts:
        parts.append(condition.where)
    nodes = [read(part, scope) for part in parts]
    return n.joined("and", *nodes)


def _has_pairs(words: Words) -> bool:
    return any(suit >= 0 for suit in words.attributes["second_suit"])


def without_reading(node: n.Node) -> n.Node:
    """The tree in the language's own nodes, so that it can be evaluated."""
    match node:
        case TermUse(meaning=meaning):
            return without_reading(meaning)
        case OneOf(value=value, items=items):
            plain = without_reading(value)
            return n.joined("or", *(n.equals(plain, without_reading(item)) for item in items))
        case HasSuit(card=card, suit=suit):
            first, second = (n.Attribute(Type.SUIT, suit.bounds, name, card) for name in ("suit", "second_suit"))
            return n.joined("or", n.equals(first, suit), n.equals(second, suit))
        case Distance(number=number):
            inner = without_reading(number)
            minus = n.Arithmetic(Type.INT, REGISTER, "-", n.const(0), inner)
            return n.Arithmetic(Type.INT, node.bounds, "max", inner, minus)
    return node.mapped(without_reading)
