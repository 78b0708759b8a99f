"""A game of one hand that was bred from a match: what its terms say for later hands goes, as those never come."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.syntax import parse_expression, written
from deckwright.genome.schema import GameGenome

_HAND_NUMBER = s.Word("hand_number", at=0)


def for_an_only_hand(genome: GameGenome) -> GameGenome:
    """The same play; a term that lists what holds in the first hand, the second ... says what holds in the first."""
    if genome.max_hands > 1 or not genome.terms:
        return genome
    terms = tuple(
        term if (first := _first(tree)) == tree else term.copy_with(expr=written(first))
        for term in genome.terms
        for tree in [parse_expression(term.expr)]
    )
    return genome if terms == genome.terms else genome.copy_with(terms=terms)


def _first(node: s.Syntax) -> s.Syntax:
    """A tree in which lists indexed by the number of the hand are their first entry."""
    if isinstance(node, s.Index) and isinstance(node.value, s.Group) and _counts_hands(node.index):
        return _first(node.value.items[0])
    changes: dict[str, Any] = {}
    for entry in fields(node):
        held = getattr(node, entry.name)
        if isinstance(held, s.Syntax):
            changes[entry.name] = _first(held)
        elif isinstance(held, tuple):
            changes[entry.name] = tuple(_first(item) for item in held)
    return replace(node, **changes) if changes else node


def _counts_hands(index: s.Syntax) -> bool:
    """Whether an index is the number of the hand, or its rest: 0 in the first."""
    if isinstance(index, s.Binary) and index.operator == "%" and isinstance(index.right, s.Number):
        return _counts_hands(index.left)
    return index == _HAND_NUMBER
