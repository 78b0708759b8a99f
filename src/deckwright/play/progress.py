"""How far a table has come: seats, shuffle, beats, agreement, time and the line of moves. It knows no rules, no cards.

Both ways to a table go through here: one message at a time, and a whole history at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from deckwright.genome.enums import Beat
from deckwright.play.agent_list import LAST_RESORT
from deckwright.play.inputs import (
    AGREE_ID,
    COMMANDS,
    COMMIT,
    EARLY,
    LATEST_MS,
    LONGEST_DATA,
    LONGEST_KEY,
    SEAT_AGENT,
    TAKE_OVER,
    Authority,
    Input,
    Move,
    Moves,
    find_action_id,
)
from deckwright.play.rounds import Round, broken_off, closed, committed, pending, revealed
from deckwright.play.seats import Seat, SeatKind, is_name, person
from deckwright.play.setup import TableSetup
from deckwright.play.shuffle import SENT_AWAY, FairShuffle

NOBODY: frozenset[int] = frozenset()

Code = str
"""Of a refusal."""

MOST_INPUTS = 100_000
"""From so many on nothing is taken back any more: a person who plays alone cannot make a history without end."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Line:
    """The moves that count, last first: what was taken back is not among them."""

    before: Line | None
    number: int
    """How many moves there are with this one."""
    seat: int
    move: Move
    choices: int
    """How many legal actions there were."""
    first: int
    """The number of the first move of the same choice."""


