"""Going back in a table's history: how it was, what a seat knew then, and what might have been."""

from __future__ import annotations

from collections.abc import Mapping

from deckwright.play.errors import TableError
from deckwright.play.execute import after_input, execute
from deckwright.play.inputs import AGREE_ID, DEAL, Authority, HostMessage, Input, Message, SeatMessage
from deckwright.play.progress import line_moves, told_revision
from deckwright.play.refusals import REFUSALS, Refused
from deckwright.play.seats import Seat
from deckwright.play.setup import DEFAULT_PATIENCE_MS, DEFAULT_STAND_IN, DEFAULT_TOTAL_MS, make_setup
from deckwright.play.table import TableState, open_table, rebuild
from deckwright.play.view import TableView, spectator_view, table_view


def table_at(table: TableState, revision: int) -> TableState:
    """The table as it was after so many inputs."""
    if not 0 <= revision <= table.revision:
        raise TableError("revision.unknown", f"found revision {revision}, expected 0 to {table.revision}")
    return rebuild(table.setup, table.history[:revision])


def known_then(table: TableState, seat: int | None, revision: int) -> TableView:
    """What a seat, or a spectator, could see after so many inputs, and nothing it learned later."""
    then = table_at(table, revision)
    return spectator_view(then) if seat is None else table_view(then, seat)


def branch(
    table: TableState,
    moves: int,
    seats: tuple[Seat, ...],
    *,
    id: str = "",  # noqa: A002
    agents: Mapping[str, str] | None = None,
    stand_in: str = DEFAULT_STAND_IN,
    patience_ms: int = DEFAULT_PATIENCE_MS,
    total_ms: int = DEFAULT_TOTAL_MS,
    opened_ms: int = 0,
) -> TableState:
    """Another table with the same cards and the same first moves, to try something else from there.

    The settings are those of `make_setup`. Only a finished game can be branched: whoever tries moves in a live one
    would learn its cards.
    """
    if not table.is_over or table.deal is None:
        raise TableError("branch.not-over", "only a game that is over can be tried another way")
    line = line_moves(table.progress.line)
    if not 0 <= moves <= len(line):
        raise TableError("branch.unknown-step", f"found step {moves}, expected 0 to {len(line)}")
    alone = sum(seat.is_person for seat in seats) == 1
    setup = make_setup(
        table.setup.game,
        seats,
        id=id,
        chance=table.deal,
        agents=agents,
        stand_in=stand_in,
        patience_ms=patience_ms,
        total_ms=total_ms,
        opened_ms=opened_ms,
        may_undo=alone,
        branched_from=(table.id, moves),
    )
    other = _accepted(open_table(setup), HostMessage(setup.id, DEAL))
    for move in line[:moves]:
        # What has been seen once needs no agreement again.
        while other.progress.beats:
            for seat in other.progress.waiting_for:
                revision = told_revision(other.progress, seat)
                other = _accepted(other, SeatMessage(other.id, revision, seat, AGREE_ID[other.progress.beats[0]]))
        turn = other.progress.turn
        assert turn is not None
        by = Authority.AGENT if other.seats[turn].agent else Authority.SEAT
        # Replayed, not said: it may end in the middle of a choice.
        found = after_input(other, Input(by, turn, str(move), at_ms=opened_ms))
        if isinstance(found, str):
            raise TableError("branch.refused", REFUSALS[found])
        other = found
    return other


def _accepted(table: TableState, message: Message) -> TableState:
    answer = execute(table, message, at_ms=table.setup.opened_ms)
    if isinstance(answer, Refused):
        raise TableError("branch.refused", answer.message)
    return answer.table
