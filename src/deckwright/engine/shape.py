"""Who sits at a table, for views."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Shape:
    """A game's id, seats and teams, and whether chips are played for."""

    id: str
    name: str
    seats: int
    teams: tuple[tuple[int, ...], ...]
    has_chips: bool
