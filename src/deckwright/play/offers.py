"""What may be done at a table: the single source for menus, agents and tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from deckwright.play.inputs import (
    AGREE_ID,
    CONTRIBUTE,
    DEAL,
    HAND_BACK,
    LEAVE,
    SIT,
    TAKE_OVER,
    TIME_OUT,
    UNDO,
    TableAction,
)
from deckwright.play.progress import undo_target
from deckwright.play.shuffle import FairShuffle
from deckwright.play.table import TableState

_AGREE_LABELS = {"trick": "I have seen the trick", "hand": "On to the next hand"}


class TableTransition(NamedTuple):
    """An action as it is offered: what a client needs, and never what it leads to."""

    id: str
    label: str
    kind: str
    """`move`, `agree`, `seat`, `deal` or `undo`."""
    needs: str = ""
    """What has to come with it: `entropy`."""

    def to_dict(self) -> dict[str, str]:
        """Plain JSON-able data."""
        return {"id": self.id, "label": self.label, "kind": self.kind, "needs": self.needs}


def transitions(table: TableState, seat: int | None) -> tuple[TableTransition, ...]:
    """Everything a seat may do now; for None what the host and the clock may."""
    if seat is None:
        return tuple(_of_nobody(table))
    return tuple(_of_seat(table, seat))


def valid_actions(table: TableState) -> tuple[TableAction, ...]:
    """Everything that anybody may do now and that needs nothing with it. A time-out comes when it is due."""
    due_ms = table.progress.waiting_since_ms + table.setup.patience_ms
    return tuple(
        TableAction(
            table.id,
            table.revision,
            seat,
            offered.id,
            at_ms=max(table.progress.now_ms, due_ms if offered.id == TIME_OUT else 0),
        )
        for seat in (None, *range(len(table.seats)))
        for offered in transitions(table, seat)
        if not offered.needs
    )


def _of_nobody(table: TableState) -> Iterator[TableTransition]:
    progress = table.progress
    if not progress.is_dealt:
        if _may_deal(table):
            yield TableTransition(DEAL, "Deal", "deal")
    elif progress.beats or (progress.turn is not None and progress.seats[progress.turn].is_present):
        yield TableTransition(TIME_OUT, "Wait no longer", "seat")


def _of_seat(table: TableState, number: int) -> Iterator[TableTransition]:
    progress, seat = table.progress, table.progress.seats[number]
    if not progress.is_dealt:
        yield from _before_the_deal(table, number)
    elif progress.beats:
        if seat.is_present and number not in progress.agreed:
            beat = progress.beats[0]
            yield TableTransition(AGREE_ID[beat], _AGREE_LABELS[beat], "agree")
    elif progress.turn == number and table.state is not None:
        for action in table.state.actions():
            yield TableTransition(f"{action.slot}.{action.value}", action.text, "move")
    if progress.is_over:
        return
    if seat.is_present:
        yield TableTransition(TAKE_OVER, "Let an agent play for me", "seat")
    elif seat.is_away:
        yield TableTransition(HAND_BACK, "I am back", "seat")
    if undo_target(table.setup, progress, number) is not None:
        yield TableTransition(UNDO, "Take back my last choice", "undo")


def _before_the_deal(table: TableState, number: int) -> Iterator[TableTransition]:
    progress, seat = table.progress, table.progress.seats[number]
    if seat.kind == "empty":
        yield TableTransition(SIT, "Sit here", "seat")
    if not seat.is_person:
        return
    yield TableTransition(LEAVE, "Leave the table", "seat")
    fair = isinstance(table.setup.chance, FairShuffle)
    if fair and all(other != number for other, _ in progress.entropy):
        yield TableTransition(CONTRIBUTE, "Add to the shuffle", "deal", "entropy")
    if _may_deal(table):
        yield TableTransition(DEAL, "Deal", "deal")


def _may_deal(table: TableState) -> bool:
    progress = table.progress
    if any(seat.kind == "empty" for seat in progress.seats):
        return False
    given = {seat for seat, _ in progress.entropy}
    fair = isinstance(table.setup.chance, FairShuffle)
    return not fair or all(not seat.is_present or number in given for number, seat in enumerate(progress.seats))
