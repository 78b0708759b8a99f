"""Tables to test with: every seat a person unless said otherwise, played at random."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from tests.conformance.walks import Variant, print_of

from deckwright.engine import Game
from deckwright.play import (
    Accepted,
    ClockMessage,
    HostMessage,
    Input,
    Message,
    Seat,
    SeatMessage,
    TableState,
    execute,
    make_setup,
    open_table,
    person,
    table_frame,
    transitions,
    valid_messages,
)
from deckwright.play.clock import rings_ms
from deckwright.play.inputs import EARLY, AgentMessage, Authority
from deckwright.play.progress import told_revision
from deckwright.play.setup import TableSetup
from deckwright.play.shuffle import FairShuffle, open_shuffle

MOST_INPUTS = 400
"""Long games are looked at so far."""


def setup_of(game: Game, *, seed: int = 0, seats: tuple[Seat, ...] | None = None, **settings: Any) -> TableSetup:
    """A setup whose secret is known, so that a test can be repeated."""
    people = tuple(person(f"Player {number}") for number in range(game.seats))
    chance = open_shuffle("table-1", game, secret=seed.to_bytes(32, "big"))
    agents = {"random": "random", "flat:50": "flat:50"}
    return make_setup(game, seats or people, **{"id": "table-1", "chance": chance, "agents": agents, **settings})


def said(table: TableState, seat: int, id: str, data: str = "") -> SeatMessage:  # noqa: A002
    """A message of a seat at the table as it is."""
    return SeatMessage(table.id, told_revision(table.progress, seat), seat, id, data)


def taken(table: TableState, message: Message, at_ms: int | None = None) -> TableState:
    """The table after a message that must be accepted."""
    answer = execute(table, message, at_ms=at_ms)
    assert isinstance(answer, Accepted), (message, answer)
    return answer.table


def send(table: TableState, seat: int, id: str, data: str = "", at_ms: int | None = None) -> TableState:  # noqa: A002
    """The table after a seat's message that must be accepted."""
    return taken(table, said(table, seat, id, data), at_ms)


def timed_out(table: TableState) -> TableState:
    """The table after the clock's message, as soon as it is due."""
    due = rings_ms(table)
    assert due is not None
    return taken(table, ClockMessage(table.id), due)


def share_of(seat: int, number: int = 0) -> str:
    """A share that a test can repeat."""
    return f"{number:02x}{seat:02x}" * 8


def commitment_of(table: TableState, seat: int, share: str = "") -> str:
    """What a seat commits to, to reveal its share in this round."""
    chance, number = table.setup.chance, table.progress.round.number
    assert isinstance(chance, FairShuffle)
    return chance.share_commitment(share or share_of(seat, number), number=number, seat=seat)


def committed(table: TableState) -> TableState:
    """The table when every person has committed."""
    for number, seat in enumerate(table.seats):
        if seat.is_present and not table.progress.round.joint:
            table = send(table, number, "commit", commitment_of(table, number))
    return table


def dealt(setup: TableSetup) -> TableState:
    """The table when everyone has committed and revealed, and the cards are dealt."""
    table = open_table(setup)
    if not any(seat.is_present for seat in table.seats) or not setup.is_fair:
        return taken(table, HostMessage(table.id, "deal"))
    table = committed(table)
    for number, seat in enumerate(table.seats):
        if seat.is_present:
            table = send(table, number, "reveal", share_of(number, table.progress.round.number))
    return table


def is_usual(message: Message) -> bool:
    """Whether it is a move or an agreement."""
    return isinstance(message, SeatMessage | AgentMessage) and ("." in message.id or message.id.startswith("agree"))


def _ends_it(message: Message) -> bool:
    """Whether somebody would be gone for good: walks keep their people."""
    return not isinstance(message, ClockMessage) and message.id in ("leave", "resign")


def picked(table: TableState, seat: int, rng: Random) -> tuple[str, ...]:
    """A whole choice of a seat, picked as a page would: from frame to frame."""
    path: tuple[str, ...] = ()
    for _ in range(60):
        frame = table_frame(table, seat, draft=path)
        chosen = rng.choice(frame.choices)
        path = (*path, chosen.id)
        if chosen.completes or table_frame(table, seat, draft=path).draft.is_whole:
            assert table_frame(table, seat, draft=path).draft.is_whole
            return path
    raise AssertionError("a choice that never ends")


def whole_choices(table: TableState, rng: Random) -> list[SeatMessage]:
    """A whole choice of each seat that may send nothing less: what `valid_messages` has not."""
    parts = [seat for seat in range(len(table.seats)) if any(one.needs == "picks" for one in transitions(table, seat))]
    return [said(table, seat, ",".join(picked(table, seat, rng))) for seat in parts]


def next_message(table: TableState, rng: Random) -> Message:
    """A move or an agreement, at random; now and then a seat that goes or comes back."""
    found = [message for message in valid_messages(table) if not _ends_it(message)]
    if table.progress.is_paused:
        return HostMessage(table.id, "resume")
    usual = [*(message for message in found if is_usual(message)), *whole_choices(table, rng)]
    odd = [message for message in found if not is_usual(message)]
    odd = [message for message in odd if isinstance(message, SeatMessage) and message.id == "hand-back"] or odd
    return rng.choice(odd if odd and rng.random() < 0.05 else usual or odd)


def message_of(table: TableState, given: Input) -> Message:
    """The message that an input was kept of."""
    match given.by:
        case Authority.SEAT:
            assert given.seat is not None
            data = "" if given.data == EARLY else given.data  # which the history notes by itself
            return SeatMessage(table.id, table.revision, given.seat, given.id, data)
        case Authority.AGENT:
            assert given.seat is not None
            return AgentMessage(table.id, table.revision, given.seat, given.id, given.data)
        case Authority.HOST:
            return HostMessage(table.id, given.id, given.seat, given.data)
    return ClockMessage(table.id)


@cache
def walked(variant: Variant, seed: int = 0, most: int = MOST_INPUTS) -> tuple[TableState, ...]:
    """Every table of one game played at random, from the deal on; now and then the clock is heard."""
    setup = setup_of(variant.load(), seed=seed)
    rng = Random(f"{variant} {seed}")
    tables = [dealt(setup)]
    while not tables[-1].is_over and len(tables) < most:
        late = rings_ms(tables[-1]) is not None and rng.random() < 0.02
        tables.append(timed_out(tables[-1]) if late else taken(tables[-1], next_message(tables[-1], rng)))
    return tuple(tables)


def everything(table: TableState) -> tuple[object, ...]:
    """All that a table is, to compare it with another."""
    states = [pause.state for pause in table.pauses] + ([table.state] if table.state else [])
    told = [moment.told(seat, table.names) for moment in table.moments for seat in (*range(len(table.seats)), None)]
    beats = [pause.beat for pause in table.pauses]
    line, last = [], table.progress.line
    while last is not None:
        line.append((last.number, last.seat, last.move, last.choices, last.first, last.revision))
        last = last.before
    return table.progress._replace(line=None), line, beats, [print_of(state) for state in states], table.history, told
