"""What people, agents and the clock say to a table, as messages and as the history keeps them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from deckwright.genome.enums import Beat
from deckwright.play.errors import TableError

AGREE_ID = {Beat.TRICK: "agree-complete-trick", Beat.HAND: "agree-score-hand"}
"""How a seat says that it has seen what happened at a beat."""

SIT, LEAVE = "sit", "leave"
CONTRIBUTE, DEAL = "contribute", "deal"
TAKE_OVER, HAND_BACK = "take-over", "hand-back"
TIME_OUT = "time-out"
UNDO = "undo"

WORDS = frozenset({*AGREE_ID.values(), SIT, LEAVE, CONTRIBUTE, DEAL, TAKE_OVER, HAND_BACK, TIME_OUT, UNDO})

LONGEST_DATA = 200
LATEST_MS = 2**53
"""The largest number that JSON keeps exactly everywhere."""

_MOVE = re.compile(r"(0|[1-9][0-9]{0,4})\.(0|[1-9][0-9]{0,2})")


class Move(NamedTuple):
    """An action of the game, as the kernel calls it."""

    slot: int
    value: int

    def __str__(self) -> str:
        return f"{self.slot}.{self.value}"


ActionId = Move | str
"""A move of the game, or one of the table's own words (`agree-complete-trick`, `hand-back` ...)."""


@dataclass(frozen=True, slots=True)
class TableAction:
    """A message: for which table, at which revision, from which seat (None: the clock, or the host), and what."""

    table: str
    revision: int
    seat: int | None
    id: str
    data: str = ""
    """A name for `sit`, an agent for `take-over`, hexadecimal digits for `contribute`."""
    at_ms: int = 0
    """When it came, by the clock of whoever runs the table."""


@dataclass(frozen=True, slots=True)
class Input:
    """What the history keeps of an accepted message. What follows from it is worked out again, never kept."""

    seat: int | None
    id: str
    data: str = ""
    at_ms: int = 0


def find_action_id(text: str) -> ActionId | None:
    """What an id stands for, if it is one."""
    if text in WORDS:
        return text
    found = _MOVE.fullmatch(text)
    return Move(int(found[1]), int(found[2])) if found else None


def parse_action_id(text: str) -> ActionId:
    """What an id stands for; TableError if it is none."""
    found = find_action_id(text)
    if found is None:
        shown = ", ".join(sorted(WORDS))
        message = f"{text[:40]!r} is no action id: expected slot.value of a move, as in 3.12, or one of {shown}"
        raise TableError("action.unknown", message)
    return found
