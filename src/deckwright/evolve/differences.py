"""Where two genomes differ, as paths."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

MOST = 40
_NOT_RULES = ("genome_id", "name", "generation", "schema_version")


def changed_paths(before: Any, after: Any) -> tuple[str, ...]:
    """The paths at which plain data changed, the outermost of each; so many at most."""
    found: list[str] = []
    for path in _changes(before, after, "$"):
        if path.removeprefix("$.") not in _NOT_RULES:
            found.append(path)
        if len(found) == MOST:
            break
    return tuple(found)


def _changes(before: Any, after: Any, path: str) -> Iterator[str]:
    if isinstance(before, dict) and isinstance(after, dict):
        for name in sorted({*before, *after}):
            if name not in before or name not in after:
                yield f"{path}.{name}"
            else:
                yield from _changes(before[name], after[name], f"{path}.{name}")
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple) and len(before) == len(after):
        for place, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from _changes(one, other, f"{path}[{place}]")
    elif before != after:
        yield path
