"""The one way a table changes: a message in, the next table or a refusal out."""

from __future__ import annotations

from deckwright.engine import Pause, State
from deckwright.play.inputs import (
    AGREE_ID,
    CONTRIBUTE,
    DEAL,
    LATEST_MS,
    LONGEST_DATA,
    UNDO,
    Input,
    Move,
    TableAction,
    find_action_id,
)
from deckwright.play.moments import RECENT, Moment
from deckwright.play.progress import Code, Progress, after_move, after_word, line_moves, move_code
from deckwright.play.refusals import Accepted, Refused
from deckwright.play.table import TableState, Trail, deal_of, newly_shown, recent_moments

_COMMUTING = frozenset({*AGREE_ID.values(), CONTRIBUTE})
"""What several people may say at once: sent at any revision since what it answers."""


def execute(table: TableState, action: TableAction) -> Accepted | Refused:
    """The table after an action, or why it is refused. Total and pure: nothing is ever half done."""
    if code := _message_code(table, action):
        return Refused(code)
    id = find_action_id(action.id)  # noqa: A001
    if id is None:
        return Refused("action.unknown")
    if code := _revision_code(table.progress, action):
        return Refused(code)
    given = Input(action.seat, action.id, action.data, action.at_ms)
    found = _move(table, given, id) if isinstance(id, Move) else _word(table, given)
    return Refused(found) if isinstance(found, str) else Accepted(found)


def _message_code(table: TableState, action: object) -> Code | None:
    """What is wrong with a message before anybody looks at what it says."""
    if type(action) is not TableAction:
        return "action.malformed"
    if type(action.id) is not str or type(action.data) is not str or type(action.table) is not str:
        return "action.malformed"
    if type(action.revision) is not int or type(action.at_ms) is not int or not 0 <= action.at_ms <= LATEST_MS:
        return "action.malformed"
    if len(action.data) > LONGEST_DATA or not action.data.isprintable():
        return "action.bad-data"
    if action.table != table.setup.id:
        return "table.other"
    if action.seat is not None and (type(action.seat) is not int or not 0 <= action.seat < len(table.progress.seats)):
        return "seat.unknown"
    return None


def _revision_code(progress: Progress, action: TableAction) -> Code | None:
    if action.revision > progress.revision:
        return "revision.ahead"
    least = progress.since if action.id in _COMMUTING else progress.revision
    return "revision.stale" if action.revision < least else None


def _move(table: TableState, given: Input, move: Move) -> TableState | Code:
    if code := move_code(table.progress, given.seat):
        return code
    if given.data:
        return "action.bad-data"
    state = table.state
    assert state is not None
    action = state.find_action(*move)
    if action is None:
        return "action.not-legal"
    played = state.play(action)
    progress = after_move(
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


def _word(table: TableState, given: Input) -> TableState | Code:
    progress = after_word(table.setup, table.progress, given)
    if isinstance(progress, str):
        return progress
    if given.id == UNDO:
        return _undone(table, progress, given)
    if given.id == DEAL:
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
    return TableState(table.setup, progress, state, pauses, kept, Trail(table.trail, given))
