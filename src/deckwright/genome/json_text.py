"""JSON that comes from outside: nothing that can be read in two ways, and no surprise of Python's."""

from __future__ import annotations

import json
from typing import Any


def parse_json(content: str | bytes) -> Any:
    """What a text of JSON says; ValueError if it is no UTF-8, no JSON, too deep, or has one key twice in an object."""
    text = content if isinstance(content, str) else content.decode()  # json itself would guess at UTF-16 and UTF-32
    try:
        return json.loads(text, object_pairs_hook=_unique)
    except RecursionError:
        raise ValueError("nested too deep") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key appears twice in one object")
    return found
