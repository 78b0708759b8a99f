"""A genome with its expressions in their normal form: no sentence can hang on how one of them is spelled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from deckwright.genome.checks.walk import expression_fields, expressions_in, words_in
from deckwright.genome.effects import Each
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.facts import REGISTER_FACTS, RESERVED
from deckwright.genome.expressions.normal import NormalForm
from deckwright.genome.expressions.parse import ExpressionError, parse_expression
from deckwright.genome.expressions.types import Type
from deckwright.genome.expressions.writing import written
from deckwright.genome.phases import Pick
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model
from deckwright.genome.zones import Zone

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
    return NormalForm(
        known=frozenset((RESERVED - _VARIABLES) | known),
        order={name: place for place, name in reversed(list(enumerate(names)))},
        limits=_limits(genome),
        numbers=_numbers(genome),
    )


def _numbers(genome: GameGenome) -> frozenset[str]:
    """Facts and registers that are numbers, whatever they count."""
    own = {register.name for register in genome.registers if register.holds == "number"}
    return frozenset(own | {name for name, fact in REGISTER_FACTS.items() if fact.type is Type.INT})


def _limits(genome: GameGenome) -> frozenset[str]:
    """What players aim at: the facts of an auction, and terms made of them and of nothing that play changes."""
    found = set(_AIMS)
    changing = (RESERVED - _RELATIONS) | {zone.name for zone in genome.zones}
    for term in genome.terms:  # a term is made of those before it
        words = words_in(term.expr)
        if words & found and not words & changing - found:
            found.add(term.name)
    return frozenset(found)


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
