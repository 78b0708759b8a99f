"""Plain data from YAML that anybody may have written."""

from __future__ import annotations

from typing import Any

import yaml


def read_yaml(text: str) -> Any:
    """The data that a text says; YAMLError if it is none, also where the library's own readers of values fail."""
    try:
        return yaml.safe_load(text)
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise yaml.YAMLError(f"a value in it cannot be read ({type(error).__name__})") from None
