"""Clients, agents, the host and a clock that jumps say anything at any time: the table holds, and comes to an end."""

from __future__ import annotations

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conformance.walks import Variant, main_variants
from tests.play.tables import commitment_of, everything, picked, setup_of, share_of, taken

from deckwright.play import (
    REFUSALS,
    Accepted,
    AgentMessage,
    ClockMessage,
    HostMessage,
    Message,
    Refused,
    Seat,
    SeatMessage,
    TableState,
    agent,
    agent_message,
    execute,
    open_table,
    parse_message,
    person,
    rebuild,
    transitions,
    valid_messages,
)
from deckwright.play.clock import rings_ms
from deckwright.play.inputs import COMMANDS, WORDS, Authority

PATIENCE_MS = 60_000
TEXTS = (
    "",
    "random",
    "flat:1000000",
    "strategy:/etc/passwd",
    "os:system",
    "ab" * 32,
    "x" * 300,
    "a\nb",
    "\ud800",
    "Zoe",
)
TOTALS_MS = st.sampled_from((1, PATIENCE_MS, 150_000))
STEPS_MS = (*[0] * 12, 1, 1_000, 1_000, 59_000, 60_000, -5, -70_000, 10**9, -(10**9))


def clients(table: TableState, rng: Random) -> SeatMessage:
    """Something that a client may send: what it is offered for the most part."""
    seat = rng.randrange(-1, len(table.seats) + 1) if rng.random() < 0.05 else rng.randrange(len(table.seats))
    is_there, text = 0 <= seat < len(table.seats), ""
    offered = [offer.id for offer in transitions(table, seat)] if is_there else []
    usual = [id_ for id_ in offered if id_ not in ("leave", "take-over")]
    id_ = rng.choice(usual or offered or sorted(WORDS)) if rng.random() < 0.85 else rng.choice(sorted(WORDS))
    if id_ == "commit" and is_there:
        text = commitment_of(table, seat)
    elif id_ == "reveal" and is_there:
        text = share_of(seat, table.progress.round.number)
    if rng.random() < 0.05 or id_ == "take-over":
        text = rng.choice(TEXTS)
    if is_there and any(offer.id == id_ and offer.needs == "picks" for offer in transitions(table, seat)):
        id_ = ",".join(picked(table, seat, rng)) if rng.random() < 0.8 else id_
    revision = table.revision - rng.choice((*[0] * 12, 1, 7, -1))
    message = {"revision": revision, "id": id_, "data": text, "key": rng.choice(("", *map(str, range(50))))}
    return parse_message(json.dumps(message), table=table.id, seat=seat)


def hosts(table: TableState, rng: Random) -> HostMessage:
    said = rng.choice(sorted(COMMANDS[Authority.HOST]) if rng.random() < 0.8 else sorted(WORDS))
    return HostMessage(table.id, said, rng.choice([None, *range(-1, len(table.seats) + 1)]), rng.choice(TEXTS))


def moves_nobody_else(before: TableState, after: TableState, message: Message) -> None:
    """What a seat or its agent says is about that seat alone; what the host says, about the seat that it names."""
    if isinstance(message, ClockMessage) or message.id == "deal":
        return
    was, now = before.progress, after.progress
    for other in range(len(was.seats)):
        if other != message.seat:
            assert now.seats[other] == was.seats[other]
            assert now.used_ms[other] >= was.used_ms[other] or now.undone > was.undone
    assert now.agreed - was.agreed <= {message.seat}
    for old, new in ((was.round.commitments, now.round.commitments), (was.round.shares, now.round.shares)):
        assert {seat for seat, _ in set(new) - set(old)} <= {message.seat}
    if now.moves > was.moves:
        assert not isinstance(message, HostMessage)
        made = [seat for seat, *_ in choices_since(before, after)]
        assert message.seat in made
        assert set(made) <= {message.seat, *dict(was.early)}, "what others chose before is opened, and nothing else"
        assert was.seats[message.seat].is_present == isinstance(message, SeatMessage)
    if isinstance(message, SeatMessage) and message.id == "take-over":
        assert now.seats[message.seat].agent in before.setup.agents


def choices_since(before: TableState, after: TableState) -> set[tuple[int, int]]:
    """Whose choices, by their first moves, have been made since."""
    found, line = set(), after.progress.line
    while line is not None and line.number > before.progress.moves:
        found.add((line.seat, line.first))
        line = line.before
    return found


