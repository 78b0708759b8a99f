"""What people write, read with care: numbers, JSON and YAML that mean one thing, the nearest name to a wrong one."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

import yaml

MOST_DIGITS = 18


def find_number(text: str) -> int | None:
    """The number that a text is, in plain digits; None if it is another text, or longer than any number that is meant.

    `str.isdigit` takes `²` for a digit, and `int` takes no more than 4,300 of them.
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


def find_decimal(text: str) -> float | None:
    """The number that a text is, with or without a point or an exponent; None if it is another text, or not finite.

    `float` takes digits of every script, and lines between them (`0_1` is 1).
    """
    try:
        number = float(text) if text.isascii() and "_" not in text else math.nan
    except ValueError:
        return None
    return number if math.isfinite(number) else None


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


class _Loader(yaml.SafeLoader):
    """Refuses a key that appears twice in one object, of which the library takes the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:  # noqa: FBT001, FBT002
        seen: set[tuple[str, str]] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                named = key.tag, key.value
                if named in seen:
                    problem = f"the key {key.value[:60]!r} appears twice in one object"
                    raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
                seen.add(named)
        return super().construct_mapping(node, deep)


def read_yaml(text: str) -> Any:
    """The data that a text says; YAMLError if it is none, also where the library's own readers of values fail."""
    try:
        return yaml.load(text, _Loader)
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise yaml.YAMLError(f"a value in it cannot be read ({type(error).__name__})") from None


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
