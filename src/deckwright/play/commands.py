"""How far a table has come after anything but a choice in the game: agreement, time, who plays, what is undone."""

from __future__ import annotations

from deckwright.play.before_deal import before_the_deal, broken, dealt_if_alone, whose_doing
from deckwright.play.inputs import (
    AGAIN_AND_AGAIN,
    AGREE_ID,
    ASK_UNDO,
    EARLY,
    PAUSE,
    REFUSE_UNDO,
    RESIGN,
    SIT,
    TAKE_OVER,
    Authority,
    Input,
)
from deckwright.play.progress import (
    NOBODY,
    Code,
    Progress,
    UndoAsked,
    asked_since,
    awaited,
    elapsed,
    keys_after,
    last_choice,
    left_empty,
    may_undo,
    pass_beats,
    paused_for,
    seated_anew,
    undo_target,
    waits_anew,
    with_seat,
    with_whole_wait,
)
from deckwright.play.seats import Seat, SeatKind, is_name, person
from deckwright.play.setup import TableSetup
from deckwright.play.shuffle import TAKEN_OVER, TIMED_OUT


def after_command(setup: TableSetup, progress: Progress, given: Input) -> Progress | Code:
    """Anything but a move. After a deal or an undo the caller works out whose turn it is."""
    now, used = elapsed(setup, progress, given.at_ms)
    keys = keys_after(progress, given)
    at = progress._replace(
        revision=progress.revision + 1,
        now_ms=now,
        stamp_ms=given.at_ms,
        used_ms=used,
        keys=keys,
        paused_ms=paused_for(progress, given.at_ms),
        asked_ms=asked_since(progress, given.at_ms),
        commands=progress.commands + 1,
    )
    if progress.is_long and given.id in AGAIN_AND_AGAIN:
        return "table.too-long"
    if progress.is_dealt and given.id in ("sit", "leave"):
        return _sit_down(at, given) if given.id == SIT else _leave_for_good(setup, at, given)
    match given.id:
        case "sit" | "seat-agent" | "leave" | "commit" | "reveal" | "deal":
            if progress.is_dealt:
                return "table.dealt"
            return before_the_deal(setup, at, given)
        case "time-out":
            return _time_out(setup, at, given)
        case "set-clock":
            return at if given.at_ms < progress.ahead_ms else "clock.too-early"
        case "undo":
            return _undo(setup, at, given)
        case "ask-undo" | "allow-undo" | "refuse-undo":
            return _undo_by_consent(at, given)
        case "pause" | "resume":
            return _pause(setup, at, given)
        case "take-over" | "hand-back" | "resign":
            if progress.is_over:
                return "table.over"
            if given.id == RESIGN:
                return _resign(setup, at, given)
            return _take_over(setup, at, given) if given.id == TAKE_OVER else _hand_back(setup, at, given)
    return _agree(at, given)


def _pause(setup: TableSetup, at: Progress, given: Input) -> Progress | Code:
    """A host has as much time for pauses as everybody has to play: nobody is kept waiting for ever."""
    if given.seat is not None or given.data:
        return "action.bad-data"
    if at.is_over:
        return "table.over"
    if at.is_paused == (given.id == PAUSE):
        return "table.paused" if at.is_paused else "table.not-paused"
    if given.id == PAUSE and at.paused_ms >= setup.total_ms:
        return "pause.spent"
    return at._replace(is_paused=not at.is_paused)


def _sit_down(at: Progress, given: Input) -> Progress | Code:
    """A person takes the seat of an agent in the middle of a game, and knows from then on what the seat knows."""
    if given.seat is None:
        return "seat.unknown"
    if at.is_over:
        return "table.over"
    agent = at.seats[given.seat]
    if agent.kind is not SeatKind.AGENT:
        return "seat.taken"
    if not is_name(given.data):
        return "action.bad-data"
    if given.key == EARLY:
        taken = seated_anew(at, given.seat, person(given.data).taken_over(agent.agent))
        return taken._replace(coming=at.coming | {given.seat})
    if at.turn == given.seat and not at.beats:
        return "seat.agent-to-move"
    taken = seated_anew(at, given.seat, person(given.data))
    return taken._replace(returned=taken.returned | {given.seat})


