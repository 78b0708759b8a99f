"""The answers to a message: the table it leads to, or a code that says why not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deckwright.play.table import TableState

REFUSALS: Mapping[str, str] = {
    "action.malformed": "this is no message for a table",
    "action.unknown": "there is no such action",
    "action.not-yours": "this is not for who says it to say",
    "action.not-legal": "that is not a legal move now",
    "action.bad-data": "what came with the action cannot be used",
    "agent.not-listed": "the table's list has no such agent",
    "table.other": "the message is for another table",
    "table.not-dealt": "the cards have not been dealt",
    "table.dealt": "the cards have been dealt already",
    "table.over": "the game is over",
    "table.too-long": "so much has been said at this table that only the game goes on",
    "table.paused": "the table is paused",
    "table.not-paused": "the table is not paused",
    "pause.spent": "the time for pauses is used up",
    "table.waiting": "play goes on when everyone has seen what happened",
    "revision.stale": "the table has moved on since",
    "seat.unknown": "there is no such seat at this table",
    "seat.not-to-act": "it is another seat's turn",
    "seat.has-chosen": "this seat has nothing left to choose here",
    "action.not-whole": "these picks are not a whole choice",
    "seat.taken": "somebody sits there",
    "seat.not-a-person": "no person sits there",
    "seat.not-an-agent": "no agent plays there",
    "seat.away": "an agent stands in there",
    "seat.not-away": "no agent stands in there",
    "seat.resigned": "this seat has given up: an agent plays it to the end",
    "seat.just-back": "this seat has only just been handed back",
    "seat.coming": "this seat is handed back as soon as everyone has chosen",
    "seat.agent-to-move": "the agent that stands in makes this move; the seat can be handed back after it",
    "seats.missing": "not every seat is taken",
    "agreement.nothing": "there is nothing to agree to",
    "agreement.another": "the table waits for something else",
    "agreement.given": "this seat has agreed already",
    "shuffle.missing": "not every person has committed and revealed",
    "shuffle.not-yet": "nobody reveals before everyone has committed",
    "shuffle.given": "this seat has done its part of the shuffle",
    "shuffle.wrong-share": "this is not the share that the seat committed to",
    "shuffle.begun": "whoever has committed cannot leave while shares are revealed; an agent can stand in",
    "shuffle.without-you": "the shuffle goes on without this seat; it can be handed back after the deal",
    "shuffle.none": "this table's deal is known already",
    "clock.bad-time": "this is no time of the server's clock",
    "clock.too-early": "nobody has been waited for long enough",
    "clock.nobody-late": "no person is being waited for",
    "clock.spent": "this seat has used up its time: an agent plays it to the end",
    "undo.not-alone": "moves can be taken back only by a person who plays alone",
    "undo.asked": "somebody has asked already to take a choice back",
    "undo.not-asked": "nobody has asked to take a choice back",
    "undo.nobody-to-ask": "there is nobody else whose consent is needed, and this table takes nothing back",
    "undo.nothing": "there is no choice to take back",
}
"""Every code, with what it means. The texts say nothing of what a seat holds."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The action was taken; this is the table now."""

    table: TableState
    is_repeat: bool = False
    """It had been taken before, and this is what it came to: nothing was done again."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The action was not taken; the table is as it was."""

    code: str

    @property
    def message(self) -> str:
        """The code in words."""
        return REFUSALS[self.code]