class Progress(NamedTuple):
    """Everything about a table that does not follow from its deal and its moves."""

    seats: tuple[Seat, ...]
    is_dealt: bool = False
    turn: int | None = None
    """Whose move the game waits for; None before the deal and when it is over."""
    beats: tuple[Beat, ...] = ()
    """Those that have come and are not passed; nothing after the first has been shown to anybody."""
    agreed: frozenset[int] = frozenset()
    """Persons who agreed to the first of them."""
    revision: int = 0
    since: int = 0
    """The revision since which the same thing is waited for: an answer to any revision from there on counts."""
    returned: frozenset[int] = frozenset()
    """Seats that were handed back since then."""
    now_ms: int = 0
    """How long the table has been open, as far as its inputs say."""
    stamp_ms: int = 0
    """The server's time at the last input."""
    waiting_since_ms: int = 0
    used_ms: tuple[int, ...] = ()
    """How long each seat has been waited for in all."""
    round: Round = Round()
    line: Line | None = None
    helped: frozenset[tuple[int, str]] = frozenset()
    """Seats whose agent could not choose, and who chose for it."""
    own: tuple[int, ...] = ()
    """The revision of each seat's own last move: what it answers must not be older."""
    keys: tuple[str, ...] = ()
    """What the client of each seat called its last message."""
    early: tuple[tuple[int, str], ...] = ()
    """Choices that were made in secret before their seats were asked, as they were sent."""

    @property
    def moves(self) -> int:
        """How many moves count."""
        return 0 if self.line is None else self.line.number

    @property
    def is_over(self) -> bool:
        """Whether the game has ended and everyone may see it."""
        return self.is_dealt and self.turn is None and not self.beats

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats that have not agreed to the first beat."""
        if not self.beats:
            return ()
        return tuple(number for number, seat in enumerate(self.seats) if seat.is_present and number not in self.agreed)

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.kind is not SeatKind.EMPTY for seat in self.seats)


def line_moves(line: Line | None) -> list[Move]:
    """The moves that count, first to last."""
    moves: list[Move] = []
    while line is not None:
        moves.append(line.move)
        line = line.before
    moves.reverse()
    return moves


def begin(setup: TableSetup) -> Progress:
    """A table before its first input."""
    return Progress(
        setup.seats,
        stamp_ms=setup.opened_ms,
        used_ms=(0,) * len(setup.seats),
        own=(0,) * len(setup.seats),
        keys=("",) * len(setup.seats),
    )


def input_code(setup: TableSetup, given: Input) -> Code | None:
    """What is wrong with an input before anybody looks at the table: all that makes the rest safe to do."""
    if type(given) is not Input or type(given.by) is not Authority:
        return "action.malformed"
    if type(given.id) is not str or type(given.data) is not str:
        return "action.malformed"
    if type(given.at_ms) is not int or not 0 <= given.at_ms <= LATEST_MS:
        return "clock.bad-time"
    if (
        type(given.key) is not str
        or len(given.key) > LONGEST_KEY
        or not (given.key.isascii() and given.key.isprintable())
    ):
        return "action.malformed"
    if given.data and (len(given.data) > LONGEST_DATA or not given.data.isprintable()):
        return "action.bad-data"
    by = given.by
    if by is Authority.CLOCK:
        if given.seat is not None:
            return "seat.unknown"
    elif given.seat is None:
        if by is not Authority.HOST:
            return "seat.unknown"
    elif type(given.seat) is not int or not 0 <= given.seat < len(setup.seats):
        return "seat.unknown"
    said = find_action_id(given.id)
    if said is None:
        return "action.unknown"
    if not isinstance(said, str):
        return None if by is Authority.SEAT or by is Authority.AGENT else "action.not-yours"
    return None if said in COMMANDS[by] else "action.not-yours"


def move_code(setup: TableSetup, progress: Progress, given: Input) -> Code | None:
    """Why a move may not be made now, if it may not."""
    if not progress.is_dealt:
        return "table.not-dealt"
    assert given.seat is not None
    seat = progress.seats[given.seat]
    if given.by is Authority.SEAT:
        if given.data not in ("", EARLY):
            return "action.bad-data"
        if not seat.is_present:
            return "seat.away" if seat.is_person else "seat.not-a-person"
    elif not seat.agent:
        return "seat.not-an-agent"
    elif given.data and given.data != LAST_RESORT and given.data not in setup.agents:
        return "agent.not-listed"
    if progress.beats:
        return "table.waiting"
    if progress.turn is None:
        return "table.over"
    if given.data == EARLY and given.by is Authority.SEAT:
        has_chosen = given.seat == progress.turn or any(seat == given.seat for seat, _ in progress.early)
        return "seat.has-chosen" if has_chosen else None
    return None if given.seat == progress.turn else "seat.not-to-act"


def after_move(
    setup: TableSetup,
    progress: Progress,
    given: Input,
    moves: Moves,
    *,
    choices: tuple[int, ...],
    beats: tuple[Beat, ...],
    turn: int | None,
    was_seen: bool,
) -> Progress:
    """A legal choice has been made; the beats came on the way, and then it is `turn`'s.

    As long as nobody has seen anything of it, the others are still asked what they were asked.
    """
    assert given.seat is not None
    now, used = _elapsed(setup, progress, given.at_ms)
    revision = progress.revision + 1
    moved = Progress(
        progress.seats,
        True,
        turn,
        beats,
        NOBODY,
        revision,
        revision if was_seen else progress.since,
        NOBODY if was_seen else progress.returned,
        now,
        given.at_ms,
        now if was_seen else progress.waiting_since_ms,
        used,
        progress.round,
        lengthened(progress.line, given.seat, moves, choices),
        progress.helped | {(given.seat, given.data)} if given.data else progress.helped,
        _at(progress.own, given.seat, revision),
        _keys(progress, given),
        progress.early,
    )
    return _pass_beats(moved) if beats else moved


def lengthened(line: Line | None, seat: int, moves: Moves, choices: tuple[int, ...]) -> Line | None:
    """The line with one more choice."""
    first = 1 if line is None else line.number + 1
    for number, (move, count) in enumerate(zip(moves, choices, strict=True)):
        line = Line(line, first + number, seat, move, count, first)
    return line


def after_early_choice(setup: TableSetup, progress: Progress, given: Input) -> Progress:
    """A seat has chosen in secret before it was asked: nobody sees that, and the same is waited for."""
    assert given.seat is not None
    now, used = _elapsed(setup, progress, given.at_ms)
    revision = progress.revision + 1
    return progress._replace(
        revision=revision,
        now_ms=now,
        stamp_ms=given.at_ms,
        used_ms=used,
        own=_at(progress.own, given.seat, revision),
        keys=_keys(progress, given),
        early=(*progress.early, (given.seat, given.id)),
    )


def after_opened_choice(
    progress: Progress,
    seat: int,
    moves: Moves,
    *,
    choices: tuple[int, ...],
    beats: tuple[Beat, ...],
    turn: int | None,
    was_seen: bool,
) -> Progress:
    """A choice that had been made before is done now that its seat is asked."""
    made = progress._replace(
        turn=turn,
        beats=beats,
        line=lengthened(progress.line, seat, moves, choices),
        early=tuple(pair for pair in progress.early if pair[0] != seat),
    )
    if was_seen:
        made = _waits_anew(made)
    return _pass_beats(made) if beats else made


T = TypeVar("T")


def _at(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _keys(progress: Progress, given: Input) -> tuple[str, ...]:
    if given.by is not Authority.SEAT or given.seat is None or progress.keys[given.seat] == given.key:
        return progress.keys
    return _at(progress.keys, given.seat, given.key)


def after_command(setup: TableSetup, progress: Progress, given: Input) -> Progress | Code:
    """Anything but a move. After a deal or an undo the caller works out whose turn it is."""
    now, used = _elapsed(setup, progress, given.at_ms)
    keys = _keys(progress, given)
    at = progress._replace(revision=progress.revision + 1, now_ms=now, stamp_ms=given.at_ms, used_ms=used, keys=keys)
    match given.id:
        case "sit" | "seat-agent" | "leave" | "commit" | "reveal" | "deal":
            if progress.is_dealt:
                return "table.dealt"
            return _before_the_deal(setup, at, given)
        case "time-out":
            return _time_out(setup, at)
        case "set-clock":
            return at if given.at_ms < progress.stamp_ms else "clock.too-early"
        case "undo":
            return _undo(setup, at, given) if progress.revision < MOST_INPUTS else "undo.nothing"
        case "take-over" | "hand-back":
            if progress.is_over:
                return "table.over"
            return _take_over(setup, at, given) if given.id == TAKE_OVER else _hand_back(setup, at, given)
    return _agree(at, given)


def awaited(setup: TableSetup, progress: Progress) -> tuple[int, ...]:
    """The persons' seats that the table waits for now."""
    if progress.beats:
        return progress.waiting_for
    if not progress.is_dealt:
        return pending(progress.round, progress.seats) if setup.is_fair else ()
    turn = progress.turn
    return (turn,) if turn is not None and progress.seats[turn].is_present else ()