def nothing_is_left_of_others(before: TableState, table: TableState, message: Message) -> None:
    """Whoever has just sat down has said nothing, agreed to nothing and not given up.

    They have all of their time, but for what those before them used beyond the two totals of the seat.
    """
    was, at, total_ms = before.progress, table.progress, table.setup.total_ms
    if isinstance(message, HostMessage) and message.id == "sit":
        assert message.seat is not None
        gone_ms, spare_ms = was.used_ms[message.seat], was.spare_ms[message.seat]
        assert total_ms - at.used_ms[message.seat] == min(total_ms, total_ms + spare_ms - gone_ms)
        assert at.keys[message.seat] == ""
        assert message.seat not in at.resigned
        assert at.undo is None or message.seat not in at.undo.allowed


def undoing_waits_for_somebody(table: TableState) -> None:
    """Who asks to take a choice back is there, and so is somebody who has not agreed."""
    at = table.progress
    if at.undo is not None:
        there = {number for number, seat in enumerate(at.seats) if seat.is_present}
        assert at.undo.seat in there
        assert there - at.undo.allowed - {at.undo.seat}


def finished(table: TableState) -> TableState:
    """The table when people say nothing any more: agents, the clock, and a host who fills seats and deals."""
    waited_ms = 0
    people = sum(seat.is_person for seat in table.seats)
    while not table.is_over:
        due, empty = rings_ms(table), [seat.kind == "empty" for seat in table.seats]
        message: Message | None = agent_message(table)
        at_ms = table.progress.stamp_ms
        if table.progress.is_paused:  # whoever paused it is gone, too
            assert due is not None
            message, at_ms = ClockMessage(table.id), due
        elif message is None and any(empty):
            message = HostMessage(table.id, "seat-agent", empty.index(True), "random")
        elif message is None and at_ms < table.progress.ahead_ms:
            message = ClockMessage(table.id)  # as a server says at once, if its clock was set back
        elif message is None and due is not None:
            early = execute(table, ClockMessage(table.id), at_ms=due - 1)
            assert due == at_ms or isinstance(early, Refused)
            message, waited_ms, at_ms = ClockMessage(table.id), waited_ms + due - at_ms, due
        elif message is None:
            assert not table.progress.is_dealt, "somebody is waited for"
            message = HostMessage(table.id, "deal")
        table = taken(table, message, at_ms)
    assert waited_ms <= people * (table.setup.total_ms + PATIENCE_MS)
    return table


@settings(max_examples=20, deadline=None)
@given(
    variant=st.sampled_from(main_variants()),
    seed=st.integers(0, 2**32),
    total_ms=st.sampled_from((1, PATIENCE_MS, 150_000)),
)
def test_whoever_says_whatever_whenever_the_table_holds_and_ends(variant: Variant, seed: int, total_ms: int) -> None:
    rng, loaded = Random(seed), variant.load()
    seats = tuple(rng.choice((person("Ann"), person("Bob"), agent("random"), Seat())) for _ in range(loaded.seats))
    setup = setup_of(loaded, seats=seats, stand_in="random", patience_ms=PATIENCE_MS, total_ms=total_ms)
    table, now, thinking = open_table(setup), 0, None
    for _ in range(rng.randrange(10, 90)):
        now = max(0, now + rng.choice(STEPS_MS))
        kind = rng.random()
        if thinking is None or rng.random() < 0.5:
            thinking = agent_message(table)  # it may answer late
        message: Message | None = thinking
        if kind < 0.15:
            message = hosts(table, rng) if rng.random() < 0.6 else ClockMessage(table.id)
        elif kind < 0.65 or message is None:
            message = clients(table, rng)
        assert isinstance(message, SeatMessage | AgentMessage | HostMessage | ClockMessage)
        answer = execute(table, message, at_ms=now)
        if isinstance(answer, Refused):
            assert answer.code in REFUSALS
        elif not answer.is_repeat:
            moves_nobody_else(table, answer.table, message)
            nothing_is_left_of_others(table, answer.table, message)
            table = answer.table
            undoing_waits_for_somebody(table)
    for offered in valid_messages(table):
        assert isinstance(execute(table, offered), Accepted)
    assert everything(rebuild(setup, table.history)) == everything(table)
    table = finished(table)
    assert everything(rebuild(setup, table.history)) == everything(table)
