"""How far a table has come: seats, beats, agreement and the line of moves. It knows no rules and no cards.

Both ways to a table go through here: one message at a time, and a whole history at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from deckwright.genome.enums import Beat
from deckwright.play.inputs import (
    AGREE_ID,
    CONTRIBUTE,
    DEAL,
    LEAVE,
    SIT,
    TAKE_OVER,
    TIME_OUT,
    UNDO,
    Input,
    Move,
)
from deckwright.play.seats import Seat, is_agent, is_name, person
from deckwright.play.setup import TableSetup
from deckwright.play.shuffle import Entropy, FairShuffle, is_entropy

Code = str
"""Of a refusal."""


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
    """The revision at which the first beat came."""
    now_ms: int = 0
    waiting_since_ms: int = 0
    entropy: Entropy = ()
    line: Line | None = None

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
    return Progress(setup.seats)


def move_code(progress: Progress, seat: int | None) -> Code | None:
    """Why a seat may not move now, if it may not."""
    if not progress.is_dealt:
        return "table.not-dealt"
    if progress.beats:
        return "table.waiting"
    if progress.turn is None:
        return "table.over"
    return None if seat == progress.turn else "seat.not-to-act"


def after_move(
    progress: Progress, given: Input, move: Move, *, choices: int, beats: tuple[Beat, ...], turn: int | None
) -> Progress:
    """A legal move has been made; the beats came on the way, and then it is `turn`'s."""
    assert given.seat is not None
    now = max(progress.now_ms, given.at_ms)
    line = Line(progress.line, progress.moves + 1, given.seat, move, choices)
    moved = Progress(
        progress.seats,
        True,
        turn,
        beats,
        frozenset(),
        progress.revision + 1,
        progress.revision + 1,
        now,
        now,
        progress.entropy,
        line,
    )
    return _pass_beats(moved) if beats else moved


def after_word(setup: TableSetup, progress: Progress, given: Input) -> Progress | Code:
    """Anything but a move. After a deal or an undo the caller works out whose turn it is."""
    now = max(progress.now_ms, given.at_ms)
    at = progress._replace(revision=progress.revision + 1, now_ms=now)
    match given.id:
        case "sit" | "leave" | "contribute" | "deal":
            if progress.is_dealt:
                return "table.dealt"
            return _BEFORE_THE_DEAL[given.id](setup, at, given)
        case "time-out":
            return _time_out(setup, at) if given.seat is None else "seat.unknown"
        case "undo":
            return _undo(setup, at, given)
        case "take-over" | "hand-back":
            if progress.is_over:
                return "table.over"
            return _take_over(setup, at, given) if given.id == TAKE_OVER else _hand_back(at, given)
    return _agree(at, given)


def undo_target(setup: TableSetup, progress: Progress, seat: int | None) -> int | None:
    """How many moves stay when a seat takes its last choice back; None if it has none, or may not."""
    if not setup.may_undo or progress.is_over or seat is None or not progress.seats[seat].is_person:
        return None
    line = progress.line
    while line is not None:
        if line.seat == seat and line.choices > 1:
            return line.number - 1
        line = line.before
    return None


def _with_seat(progress: Progress, number: int, seat: Seat) -> Progress:
    seats = (*progress.seats[:number], seat, *progress.seats[number + 1 :])
    return progress._replace(seats=seats)


def _sit(_: TableSetup, at: Progress, given: Input) -> Progress | Code:
    if given.seat is None:
        return "seat.unknown"
    if at.seats[given.seat].kind != "empty":
        return "seat.taken"
    return _with_seat(at, given.seat, person(given.data)) if is_name(given.data) else "action.bad-data"


def _leave(_: TableSetup, at: Progress, given: Input) -> Progress | Code:
    if given.seat is None:
        return "seat.unknown"
    if not at.seats[given.seat].is_person:
        return "seat.not-a-person"
    # What somebody who left had contributed stays, as nobody's: it can only make the shuffle harder to foresee.
    entropy = tuple((-1 if seat == given.seat else seat, digits) for seat, digits in at.entropy)
    return _with_seat(at, given.seat, Seat())._replace(entropy=entropy)


