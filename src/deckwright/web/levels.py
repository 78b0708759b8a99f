"""Who a person may play against: the levels of the catalogue, by their names."""

from __future__ import annotations

from collections.abc import Mapping

from deckwright.agents import agent_kinds
from deckwright.web.names import skeleton

LEVELS = ("easy", "medium", "hard", "best")
PLAYOUTS: Mapping[str, str] = {"easy": "flat:8", "medium": "flat:40", "hard": "flat:200", "best": "flat:800"}
"""What they are where the catalogue has no levels."""
DEFAULT_LEVEL = "medium"
ALONE_PATIENCE_MS = 24 * 3_600_000
ALONE_TOTAL_MS = 30 * ALONE_PATIENCE_MS
"""Nobody waits for whoever plays alone."""
_NAMES = (
    "Ada",
    "Bruno",
    "Clio",
    "Dov",
    "Edda",
    "Fenn",
    "Gus",
    "Hana",
    "Ivo",
    "Juno",
    "Kit",
    "Lena",
    "Milo",
    "Nora",
    "Otis",
)


def seat_name(seat: int) -> str:
    """What an agent in a seat is called: the same at the table and when its game is looked at again."""
    return _NAMES[seat] if seat < len(_NAMES) else f"Player {seat + 1}"


def name_beside(person: str, seat: int, seats: int) -> str:
    """The same beside a person: another name where theirs looks the same."""
    is_alike = skeleton(seat_name(seat)) == skeleton(person)
    return seat_name(seat + seats if is_alike else seat)


def level_agents() -> dict[str, str]:
    """The agents of a table by the names that people choose them by."""
    kinds = agent_kinds()
    return {level: level if level in kinds else PLAYOUTS[level] for level in LEVELS}
