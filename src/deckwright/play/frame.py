"""Everything a page needs to show a table to one seat or a spectator, as one document: docs/table-data.md."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from deckwright.engine import State
from deckwright.engine.scene import Choice, DraftPart, Region, Standing, choices, draft_parts, regions, standing
from deckwright.engine.scene.story import EVENT_STEP, Peek, Story
from deckwright.play.moments import TableEvent
from deckwright.play.offers import TableTransition
from deckwright.play.prompt import prompt
from deckwright.play.seats import seat_names
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


@dataclass(frozen=True, slots=True)
class Frame:
    """A table as one seat, or a spectator (seat None), sees it."""

    base: TableView
    seats: tuple[SeatSeen, ...]
    phase: str
    kind: str
    """What is being decided: `choice`, `trick`, `auction` or `betting`."""
    prompt: str
    turn: int | None
    regions: tuple[Region, ...]
    standing: Standing | None
    story: Story
    choices: tuple[Choice, ...]
    commands: tuple[TableTransition, ...]
    """What may be done about the table itself: agree, leave, take back ..."""
    draft: tuple[DraftPart, ...]
    events: tuple[TableEvent, ...]
    peeks: tuple[Peek, ...]
    team_scores: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data, always in the same order."""
        base = self.base.to_dict()
        return {
            "version": FRAME_VERSION,
            "table": base["table"],
            "revision": base["revision"],
            "seat": base["seat"],
            "status": base["status"],
            "phase": self.phase,
            "kind": self.kind,
            "prompt": self.prompt,
            "turn": self.turn,
            "seats": [asdict(seat) for seat in self.seats],
            "regions": [region.to_dict() for region in self.regions],
            "standing": None if self.standing is None else self.standing.to_dict(),
            "trick": [asdict(play) for play in self.story.trick],
            **self.story.to_dict(),
            "team_scores": list(self.team_scores),
            "choices": [choice.to_dict() for choice in self.choices],
            "commands": [command.to_dict() for command in self.commands],
            "draft": [part.to_dict() for part in self.draft],
            "events": [event.to_dict() for event in self.events],
            "peeks": [asdict(peek) for peek in self.peeks],
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


def table_frame(table: TableState, seat: int | None, *, memory: bool = False, seen: int = -1) -> Frame:
    """What a seat, or a spectator, is shown; TableError if there is no such seat.

    With `memory` it is shown what it knows of cards that lie face down. Cards that it alone was shown are among its
    `peeks` until it has acknowledged them: `seen` is the number of the last.
    """
    base = spectator_view(table) if seat is None else table_view(table, seat)
    state, names, story = table.shown, table.names, table.story
    acts = state is not None and seat is not None and any(offered.kind == "move" for offered in base.transitions)
    offered = choices(state, names) if acts and state is not None else ()
    return Frame(
        base=base,
        seats=_seats(table, state),
        phase="" if state is None else state.phase.replace("_", " "),
        kind="" if state is None else state.kind.lower(),
        prompt=prompt(offered, names, seat) if seat is not None else "",
        turn=None if state is None else state.seat,
        regions=() if state is None else regions(state, seat, memory=memory),
        standing=None if state is None else standing(state),
        story=story,
        choices=offered,
        commands=tuple(command for command in base.transitions if command.kind != "move"),
        draft=draft_parts(state, seat) if acts and state is not None and seat is not None else (),
        events=_recent(table, seat, story),
        peeks=() if seat is None else tuple(peek for peek in story.peeks[seat] if peek.number > seen),
        team_scores=() if state is None else state.team_scores,
    )


def _recent(table: TableState, seat: int | None, story: Story) -> tuple[TableEvent, ...]:
    """What happened last."""
    told = [moment for moment in table.moments if moment.state.position.events(None)]
    first = story.moments - len(told)
    found: list[TableEvent] = []
    for place, moment in enumerate(told):
        found += moment.events(seat, table.names, number=(first + place) * EVENT_STEP)
    return tuple(found)


def _seats(table: TableState, state: State | None) -> tuple[SeatSeen, ...]:
    players = None if state is None else state.view(None).players
    dealer = None if state is None else standing(state).dealer
    return tuple(
        SeatSeen(
            number,
            name,
            seat.kind.value,
            seat.is_away,
            table.setup.game.notation.teams[number],
            state is not None and state.seat == number,
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
