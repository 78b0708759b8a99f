"""Everything a page needs to show a table to one seat or a spectator, as one document: docs/table-data.md."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from deckwright.engine import State
from deckwright.engine.scene import (
    Choice,
    DraftPart,
    Reason,
    Region,
    choice_text,
    choices,
    draft_parts,
    reasons,
    regions,
)
from deckwright.engine.scene.story import EVENT_STEP, Peek, texts
from deckwright.engine.scene.text import to_text
from deckwright.play.errors import TableError
from deckwright.play.frame_text import EventTexts, FrameText
from deckwright.play.inputs import find_action_id
from deckwright.play.moments import Moment, Names, TableEvent, Told
from deckwright.play.offers import TableTransition, commands
from deckwright.play.progress import told_revision
from deckwright.play.prompt import prompt
from deckwright.play.public_part import PublicPart, SeatSeen, fields_text, public_part
from deckwright.play.seats import names_apart
from deckwright.play.secret import deciding_state, is_drafting
from deckwright.play.table import TableState
from deckwright.play.view import check_seat
from deckwright.play.wording import pieces_of

FRAME_VERSION = 1
"""Grows when a page written for the one before could not read it."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a client has picked of a choice that it has not sent. The table does not know of it."""

    path: tuple[str, ...] = ()
    """The ids of the picks: with commas between them, what is to be sent."""
    parts: tuple[DraftPart, ...] = ()
    is_whole: bool = False
    """Nothing more is to be picked: it can be sent."""

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return {
            "path": list(self.path),
            "parts": [part.to_dict() for part in self.parts],
            "is_whole": self.is_whole,
        }


COMING = "You play again as soon as everyone has chosen"
NO_DRAFT = Draft()
NO_DRAFT_TEXT = fields_text({"draft": NO_DRAFT.to_dict()})
NO_REASONS = fields_text({"reasons": []})
"""What most frames say: only one seat chooses at a time."""


@lru_cache(maxsize=256)
def _commands_text(commands: tuple[TableTransition, ...]) -> str:
    return fields_text({"commands": [command.to_dict() for command in commands]})


class Recent(NamedTuple):
    """What one observer was told last, and the same as JSON."""

    told: tuple[Told, ...]
    texts: EventTexts


