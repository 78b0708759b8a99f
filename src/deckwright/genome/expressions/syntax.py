"""The syntax tree of an expression, before names mean anything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import dataclass_transform

from deckwright.genome.frozen import frozen


@dataclass_transform(frozen_default=True)
@frozen
class Syntax:
    """Any node; `at` is its column in the text, from 0."""

    at: int = field(compare=False, kw_only=True)

    def __init_subclass__(cls) -> None:
        """Every kind of node is a frozen dataclass."""
        frozen(cls)

    def children(self) -> Iterator[Syntax]:
        """The nodes directly below."""
        for value in vars(self).values():
            if isinstance(value, Syntax):
                yield value
            elif isinstance(value, tuple):
                yield from value

    def walk(self) -> Iterator[Syntax]:
        """This node and all below it."""
        yield self
        for child in self.children():
            yield from child.walk()


class Number(Syntax):
    """42"""

    value: int


class Text(Syntax):
    """'spades'"""

    value: str


class Word(Syntax):
    """turn"""

    name: str


class Index(Syntax):
    """tricks[left(turn)], (1, 2, 4)[doubled]"""

    value: Syntax
    index: Syntax


class Call(Syntax):
    """rank(c)"""

    name: str
    arguments: tuple[Syntax, ...]


class Unary(Syntax):
    """-x, not x"""

    operator: str
    value: Syntax


class Binary(Syntax):
    """x + y"""

    operator: str
    left: Syntax
    right: Syntax


class Compare(Syntax):
    """x < y, x in y"""

    operator: str
    left: Syntax
    right: Syntax


class Logic(Syntax):
    """x and y and z"""

    operator: str
    items: tuple[Syntax, ...]


class Choose(Syntax):
    """x if test else y"""

    test: Syntax
    then: Syntax
    otherwise: Syntax


class Group(Syntax):
    """(x, y, z)"""

    items: tuple[Syntax, ...]


class Loop(Syntax):
    """sum(body for variable in domain if test)"""

    gather: str
    body: Syntax
    variable: str
    domain: Syntax
    test: Syntax | None
