"""Everything a page needs to show a table to one seat or a spectator, as one document: docs/table-data.md."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from deckwright.engine import State
from deckwright.engine.scene import (
    Choice,
    DraftPart,
    Reason,
    Region,
    Standing,
    choices,
    draft_parts,
    reasons,
    regions,
    standing,
)
from deckwright.engine.scene.story import EVENT_STEP, Peek, Story, plain
from deckwright.play.errors import TableError
from deckwright.play.inputs import find_action_id
from deckwright.play.moments import TableEvent
from deckwright.play.offers import TableTransition
from deckwright.play.progress import awaited, due_ms
from deckwright.play.prompt import prompt
from deckwright.play.seats import seat_names
from deckwright.play.secret import asked_state, is_drafting
from deckwright.play.table import TableState
from deckwright.play.view import TableView, spectator_view, table_view

FRAME_VERSION = 1
"""Grows when a page written for the one before could not read it."""


@dataclass(frozen=True, slots=True)
class SeatSeen:
    """Who sits in a seat, and what everyone sees of its game. No field can hold a card."""

    seat: int
    name: str
    kind: str
    """`person`, `agent` or `empty`."""
    is_away: bool
    has_resigned: bool
    team: int | None
    is_turn: bool
    is_dealer: bool
    hand_count: int
    score: int
    tricks: int | None
    bid: int | None
    chips: int | None
    bet: int | None
    has_folded: bool
    is_out: bool


SEAT_FIELDS = tuple(field.name for field in fields(SeatSeen))


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


@dataclass(frozen=True, slots=True)
class Clock:
    """How long people are waited for, by the server's clock. A server says with each frame what time it is."""

    awaited: tuple[int, ...]
    """The seats that are waited for; nobody in particular while all choose in secret."""
    due_ms: int | None
    """When the server stops waiting; None while nobody is waited for."""
    used_ms: tuple[int, ...] | None
    """How long each seat had been waited for in all, when something last happened."""
    patience_ms: int
    total_ms: int

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Frame:
    """A table as one seat, or a spectator (seat None), sees it."""

    base: TableView
    revision: int
    """What a message of this seat answers: it grows only with what the seat has seen or done."""
    seats: tuple[SeatSeen, ...]
    phase: str
    kind: str
    """What is being decided: `choice`, `trick`, `auction` or `betting`."""
    prompt: str
    turn: int | None
    """Who is to act; nobody while all choose in secret."""
    is_secret: bool
    """All choose at once, in secret."""
    regions: tuple[Region, ...]
    standing: Standing | None
    story: Story
    choices: tuple[Choice, ...]
    reasons: tuple[Reason, ...]
    """For cards that lie where cards may be played from and may not be: why."""
    commands: tuple[TableTransition, ...]
    """What may be done about the table itself: agree, leave, take back ..."""
    draft: Draft
    events: tuple[TableEvent, ...]
    peeks: tuple[Peek, ...]
    team_scores: tuple[int, ...]
    clock: Clock
    is_paused: bool
    undo: dict[str, Any] | None
    """Who would like to take a choice back, and who has agreed."""
    undone: int
    """How often something was taken back: from then on numbers of events are given again."""

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data, always in the same order."""
        base = self.base.to_dict()
        return {
            "version": FRAME_VERSION,
            "table": base["table"],
            "revision": self.revision,
            "seat": base["seat"],
            "status": base["status"],
            "phase": self.phase,
            "kind": self.kind,
            "prompt": self.prompt,
            "turn": self.turn,
            "is_secret": self.is_secret,
            "seats": [{name: getattr(seat, name) for name in SEAT_FIELDS} for seat in self.seats],
            "regions": [region.to_dict() for region in self.regions],
            "standing": None if self.standing is None else self.standing.to_dict(),
            "trick": [plain(play) for play in self.story.trick],
            **self.story.to_dict(),
            "team_scores": list(self.team_scores),
            "choices": [choice.to_dict() for choice in self.choices],
            "reasons": [reason.to_dict() for reason in self.reasons],
            "commands": [command.to_dict() for command in self.commands],
            "draft": self.draft.to_dict(),
            "events": [event.to_dict() for event in self.events],
            "peeks": [plain(peek) for peek in self.peeks],
            "clock": self.clock.to_dict(),
            "is_paused": self.is_paused,
            "undo": self.undo,
            "undone": self.undone,
            "consensus": base["consensus"],
            "shuffle": base["shuffle"],
            "agents": base["agents"],
            "notices": base["notices"],
            "result": base["result"],
            "reveal": base["reveal"],
        }

    def to_json(self) -> str:
        """The text that goes to a client; two frames are the same exactly when their texts are."""
        return json.dumps(self.to_dict(), separators=(",", ":"), ensure_ascii=False)


def table_frame(
    table: TableState, seat: int | None, *, draft: Sequence[str] = (), memory: bool | None = None, seen: int = -1
) -> Frame:
    """What a seat, or a spectator, is shown; TableError if there is no such seat, or the draft cannot be picked.

    `draft` are the picks of a choice that the seat has begun and not sent: the choices are what may be picked next.
    With `memory` it is shown what it knows of cards that lie face down; if it is not given, the setup decides. Cards
    that it alone was shown are among its `peeks` until it has acknowledged them: `seen` is the number of the last.
    """
    base = spectator_view(table) if seat is None else table_view(table, seat)
    state, names, story, progress = table.shown, table.names, table.story, table.progress
    is_secret = state is not None and state.is_secret
    settled = None if state is None else standing(state)
    asked = None if seat is None else deciding_state(table, seat)
    drafted, made = (None, Draft()) if seat is None else _drafted(asked, seat, tuple(draft))
    offered = choices(drafted, names) if drafted is not None else ()
    lying = () if state is None else regions(state, seat, memory=table.setup.shows_memory if memory is None else memory)
    return Frame(
        base=base,
        revision=progress.since if seat is None else max(progress.since, progress.own[seat]),
        seats=_seats(table, state, settled),
        phase="" if state is None else state.phase.replace("_", " "),
        kind="" if state is None else state.kind.lower(),
        prompt=prompt(offered, names, seat) if seat is not None else "",
        turn=None if state is None or is_secret else state.seat,
        is_secret=is_secret,
        regions=lying,
        standing=settled,
        story=story,
        choices=offered,
        reasons=reasons(drafted, offered, lying) if drafted is not None and not made.parts else (),
        commands=tuple(command for command in base.transitions if command.kind != "move"),
        draft=made,
        events=_recent(table, seat, story),
        peeks=() if seat is None else tuple(peek for peek in story.peeks[seat] if peek.number > seen),
        team_scores=() if state is None else state.team_scores,
        clock=_clock(table, is_secret=is_secret),
        is_paused=progress.is_paused,
        undo=None if progress.undo is None else {"seat": progress.undo.seat, "allowed": sorted(progress.undo.allowed)},
        undone=progress.undone,
    )


def _clock(table: TableState, *, is_secret: bool) -> Clock:
    """Time as everyone may see it: who chooses in secret is waited for like everybody, whoever has chosen."""
    setup, progress = table.setup, table.progress
    waiting = awaited(setup, progress)
    if is_secret:
        asked_ms = progress.stamp_ms - (progress.now_ms - progress.waiting_since_ms)
        is_timed = any(seat.is_present for seat in table.seats) and not progress.is_paused
        return Clock((), asked_ms + setup.patience_ms if is_timed else None, None, setup.patience_ms, setup.total_ms)
    return Clock(waiting, due_ms(setup, progress), progress.used_ms, setup.patience_ms, setup.total_ms)


def deciding_state(table: TableState, seat: int) -> State | None:
    """The state in which the person in a seat decides now; None if it does not."""
    state, progress = table.state, table.progress
    if state is None or progress.beats or progress.is_paused or not table.seats[seat].is_present:
        return None
    if progress.turn == seat:
        return state
    has_chosen = any(number == seat for number, _ in progress.early)
    return None if has_chosen else asked_state(state, seat)


def _drafted(state: State | None, seat: int, path: tuple[str, ...]) -> tuple[State | None, Draft]:
    """The state in which a draft is picked on, and the draft."""
    if state is None:
        if path:
            raise TableError("draft.not-asked", "this seat has nothing to choose now")
        return None, Draft()
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


def _recent(table: TableState, seat: int | None, story: Story) -> tuple[TableEvent, ...]:
    """What happened last."""
    told = [moment for moment in table.moments if moment.was_seen]
    first = story.moments - len(told)
    found: list[TableEvent] = []
    for place, moment in enumerate(told):
        found += moment.events(seat, table.names, number=(first + place) * EVENT_STEP)
    return tuple(found)


def _seats(table: TableState, state: State | None, settled: Standing | None) -> tuple[SeatSeen, ...]:
    players = None if state is None else state.seen_by(None).players
    dealer = None if settled is None else settled.dealer
    return tuple(
        SeatSeen(
            number,
            name,
            seat.kind.value,
            seat.is_away,
            number in table.progress.resigned,
            table.setup.game.notation.teams[number],
            state is not None and state.seat == number and not state.is_secret,
            dealer == number,
            *(
                (0, 0, None, None, None, None, False, False)
                if players is None
                else (
                    players[number].hand_count,
                    players[number].score,
                    players[number].tricks,
                    players[number].bid,
                    players[number].chips,
                    players[number].bet,
                    players[number].has_folded,
                    players[number].is_out,
                )
            ),
        )
        for number, (name, seat) in enumerate(zip(seat_names(table.seats), table.seats, strict=True))
    )


__all__ = ["FRAME_VERSION", "Frame", "SeatSeen", "table_frame"]