class Frame(NamedTuple):
    """A table as one seat, or a spectator (seat None), sees it."""

    public: PublicPart
    seat: int | None
    revision: int
    """What a message of this seat answers: it grows only with what the seat has seen or done."""
    prompt: str
    regions: tuple[Region, ...]
    choices: tuple[Choice, ...]
    reasons: tuple[Reason, ...]
    """For cards that lie where cards may be played from and may not be: why."""
    commands: tuple[TableTransition, ...]
    """What may be done about the table itself: agree, leave, take back ..."""
    draft: Draft
    recent: Recent
    peeks: tuple[Peek, ...]

    @property
    def events(self) -> tuple[TableEvent, ...]:
        """What happened last."""
        return tuple(event for told in self.recent.told for event in told.events)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data, always in the same order."""
        data: dict[str, Any] = json.loads(self.to_json())
        return data

    def to_json(self) -> str:
        """The text that goes to a client; two frames are the same exactly when their texts are."""
        return self.to_text().whole()

    def to_text(self) -> FrameText:
        """The same in parts."""
        public = self.public
        seat = "null" if self.seat is None else self.seat
        fields = (
            f'"version":{FRAME_VERSION},"table":"{public.table}","seat":{seat}',
            f'"revision":{self.revision}',
            public.status_text,
            f'"prompt":{to_text(self.prompt)}' if self.prompt else '"prompt":""',
            public.turn_text,
            *public.standing_texts,
            f'"choices":[{",".join(map(choice_text, self.choices))}]',
            fields_text({"reasons": [reason.to_dict() for reason in self.reasons]}) if self.reasons else NO_REASONS,
            _commands_text(self.commands),
            fields_text({"draft": self.draft.to_dict()}) if self.draft != NO_DRAFT else NO_DRAFT_TEXT,
            f'"peeks":[{texts(self.peeks)}]',
            *public.rest_texts,
        )
        return FrameText(fields, public.seat_texts, tuple([region.text for region in self.regions]), self.recent.texts)


def table_frame(
    table: TableState, seat: int | None, *, draft: Sequence[str] = (), memory: bool | None = None, seen: int = -1
) -> Frame:
    """What a seat, or a spectator, is shown; TableError if there is no such seat, or the draft cannot be picked.

    `draft` are the picks of a choice that the seat has begun and not sent: the choices are what may be picked next.
    With `memory` it is shown what it knows of cards that lie face down; if it is not given, the setup decides. Cards
    that it alone was shown are among its `peeks` until it has acknowledged them: `seen` is the number of the last.
    """
    if seat is not None:
        check_seat(table, seat)
    state, names, story, progress = table.shown, names_apart(table.names), table.story, table.progress
    asked = None if seat is None else deciding_state(table, seat)
    drafted, made = (None, NO_DRAFT) if seat is None else _drafted(asked, seat, tuple(draft))
    offered = choices(drafted, names) if drafted is not None else ()
    phase = "" if drafted is None else drafted.phase.replace("_", " ")
    knows = table.setup.shows_memory if memory is None else memory
    lying = () if state is None else regions(state, seat, memory=knows, turned_by=_turned_by(table, state))
    return Frame(
        public=public_part(table),
        seat=seat,
        revision=told_revision(progress, seat),
        prompt=COMING
        if seat in progress.coming
        else prompt(offered, names, seat, pieces_of(table.setup.game), phase)
        if seat is not None and offered
        else "",
        regions=lying,
        choices=offered,
        reasons=reasons(drafted, offered, lying) if drafted is not None and not made.parts else (),
        commands=() if seat is None else commands(table, seat),
        draft=made,
        recent=_recent(table.moments, seat, names, story.moments),
        peeks=() if seat is None else tuple(peek for peek in story.peeks[seat] if peek.number > seen),
    )


def _turned_by(table: TableState, state: State) -> State | None:
    """The last state that everyone has seen something of, if it is another: choices in secret turn no card back."""
    last = table.moments[-1].state if table.moments else state
    return None if last is state else last


def _drafted(state: State | None, seat: int, path: tuple[str, ...]) -> tuple[State | None, Draft]:
    """The state in which a draft is picked on, and the draft."""
    if state is None:
        if path:
            raise TableError("draft.not-asked", "this seat has nothing to choose now")
        return None, NO_DRAFT
    for place, text in enumerate(path):
        found = find_action_id(text) if type(text) is str else None  # a client's JSON may hold anything
        action = state.find_action(*found[0]) if isinstance(found, tuple) and len(found) == 1 else None
        if action is None:
            raise TableError("draft.not-legal", f"pick {place} of the draft is not legal after those before it")
        played = state.play(action)
        if not is_drafting(played, seat):
            if place < len(path) - 1:
                raise TableError("draft.not-legal", f"the choice is whole after pick {place} of the draft")
            return None, Draft(path, (), is_whole=True)
        state = played.state
    return state, Draft(path, draft_parts(state, seat))


@lru_cache(maxsize=2048)
def _recent(moments: tuple[Moment, ...], seat: int | None, names: Names, count: int) -> Recent:
    """What happened last, of so many moments in all. It stays while people look at a trick."""
    first = count - len(moments)
    told = [moment.tell(seat, names, number=(first + place) * EVENT_STEP) for place, moment in enumerate(moments)]
    spoken = [one for one in told if one.text]
    texts = EventTexts(tuple([one.text for one in spoken]), spoken[0].events[0].number if spoken else 0)
    return Recent(tuple(told), texts)


__all__ = ["FRAME_VERSION", "Frame", "SeatSeen", "table_frame"]
