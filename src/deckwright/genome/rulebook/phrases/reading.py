"""Expressions normalised and typed for wording."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from deckwright.genome.checks.walk import expression_fields, expressions_in, words_in
from deckwright.genome.compile.compiler import words_of
from deckwright.genome.effects import Each
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.check import Checker
from deckwright.genome.expressions.normal_form import NormalForm
from deckwright.genome.expressions.scope import Scope, Scopes
from deckwright.genome.expressions.syntax import ExpressionError, parse_expression, written
from deckwright.genome.expressions.types import BOOLEAN, REGISTER_FACTS, RESERVED, Bounds, Type
from deckwright.genome.expressions.vocabulary import Words
from deckwright.genome.materials import CardCondition, Zone
from deckwright.genome.phases import Pick
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model

LONGEST, DEEPEST = 4000, 120
"""What an expression in its normal form may take: it can be longer than what its author was allowed to write."""
_TESTS = frozenset({"when", "until", "where", "accept", "may_pass", "hold", "build", "called"})
"""Fields of which only matters whether they are 0."""
_VARIABLES = frozenset({"c", "p", "s", "match"})
_AIMS = frozenset({"bid", "level", "high"})
_RELATIONS = frozenset({"kind", "strain", "declarer", "if", "else", "and", "or", "not", "min", "max", "none"})


def in_normal_form(genome: GameGenome) -> GameGenome:
    """The same genome, with every expression spelled the one way in which the rulebook reads it."""
    return _respelled(genome, form_of(genome))  # type: ignore[no-any-return]


def form_of(genome: GameGenome) -> NormalForm:
    """The normal form of this genome's expressions."""
    lists = (genome.zones, genome.registers, genome.terms, genome.deck.tables)
    known = {item.name for items in lists for item in items}
    names = (*genome.deck.suits, *genome.deck.ranks)
    numbers = {register.name for register in genome.registers if register.holds == "number"}
    numbers |= {name for name, fact in REGISTER_FACTS.items() if fact.type is Type.INT}
    # What players aim at: the facts of an auction, and terms made of them and of nothing that play changes.
    aims, changing = set(_AIMS), (RESERVED - _RELATIONS) | {zone.name for zone in genome.zones}
    for term in genome.terms:  # a term is made of those before it
        words = words_in(term.expr)
        if words & aims and not words & changing - aims:
            aims.add(term.name)
    known |= RESERVED - _VARIABLES
    order = {name: place for place, name in reversed(list(enumerate(names)))}
    return NormalForm(frozenset(known), order, limits=frozenset(aims), numbers=frozenset(numbers))


def _respelled(value: Any, form: NormalForm) -> Any:
    if isinstance(value, tuple):
        return tuple(_respelled(item, form) for item in value)
    if not isinstance(value, Model):
        return value
    texts, form = expression_fields(type(value)), _speaking_of(value, form)
    changes = {}
    for name in type(value).model_fields:
        old = getattr(value, name)
        if name not in texts:
            new = _respelled(old, form)
        elif isinstance(old, tuple):
            new = tuple(spelled(text, form, is_test=False) for text in old)
        else:
            new = spelled(old, form, is_test=name in _TESTS)
        if new != old:
            changes[name] = new
    return value.model_copy(update=changes) if changes else value


def _speaking_of(value: Model, form: NormalForm) -> NormalForm:
    """The form inside a part: it knows the variable that the part's expressions are about."""
    match value:
        case Each(var=variable):
            return replace(form, bound=(*form.bound, variable), asked=(*form.asked, variable))
        case Pick(name=name):
            return replace(form, bound=("c", name))
        case Zone():
            return replace(form, bound=("p", "c"))
    return form if form.bound else replace(form, bound=("c",))


def tree_of(text: str) -> s.Syntax:
    """The syntax tree of an expression that may be in its normal form."""
    return parse_expression(text, longest=LONGEST, deepest=DEEPEST)


def trees_in(part: Any) -> Iterator[s.Syntax]:
    """The trees of all expressions of a part that can be read."""
    for written_down in expressions_in(part):
        if written_down.text:
            with suppress(ExpressionError):
                yield tree_of(written_down.text)


def spelled(text: object, form: NormalForm, *, is_test: bool) -> Any:
    """The normal form of an expression; what cannot be read is left for whoever reads it to say so."""
    if not isinstance(text, str) or not text:
        return text
    try:
        return written(form.of(tree_of(text), is_test=is_test))
    except ExpressionError:
        return text


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


class _Plain(Checker):
    """The language's checker, for expressions in their normal form."""

    def keep_to(self, kind: Type, name: str, tree: s.Syntax) -> None:
        """A glossary tells a term about anybody: that it has one meaning was checked before."""

    def parsed(self, text: str) -> s.Syntax:
        return tree_of(text)


class _Reading(_Plain):
    """The same, which keeps together what the compiler takes apart."""

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
            card, pile = tree.arguments
            return Fits(Type.INT, BOOLEAN, self.wanted(card, Type.CARD), self.wanted(pile, Type.PILE))
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


def read_plain(text: str, scope: Scope) -> n.Node:
    """A number in the language's own nodes, so that it can be evaluated."""
    return _Plain(text, scope).wanted(tree_of(text), Type.INT)


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
        are_pairs = any(suit >= 0 for suit in scope.words.attributes["second_suit"])
        parts.append(f"{condition.suit!r} in suits(c)" if are_pairs else f"suit(c) == {condition.suit!r}")
    if condition.rank is not None:
        parts.append(f"rank(c) == {condition.rank!r}")
    if condition.where.strip() != "1" or not parts:
        parts.append(condition.where)
    nodes = [read(part, scope) for part in parts]
    return n.joined("and", *nodes)
