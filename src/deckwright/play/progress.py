"""How far a table has come: seats, shuffle, beats, agreement, time and the line of moves. It knows no rules, no cards.

Both ways to a table go through here: one message at a time, and a whole history at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from deckwright.genome.enums import Beat
from deckwright.play.agent_list import LAST_RESORT
from deckwright.play.inputs import (
    COMMANDS,
    EARLY,
    LATEST_MS,
    LONGEST_DATA,
    LONGEST_KEY,
    Authority,
    Input,
    Move,
    find_action_id,
)
from deckwright.play.rounds import Round, pending
from deckwright.play.seats import Seat, SeatKind
from deckwright.play.setup import TableSetup

NOBODY: frozenset[int] = frozenset()

Code = str
"""Of a refusal."""

MOST_COMMANDS = 100_000
"""After so many the game alone goes on (`AGAIN_AND_AGAIN`): nobody can make a history without end."""


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
    revision: int
    """Of the table when it was made: it was seen if the table waits for something else since."""


class UndoAsked(NamedTuple):
    """A seat would like to take its last choice back, and these have agreed."""

    seat: int
    keep: int
    """How many moves would stay."""
    allowed: frozenset[int] = frozenset()


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
    """The revision since which the same thing is waited for."""
    waits: int = 0
    """How often something else has come to be waited for: what everyone may know of how far the table is."""
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
    """How many moves each seat's person has made of which nobody had seen anything yet."""
    is_paused: bool = False
    """Nobody plays, and no time passes."""
    resigned: frozenset[int] = frozenset()
    """Seats whose persons have given up: an agent plays them to the end."""
    undo: UndoAsked | None = None
    cuts: tuple[int, ...] = ()
    """Whenever something was taken back, how many moves were left."""
    keys: tuple[str, ...] = ()
    """What the client of each seat called its last message."""
    early: tuple[tuple[int, str], ...] = ()
    """Choices that were made in secret before their seats were asked, as they were sent."""
    paused_ms: int = 0
    """How long the table has been paused in all, by the server's clock."""
    sat: tuple[int, ...] = ()
    """The revision at which whoever sits in each seat sat down: who sat there before does not speak for them."""
    asked_ms: int = 0
    """The server's time, without pauses, from which the same thing is waited for. No choice in secret moves it."""
    coming: frozenset[int] = frozenset()
    """Persons who play again themselves as soon as something else is waited for."""
    told_ms: tuple[int, ...] = ()
    """How long each seat had been waited for when something else came to be waited for: what everyone may know."""
    told_helped: frozenset[tuple[int, str]] = frozenset()
    """Of `helped`, what everyone may know: that an agent has chosen in secret is told when all have."""
    commands: int = 0
    """How many inputs were no moves: were moves counted too, their limit would tell how many have chosen in secret."""
    spare_ms: tuple[int, ...] = ()
    """How much of what people used in each seat does not count against whoever sits down there next."""

    @property
    def ahead_ms(self) -> int:
        """The server's time that the table goes by: a clock that is behind it was set back.

        Choices in secret leave it as it was, so that nobody sees by the clock that there was one.
        """
        return max(self.stamp_ms, self.asked_ms + self.paused_ms)

    @property
    def undone(self) -> int:
        """How often something was taken back."""
        return len(self.cuts)

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
        agreed = self.agreed
        return tuple([number for number, seat in enumerate(self.seats) if number not in agreed and seat.is_present])

    @property
    def is_long(self) -> bool:
        """Whether so much has been said here that nothing is heard any more that could be said again and again."""
        return self.commands >= MOST_COMMANDS

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return SeatKind.EMPTY not in [seat.kind for seat in self.seats]


