"""The one way a table changes: a message in, the next table or a refusal out."""

from __future__ import annotations

from typing import NamedTuple

from deckwright.engine import Pause, Played, State
from deckwright.play.choosing import after_early_choice, after_move, after_opened_choice
from deckwright.play.clock import late_in_secret
from deckwright.play.commands import after_command
from deckwright.play.inputs import (
    EARLY,
    HAND_BACK,
    SET_CLOCK,
    SIT,
    TIME_OUT,
    AgentMessage,
    Authority,
    ClockMessage,
    HostMessage,
    Input,
    Message,
    Moves,
    SeatMessage,
    find_action_id,
)
from deckwright.play.moments import RECENT, Moment
from deckwright.play.picture import Picture
from deckwright.play.progress import Code, Progress, input_code, line_moves, move_code, told_revision, with_equal_waits
from deckwright.play.refusals import Accepted, Refused
from deckwright.play.secret import asked_state, is_all_secret, is_asked_early, is_drafting, was_seen
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
    if code := input_code(table.setup, given):
        return Refused(code)
    if isinstance(message, SeatMessage) and message.key and table.progress.keys[message.seat] == message.key:
        return Accepted(table, is_repeat=True)
    if code := _revision_code(table, message):
        return Refused(code)
    if isinstance(message, SeatMessage) and not isinstance(find_action_id(message.id), str):
        if message.data:
            return Refused("action.bad-data")
        if is_asked_early(table, message.seat):
            given = given._replace(data=EARLY)
    if given.id == HAND_BACK and given.data == EARLY:
        return Refused("action.bad-data")  # that is for the history to note
    is_secret = is_all_secret(table)
    if is_secret and given.id == TIME_OUT and not table.progress.is_paused:
        late = late_in_secret(table, given.at_ms)
        if not late:
            return Refused("clock.too-early")
        given = given._replace(data=" ".join(map(str, late)))
    elif is_secret:
        given = _later(given)
    found = after_input(table, given, only_whole=is_secret and given.by is Authority.SEAT)
    if isinstance(found, str):
        return Refused(found)
    if is_secret and given.id == HAND_BACK and _is_spent(table, given):
        return Refused("clock.spent")
    return Accepted(found)


def _is_spent(table: TableState, given: Input) -> bool:
    """Whether a seat had used up its time before all began to choose in secret: what it used since is not told yet."""
    return given.seat is not None and table.progress.told_ms[given.seat] >= table.setup.total_ms


def _later(given: Input) -> Input:
    """Who comes while all choose in secret plays after it: otherwise they would learn whether their agent was asked."""
    if given.id == HAND_BACK and not given.data:
        return given._replace(data=EARLY)
    return given._replace(key=EARLY) if given.id == SIT else given


def after_input(table: TableState, given: Input, *, only_whole: bool = False) -> TableState | Code:
    """The table after an input that is one, or why it cannot be.

    While all choose in secret only whole choices are heard: were a part of one taken from the seat that the game asks
    and refused from the others, they would learn whom it asks. Histories of before that was so have such parts.
    """
    said = find_action_id(given.id)
    if said is None or isinstance(said, str):
        return _command(table, given)
    if code := move_code(table.setup, table.progress, given):
        return code
    made = _early_choice(table, given, said) if _is_early(given) else _choice(table, given, said, only_whole)
    return made if isinstance(made, str) else _open_early_choices(made)


def _input_of(table: TableState, message: object, at_ms: int) -> Input | None:
    """What the history would keep of a message; its type alone says who speaks."""
    kind = type(message)
    if kind is SeatMessage or kind is AgentMessage:
        assert isinstance(message, SeatMessage | AgentMessage)
        if type(message.revision) is not int:
            return None
        by = Authority.SEAT if kind is SeatMessage else Authority.AGENT
        key = message.key if isinstance(message, SeatMessage) else ""
        return Input(by, message.seat, message.id, message.data, at_ms, key)
    if kind is HostMessage:
        assert isinstance(message, HostMessage)
        return Input(Authority.HOST, message.seat, message.id, message.data, at_ms)
    if kind is ClockMessage:
        is_behind = type(at_ms) is int and at_ms < table.progress.ahead_ms
        return Input(Authority.CLOCK, None, SET_CLOCK if is_behind else TIME_OUT, "", at_ms)
    return None


def _revision_code(table: TableState, message: Message) -> Code | None:
    """Whether what a message answers is still asked. The host and the clock speak of the table as it is.

    Nobody hears how far the table is: that would tell how many have chosen in secret, or that somebody is picking.
    """
    if isinstance(message, HostMessage | ClockMessage):
        return None
    return "revision.stale" if message.revision < told_revision(table.progress, message.seat) else None


