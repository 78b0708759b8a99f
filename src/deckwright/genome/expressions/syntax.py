"""The syntax tree of an expression, before names mean anything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Syntax:
    """Any node; `at` is its column in the text, from 0."""

    at: int = field(compare=False, kw_only=True)

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


@dataclass(frozen=True)
class Number(Syntax):
    """42"""

    value: int


@dataclass(frozen=True)
class Text(Syntax):
    """'spades'"""

    value: str


@dataclass(frozen=True)
class Word(Syntax):
    """turn"""

    name: str


@dataclass(frozen=True)
class Index(Syntax):
    """tricks[left(turn)], (1, 2, 4)[doubled]"""

    value: Syntax
    index: Syntax


@dataclass(frozen=True)
class Call(Syntax):
    """rank(c)"""

    name: str
    arguments: tuple[Syntax, ...]


@dataclass(frozen=True)
class Unary(Syntax):
    """-x, not x"""

    operator: str
    value: Syntax


@dataclass(frozen=True)
class Binary(Syntax):
    """x + y"""

    operator: str
    left: Syntax
    right: Syntax


@dataclass(frozen=True)
class Compare(Syntax):
    """x < y, x in y"""

    operator: str
    left: Syntax
    right: Syntax


@dataclass(frozen=True)
class Logic(Syntax):
    """x and y and z"""

    operator: str
    items: tuple[Syntax, ...]


@dataclass(frozen=True)
class Choose(Syntax):
    """x if test else y"""

    test: Syntax
    then: Syntax
    otherwise: Syntax


@dataclass(frozen=True)
class Group(Syntax):
    """(x, y, z)"""

    items: tuple[Syntax, ...]


@dataclass(frozen=True)
class Loop(Syntax):
    """sum(body for variable in domain if test)"""

    gather: str
    body: Syntax
    variable: str
    domain: Syntax
    test: Syntax | None
