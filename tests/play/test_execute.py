"""Pure transitions, only valid actions, and a code for everything else."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.conformance.walks import Variant
from tests.play.tables import dealt, everything, said, send, setup_of, walked

from deckwright.engine import load
from deckwright.genome.limits import MAX_CARDS, MAX_PICKS
from deckwright.play import (
    REFUSALS,
    Accepted,
    AgentMessage,
    ClockMessage,
    HostMessage,
    Message,
    Refused,
    SeatMessage,
    TableError,
    TableState,
    execute,
    open_table,
    parse_message,
    valid_messages,
)
from deckwright.play.clock import rings_ms
from deckwright.play.inputs import LONGEST_ID, LONGEST_MESSAGE, WORDS
from deckwright.play.progress import told_revision
from deckwright.web.settings import Limits
from deckwright.web.sockets import MOST_PICKS


def refused(table: TableState, action: object) -> str:
    before = everything(table)
    answer = execute(table, action)  # type: ignore[arg-type]
    assert isinstance(answer, Refused), answer
    assert answer.message == REFUSALS[answer.code]
    assert everything(table) == before
    return answer.code


def first_move(table: TableState) -> SeatMessage:
    return next(message for message in valid_messages(table) if isinstance(message, SeatMessage) and "." in message.id)


def hearts(**options: int) -> TableState:
    return dealt(setup_of(load("hearts", hands=2, passing="none", **options)))


def test_a_transition_is_pure(variant: Variant) -> None:
    tables = walked(variant)
    for table in tables[:: max(1, len(tables) // 6)]:
        before = everything(table)
        for action in valid_messages(table)[:6]:
            answer, again = execute(table, action), execute(table, action)
            assert isinstance(answer, Accepted)
            assert isinstance(again, Accepted)
            assert answer.table is not table
            assert answer.table.history[:-1] == table.history
            assert answer.table.revision == table.revision + 1
            assert everything(answer.table) == everything(again.table)
        assert everything(table) == before


def test_every_valid_action_is_accepted_and_nothing_else(variant: Variant) -> None:
    tables = walked(variant)
    rng = Random(1)
    moves = sorted({step.input.id for table in tables if (step := table.trail) and "." in step.input.id})
    moves = [move for move in moves if "," not in move]  # whole choices are not listed one by one
    for table in tables[:: max(1, len(tables) // 8)]:
        for at_ms in {None, rings_ms(table)}:
            valid = set(valid_messages(table, at_ms=at_ms))
            for message in valid:
                assert isinstance(execute(table, message, at_ms=at_ms), Accepted), message
            ids = [*sorted(WORDS), *rng.sample(moves, min(12, len(moves))), "999.0", "0.255"]
            said: list[Message] = [ClockMessage(table.id), *(HostMessage(table.id, id_) for id_ in ids)]
            for seat in range(len(table.seats)):
                said += [SeatMessage(table.id, told_revision(table.progress, seat), seat, id_) for id_ in ids]
                said += [AgentMessage(table.id, told_revision(table.progress, seat), seat, id_) for id_ in ids]
                said += [HostMessage(table.id, id_, seat) for id_ in ids]
            for message in said:
                answer = execute(table, message, at_ms=at_ms)
                assert isinstance(answer, Accepted) == (message in valid), (message, answer)


def test_a_move_of_another_seat_is_refused() -> None:
    table = hearts()
    turn = table.progress.turn
    first = first_move(table)
    assert first.seat == turn
    for seat in {0, 1, 2, 3} - {turn}:
        assert refused(table, replace(first, seat=seat)) == "seat.not-to-act"
    for wrong in (4, -1, True, 1.0, "0", None):
        assert refused(table, replace(first, seat=wrong)) == "seat.unknown"  # type: ignore[arg-type]


def test_stale_replayed_and_misdirected_messages_are_refused() -> None:
    table = hearts()
    first = first_move(table)
    assert refused(table, replace(first, revision=first.revision - 1)) == "revision.stale"
    assert refused(table, replace(first, table="table-2")) == "table.other"
    moved = send(table, first.seat, first.id)
    assert refused(moved, first) == "revision.stale"


@pytest.mark.parametrize("id_", ["", "play", "3", "3.", ".3", "03.1", "3.1.2", "3.1000", "99999999.1", "agree", "٣.١"])
def test_unknown_ids_are_refused(id_: str) -> None:
    table = hearts()
    assert refused(table, SeatMessage(table.id, table.revision, 0, id_)) == "action.unknown"


@pytest.mark.parametrize(
    "message",
    [
        None,
        {"id": "deal"},
        SeatMessage("table-1", 5, 0, 3),  # type: ignore[arg-type]
        SeatMessage("table-1", "5", 0, "deal"),  # type: ignore[arg-type]
        SeatMessage("table-1", True, 0, "deal"),
        SeatMessage(None, 5, 0, "deal"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_message_is_refused(message: object) -> None:
    assert refused(hearts(), message) == "action.malformed"


def test_data_that_cannot_be_used_is_refused() -> None:
    table = open_table(setup_of(load("hearts")))
    long, control = "x" * 201, "a\nb"
    for data in (long, control, "not hexadecimal", "00", "AB" * 32):
        assert refused(table, SeatMessage(table.id, 0, 0, "commit", data)) == "action.bad-data"
    playing = hearts()
    first = first_move(playing)
    assert refused(playing, replace(first, data="something")) == "action.bad-data"
    for id_ in ("agree-complete-trick", "hand-back"):
        assert refused(playing, said(playing, 0, id_, "something")) in ("agreement.nothing", "seat.not-away")


def test_a_card_that_may_not_be_played_is_refused() -> None:
    table = hearts()
    assert table.state is not None
    legal = {message.id for message in valid_messages(table) if isinstance(message, SeatMessage) and "." in message.id}
    slot = next(iter(legal)).split(".")[0]
    for value in range(52):
        if f"{slot}.{value}" not in legal:
            assert refused(table, replace(first_move(table), id=f"{slot}.{value}")) == "action.not-legal"


def test_the_servers_time_is_checked_too() -> None:
    table = hearts()
    wrong: list[Any] = [-1, 2**60, 1.5, "0", True]
    for at_ms in wrong:
        assert execute(table, first_move(table), at_ms=at_ms) == Refused("clock.bad-time")
        assert execute(table, ClockMessage(table.id), at_ms=at_ms) == Refused("clock.bad-time")


def test_a_client_says_what_and_when_but_neither_who_nor_where() -> None:
    text = '{"revision": 5, "id": "3.12"}'
    assert parse_message(text, table="table-1", seat=2) == SeatMessage("table-1", 5, 2, "3.12")
    for wrong in (
        "",
        "{",
        "[" * 1_500,
        "3",
        "[]",
        "{}",
        '{"revision": 5}',
        '{"revision": "5", "id": "3.12"}',
        '{"revision": true, "id": "3.12"}',
        '{"revision": 5, "id": 3}',
        '{"revision": 5, "id": "3.12", "data": null}',
        '{"revision": 5, "id": "3.12", "seat": 1}',
        '{"revision": 5, "id": "3.12", "at_ms": 1}',
        '{"revision": 5, "id": "%s"}' % ("x" * 5_000),
    ):
        with pytest.raises(TableError) as error:
            parse_message(wrong, table="table-1", seat=2)
        assert error.value.code == "action.malformed"


def test_a_finished_game_takes_no_more_moves() -> None:
    table = walked(Variant("kuhn"))[-1]
    assert table.is_over
    assert refused(table, SeatMessage(table.id, table.revision, 0, "0.0")) == "table.over"
    assert valid_messages(table) == ()


def test_the_table_does_not_print_its_secrets() -> None:
    table = hearts()
    assert table.deal is not None
    secret = table.setup.chance.secret  # type: ignore[union-attr]
    for text in (repr(table), repr(table.setup), repr(table.setup.chance), repr(table.deal), str(table.setup)):
        assert secret.hex() not in text
        assert repr(secret)[2:20] not in text
        assert table.deal.seed.hex() not in text


def test_every_card_of_a_deck_can_be_picked_in_one_message() -> None:
    """While all choose in secret, picks are said at once."""
    most = ",".join([f"99999.{MAX_CARDS - 1}"] * (MAX_CARDS + MAX_PICKS))
    assert len(most) <= LONGEST_ID
    assert len(most) + 200 <= LONGEST_MESSAGE
    assert len(most) + 200 <= Limits().message_bytes
    assert MAX_CARDS + MAX_PICKS <= MOST_PICKS
