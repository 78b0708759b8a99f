"""What may be done at a table: the single source for menus, agents and tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from deckwright.genome.enums import Beat
from deckwright.play.clock import rings_ms
from deckwright.play.inputs import (
    AGAIN_AND_AGAIN,
    AGREE_ID,
    ALLOW_UNDO,
    ASK_UNDO,
    COMMIT,
    DEAL,
    HAND_BACK,
    LEAVE,
    PAUSE,
    REFUSE_UNDO,
    RESIGN,
    RESUME,
    REVEAL,
    SEAT_AGENT,
    SIT,
    TAKE_OVER,
    UNDO,
    AgentMessage,
    ClockMessage,
    HostMessage,
    Message,
    SeatMessage,
)
from deckwright.play.progress import last_choice, told_revision, undo_target
from deckwright.play.rounds import pending
from deckwright.play.seats import SeatKind, names_apart
from deckwright.play.secret import deciding_state, is_all_secret, is_drafting
from deckwright.play.table import TableState
from deckwright.play.words import say

_AGREE_LABELS = {Beat.TRICK: say("command_seen_trick"), Beat.HAND: say("command_next_hand")}


class TableTransition(NamedTuple):
    """An action as it is offered: what a client needs, and never what it leads to."""

    id: str
    label: str
    kind: str
    """`move`, `agree`, `seat`, `shuffle`, `deal` or `undo`."""
    needs: str = ""
    """What has to come with it: `commitment`, `share`, `name` or `agent`; `picks`: the rest of a choice, in one id."""

    def to_dict(self) -> dict[str, str]:
        """Plain JSON-able data."""
        return {"id": self.id, "label": self.label, "kind": self.kind, "needs": self.needs}


_AGREES = {beat: TableTransition(AGREE_ID[beat], label, "agree") for beat, label in _AGREE_LABELS.items()}
_TAKE_OVER = TableTransition(TAKE_OVER, say("command_take_over"), "seat")
_HAND_BACK = TableTransition(HAND_BACK, say("command_hand_back"), "seat")
_UNDO = TableTransition(UNDO, say("command_undo"), "undo")
_LEAVE = TableTransition(LEAVE, say("command_leave"), "seat")
_RESIGN = TableTransition(RESIGN, say("command_resign"), "seat")
_ASK_UNDO = TableTransition(ASK_UNDO, say("command_ask_undo"), "undo")
_REFUSE_UNDO = TableTransition(REFUSE_UNDO, say("command_refuse_undo"), "undo")


def transitions(table: TableState, seat: int) -> tuple[TableTransition, ...]:
    """Everything that the person in a seat may do now; nothing where none decides."""
    return tuple(_heard(table, _of_seat(table, seat)))


def commands(table: TableState, seat: int) -> tuple[TableTransition, ...]:
    """The same without moves of the game."""
    return tuple(_heard(table, _of_seat(table, seat, with_moves=False)))


def host_transitions(table: TableState, seat: int | None = None) -> tuple[TableTransition, ...]:
    """Everything that the host may do now: about a seat, or about the table as a whole."""
    return tuple(_heard(table, _of_host(table, seat)))


def valid_messages(table: TableState, *, at_ms: int | None = None) -> tuple[Message, ...]:
    """Everything that anybody may say at a time and that needs nothing with it, the clock's message where it is due."""
    now, due = table.progress.stamp_ms if at_ms is None else at_ms, rings_ms(table)
    found: list[Message] = [HostMessage(table.id, offered.id) for offered in host_transitions(table)]
    for seat in range(len(table.seats)):
        found += [
            HostMessage(table.id, offered.id, seat) for offered in host_transitions(table, seat) if not offered.needs
        ]
        found += [
            SeatMessage(table.id, told_revision(table.progress, seat), seat, offered.id)
            for offered in transitions(table, seat)
            if not offered.needs
        ]
    progress, state = table.progress, table.state
    turn = None if progress.is_paused or progress.beats else progress.turn
    if turn is not None and progress.seats[turn].agent and state is not None:
        found += [
            AgentMessage(table.id, told_revision(progress, turn), turn, f"{action.slot}.{action.value}")
            for action in state.actions()
        ]
    if now < progress.ahead_ms or (due is not None and now >= due):
        found.append(ClockMessage(table.id))
    return tuple(found)


def _heard(table: TableState, offered: Iterable[TableTransition]) -> Iterable[TableTransition]:
    """Of what is offered, what may still be said."""
    return (one for one in offered if one.id not in AGAIN_AND_AGAIN) if table.progress.is_long else offered


