"""Whole numbers as people write them."""

from __future__ import annotations

MOST_DIGITS = 18


def find_number(text: str) -> int | None:
    """The number that a text is, in plain digits; None if it is another text, or longer than any number that is meant.

    `str.isdigit` takes `²` for a digit, and `int` takes no more than 4,300 of them.
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None
