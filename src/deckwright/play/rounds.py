"""Rounds of a fair shuffle: commit, reveal, and afresh if somebody drops out. It knows seats, and no cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from deckwright.engine import Deal
from deckwright.play.seats import Seat, seat_names
from deckwright.play.shuffle import (
    LEFT,
    TAKEN_OVER,
    TIMED_OUT,
    BrokenRound,
    BySeat,
    FairShuffle,
    RoundSeat,
    broken_digest,
    is_hash,
    is_share,
    joint_commitment,
    mixed_seed,
)

Seats = tuple[Seat, ...]

PERSON, ABSENT, AGENT = "person", "absent", "agent"
"""Kinds of seats in a round; the second is a person's for whom an agent stands in."""
MOST_BROKEN = 8
"""Rounds that were broken off. From then on who leaves leaves the seat to an agent: by sitting down and leaving again
nobody keeps the others from being dealt to for ever."""


class Round(NamedTuple):
    """One attempt to agree on a shuffle. Its people are those who are present; if they change, it is broken off."""

    commitments: BySeat = ()
    shares: BySeat = ()
    seats: tuple[RoundSeat, ...] = ()
    """Who sat where when everyone had committed; empty before."""
    joint: str = ""
    """The joint commitment; empty before everyone has committed."""
    broken: tuple[BrokenRound, ...] = ()
    """The rounds before this one."""

    @property
    def number(self) -> int:
        """Which round it is, from 0."""
        return len(self.broken)


def pending(round_: Round, seats: Seats) -> tuple[int, ...]:
    """The seats that the shuffle waits for: for a commitment, or for a share; nobody while a seat is empty."""
    if any(seat.kind == "empty" for seat in seats):
        return ()
    given = {seat for seat, _ in (round_.shares if round_.joint else round_.commitments)}
    return tuple(number for number, seat in enumerate(seats) if seat.is_present and number not in given)


def committed(round_: Round, seat: int, data: str, shuffle: FairShuffle, seats: Seats) -> Round | str:
    """The round after a seat has committed to its share; otherwise why not."""
    if round_.joint or any(other == seat for other, _ in round_.commitments):
        return "shuffle.given"
    if not is_hash(data):
        return "action.bad-data"
    return closed(round_._replace(commitments=_with(round_.commitments, seat, data)), shuffle, seats)


def closed(round_: Round, shuffle: FairShuffle, seats: Seats) -> Round:
    """The round with its joint commitment, if nobody has to commit any more."""
    if round_.joint or pending(round_, seats):
        return round_
    named = tuple(map(_round_seat, seats, seat_names(seats)))
    joint = joint_commitment(
        table=shuffle.table,
        rules=shuffle.rules,
        number=round_.number,
        commitment=shuffle.commitment(round_.number),
        before=broken_digest(round_.broken),
        seats=named,
        commitments=round_.commitments,
    )
    return round_._replace(seats=named, joint=joint)


def revealed(round_: Round, seat: int, data: str, shuffle: FairShuffle) -> Round | str:
    """The round after a seat has revealed its share; otherwise why not."""
    if not round_.joint:
        return "shuffle.not-yet"
    if any(other == seat for other, _ in round_.shares):
        return "shuffle.given"
    if not is_share(data):
        return "action.bad-data"
    if shuffle.share_commitment(data, number=round_.number, seat=seat) != dict(round_.commitments)[seat]:
        return "shuffle.wrong-share"
    return round_._replace(shares=_with(round_.shares, seat, data))


def broken_off(round_: Round, shuffle: FairShuffle, cause: str, seats: tuple[int, ...]) -> Round:
    """A fresh round, with this one among those that were broken off; the same one if nobody had committed."""
    if not round_.commitments:
        return round_._replace(seats=(), joint="")
    shown = tuple(seat for seat, _ in round_.shares)
    ended = BrokenRound(shuffle.commitment(round_.number), round_.commitments, shown, cause, seats)
    return Round(broken=(*round_.broken, ended))


def round_deal(round_: Round, shuffle: FairShuffle) -> Deal:
    """The deal that a complete round decides."""
    return Deal(mixed_seed(shuffle.round_secret(round_.number), round_.shares))


def find_impossible(broken: Sequence[BrokenRound], seats: Sequence[RoundSeat]) -> str:
    """Why no table can have broken off these rounds before it dealt to these seats; nothing if one can.

    Whoever runs a table knows the cards once all shares have reached it. If somebody who is said to have dropped out
    could take part again, it could break off rounds until one deals what it likes, each time by the same seat.

    Of each seat it is known whether a person can still come to take part in it, and if not, whose it is; of the ways in
    which a round can have been broken off, the one is followed that leaves most possible afterwards.
    """
    able, left_to = set(range(len(seats))), dict[int, str]()
    for number, ended in enumerate(broken):
        committed, shown, gone = ({seat for seat, _ in ended.commitments}, set(ended.revealed), set(ended.seats))
        is_late = ended.cause == TIMED_OUT
        if not committed | gone <= able:
            return f"round {number}: seats that had dropped out before are in it"
        if not is_late and len(gone) > 1:
            return f"round {number}: one seat at a time drops out, unless it is by the clock"
        if not shown and able > committed and not (is_late and gone & committed):
            # Somebody had still to commit.
            if is_late or ended.cause == TAKEN_OVER:
                able, left_to = able - gone, left_to | dict.fromkeys(gone, ABSENT)
            elif number >= MOST_BROKEN:
                able, left_to = able - gone, left_to | dict.fromkeys(gone, AGENT if ended.cause == LEFT else "")
        elif ended.cause == LEFT or not gone <= committed:
            return f"round {number}: when shares are revealed nobody leaves, and all are people who committed"
        elif shown == committed or (is_late and gone & shown):
            return f"round {number}: whoever has revealed is not waited for, and when all have the cards are dealt"
        else:
            able, left_to = committed - gone, left_to | dict.fromkeys(gone, ABSENT)
    for number, seat in enumerate(seats):
        if number not in able and seat.kind == PERSON:
            return f"seat {number} had dropped out, and takes part"
        if number not in able and left_to.get(number, "") not in ("", seat.kind):
            return f"seat {number} was left to an agent in another way than is said at the end"
    return ""


def _round_seat(seat: Seat, name: str) -> RoundSeat:
    return RoundSeat(ABSENT if seat.is_away else seat.kind.value, name)


def _with(given: BySeat, seat: int, text: str) -> BySeat:
    return tuple(sorted((*given, (seat, text))))