def told_revision(progress: Progress, seat: int | None) -> int:
    """What a seat is told to answer: it grows with what the seat has seen or done, and tells of nothing else.

    It is never more than the table's own revision, which counts what has been done in secret too.
    """
    return progress.waits if seat is None else progress.waits + progress.own[seat]


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
        asked_ms=setup.opened_ms,
        used_ms=(0,) * len(setup.seats),
        own=(0,) * len(setup.seats),
        keys=("",) * len(setup.seats),
        sat=(0,) * len(setup.seats),
        told_ms=(0,) * len(setup.seats),
        spare_ms=(setup.total_ms,) * len(setup.seats),
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
    if progress.is_paused:
        return "table.paused"
    if progress.beats:
        return "table.waiting"
    if progress.turn is None:
        return "table.over"
    if given.data == EARLY and given.by is Authority.SEAT:
        has_chosen = given.seat == progress.turn or any(seat == given.seat for seat, _ in progress.early)
        return "seat.has-chosen" if has_chosen else None
    return None if given.seat == progress.turn else "seat.not-to-act"


T = TypeVar("T")


def with_value(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The values with another one at a place."""
    return (*values[:place], value, *values[place + 1 :])


def keys_after(progress: Progress, given: Input) -> tuple[str, ...]:
    """What clients called their last messages, after one more."""
    if given.by is not Authority.SEAT or given.seat is None or progress.keys[given.seat] == given.key:
        return progress.keys
    return with_value(progress.keys, given.seat, given.key)


def awaited(setup: TableSetup, progress: Progress) -> tuple[int, ...]:
    """The persons' seats that the table waits for now."""
    if progress.is_paused:
        return ()
    if progress.beats:
        return progress.waiting_for
    if not progress.is_dealt:
        return pending(progress.round, progress.seats) if setup.is_fair else ()
    turn = progress.turn
    return (turn,) if turn is not None and progress.seats[turn].is_present else ()


def left_empty(setup: TableSetup, progress: Progress) -> tuple[int, ...]:
    """Seats that people have left before the deal, where nobody else is expected: all were there from the beginning."""
    if progress.is_dealt or any(seat.kind is SeatKind.EMPTY for seat in setup.seats):
        return ()
    return tuple(number for number, seat in enumerate(progress.seats) if seat.kind is SeatKind.EMPTY)


def due_ms(setup: TableSetup, progress: Progress) -> int | None:
    """The server's time from which the clock is heard, or a pause is over; None while no person is waited for."""
    if progress.is_paused:
        return progress.stamp_ms + max(0, setup.total_ms - progress.paused_ms)
    waiting = awaited(setup, progress)
    left = setup.patience_ms - (progress.now_ms - progress.waiting_since_ms)
    if left_empty(setup, progress):
        return progress.stamp_ms + max(0, left)
    if not waiting:
        return None
    spare = min(setup.total_ms - progress.used_ms[seat] for seat in waiting)
    return progress.stamp_ms + max(0, min(left, spare))


def undo_target(setup: TableSetup, progress: Progress, seat: int) -> int | None:
    """How many moves stay when a seat takes its last choice back; None if it has none, or may not."""
    return last_choice(progress, seat) if may_undo(setup, progress) else None


def may_undo(setup: TableSetup, progress: Progress) -> bool:
    """Whether choices are taken back without asking anybody: only while one person plays alone."""
    return setup.may_undo and sum(seat.is_person for seat in progress.seats) == 1


def last_choice(progress: Progress, seat: int, *, seen: bool = False) -> int | None:
    """How many moves there were before a seat's last real choice; None if it has made none.

    With `seen` one that others have seen, where others are asked to let it be taken back: whether a choice in secret
    has been opened yet, or waits until those before it have chosen, is nobody's business.
    """
    if progress.is_over or not progress.seats[seat].is_present:
        return None
    line = progress.line
    while line is not None:
        if line.seat == seat and line.choices > 1 and not (seen and line.revision > progress.since):
            return line.first - 1
        line = line.before
    return None


def elapsed(setup: TableSetup, progress: Progress, at_ms: int) -> tuple[int, tuple[int, ...]]:
    """The table's time now, and how long each seat has been waited for: the time since the last input is theirs.

    A gap counts as one patience at most, and a clock that was set back as nothing: a server that was down, or whose
    clock jumped, takes nobody's time away.
    """
    passed = at_ms - progress.stamp_ms
    if passed <= 0 or progress.is_paused:
        return progress.now_ms, progress.used_ms
    passed = min(passed, setup.patience_ms)
    used = list(progress.used_ms)
    for seat in awaited(setup, progress):
        used[seat] += passed
    return progress.now_ms + passed, tuple(used)


def with_whole_wait(progress: Progress, used_ms: tuple[int, ...], now_ms: int, seat: int) -> tuple[int, ...]:
    """How long each has been waited for, where one had all the time that the table has waited for the same.

    While all choose in secret they have: `elapsed` knows whom the game asks, and nobody else who chooses meanwhile.
    """
    whole = progress.told_ms[seat] + now_ms - progress.waiting_since_ms
    return used_ms if used_ms[seat] >= whole else with_value(used_ms, seat, whole)


def paused_for(progress: Progress, at_ms: int) -> int:
    """How long the table has been paused in all by now."""
    return progress.paused_ms + (max(0, at_ms - progress.stamp_ms) if progress.is_paused else 0)


def asked_since(progress: Progress, at_ms: int) -> int:
    """From when the same thing has been waited for, by a clock that may have been set back: not later than now."""
    return min(progress.asked_ms, at_ms - paused_for(progress, at_ms))


def with_seat(progress: Progress, number: int, seat: Seat) -> Progress:
    """Somebody else sits in a seat."""
    seats = (*progress.seats[:number], seat, *progress.seats[number + 1 :])
    return progress._replace(seats=seats)


def seated_anew(progress: Progress, number: int, seat: Seat) -> Progress:
    """Another person sits in a seat: nothing that was the last one's is theirs, but for the cards and moves.

    All who sit in one seat one after the other have two totals between them: by seating people again and again a host
    keeps nobody waiting for ever.
    """
    asked, gone, spare = progress.undo, progress.used_ms[number], progress.spare_ms[number]
    used = max(0, gone - spare)
    return with_seat(progress, number, seat)._replace(
        used_ms=with_value(progress.used_ms, number, used),
        told_ms=with_value(progress.told_ms, number, max(0, progress.told_ms[number] - spare)),
        spare_ms=with_value(progress.spare_ms, number, max(0, spare - gone)),
        keys=with_value(progress.keys, number, ""),
        sat=with_value(progress.sat, number, progress.revision),
        resigned=progress.resigned - {number},
        undo=None if asked is None else asked._replace(allowed=asked.allowed - {number}),
    )


def waits_after(progress: Progress, revision: int) -> int:
    """How often something else has been waited for when it is again: one input counts once, whatever it passes."""
    return progress.waits + (progress.since != revision)


def with_equal_waits(setup: TableSetup, before: Progress, at: Progress) -> Progress:
    """The table when choices in secret were taken back: everyone was waited for alike, whoever had chosen.

    By the server's clock, and for one patience at most: how often the time was added up tells how many have chosen,
    where there was a gap or the clock was set back.
    """
    waited = min(max(0, at.stamp_ms - at.paused_ms - before.asked_ms), setup.patience_ms)
    used = tuple(
        told + waited if seat.is_present else told for told, seat in zip(before.told_ms, before.seats, strict=True)
    )
    return at._replace(used_ms=used, told_ms=used)


def waits_anew(progress: Progress) -> Progress:
    """Something else is waited for from now on; whoever was coming back is there."""
    seats = progress.seats
    back = frozenset(seat for seat in progress.coming if seats[seat].is_away and seat not in progress.resigned)
    return progress._replace(
        seats=tuple(seat.handed_back() if number in back else seat for number, seat in enumerate(seats))
        if back
        else seats,
        since=progress.revision,
        waits=waits_after(progress, progress.revision),
        waiting_since_ms=progress.now_ms,
        asked_ms=progress.stamp_ms - progress.paused_ms,
        returned=back,
        coming=NOBODY,
        told_ms=progress.used_ms,
        told_helped=progress.helped,
    )


def pass_beats(progress: Progress) -> Progress:
    """Goes on from every beat that everyone has agreed to; agents agree at once."""
    while progress.beats and not progress.waiting_for:
        progress = waits_anew(progress._replace(beats=progress.beats[1:], agreed=NOBODY))
    return progress