def due_ms(setup: TableSetup, progress: Progress) -> int | None:
    """The server's time from which the clock is heard; None while no person is waited for."""
    waiting = awaited(setup, progress)
    if not waiting:
        return None
    left = setup.patience_ms - (progress.now_ms - progress.waiting_since_ms)
    spare = min(setup.total_ms - progress.used_ms[seat] for seat in waiting)
    return progress.stamp_ms + max(0, min(left, spare))


def undo_target(setup: TableSetup, progress: Progress, seat: int) -> int | None:
    """How many moves stay when a seat takes its last choice back; None if it has none, or may not."""
    if not setup.may_undo or progress.is_over or not progress.seats[seat].is_present:
        return None
    line = progress.line
    while line is not None:
        if line.seat == seat and line.choices > 1:
            return line.first - 1
        line = line.before
    return None


def _elapsed(setup: TableSetup, progress: Progress, at_ms: int) -> tuple[int, tuple[int, ...]]:
    """The table's time now, and how long each seat has been waited for: the time since the last input is theirs.

    A gap counts as one patience at most, and a clock that was set back as nothing: a server that was down, or whose
    clock jumped, takes nobody's time away.
    """
    passed = at_ms - progress.stamp_ms
    if passed <= 0:
        return progress.now_ms, progress.used_ms
    passed = min(passed, setup.patience_ms)
    used = list(progress.used_ms)
    for seat in awaited(setup, progress):
        used[seat] += passed
    return progress.now_ms + passed, tuple(used)


