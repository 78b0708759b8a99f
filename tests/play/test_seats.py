"""Before the deal people come and go, and bring their share of chance."""

from __future__ import annotations

import pytest
from tests.play.tables import dealt, send, setup_of

from deckwright.agents import AgentError
from deckwright.engine import load
from deckwright.play import (
    Refused,
    Seat,
    TableAction,
    TableError,
    TableState,
    agent,
    execute,
    make_setup,
    open_table,
    person,
    table_view,
    transitions,
)
from deckwright.play.shuffle import mixed_seed

KUHN = load("kuhn")


def gathering() -> TableState:
    return open_table(setup_of(KUHN, seats=(person("Ann"), Seat())))


def code(table: TableState, seat: int | None, id_: str, data: str = "") -> str:
    answer = execute(table, TableAction(table.id, table.revision, seat, id_, data))
    assert isinstance(answer, Refused)
    return answer.code


def test_nobody_is_dealt_to_before_every_seat_is_taken_and_everyone_has_contributed() -> None:
    table = gathering()
    assert table_view(table, 0).status == "gathering"
    assert table_view(table, 0).view is None
    assert len(table_view(table, 0).commitment) == 64
    assert code(table, 0, "deal") == "seats.missing"
    assert code(table, 0, "0.0") == "table.not-dealt"
    table = send(table, 1, "sit", "Bob")
    assert code(table, 1, "sit", "Eve") == "seat.taken"
    assert code(table, 0, "deal") == "shuffle.missing"
    table = send(table, 0, "contribute", "ab" * 16)
    assert code(table, 0, "contribute", "cd" * 16) == "shuffle.given"
    assert code(table, None, "deal") == "shuffle.missing"
    table = send(table, 1, "contribute", "ef" * 16)
    table = send(table, 1, "deal")
    assert table.deal is not None
    assert table.deal.seed == mixed_seed(bytes(32), ((0, "ab" * 16), (1, "ef" * 16)))
    for late in ("sit", "leave", "deal", "contribute"):
        assert code(table, 0, late) == "table.dealt"


def test_whoever_comes_later_contributes_anew() -> None:
    table = send(gathering(), 1, "sit", "Bob")
    table = send(table, 1, "contribute", "ef" * 16)
    table = send(table, 1, "leave")
    assert code(table, 1, "leave") == "seat.not-a-person"
    table = send(table, 1, "sit", "Eve")
    assert any(transition.needs == "entropy" for transition in transitions(table, 1))
    table = send(table, 1, "contribute", "cd" * 16)
    assert table.progress.entropy == ((-1, "ef" * 16), (1, "cd" * 16))


def test_contributions_may_cross() -> None:
    table = open_table(setup_of(KUHN))
    sent = [TableAction(table.id, 0, seat, "contribute", "ab" * 16) for seat in (0, 1)]
    for action in sent:
        table = execute(table, action).table  # type: ignore[union-attr]
    assert len(table.progress.entropy) == 2
    assert execute(table, sent[0]) == Refused("shuffle.given")


def test_different_entropy_deals_different_cards() -> None:
    game = load("bridge", hands=1)
    first = dealt(setup_of(game, seed=1))
    other = open_table(setup_of(game, seed=1))
    for seat in range(4):
        other = send(other, seat, "contribute", f"{seat + 9:02x}" * 16)
    other = send(other, None, "deal")
    assert table_view(first, 0).view != table_view(other, 0).view


@pytest.mark.parametrize("name", ["x" * 41, " Ann", "Ann\n", "A\x00n"])
def test_names_that_cannot_be_are_refused(name: str) -> None:
    assert code(gathering(), 1, "sit", name) == "action.bad-data"


def test_setups_that_cannot_be_are_refused() -> None:
    for wrong in (
        {"seats": (person(),)},
        {"seats": (person(), person()), "id": "no spaces"},
        {"seats": (person(), person()), "stand_in": "nobody"},
        {"seats": (person(), person()), "patience_ms": 0},
        {"seats": (person(), person()), "may_undo": True},
    ):
        with pytest.raises(TableError):
            make_setup(KUHN, **wrong)
    with pytest.raises(AgentError):
        agent("grandmaster")
