"""The one way a table changes: a message in, the next table or a refusal out."""

from __future__ import annotations

from deckwright.engine import Pause, State
from deckwright.play.inputs import (
    SET_CLOCK,
    TIME_OUT,
    UNDO,
    AgentMessage,
    Authority,
    ClockMessage,
    HostMessage,
    Input,
    Message,
    Move,
    SeatMessage,
    find_action_id,
)
from deckwright.play.moments import RECENT, Moment
from deckwright.play.progress import Code, Progress, after_command, after_move, input_code, line_moves, move_code
from deckwright.play.refusals import Accepted, Refused
from deckwright.play.table import TableState, Trail, deal_of, newly_shown, recent_moments


def execute(table: TableState, message: Message, *, at_ms: int | None = None) -> Accepted | Refused:
    """The table after a message, or why it is refused. Total and pure: nothing is ever half done.

    `at_ms` is when the server had it, by the server's own clock; without it no time passes.
    """
    given = _input_of(table, message, table.progress.stamp_ms if at_ms is None else at_ms)
    if given is None:
        return Refused("action.malformed")
    if message.table != table.setup.id:
        return Refused("table.other" if type(message.table) is str else "action.malformed")
    if code := input_code(table.setup, given) or _revision_code(table.progress, message):
        return Refused(code)
    move = find_action_id(given.id)
    found = _move(table, given, move) if isinstance(move, Move) else _command(table, given)
    return Refused(found) if isinstance(found, str) else Accepted(found)


def _input_of(table: TableState, message: object, at_ms: int) -> Input | None:
    """What the history would keep of a message; its type alone says who speaks."""
    kind = type(message)
    if kind is SeatMessage or kind is AgentMessage:
        assert isinstance(message, SeatMessage | AgentMessage)
        if type(message.revision) is not int:
            return None
        by = Authority.SEAT if kind is SeatMessage else Authority.AGENT
        return Input(by, message.seat, message.id, message.data, at_ms)
    if kind is HostMessage:
        assert isinstance(message, HostMessage)
        return Input(Authority.HOST, message.seat, message.id, message.data, at_ms)
    if kind is ClockMessage:
        is_behind = type(at_ms) is int and at_ms < table.progress.stamp_ms
        return Input(Authority.CLOCK, None, SET_CLOCK if is_behind else TIME_OUT, "", at_ms)
    return None


def _revision_code(progress: Progress, message: Message) -> Code | None:
    """Whether what a message answers is still asked. The host and the clock speak of the table as it is."""
    if isinstance(message, HostMessage | ClockMessage):
        return None
    revision = message.revision
    if revision > progress.revision:
        return "revision.ahead"
    return "revision.stale" if revision < progress.since else None


def _move(table: TableState, given: Input, move: Move) -> TableState | Code:
    if code := move_code(table.setup, table.progress, given):
        return code
    state = table.state
    assert state is not None
    action = state.find_action(*move)
    if action is None:
        return "action.not-legal"
    played = state.play(action)
    progress = after_move(
        table.setup,
        table.progress,
        given,
        move,
        choices=len(state.actions()),
        beats=tuple(pause.beat for pause in played.pauses),
        turn=played.state.seat,
    )
    left = len(progress.beats)
    new = newly_shown(played.pauses, played.state, left)
    pauses = played.pauses[len(played.pauses) - left :]
    return _next(table, progress, given, state=played.state, pauses=pauses, moments=new)


def _command(table: TableState, given: Input) -> TableState | Code:
    progress = after_command(table.setup, table.progress, given)
    if isinstance(progress, str):
        return progress
    if given.id == UNDO:
        return _undone(table, progress, given)
    if progress.is_dealt and not table.progress.is_dealt:
        state = table.setup.game.start(deal_of(table.setup, progress))
        turned = progress._replace(turn=state.seat)
        return _next(table, turned, given, state=state, moments=(Moment(state),))
    left = len(progress.beats)
    if left == len(table.pauses) or table.state is None:
        return _next(table, progress, given, state=table.state, pauses=table.pauses)
    # The first beat has been seen already.
    new = newly_shown(table.pauses, table.state, left)[1:]
    pauses = table.pauses[len(table.pauses) - left :]
    return _next(table, progress, given, state=table.state, pauses=pauses, moments=new)


def _undone(table: TableState, progress: Progress, given: Input) -> TableState:
    game, deal, moves = table.setup.game, table.deal, line_moves(progress.line)
    assert deal is not None
    retraced = game.retrace(deal, moves)
    moments = recent_moments(game, deal, moves, left=0)
    return TableState(table.setup, progress, retraced.state, (), moments, Trail(table.trail, given))


def _next(
    table: TableState,
    progress: Progress,
    given: Input,
    *,
    state: State | None,
    pauses: tuple[Pause, ...] = (),
    moments: tuple[Moment, ...] = (),
) -> TableState:
    kept = (*table.moments, *moments)[-RECENT:] if moments else table.moments
    assert table.tale is not None
    tale = table.tale.then(moment.state for moment in moments)
    return TableState(table.setup, progress, state, pauses, kept, Trail(table.trail, given), tale)
