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
ASK_UNDO, ALLOW_UNDO, REFUSE_UNDO = "ask-undo", "allow-undo", "refuse-undo"
UNDOING = (UNDO, ASK_UNDO, ALLOW_UNDO, REFUSE_UNDO)
PAUSE, RESUME, RESIGN = "pause", "resume", "resign"
AGAIN_AND_AGAIN = frozenset({SIT, TAKE_OVER, PAUSE, *UNDOING})
"""What can be said any number of times in one game; without it everything else comes to an end."""


class Authority(StrEnum):
    """Who spoke."""

    SEAT = "seat"
    AGENT = "agent"
    HOST = "host"
    CLOCK = "clock"


COMMANDS = {
    Authority.SEAT: frozenset({*AGREE_ID.values(), LEAVE, COMMIT, REVEAL, TAKE_OVER, HAND_BACK, RESIGN, *UNDOING}),
    Authority.AGENT: frozenset[str](),
    Authority.HOST: frozenset({SIT, SEAT_AGENT, LEAVE, DEAL, TAKE_OVER, PAUSE, RESUME}),
    Authority.CLOCK: frozenset({TIME_OUT, SET_CLOCK}),
}
"""What each may say beside moves, which seats and agents make."""
WORDS = frozenset().union(*COMMANDS.values())

LONGEST_ID = 1_400
"""Every card of a deck can be picked in one choice, and all of it said at once."""
LONGEST_DATA = 200
LONGEST_MESSAGE = 2_000
LONGEST_KEY = 64
LATEST_MS = 2**53
"""The largest number that JSON keeps exactly everywhere."""

_MORE = {"data", "key"}
_MOVE = re.compile(r"(0|[1-9][0-9]{0,4})\.(0|[1-9][0-9]{0,2})")
_PATH = re.compile(rf"{_MOVE.pattern}(,{_MOVE.pattern})+")

EARLY = "early"
"""What the history notes with a choice that was made in secret before the seat was asked, and with a return then."""


class Move(NamedTuple):
    """An action of the game, as the kernel calls it."""

    slot: int
    value: int

    def __str__(self) -> str:
        return f"{self.slot}.{self.value}"


Moves = tuple[Move, ...]
"""A whole choice: the picks that it is made of, in order."""

ActionId = Moves | str
"""One or more moves of the game, or one of the table's own commands (`agree-complete-trick`, `hand-back` ...)."""


@dataclass(frozen=True, slots=True)
class SeatMessage:
    """What a client says for the seat that the server knows it by: at which revision, and what."""

    table: str
    revision: int
    seat: int
    id: str
    data: str = ""
    """A listed agent for `take-over`, hexadecimal digits for `commit` and `reveal`."""
    key: str = ""
    """The client's own name for the message: sent again under it, it counts once."""


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
    key: str = ""
    """What the client calls the message."""


def find_action_id(text: str) -> ActionId | None:
    """What an id stands for, if it is one."""
    return _find_action_id(text) if len(text) <= LONGEST_ID else None


@lru_cache(maxsize=4096)
def _find_action_id(text: str) -> ActionId | None:
    if text in WORDS:
        return text
    if _MOVE.fullmatch(text) is None and _PATH.fullmatch(text) is None:
        return None
    return tuple(Move(*map(int, move.split("."))) for move in text.split(","))


def parse_action_id(text: str) -> ActionId:
    """What an id stands for; TableError if it is none."""
    found = find_action_id(text)
    if found is None:
        shown = ", ".join(sorted(WORDS))
        moves = "slot.value of a move, as in 3.12, or several with commas"
        message = f"{text[:40]!r} is no action id: expected {moves}, or one of {shown}"
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
        case {"revision": int(revision), "id": str(said), **rest} if type(revision) is int and rest.keys() <= _MORE:
            more, key = rest.get("data", ""), rest.get("key", "")
            if isinstance(more, str) and isinstance(key, str):
                return SeatMessage(table, revision, seat, said, more, key)
    expected = '{"revision": a number, "id": a text, "data": a text or nothing, "key": a text or nothing}'
    raise TableError("action.malformed", f"expected {expected}")