def _contribute(setup: TableSetup, at: Progress, given: Input) -> Progress | Code:
    if not isinstance(setup.chance, FairShuffle):
        return "shuffle.none"
    if given.seat is None or not at.seats[given.seat].is_person:
        return "seat.not-a-person"
    if any(seat == given.seat for seat, _ in at.entropy):
        return "shuffle.given"
    if not is_entropy(given.data):
        return "action.bad-data"
    return at._replace(entropy=(*at.entropy, (given.seat, given.data)))


def _deal(setup: TableSetup, at: Progress, given: Input) -> Progress | Code:
    if given.seat is not None and not at.seats[given.seat].is_person:
        return "seat.not-a-person"
    if any(seat.kind == "empty" for seat in at.seats):
        return "seats.missing"
    if isinstance(setup.chance, FairShuffle):
        given_by = {seat for seat, _ in at.entropy}
        if any(seat.is_present and number not in given_by for number, seat in enumerate(at.seats)):
            return "shuffle.missing"
    return at._replace(is_dealt=True, since=at.revision, waiting_since_ms=at.now_ms)


_BEFORE_THE_DEAL = {SIT: _sit, LEAVE: _leave, CONTRIBUTE: _contribute, DEAL: _deal}


def _agree(at: Progress, given: Input) -> Progress | Code:
    if not at.beats:
        return "agreement.nothing"
    if given.id != AGREE_ID[at.beats[0]]:
        return "agreement.another"
    if given.seat is None:
        return "seat.unknown"
    if not at.seats[given.seat].is_person:
        return "seat.not-a-person"
    if given.seat in at.agreed or at.seats[given.seat].is_away:
        return "agreement.given"
    return _pass_beats(at._replace(agreed=at.agreed | {given.seat}))


def _time_out(setup: TableSetup, at: Progress) -> Progress | Code:
    late = at.beats or (at.turn is not None and at.seats[at.turn].is_present)
    if not late:
        return "clock.nobody-late"
    if at.now_ms - at.waiting_since_ms < setup.patience_ms:
        return "clock.too-early"
    if at.beats:
        return _pass_beats(at._replace(agreed=at.agreed | set(at.waiting_for)))
    assert at.turn is not None
    return _with_seat(at, at.turn, at.seats[at.turn].taken_over(setup.stand_in))


def _take_over(setup: TableSetup, at: Progress, given: Input) -> Progress | Code:
    if given.seat is None:
        return "seat.unknown"
    seat = at.seats[given.seat]
    if not seat.is_person:
        return "seat.not-a-person"
    if seat.is_away:
        return "seat.away"
    agent = given.data or setup.stand_in
    if not is_agent(agent):
        return "action.bad-data"
    return _pass_beats(_with_seat(at, given.seat, seat.taken_over(agent)))


def _hand_back(at: Progress, given: Input) -> Progress | Code:
    if given.seat is None:
        return "seat.unknown"
    seat = at.seats[given.seat]
    if not seat.is_person:
        return "seat.not-a-person"
    if not seat.is_away:
        return "seat.not-away"
    return _with_seat(at, given.seat, seat.handed_back())._replace(waiting_since_ms=at.now_ms)


def _undo(setup: TableSetup, at: Progress, given: Input) -> Progress | Code:
    if not setup.may_undo or given.seat is None or not at.seats[given.seat].is_person:
        return "undo.not-alone"
    if at.is_over:
        return "table.over"
    keep = undo_target(setup, at, given.seat)
    if keep is None:
        return "undo.nothing"
    line = at.line
    while line is not None and line.number > keep:
        line = line.before
    return at._replace(
        line=line, beats=(), agreed=frozenset(), since=at.revision, waiting_since_ms=at.now_ms, turn=given.seat
    )


def _pass_beats(progress: Progress) -> Progress:
    """Goes on from every beat that everyone has agreed to; agents agree at once."""
    while progress.beats and not progress.waiting_for:
        progress = progress._replace(
            beats=progress.beats[1:],
            agreed=frozenset(),
            since=progress.revision,
            waiting_since_ms=progress.now_ms,
        )
    return progress


__all__ = [
    "TIME_OUT", "UNDO", "Code", "Line", "Progress", "after_move", "after_word", "begin", "line_moves", "move_code",
    "undo_target",
]  # fmt: skip
