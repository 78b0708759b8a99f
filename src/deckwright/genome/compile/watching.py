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

    __slots__ = ("_seen", "_source")

    def __init__(self, source: Mapping[str, T], seen: Seen) -> None:
        self._source = source
        self._seen = seen

    def __getitem__(self, name: str) -> T:
        value = self._seen[name] = self._source.get(name)
        if value is None:
            raise KeyError(name)
        return value

    def __contains__(self, name: object) -> bool:
        value = self._seen[str(name)] = self._source.get(str(name))
        return value is not None

    def __iter__(self) -> Iterator[str]:
        self._seen[WHOLE] = dict(self._source)
        return iter(self._source)

    def __len__(self) -> int:
        self._seen[WHOLE] = dict(self._source)
        return len(self._source)


class WatchedFields:
    """A value of a genome that notes which of its fields are read."""

    __slots__ = ("_inner", "_model", "_seen")

    def __init__(self, model: Model, seen: Seen, inner: Mapping[str, WatchedFields]) -> None:
        self._model = model
        self._seen = seen
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        if name in self._inner:
            return self._inner[name]
        value = self._seen[name] = getattr(self._model, name)
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
