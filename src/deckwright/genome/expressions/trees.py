"""Base class of syntax and typed trees: children, map, walk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, fields, replace
from functools import cache
from operator import is_
from typing import Any, Generic, Self, TypeVar, dataclass_transform

from deckwright.genome.values import frozen

T = TypeVar("T", bound="Tree[Any]")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Tree(Generic[T]):
    """A node, with others of its kind below it: in its fields, or in tuples there."""

    def __init_subclass__(cls) -> None:
        """Every kind of node is a frozen dataclass."""
        frozen(cls)

    def children(self) -> list[T]:
        """The nodes directly below."""
        found: list[T] = []
        for name in _parts_of(type(self)):  # type: ignore[arg-type]
            value = getattr(self, name)
            if isinstance(value, Tree):
                found.append(value)  # type: ignore[arg-type]
            elif isinstance(value, tuple):
                found += value
        return found

    def mapped(self, change: Callable[[T], T]) -> Self:
        """The same node with other nodes directly below it."""
        changes: dict[str, Any] = {}
        for name in _parts_of(type(self)):  # type: ignore[arg-type]
            old = getattr(self, name)
            if isinstance(old, tuple):
                new: object = tuple(map(change, old))
                new = old if all(map(is_, new, old)) else new  # type: ignore[call-overload]
            else:
                new = old if old is None else change(old)
            if new is not old:
                changes[name] = new
        return replace(self, **changes) if changes else self  # type: ignore[type-var]

    def walk(self) -> list[T]:
        """This node and all below it, each before those below."""
        found: list[T] = [self]  # type: ignore[list-item]
        for child in self.children():
            found += child.walk()
        return found


@cache
def _parts_of(kind: Any) -> tuple[str, ...]:
    """The fields of a kind of node that may hold others."""
    words = ("Node", "Domain", "Syntax")
    return tuple(field.name for field in fields(kind) if any(word in str(field.type) for word in words))