def _leave_for_good(setup: TableSetup, at: Progress, given: Input) -> Progress | Code:
    """A person leaves a game: the seat is an agent's from then on."""
    if given.seat is None:
        return "seat.unknown"
    if given.data:
        return "action.bad-data"
    if at.is_over:
        return "table.over"
    if not at.seats[given.seat].is_person:
        return "seat.not-a-person"
    left = with_seat(at, given.seat, Seat(SeatKind.AGENT, "", setup.stand_in))
    return _settled(pass_beats(left))


def _resign(setup: TableSetup, at: Progress, given: Input) -> Progress | Code:
    assert given.seat is not None
    seat = at.seats[given.seat]
    if not seat.is_person:
        return "seat.not-a-person"
    if given.data:
        return "action.bad-data"
    if not at.is_dealt:
        return "table.not-dealt"
    if given.seat in at.resigned:
        return "seat.resigned"
    played = with_seat(at, given.seat, seat.taken_over(setup.stand_in))
    return _settled(pass_beats(played._replace(resigned=at.resigned | {given.seat})))


def _undo_by_consent(at: Progress, given: Input) -> Progress | Code:
    """Somebody asks to take a choice back; it is done when every other person who is there has agreed."""
    assert given.seat is not None
    if not at.seats[given.seat].is_present:
        return "seat.away" if at.seats[given.seat].is_person else "seat.not-a-person"
    if given.data:
        return "action.bad-data"
    if at.is_over:
        return "table.over"
    if given.id == ASK_UNDO:
        keep = last_choice(at, given.seat, seen=True)
        if at.undo is not None:
            return "undo.asked"
        if keep is None:
            return "undo.nothing"
        if not any(seat.is_present for number, seat in enumerate(at.seats) if number != given.seat):
            return "undo.nobody-to-ask"
        return at._replace(undo=UndoAsked(given.seat, keep))
    if at.undo is None:
        return "undo.not-asked"
    if given.id == REFUSE_UNDO:
        return at._replace(undo=None)
    if given.seat == at.undo.seat or given.seat in at.undo.allowed:
        return "agreement.given"
    return _settled(at._replace(undo=at.undo._replace(allowed=at.undo.allowed | {given.seat})))


def _settled(at: Progress) -> Progress:
    """Takes a choice back if nobody's consent is missing; if who asked is gone, or who could agree, nobody asks."""
    asked = at.undo
    if asked is None:
        return at
    others = {number for number, seat in enumerate(at.seats) if seat.is_present} - {asked.seat}
    if not at.seats[asked.seat].is_present or not (others or asked.allowed):
        return at._replace(undo=None)
    return at if others - asked.allowed else cut_back(at, asked.seat, asked.keep)


def cut_back(at: Progress, seat: int, keep: int) -> Progress:
    """The table when only so many moves count, and the seat decides again."""
    line = at.line
    while line is not None and line.number > keep:
        line = line.before
    cuts = (*at.cuts, 0 if line is None else line.number)
    return waits_anew(at._replace(line=line, beats=(), agreed=NOBODY, turn=seat, early=(), undo=None, cuts=cuts))


def _agree(at: Progress, given: Input) -> Progress | Code:
    assert given.seat is not None
    if not at.seats[given.seat].is_person:
        return "seat.not-a-person"
    if not at.beats:
        return "agreement.nothing"
    if at.is_paused:
        return "table.paused"
    if given.id != AGREE_ID[at.beats[0]]:
        return "agreement.another"
    if given.data:
        return "action.bad-data"
    if given.seat in at.agreed or at.seats[given.seat].is_away:
        return "agreement.given"
    return pass_beats(at._replace(agreed=at.agreed | {given.seat}))


