"""What may be said to a table, by whom, and how the history keeps it.

Four speak: a *seat* (the client of the person who sits there), an *agent* (the program that plays it), the *host* (who
opened the table) and the *clock*. Each has a message type of its own, so that what came over a client's socket can
never be taken for another's word. None of them carries a time: the server stamps what it is handed.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from deckwright.genome.enums import Beat
from deckwright.play.errors import TableError

AGREE_ID = {Beat.TRICK: "agree-complete-trick", Beat.HAND: "agree-score-hand"}
"""How a seat says that it has seen what happened at a beat."""

SIT, SEAT_AGENT, LEAVE = "sit", "seat-agent", "leave"
COMMIT, REVEAL, DEAL = "commit", "reveal", "deal"
TAKE_OVER, HAND_BACK = "take-over", "hand-back"
TIME_OUT, SET_CLOCK = "time-out", "set-clock"
UNDO = "undo"


class Authority(StrEnum):
    """Who spoke."""

    SEAT = "seat"
    AGENT = "agent"
    HOST = "host"
    CLOCK = "clock"


COMMANDS = {
    Authority.SEAT: frozenset({*AGREE_ID.values(), LEAVE, COMMIT, REVEAL, TAKE_OVER, HAND_BACK, UNDO}),
    Authority.AGENT: frozenset[str](),
    Authority.HOST: frozenset({SIT, SEAT_AGENT, LEAVE, DEAL, TAKE_OVER}),
    Authority.CLOCK: frozenset({TIME_OUT, SET_CLOCK}),
}
"""What each may say beside moves, which seats and agents make."""
WORDS = frozenset().union(*COMMANDS.values())

LONGEST_ID = 32
LONGEST_DATA = 200
LONGEST_MESSAGE = 2_000
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
"""A move of the game, or one of the table's own commands (`agree-complete-trick`, `hand-back` ...)."""


@dataclass(frozen=True, slots=True)
class SeatMessage:
    """What a client says for the seat that the server knows it by: at which revision, and what."""

    table: str
    revision: int
    seat: int
    id: str
    data: str = ""
    """A listed agent for `take-over`, hexadecimal digits for `commit` and `reveal`."""


@dataclass(frozen=True, slots=True)
class AgentMessage:
    """A move that an agent chose for the seat it plays."""

    table: str
    revision: int
    seat: int
    id: str
    data: str = ""
    """Which listed agent chose it, where the seat's own could not."""


@dataclass(frozen=True, slots=True)
class HostMessage:
    """What the host says, at the table as it is: who sits where, and the deal of a table where no person commits."""

    table: str
    id: str
    seat: int | None = None
    data: str = ""
    """A name for `sit`, a listed agent for `seat-agent` and `take-over`."""


@dataclass(frozen=True, slots=True)
class ClockMessage:
    """Time has passed: nobody who is late is waited for any longer."""

    table: str


Message = SeatMessage | AgentMessage | HostMessage | ClockMessage


class Input(NamedTuple):
    """What the history keeps of an accepted message. What follows from it is worked out again, never kept."""

    by: Authority
    seat: int | None
    id: str
    data: str = ""
    at_ms: int = 0
    """When the server had it, by the server's clock."""


def find_action_id(text: str) -> ActionId | None:
    """What an id stands for, if it is one."""
    return _find_action_id(text) if len(text) <= LONGEST_ID else None


@lru_cache(maxsize=4096)
def _find_action_id(text: str) -> ActionId | None:
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


def parse_message(text: str, *, table: str, seat: int) -> SeatMessage:
    """A client's message: `{"revision": 4, "id": "3.12", "data": ""}`; TableError if the text is none.

    Table and seat are those that the server knows the client by. They cannot be said in the text.
    """
    try:
        data = json.loads(text) if len(text) <= LONGEST_MESSAGE else None
    except (ValueError, RecursionError):
        data = None
    match data:
        case {"revision": int(revision), "id": str(said), **rest} if type(revision) is int and set(rest) <= {"data"}:
            more = rest.get("data", "")
            if isinstance(more, str):
                return SeatMessage(table, revision, seat, said, more)
    raise TableError("action.malformed", 'expected {"revision": a number, "id": a text, "data": a text or nothing}')