def _with_seat(progress: Progress, number: int, seat: Seat) -> Progress:
    seats = (*progress.seats[:number], seat, *progress.seats[number + 1 :])
    return progress._replace(seats=seats)


def _waits_anew(progress: Progress) -> Progress:
    """Something else is waited for from now on."""
    return progress._replace(since=progress.revision, waiting_since_ms=progress.now_ms, returned=NOBODY)


def _before_the_deal(setup: TableSetup, at: Progress, given: Input) -> Progress | Code:
    match given.id:
        case "deal":
            return _deal(setup, at, given)
        case "commit" | "reveal":
            return _shuffle(setup, at, given)
    if given.seat is None:
        return "seat.unknown"
    seat = at.seats[given.seat]
    if given.id == "leave":
        return _leave(setup, at, given.seat, _whose_doing(given, "left"))
    if seat.kind is not SeatKind.EMPTY:
        return "seat.taken"
    if given.id == SEAT_AGENT:
        if given.data not in setup.agents:
            return "agent.not-listed"
        taken = Seat(SeatKind.AGENT, "", given.data)
    elif is_name(given.data):
        taken = person(given.data)
    else:
        return "action.bad-data"
    return _waits_anew(_with_seat(at, given.seat, taken))


def _whose_doing(given: Input, cause: str) -> str:
    """Why a round of the shuffle ends: nobody is said to have done what the host did with their seat."""
    return SENT_AWAY if given.by is Authority.HOST else cause


def _leave(setup: TableSetup, at: Progress, seat: int, cause: str) -> Progress | Code:
    if not at.seats[seat].is_present:
        return "seat.away" if at.seats[seat].is_person else "seat.not-a-person"
    if at.round.joint:
        return "shuffle.begun"
    freed = _with_seat(_broken(setup, at, cause, (seat,)), seat, Seat())
    # Whoever sits there next has all of their time.
    return _waits_anew(freed._replace(used_ms=(*at.used_ms[:seat], 0, *at.used_ms[seat + 1 :])))


def _shuffle(setup: TableSetup, at: Progress, given: Input) -> Progress | Code:
    if not isinstance(setup.chance, FairShuffle):
        return "shuffle.none"
    assert given.seat is not None
    if not at.seats[given.seat].is_present:
        return "seat.away" if at.seats[given.seat].is_person else "seat.not-a-person"
    if not at.is_full:
        return "seats.missing"
    if given.id == COMMIT:
        made = committed(at.round, given.seat, given.data, setup.chance, at.seats)
    else:
        made = revealed(at.round, given.seat, given.data, setup.chance)
    if isinstance(made, str):
        return made
    shuffled = at._replace(round=made)
    if given.id == COMMIT:
        return _waits_anew(shuffled) if made.joint else shuffled
    return shuffled if pending(made, at.seats) else _dealt(shuffled)


def _deal(setup: TableSetup, at: Progress, given: Input) -> Progress | Code:
    if given.seat is not None or given.data:
        return "action.bad-data"
    if not at.is_full:
        return "seats.missing"
    if not isinstance(setup.chance, FairShuffle):
        return _dealt(at)
    if pending(at.round, at.seats):
        return "shuffle.missing"
    return _dealt(at._replace(round=closed(at.round, setup.chance, at.seats)))


def _dealt(at: Progress) -> Progress:
    return _waits_anew(at)._replace(is_dealt=True)


def _broken(setup: TableSetup, at: Progress, cause: str, seats: tuple[int, ...]) -> Progress:
    """The people of the shuffle change: it starts afresh, and it is kept that it did."""
    if not isinstance(setup.chance, FairShuffle):
        return at
    return at._replace(round=broken_off(at.round, setup.chance, cause, seats))


