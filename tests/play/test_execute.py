"""Pure transitions, only valid actions, and a code for everything else."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from tests.conformance.walks import Variant
from tests.play.tables import dealt, everything, send, setup_of, walked

from deckwright.engine import load
from deckwright.play import REFUSALS, Accepted, Refused, TableAction, TableState, execute, open_table, valid_actions
from deckwright.play.inputs import WORDS


def refused(table: TableState, action: object) -> str:
    before = everything(table)
    answer = execute(table, action)  # type: ignore[arg-type]
    assert isinstance(answer, Refused), answer
    assert answer.message == REFUSALS[answer.code]
    assert everything(table) == before
    return answer.code


def hearts(**options: int) -> TableState:
    return dealt(setup_of(load("hearts", hands=2, passing="none", **options)))


def test_a_transition_is_pure(variant: Variant) -> None:
    tables = walked(variant)
    for table in tables[:: max(1, len(tables) // 6)]:
        before = everything(table)
        for action in valid_actions(table)[:6]:
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
    for table in tables[:: max(1, len(tables) // 8)]:
        valid = {(action.seat, action.id): action for action in valid_actions(table)}
        for action in valid.values():
            assert isinstance(execute(table, action), Accepted), action
        ids = [*WORDS, *rng.sample(moves, min(12, len(moves))), "999.0", "0.255"]
        at_ms = table.progress.waiting_since_ms + table.setup.patience_ms
        for seat in (None, *range(len(table.seats))):
            for id_ in ids:
                answer = execute(table, TableAction(table.id, table.revision, seat, id_, at_ms=at_ms))
                assert isinstance(answer, Accepted) == ((seat, id_) in valid), (seat, id_, answer)


def test_a_move_of_another_seat_is_refused() -> None:
    table = hearts()
    turn = table.progress.turn
    [first, *_] = [action for action in valid_actions(table) if "." in action.id]
    assert first.seat == turn
    for seat in {0, 1, 2, 3} - {turn}:
        assert refused(table, replace(first, seat=seat)) == "seat.not-to-act"
    assert refused(table, replace(first, seat=None)) == "seat.not-to-act"
    for wrong in (4, -1, True, 1.0, "0"):
        assert refused(table, replace(first, seat=wrong)) == "seat.unknown"  # type: ignore[arg-type]


def test_stale_replayed_and_misdirected_messages_are_refused() -> None:
    table = hearts()
    [first, *_] = [action for action in valid_actions(table) if "." in action.id]
    assert refused(table, replace(first, revision=table.revision - 1)) == "revision.stale"
    assert refused(table, replace(first, revision=table.revision + 1)) == "revision.ahead"
    assert refused(table, replace(first, table="table-2")) == "table.other"
    moved = send(table, first.seat, first.id)
    assert refused(moved, first) == "revision.stale"


@pytest.mark.parametrize("id_", ["", "play", "3", "3.", ".3", "03.1", "3.1.2", "3.1000", "99999999.1", "agree", "٣.١"])
def test_unknown_ids_are_refused(id_: str) -> None:
    table = hearts()
    assert refused(table, TableAction(table.id, table.revision, 0, id_)) == "action.unknown"


@pytest.mark.parametrize(
    "message",
    [
        None,
        {"id": "deal"},
        TableAction("table-1", 5, 0, 3),  # type: ignore[arg-type]
        TableAction("table-1", "5", 0, "deal"),  # type: ignore[arg-type]
        TableAction("table-1", True, 0, "deal"),
        TableAction("table-1", 5, 0, "deal", at_ms=-1),
        TableAction("table-1", 5, 0, "deal", at_ms=2**60),
        TableAction(None, 5, 0, "deal"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_message_is_refused(message: object) -> None:
    assert refused(hearts(), message) == "action.malformed"


def test_data_that_cannot_be_used_is_refused() -> None:
    table = open_table(setup_of(load("hearts")))
    long, control = "x" * 201, "a\nb"
    for data in (long, control, "not hexadecimal", "00"):
        assert refused(table, TableAction(table.id, 0, 0, "contribute", data)) == "action.bad-data"
    playing = hearts()
    [first, *_] = [action for action in valid_actions(playing) if "." in action.id]
    assert refused(playing, replace(first, data="something")) == "action.bad-data"
    assert (
        refused(playing, TableAction(playing.id, playing.revision, 0, "take-over", "grandmaster")) == "action.bad-data"
    )


def test_a_card_that_may_not_be_played_is_refused() -> None:
    table = hearts()
    assert table.state is not None
    legal = {action.id for action in valid_actions(table) if "." in action.id}
    slot = next(iter(legal)).split(".")[0]
    for value in range(52):
        if f"{slot}.{value}" not in legal:
            action = TableAction(table.id, table.revision, table.progress.turn, f"{slot}.{value}")
            assert refused(table, action) == "action.not-legal"


def test_a_finished_game_takes_no_more_moves() -> None:
    table = walked(Variant("kuhn"))[-1]
    assert table.is_over
    assert refused(table, TableAction(table.id, table.revision, 0, "0.0")) == "table.over"
    assert valid_actions(table) == ()


def test_the_table_does_not_print_its_secrets() -> None:
    table = hearts()
    assert table.deal is not None
    secret = table.setup.chance.secret  # type: ignore[union-attr]
    for text in (repr(table), repr(table.setup), repr(table.setup.chance), repr(table.deal), str(table.setup)):
        assert secret.hex() not in text
        assert repr(secret)[2:20] not in text
        assert table.deal.seed.hex() not in text
