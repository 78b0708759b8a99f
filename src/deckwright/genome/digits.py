"""Numbers as people write them."""

from __future__ import annotations

import math

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
