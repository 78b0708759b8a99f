"""The nearest name to one that does not exist."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

MOST_COMPARED_CHARS = 60


def find_nearest(name: str, names: Iterable[str], *, cutoff: float = 0.6) -> str | None:
    """The name that is most like another, whatever its capitals, if one is near."""
    by_lower = {other.lower(): other for other in names}
    near = get_close_matches(name[:MOST_COMPARED_CHARS].lower(), by_lower, n=1, cutoff=cutoff)
    return by_lower[near[0]] if near else None


def nearest_hint(name: str, names: Iterable[str], *, cutoff: float = 0.6) -> str:
    """`; did you mean 'hearts'?`, or nothing when no name is near."""
    near = find_nearest(name, names, cutoff=cutoff)
    return f"; did you mean {near!r}?" if near is not None else ""
