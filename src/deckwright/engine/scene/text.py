"""Data as the text that goes to clients."""

from __future__ import annotations

import json
from typing import Any

_encoder = json.JSONEncoder(separators=(",", ":"))


def to_text(data: dict[str, Any] | list[Any] | str) -> str:
    """JSON without spaces; always the same for the same data in the same order."""
    return _encoder.encode(data)