def _agree(at: Progress, given: Input) -> Progress | Code:
    assert given.seat is not None
    if not at.seats[given.seat].is_person:
        return "seat.not-a-person"
    if not at.beats:
        return "agreement.nothing"
    if given.id != AGREE_ID[at.beats[0]]:
        return "agreement.another"
    if given.data:
        return "action.bad-data"
    if given.seat in at.agreed or at.seats[given.seat].is_away:
        return "agreement.given"
    return _pass_beats(at._replace(agreed=at.agreed | {given.seat}))


def _time_out(setup: TableSetup, at: Progress) -> Progress | Code:
    waiting = awaited(setup, at)
    if not waiting:
        return "clock.nobody-late"
    late = waiting
    if at.now_ms - at.waiting_since_ms < setup.patience_ms:
        late = tuple(seat for seat in waiting if at.used_ms[seat] >= setup.total_ms)
    if not late:
        return "clock.too-early"
    if at.beats:
        # A beat is missed, not the game; but whoever has no time left is not waited for at the next one either.
        for seat in late:
            if at.used_ms[seat] >= setup.total_ms:
                at = _with_seat(at, seat, at.seats[seat].taken_over(setup.stand_in))
        return _pass_beats(at._replace(agreed=at.agreed | set(late)))
    return _stood_in(setup, at, late, setup.stand_in, "timed-out")


def _stood_in(setup: TableSetup, at: Progress, seats: tuple[int, ...], agent: str, cause: str) -> Progress:
    """An agent stands in for persons; a shuffle goes on without them, and is dealt if nobody is left to wait for."""
    if not at.is_dealt:
        at = _waits_anew(_broken(setup, at, cause, seats))
    for seat in seats:
        at = _with_seat(at, seat, at.seats[seat].taken_over(agent))
    if at.is_dealt or not isinstance(setup.chance, FairShuffle) or pending(at.round, at.seats):
        return _pass_beats(at)
    return _dealt(at._replace(round=closed(at.round, setup.chance, at.seats)))


def _take_over(setup: TableSetup, at: Progress, given: Input) -> Progress | Code:
    if given.seat is None:
        return "seat.unknown"
    seat = at.seats[given.seat]
    if not seat.is_person:
        return "seat.not-a-person"
    if seat.is_away:
        return "seat.away"
    if not at.is_full:
        return "seats.missing"
    if given.seat in at.returned and given.by is Authority.SEAT:
        return "seat.just-back"
    agent = given.data or setup.stand_in
    if agent not in setup.agents:
        return "agent.not-listed"
    return _stood_in(setup, at, (given.seat,), agent, _whose_doing(given, "taken-over"))


def _hand_back(setup: TableSetup, at: Progress, given: Input) -> Progress | Code:
    assert given.seat is not None
    seat = at.seats[given.seat]
    if not seat.is_person:
        return "seat.not-a-person"
    if not seat.is_away:
        return "seat.not-away"
    if given.data:
        return "action.bad-data"
    if not at.is_dealt:
        return "shuffle.without-you"
    if at.used_ms[given.seat] >= setup.total_ms:
        return "clock.spent"
    if at.turn == given.seat and not at.beats:
        return "seat.agent-to-move"
    return _with_seat(at, given.seat, seat.handed_back())._replace(returned=at.returned | {given.seat})


def _undo(setup: TableSetup, at: Progress, given: Input) -> Progress | Code:
    assert given.seat is not None
    if not setup.may_undo or not at.seats[given.seat].is_person:
        return "undo.not-alone"
    if given.data:
        return "action.bad-data"
    if at.is_over:
        return "table.over"
    keep = undo_target(setup, at, given.seat)
    if keep is None:
        return "seat.away" if at.seats[given.seat].is_away else "undo.nothing"
    line = at.line
    while line is not None and line.number > keep:
        line = line.before
    return _waits_anew(at._replace(line=line, beats=(), agreed=NOBODY, turn=given.seat, early=()))


def _pass_beats(progress: Progress) -> Progress:
    """Goes on from every beat that everyone has agreed to; agents agree at once."""
    while progress.beats and not progress.waiting_for:
        progress = _waits_anew(progress._replace(beats=progress.beats[1:], agreed=NOBODY))
    return progress
