"""What happens before the deal: who sits down, the shuffle, and the deal itself."""

from __future__ import annotations

from deckwright.play.inputs import COMMIT, SEAT_AGENT, Authority, Input
from deckwright.play.progress import Code, Progress, seated_anew, waits_anew, with_seat
from deckwright.play.rounds import MOST_BROKEN, broken_off, closed, committed, pending, revealed
from deckwright.play.seats import Seat, SeatKind, is_name, person
from deckwright.play.setup import TableSetup
from deckwright.play.shuffle import LEFT, SENT_AWAY, FairShuffle


def before_the_deal(setup: TableSetup, at: Progress, given: Input) -> Progress | Code:
    """Anything that is done before the deal, or why it cannot be."""
    match given.id:
        case "deal":
            return _deal(setup, at, given)
        case "commit" | "reveal":
            return _shuffle(setup, at, given)
    if given.seat is None:
        return "seat.unknown"
    seat = at.seats[given.seat]
    if given.id == "leave":
        return _leave(setup, at, given.seat, whose_doing(given, LEFT))
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
    return waits_anew(seated_anew(at, given.seat, taken))


def whose_doing(given: Input, cause: str) -> str:
    """Why a round of the shuffle ends: nobody is said to have done what the host did with their seat."""
    return SENT_AWAY if given.by is Authority.HOST else cause


def _leave(setup: TableSetup, at: Progress, seat: int, cause: str) -> Progress | Code:
    if not at.seats[seat].is_present:
        return "seat.away" if at.seats[seat].is_person else "seat.not-a-person"
    if at.round.joint:
        return "shuffle.begun"
    left = waits_anew(broken(setup, at, cause, (seat,)))
    if at.round.number < MOST_BROKEN:
        return with_seat(left, seat, Seat())
    return dealt_if_alone(setup, with_seat(left, seat, Seat(SeatKind.AGENT, "", setup.stand_in)))


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
        return waits_anew(shuffled) if made.joint else shuffled
    return shuffled if pending(made, at.seats) else dealt(shuffled)


def _deal(setup: TableSetup, at: Progress, given: Input) -> Progress | Code:
    if given.seat is not None or given.data:
        return "action.bad-data"
    if not at.is_full:
        return "seats.missing"
    if not isinstance(setup.chance, FairShuffle):
        return dealt(at)
    if pending(at.round, at.seats):
        return "shuffle.missing"
    return dealt(at._replace(round=closed(at.round, setup.chance, at.seats)))


def dealt(at: Progress) -> Progress:
    """The cards are dealt."""
    return waits_anew(at)._replace(is_dealt=True)


def dealt_if_alone(setup: TableSetup, at: Progress) -> Progress:
    """The cards are dealt if nobody is left whom the shuffle waits for."""
    if at.is_dealt or not isinstance(setup.chance, FairShuffle) or not at.is_full or pending(at.round, at.seats):
        return at
    return dealt(at._replace(round=closed(at.round, setup.chance, at.seats)))


def broken(setup: TableSetup, at: Progress, cause: str, seats: tuple[int, ...]) -> Progress:
    """The people of the shuffle change: it starts afresh, and it is kept that it did."""
    if not isinstance(setup.chance, FairShuffle):
        return at
    return at._replace(round=broken_off(at.round, setup.chance, cause, seats))
