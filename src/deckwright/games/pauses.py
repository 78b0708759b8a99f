"""Where the games of the library wait for everyone at the table."""

from __future__ import annotations

from deckwright.genome.enums import Beat


def beats(*, hands: int | None, tricks: bool = False) -> tuple[Beat, ...]:
    """After each trick, where there are tricks; after each hand, where another can follow."""
    return (*((Beat.TRICK,) if tricks else ()), *((Beat.HAND,) if hands != 1 else ()))
