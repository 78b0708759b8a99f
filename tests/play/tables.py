"""Tables to test with: every seat a person unless said otherwise, played at random."""

from __future__ import annotations

from functools import cache
from random import Random

from tests.conformance.walks import Variant, print_of

from deckwright.engine import Game
from deckwright.play import (
    Accepted,
    Seat,
    TableAction,
    TableState,
    execute,
    make_setup,
    open_table,
    person,
    valid_actions,
)
from deckwright.play.progress import line_moves
from deckwright.play.setup import TableSetup
from deckwright.play.shuffle import open_shuffle

MOST_INPUTS = 400
"""Long games are looked at so far."""


def setup_of(game: Game, *, seed: int = 0, seats: tuple[Seat, ...] | None = None, may_undo: bool = False) -> TableSetup:
    """A setup whose secret is known, so that a test can be repeated."""
    people = tuple(person(f"Player {number}") for number in range(game.seats))
    chance = open_shuffle("table-1", game, secret=seed.to_bytes(32, "big"))
    return make_setup(game, seats or people, id="table-1", chance=chance, may_undo=may_undo)


def send(table: TableState, seat: int | None, id: str, data: str = "", at_ms: int = 0) -> TableState:  # noqa: A002
    """The table after an action that must be accepted."""
    answer = execute(table, TableAction(table.id, table.revision, seat, id, data, at_ms))
    assert isinstance(answer, Accepted), answer
    return answer.table


def dealt(setup: TableSetup) -> TableState:
    """The table when everyone has contributed and the cards are dealt."""
    table = open_table(setup)
    for number, seat in enumerate(setup.seats):
        if seat.is_person:
            table = send(table, number, "contribute", "00" * 15 + f"{number:02x}")
    return send(table, None, "deal")


def next_action(table: TableState, rng: Random) -> TableAction:
    """A move or an agreement, at random; now and then a seat that goes or comes back, or a time-out."""
    found = valid_actions(table)
    usual = [action for action in found if "." in action.id or action.id.startswith("agree")]
    odd = [action for action in found if action.id in ("take-over", "hand-back", "time-out")]
    return rng.choice(odd if odd and rng.random() < 0.05 else usual or odd)


@cache
def walked(variant: Variant, seed: int = 0, most: int = MOST_INPUTS) -> tuple[TableState, ...]:
    """Every table of one game played at random, from the empty table on."""
    setup = setup_of(variant.load(), seed=seed)
    rng = Random(f"{variant} {seed}")
    start = dealt(setup)
    tables = [start]
    while not tables[-1].is_over and len(tables) < most:
        answer = execute(tables[-1], next_action(tables[-1], rng))
        assert isinstance(answer, Accepted)
        tables.append(answer.table)
    return tuple(tables)


def everything(table: TableState) -> tuple[object, ...]:
    """All that a table is, to compare it with another."""
    states = [pause.state for pause in table.pauses] + ([table.state] if table.state else [])
    told = [moment.told(seat, table.names) for moment in table.moments for seat in (*range(len(table.seats)), None)]
    beats = [pause.beat for pause in table.pauses]
    line = line_moves(table.progress.line)
    return table.progress._replace(line=None), line, beats, [print_of(state) for state in states], table.history, told
