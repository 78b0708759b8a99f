"""Everything a page needs to show a table to one seat or a spectator, as one document: docs/table-data.md."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from deckwright.cards.words import rank_words
from deckwright.engine import State
from deckwright.engine.example.claiming import due_rank
from deckwright.engine.scene import (
    Choice,
    DraftPart,
    Reason,
    Region,
    choice_text,
    choices,
    draft_parts,
    reason_text,
    reasons,
    regions,
)
from deckwright.engine.scene.holding import hand_called
from deckwright.engine.scene.story import EVENT_STEP, Peek, texts
from deckwright.engine.scene.text import to_text
from deckwright.play.errors import TableError
from deckwright.play.frame_text import EventTexts, FrameText
from deckwright.play.inputs import find_action_id
from deckwright.play.moments import Moment
from deckwright.play.offers import TableTransition, commands
from deckwright.play.progress import told_revision
from deckwright.play.prompt import prompt
from deckwright.play.public_part import PublicPart, SeatSeen, fields_text, public_part
from deckwright.play.seats import names_apart
from deckwright.play.secret import deciding_state, is_drafting
from deckwright.play.table import TableState
from deckwright.play.telling.table_event import Names, TableEvent, Told
from deckwright.play.view import check_seat
from deckwright.play.wording import pieces_of
from deckwright.play.words import say

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


COMING = say("ask_coming")
NO_DRAFT = Draft()
NO_DRAFT_TEXT = fields_text({"draft": NO_DRAFT.to_dict()})
NO_CHOICES, NO_REASONS, NO_PEEKS = '"choices":[]', '"reasons":[]', '"peeks":[]'
"""What most frames say: only one seat chooses at a time."""


@lru_cache(maxsize=256)
def _commands_text(commands: tuple[TableTransition, ...]) -> str:
    return fields_text({"commands": [command.to_dict() for command in commands]})


class Lying(NamedTuple):
    """The places of a table as one observer sees them, and the same as JSON."""

    regions: tuple[Region, ...]
    texts: tuple[str, ...]


class Recent(NamedTuple):
    """What one observer was told last, and the same as JSON."""

    told: tuple[Told, ...]
    texts: EventTexts
    moments: tuple[Moment, ...]
    names: Names
    first: int
    """The number of the first moment."""


class Frame(NamedTuple):
    """A table as one seat, or a spectator (seat None), sees it."""

    public: PublicPart
    seat: int | None
    revision: int
    """What a message of this seat answers: it grows only with what the seat has seen or done."""
    prompt: str
    hand_name: str
    """What its own cards make, with those that lie open for all, where hands are compared: `two pair (K, 4)`."""
    lying: Lying
    choices: tuple[Choice, ...]
    reasons: tuple[Reason, ...]
    """For cards that lie where cards may be played from and may not be: why."""
    commands: tuple[TableTransition, ...]
    """What may be done about the table itself: agree, leave, take back ..."""
    draft: Draft
    recent: Recent
    peeks: tuple[Peek, ...]

    @property
    def regions(self) -> tuple[Region, ...]:
        """The places of the table."""
        return self.lying.regions

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
            f'"hand_name":{to_text(self.hand_name)}' if self.hand_name else '"hand_name":""',
            public.turn_text,
            *public.standing_texts,
            f'"choices":[{",".join(map(choice_text, self.choices))}]' if self.choices else NO_CHOICES,
            f'"reasons":[{",".join(map(reason_text, self.reasons))}]' if self.reasons else NO_REASONS,
            _commands_text(self.commands),
            NO_DRAFT_TEXT if self.draft is NO_DRAFT else fields_text({"draft": self.draft.to_dict()}),
            f'"peeks":[{texts(self.peeks)}]' if self.peeks else NO_PEEKS,
            *public.rest_texts,
        )
        return FrameText(fields, public.seat_texts, self.lying.texts, self.recent.texts)


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
    progress, names = table.progress, _names(table)
    lying = _lying(table, seat, memory=table.setup.shows_memory if memory is None else memory)
    public, recent = public_part(table), _recent(table, seat)
    if seat is None:
        return Frame(public, None, told_revision(progress, None), "", "", lying, (), (), (), NO_DRAFT, recent, ())
    asked = deciding_state(table, seat)
    drafted, made = (None, NO_DRAFT) if asked is None and not draft else _drafted(asked, seat, tuple(draft))
    offered = choices(drafted, names) if drafted is not None else ()
    asking = ""
    if seat in progress.coming:
        asking = COMING
    elif offered and drafted is not None:
        is_lead = drafted.kind == "Trick" and not drafted.public.plays
        phase = drafted.phase.replace("_", " ")
        rank, due = _rank_asked(drafted), due_rank(drafted) or ""
        asking = prompt(offered, names, seat, pieces_of(table.setup.game), phase, rank, due, is_lead=is_lead)
    why = reasons(drafted, offered, lying.regions) if drafted is not None and not made.parts else ()
    if why and len(offered) == 1 and offered[0].of == "none":
        asking = say("ask_only", asked=f"{asking[:1].lower()}{asking[1:]}")
    peeks = table.story.peeks[seat]
    return Frame(
        public=public,
        seat=seat,
        revision=told_revision(progress, seat),
        prompt=asking,
        hand_name="" if table.shown is None or table.is_over else hand_called(table.shown, seat),
        lying=lying,
        choices=offered,
        reasons=why,
        commands=commands(table, seat),
        draft=made,
        recent=recent,
        peeks=tuple([peek for peek in peeks if peek.number > seen]) if peeks else (),
    )


def _rank_asked(state: State) -> str:
    """Of which rank cards of the phase have to be, where the top card of a pile says it: `a jack`."""
    notation = state.game.notation
    zone = notation.matched.get(state.phase)
    seen = [
        cards for place, cards in zip(notation.zones, state.public.seen, strict=True) if place.name == zone and cards
    ]
    return rank_words(notation.faces[str(seen[0][-1])]) if seen and seen[0][-1] else ""


def _names(table: TableState) -> Names:
    """What the seats are called in texts."""
    picture = table.picture
    if picture.names is None:
        picture.names = names_apart(table.names)
    return picture.names


def _lying(table: TableState, seat: int | None, *, memory: bool) -> Lying:
    """The places of the table as an observer sees them."""
    kept = table.picture.lying
    found = kept.get((seat, memory))
    if found is None:
        state = table.shown
        seen = () if state is None else regions(state, seat, memory=memory, turned_by=_turned_by(table, state))
        found = kept[seat, memory] = Lying(seen, tuple([region.text for region in seen]))
    return found


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
    parts = draft_parts(state, seat)
    return state, Draft(path, parts) if path or parts else NO_DRAFT


def _recent(table: TableState, seat: int | None) -> Recent:
    """What happened last."""
    picture, moments = table.picture, table.moments
    found = picture.recent.get(seat)
    if found is None:
        names = _names(table)
        first = (table.story.moments - len(moments)) * EVENT_STEP
        told = _told_before(picture.before.get(seat), moments, names, first)
        for moment in moments[len(told) :]:
            told = (*told, moment.tell(seat, names, first + len(told) * EVENT_STEP))
        spoken = [one for one in told if one.text]
        texts = EventTexts(tuple([one.text for one in spoken]), spoken[0].events[0].number if spoken else 0)
        found = picture.recent[seat] = Recent(told, texts, moments, names, first)
    return found


def _told_before(before: Recent | None, moments: tuple[Moment, ...], names: Names, first: int) -> tuple[Told, ...]:
    """What an observer was told of the first of these moments, as far as it was with this number and these names."""
    if before is None or before.names != names or first < before.first:
        return ()
    gone = (first - before.first) // EVENT_STEP
    known = len(before.moments) - gone
    return before.told[gone:] if 0 < known <= len(moments) and before.moments[gone:] == moments[:known] else ()


__all__ = ["FRAME_VERSION", "Frame", "SeatSeen", "table_frame"]
