"""Notes of what is read of a genome while a part is compiled: the part is right wherever all of that is the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from deckwright.genome.values import Model

T = TypeVar("T")

WHOLE = ""
"""In place of a name: all of them were read."""

Seen = dict[str, Any]
"""What was read, by name; None where there was nothing of that name."""


class Watched(Mapping[str, T]):
    """A mapping that notes what is looked up in it, also where that is not there. None is no value of it."""

    __slots__ = ("seen", "source")

    def __init__(self) -> None:
        self.source: Mapping[str, T] = {}
        self.seen: Seen = {}

    def __getitem__(self, name: str) -> T:
        value = self.seen[name] = self.source.get(name)
        if value is None:
            raise KeyError(name)
        return value

    def get(self, name: str, default: Any = None) -> Any:
        """What is there, or the default."""
        value = self.seen[name] = self.source.get(name)
        return default if value is None else value

    def __contains__(self, name: object) -> bool:
        value = self.seen[str(name)] = self.source.get(str(name))
        return value is not None

    def __iter__(self) -> Iterator[str]:
        self.seen[WHOLE] = dict(self.source)
        return iter(self.source)

    def __len__(self) -> int:
        self.seen[WHOLE] = dict(self.source)
        return len(self.source)


class WatchedFields:
    """A value of a genome that notes which of its fields are read."""

    __slots__ = ("inner", "seen", "source")

    def __init__(self, inner: Mapping[str, WatchedFields]) -> None:
        self.source: Model | None = None
        self.seen: Seen = {}
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        if name in self.inner:
            return self.inner[name]
        value = self.seen[name] = getattr(self.source, name)
        return value


def is_same(seen: Seen, source: Mapping[str, Any] | Model) -> bool:
    """Whether everything that was read is as it was."""
    if isinstance(source, Model):
        source = source.__dict__
    for name, value in seen.items():
        now = source if name == WHOLE else source.get(name)
        if now is not value and now != value:
            return False
    return True
