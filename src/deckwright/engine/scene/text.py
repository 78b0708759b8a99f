"""Data as the text that goes to clients."""

from __future__ import annotations

import json
from json import encoder
from typing import Any

_plain = json.JSONEncoder(separators=(",", ":"))
_make = getattr(encoder, "c_make_encoder", None)
_parts = (
    None
    if _make is None
    else _make(None, _plain.default, encoder.encode_basestring_ascii, None, ":", ",", False, False, True)
)
"""What `encode` makes anew at every call: that takes longer than a small text."""


def to_text(data: dict[str, Any] | list[Any] | str) -> str:
    """JSON without spaces; always the same for the same data in the same order."""
    if _parts is None or isinstance(data, str):
        return _plain.encode(data)
    return "".join(_parts(data, 0))