def _of_host(table: TableState, number: int | None) -> Iterator[TableTransition]:
    progress = table.progress
    if number is None:
        waits = table.setup.is_fair and pending(progress.round, progress.seats)
        if not progress.is_dealt and progress.is_full and not waits:
            yield TableTransition(DEAL, say("command_deal"), "deal")
        if not progress.is_over:
            pausing = (RESUME, say("command_resume")) if progress.is_paused else (PAUSE, say("command_pause"))
            if progress.is_paused or progress.paused_ms < table.setup.total_ms:
                yield TableTransition(*pausing, "pause")
        return
    seat = progress.seats[number]
    if not progress.is_dealt:
        if seat.kind is SeatKind.EMPTY:
            yield TableTransition(SIT, say("command_sit"), "seat", "name")
            yield TableTransition(SEAT_AGENT, say("command_seat_agent"), "seat", "agent")
        elif seat.is_present and not progress.round.joint:
            yield TableTransition(LEAVE, say("command_free"), "seat")
    elif not progress.is_over:
        is_moving = progress.turn == number and not progress.beats and not is_all_secret(table)
        if seat.kind is SeatKind.AGENT and not is_moving:
            yield TableTransition(SIT, say("command_sit"), "seat", "name")
        elif seat.is_person:
            yield TableTransition(LEAVE, say("command_give"), "seat")
    if seat.is_present and progress.is_full and not progress.is_over:
        yield TableTransition(TAKE_OVER, say("command_stand_in"), "seat")


def _of_seat(table: TableState, number: int, *, with_moves: bool = True) -> list[TableTransition]:
    progress = table.progress
    seat, is_dealt, beats = progress.seats[number], progress.is_dealt, progress.beats
    is_present = seat.is_present
    found: list[TableTransition] = []
    if not is_dealt:
        found += _before_the_deal(table, number)
    elif beats:
        if is_present and number not in progress.agreed and not progress.is_paused:
            found.append(_AGREES[beats[0]])
    elif progress.turn is None:  # the game is over
        return found
    elif with_moves:
        found += _moves(table, number)
    if is_present and number not in progress.returned and progress.is_full:
        found.append(_TAKE_OVER)
    elif seat.is_away and _may_hand_back(table, number):
        found.append(_HAND_BACK)
    if table.setup.may_undo and undo_target(table.setup, progress, number) is not None:
        found.append(_UNDO)
    if is_dealt and seat.is_person:
        found.append(_LEAVE)
        if number not in progress.resigned:
            found.append(_RESIGN)
    if is_present:
        found += _about_undo(table, number)
    return found


def _moves(table: TableState, number: int) -> Iterator[TableTransition]:
    """What a seat may choose from: while all choose in secret that does not depend on whom the game asks."""
    state = deciding_state(table, number)
    for action in () if state is None else state.actions():
        is_part = state is not None and state.is_secret and is_drafting(state.play(action), number)
        yield TableTransition(f"{action.slot}.{action.value}", action.text, "move", "picks" if is_part else "")


def _about_undo(table: TableState, number: int) -> tuple[TableTransition, ...]:
    progress = table.progress
    asked = progress.undo
    if asked is None:
        are_others = sum([seat.is_present for seat in progress.seats]) > 1
        return (_ASK_UNDO,) if are_others and last_choice(progress, number, seen=True) is not None else ()
    if number == asked.seat or number in asked.allowed:
        return (_REFUSE_UNDO,)
    name = names_apart(table.names)[asked.seat]
    return TableTransition(ALLOW_UNDO, say("command_allow_undo", who=name), "undo"), _REFUSE_UNDO


def _may_hand_back(table: TableState, number: int) -> bool:
    progress = table.progress
    is_moving = progress.turn == number and not progress.beats and not is_all_secret(table)
    used_ms = progress.told_ms if is_all_secret(table) else progress.used_ms
    has_time = used_ms[number] < table.setup.total_ms
    is_gone = number in progress.resigned or number in progress.coming
    return progress.is_dealt and not is_moving and has_time and not is_gone


def _before_the_deal(table: TableState, number: int) -> Iterator[TableTransition]:
    progress, seat = table.progress, table.progress.seats[number]
    if not seat.is_present:
        return
    if not progress.round.joint:
        yield TableTransition(LEAVE, say("command_leave_table"), "seat")
    if table.setup.is_fair and number in pending(progress.round, progress.seats):
        if progress.round.joint:
            yield TableTransition(REVEAL, say("command_reveal"), "shuffle", "share")
        else:
            yield TableTransition(COMMIT, say("command_commit"), "shuffle", "commitment")
