"""A table is its setup and its history: every prefix rebuilds what was there, and shows what was known then."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from tests.conformance.walks import Variant
from tests.play.tables import dealt, everything, picked, send, setup_of, walked

from deckwright.engine import load
from deckwright.play import (
    Accepted,
    Authority,
    Input,
    Refused,
    SeatMessage,
    TableError,
    TableState,
    agent,
    branch,
    execute,
    known_then,
    person,
    play_agents,
    rebuild,
    spectator_view,
    table_at,
    table_view,
    transitions,
)

SEAT = Authority.SEAT


def test_every_prefix_of_a_history_rebuilds_its_table(variant: Variant) -> None:
    tables = walked(variant)
    step = max(1, len(tables) // 25)
    for table in [*tables[::step], *tables[-3:], *[table for table in tables if table.pauses][:3]]:
        again = rebuild(table.setup, table.history)
        assert everything(again) == everything(table)


def test_a_table_can_be_pickled_and_read_again() -> None:
    table = walked(Variant("hearts", (("hands", 2),)))[30]
    assert everything(pickle.loads(pickle.dumps(table))) == everything(table)


def test_what_a_seat_knew_then_is_what_it_was_shown_then(variant: Variant) -> None:
    tables = walked(variant)
    last = tables[-1]
    for table in tables[:: max(1, len(tables) // 5)]:
        for seat in range(len(table.seats)):
            assert known_then(last, seat, table.revision).to_json() == table_view(table, seat).to_json()
        assert known_then(last, None, table.revision).to_json() == spectator_view(table).to_json()
    for revision in (-1, last.revision + 1):
        with pytest.raises(TableError):
            table_at(last, revision)


def test_a_history_that_cannot_be_is_refused() -> None:
    table = walked(Variant("hearts", (("hands", 2),)))[40]
    history = table.history
    bad: list[tuple[Input, ...]] = [
        history[1:],
        history[:5] + history[6:],
        (*history, Input(SEAT, 0, "0.0")),
        (*history, Input(SEAT, 0, "nonsense")),
        (*history, Input(SEAT, 0, "undo")),
        (*history, Input(Authority.HOST, None, "deal")),
        (*history, Input(Authority.CLOCK, 0, "time-out")),
        (*history, Input(Authority.CLOCK, None, "take-over")),
        (*history, Input(SEAT, None, "take-over")),
        (*history, Input("seat", 0, "take-over")),  # type: ignore[arg-type]
        (*history, (Authority.SEAT, 0, "take-over")),  # type: ignore[arg-type]
        *((*history, Input(SEAT, seat, id_)) for seat in (99, -1, True, "0", 4) for id_ in ("take-over", "0.0")),  # type: ignore[arg-type]
        *((*history, Input(SEAT, 0, "take-over", "", at_ms)) for at_ms in (-1, 2**60, 1.5, None)),  # type: ignore[arg-type]
        *((*history, Input(SEAT, 0, "take-over", data)) for data in ("flat:1000000", "a\nb", "x" * 999, None)),  # type: ignore[arg-type]
        tuple(given._replace(seat=3 - (given.seat or 0)) for given in history),
    ]
    for wrong in bad:
        with pytest.raises(TableError) as error:
            rebuild(table.setup, wrong)
        assert error.value.code == "history.corrupt"


def solo(game: str = "hearts") -> TableState:
    loaded = load(game, hands=1)
    seats = (person("Ann"), *(agent("random") for _ in range(loaded.seats - 1)))
    return play_agents(dealt(setup_of(loaded, seats=seats, may_undo=True)))


def step(table: TableState) -> TableState:
    offered = [transition for transition in transitions(table, 0) if transition.kind in ("move", "agree")]
    said = ",".join(picked(table, 0, Random(1))) if offered[-1].needs == "picks" else offered[-1].id
    return play_agents(send(table, 0, said))


def test_a_lone_player_takes_a_choice_back() -> None:
    table = solo()
    seen = [table]
    for _ in range(14):
        seen.append(step(seen[-1]))
    choices = [table for table in seen if len([t for t in transitions(table, 0) if t.kind == "move"]) > 1]
    back = seen[-1]
    for expected in reversed(choices[-3:]):
        back = send(back, 0, "undo")
        assert back.state is not None
        assert expected.state is not None
        assert back.state.position.layout() == expected.state.position.layout()
        assert table_view(back, 0).view == table_view(expected, 0).view
        assert table_view(back, 0).events == table_view(expected, 0).events
    assert back.revision == seen[-1].revision + 3, "what was taken back stays in the history"
    assert everything(rebuild(back.setup, back.history)) == everything(back)
    further = step(step(back))
    assert everything(rebuild(further.setup, further.history)) == everything(further)


def test_nothing_is_taken_back_in_company_or_before_a_choice() -> None:
    company = walked(Variant("hearts", (("hands", 2),)))[20]
    for seat in range(4):
        answer = execute(company, SeatMessage(company.id, company.revision, seat, "undo"))
        assert answer == Refused("undo.not-alone")
    alone = solo()
    assert execute(alone, SeatMessage(alone.id, alone.revision, 1, "undo")) == Refused("undo.not-alone")
    fresh = dealt(alone.setup)
    assert execute(fresh, SeatMessage(fresh.id, fresh.revision, 0, "undo")) == Refused("undo.nothing")


def test_a_finished_game_is_tried_another_way() -> None:
    table = walked(Variant("hearts", (("hands", 1),)))[-1]
    assert table.is_over
    assert table.state is not None
    seats = (person("Ann"), *(agent("random") for _ in range(3)))
    for moves in (0, 1, 4, 30, 52):
        other = branch(table, moves, seats)
        assert other.progress.moves == moves
        assert other.setup.branched_from == (table.id, moves)
        assert other.state is not None
        expected = table.state.history[:moves]
        assert other.state.history == expected
    other = branch(table, 20, seats)
    while other.progress.beats:
        answer = execute(other, SeatMessage(other.id, other.revision, 0, "agree-complete-trick"))
        assert isinstance(answer, Accepted)
        other = answer.table
    assert not play_agents(other).is_over
    with pytest.raises(TableError):
        branch(table, table.progress.moves + 1, seats)


def test_a_live_game_cannot_be_tried_another_way() -> None:
    table = walked(Variant("hearts", (("hands", 1),)))[20]
    with pytest.raises(TableError) as error:
        branch(table, 3, table.seats)
    assert error.value.code == "branch.not-over"