def _is_early(given: Input) -> bool:
    return given.by is Authority.SEAT and given.data == EARLY


class _Made(NamedTuple):
    """Where a choice leads."""

    played: Played
    choices: tuple[int, ...]
    was_seen: bool


def _made(state: State, moves: Moves, *, only_whole: bool) -> _Made | Code:
    """The picks of a choice, one after another: if `only_whole`, they must be exactly one choice of one seat."""
    seat, choices = state.seat, []
    played = Played((), state)
    for place, move in enumerate(moves):
        action = state.find_action(*move)
        if action is None:
            return "action.not-legal"
        choices.append(len(state.actions()))
        played = state.play(action)
        is_last = place == len(moves) - 1
        if only_whole and is_last == (seat is not None and is_drafting(played, seat)):
            return "action.not-whole"
        state = played.state
    return _Made(played, tuple(choices), was_seen(played))


def _choice(table: TableState, given: Input, moves: Moves, only_whole: bool) -> TableState | Code:  # noqa: FBT001
    state = table.state
    assert state is not None
    made = _made(state, moves, only_whole=only_whole or len(moves) > 1)
    if isinstance(made, str):
        return made
    progress = after_move(
        table.setup,
        table.progress,
        given,
        moves,
        choices=made.choices,
        beats=tuple(pause.beat for pause in made.played.pauses),
        turn=made.played.state.seat,
        was_seen=made.was_seen,
    )
    return _played(table, progress, made.played, Trail(table.trail, given))


def _early_choice(table: TableState, given: Input, moves: Moves) -> TableState | Code:
    """A choice in secret that is made before the seat is asked: it waits."""
    assert table.state is not None
    assert given.seat is not None
    state = asked_state(table.state, given.seat)
    if state is None:
        return "seat.has-chosen"  # the same as while its choice waited: nobody learns that seats before it have chosen
    made = _made(state, moves, only_whole=True)
    if isinstance(made, str):
        return made
    return _next(table, after_early_choice(table.setup, table.progress, given), given, state=table.state)


def _open_early_choices(table: TableState) -> TableState:
    """Does what seats chose before they were asked, as long as the next to be asked has chosen."""
    while True:
        progress, state = table.progress, table.state
        early = dict(progress.early)
        if state is None or progress.turn not in early or progress.beats:
            return table
        moves = find_action_id(early[progress.turn])
        assert isinstance(moves, tuple)
        made = _made(state, moves, only_whole=True)
        assert not isinstance(made, str)
        opened = after_opened_choice(
            progress,
            progress.turn,
            moves,
            choices=made.choices,
            beats=tuple(pause.beat for pause in made.played.pauses),
            turn=made.played.state.seat,
            was_seen=made.was_seen,
        )
        table = _played(table, opened, made.played, table.trail)


def _played(table: TableState, progress: Progress, played: Played, trail: Trail | None) -> TableState:
    left = len(progress.beats)
    new = newly_shown(played.pauses, played.state, left)
    pauses = played.pauses[len(played.pauses) - left :]
    return _told(table, progress, trail, state=played.state, pauses=pauses, moments=new)


def _command(table: TableState, given: Input) -> TableState | Code:
    progress = after_command(table.setup, table.progress, given)
    if isinstance(progress, str):
        return progress
    if progress.moves < table.progress.moves:
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
    if is_all_secret(table):
        progress = with_equal_waits(table.setup, table.progress, progress)
    retraced = game.retrace(deal, moves)
    moments = recent_moments(game, deal, moves, retraced.steps, left=0)
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
    return _told(table, progress, Trail(table.trail, given), state=state, pauses=pauses, moments=moments)


def _told(
    table: TableState,
    progress: Progress,
    trail: Trail | None,
    *,
    state: State | None,
    pauses: tuple[Pause, ...],
    moments: tuple[Moment, ...],
) -> TableState:
    assert table.tale is not None
    if not moments and state is table.state and pauses == table.pauses:
        before = table.progress
        is_same = progress.seats is before.seats and progress.resigned is before.resigned
        picture = table.picture if is_same else Picture()
        return TableState(table.setup, progress, state, pauses, table.moments, trail, table.tale, picture)
    kept = (*table.moments, *[moment for moment in moments if moment.was_seen])[-RECENT:]
    tale = table.tale.then([moment.state for moment in moments])
    return TableState(table.setup, progress, state, pauses, kept, trail, tale, Picture(table.picture.recent))