def _time_out(setup: TableSetup, at: Progress, given: Input) -> Progress | Code:
    if given.data:  # who is late while all choose in secret was found out when the clock was heard
        named = given.data.split(" ")
        late = tuple(number for number, seat in enumerate(at.seats) if seat.is_present and str(number) in named)
        if not at.is_dealt or at.is_paused or at.beats or [str(seat) for seat in late] != named:
            return "action.bad-data"
        for seat in late:
            at = at._replace(used_ms=with_whole_wait(at, at.used_ms, at.now_ms, seat))
        return _stood_in(setup, at, late, setup.stand_in, TIMED_OUT)
    if at.is_paused:
        return at._replace(is_paused=False) if at.paused_ms >= setup.total_ms else "clock.too-early"
    is_late = at.now_ms - at.waiting_since_ms >= setup.patience_ms
    if empty := left_empty(setup, at):
        return _filled(setup, at, empty) if is_late else "clock.too-early"
    waiting = awaited(setup, at)
    if not waiting:
        return "clock.nobody-late"
    late = waiting
    if not is_late:
        late = tuple(seat for seat in waiting if at.used_ms[seat] >= setup.total_ms)
    if not late:
        return "clock.too-early"
    if at.beats:
        # A beat is missed, not the game; but whoever has no time left is not waited for at the next one either.
        for seat in late:
            if at.used_ms[seat] >= setup.total_ms:
                at = with_seat(at, seat, at.seats[seat].taken_over(setup.stand_in))
        return _settled(pass_beats(at._replace(agreed=at.agreed | set(late))))
    return _stood_in(setup, at, late, setup.stand_in, TIMED_OUT)


def _filled(setup: TableSetup, at: Progress, seats: tuple[int, ...]) -> Progress:
    """Stand-ins take seats before the deal that nobody else may come to: a host who is not there cannot fill them."""
    for seat in seats:
        at = with_seat(at, seat, Seat(SeatKind.AGENT, "", setup.stand_in))
    return dealt_if_alone(setup, waits_anew(at))


def _stood_in(setup: TableSetup, at: Progress, seats: tuple[int, ...], agent: str, cause: str) -> Progress:
    """An agent stands in for persons; a shuffle goes on without them, and is dealt if nobody is left to wait for."""
    if not at.is_dealt:
        at = waits_anew(broken(setup, at, cause, seats))
    for seat in seats:
        at = with_seat(at, seat, at.seats[seat].taken_over(agent))
    return dealt_if_alone(setup, _settled(pass_beats(at)))


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
    return _stood_in(setup, at, (given.seat,), agent, whose_doing(given, TAKEN_OVER))


def _hand_back(setup: TableSetup, at: Progress, given: Input) -> Progress | Code:
    assert given.seat is not None
    seat = at.seats[given.seat]
    if not seat.is_person:
        return "seat.not-a-person"
    if not seat.is_away:
        return "seat.not-away"
    if given.seat in at.resigned:
        return "seat.resigned"
    if given.data not in ("", EARLY):
        return "action.bad-data"
    if given.seat in at.coming:
        return "seat.coming"
    if not at.is_dealt:
        return "shuffle.without-you"
    if given.data == EARLY:
        return at._replace(coming=at.coming | {given.seat})
    if at.used_ms[given.seat] >= setup.total_ms:
        return "clock.spent"
    if at.turn == given.seat and not at.beats:
        return "seat.agent-to-move"
    return with_seat(at, given.seat, seat.handed_back())._replace(returned=at.returned | {given.seat})


def _undo(setup: TableSetup, at: Progress, given: Input) -> Progress | Code:
    assert given.seat is not None
    if not may_undo(setup, at) or not at.seats[given.seat].is_person:
        return "undo.not-alone"
    if given.data:
        return "action.bad-data"
    if at.is_over:
        return "table.over"
    keep = undo_target(setup, at, given.seat)
    if keep is None:
        return "seat.away" if at.seats[given.seat].is_away else "undo.nothing"
    return cut_back(at, given.seat, keep)
