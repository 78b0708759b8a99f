"""Measures as plain data and back."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, TypeVar

from pydantic import ConfigDict, TypeAdapter, ValidationError

from deckwright.measure.errors import MeasureError

T = TypeVar("T")

STRICT = ConfigDict(extra="forbid", allow_inf_nan=False)
"""What a measure that is read back may be: its fields and no others, all numbers finite."""


def to_plain(value: Any) -> dict[str, Any]:
    """Plain JSON-able data."""
    return asdict(value)


def from_plain(kind: type[T], data: Any) -> T:
    """The value that plain data says; MeasureError if it says none."""
    try:
        found: T = _adapter(kind).validate_python(data)
        return found
    except ValidationError as error:
        first = error.errors()[0]
        where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"])
        raise MeasureError("measure.bad-data", f"${where}: {first['msg']}") from None


_adapters: dict[type[Any], TypeAdapter[Any]] = {}
"""Made once for each kind: building one takes far longer than reading with it."""


def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    if kind not in _adapters:
        _adapters[kind] = TypeAdapter(kind)
    return _adapters[kind]
