"""Who comes, goes, pauses, gives up and asks to take back; what happened since; hints and another game."""

from __future__ import annotations

from random import Random

import pytest
from tests.conformance.walks import Variant
from tests.play.tables import dealt, everything, said, send, setup_of, taken, timed_out, walked

from deckwright.engine import load
from deckwright.play import (
    Accepted,
    ClockMessage,
    HostMessage,
    Refused,
    TableError,
    TableState,
    agent,
    agent_message,
    events_since,
    execute,
    hint,
    host_transitions,
    open_table,
    person,
    play_agents,
    rebuild,
    rematch,
    table_frame,
)
from deckwright.play.clock import rings_ms

PEOPLE = (person("Ann"), person("Ben"), agent("random"), agent("random"))


def playing(game: str = "texas-42") -> TableState:
    return play_agents(dealt(setup_of(load(game, hands=1), seats=PEOPLE)))


def until_turn(table: TableState, seat: int) -> TableState:
    rng = Random(1)
    for _ in range(200):
        table = play_agents(table)
        turn = table.progress.turn
        if table.progress.beats:
            waiting = table.progress.waiting_for[0]
            ids = [command.id for command in table_frame(table, waiting).commands if command.kind == "agree"]
            table = send(table, waiting, ids[0])
        elif turn == seat:
            return table
        elif turn is not None:
            table = send(table, turn, rng.choice(table_frame(table, turn).choices).id)
    raise AssertionError("it was never that seat's turn")


def is_rebuilt(table: TableState) -> bool:
    return everything(rebuild(table.setup, table.history)) == everything(table)


def test_a_person_sits_down_in_an_agents_seat_and_leaves_it_to_one_again() -> None:
    table = until_turn(playing(), 0)
    joined = taken(table, HostMessage(table.id, "sit", 2, "Zoe"))
    assert joined.names[2] == "Zoe"
    assert table_frame(joined, 2).to_dict()["seats"][2]["kind"] == "person"
    later = until_turn(joined, 2)
    assert table_frame(later, 2).choices
    left = send(later, 2, "leave")
    assert left.seats[2].kind == "agent"
    assert agent_message(left) is not None
    assert is_rebuilt(left)


def test_nobody_sits_down_on_a_person_or_while_an_agent_moves() -> None:
    table = until_turn(playing(), 0)
    assert execute(table, HostMessage(table.id, "sit", 1, "Zoe")) == Refused("seat.taken")
    moving = send(table, 0, table_frame(table, 0).choices[0].id)
    turn = moving.progress.turn
    if turn is not None and moving.seats[turn].agent:
        assert execute(moving, HostMessage(table.id, "sit", turn, "Zoe")) == Refused("seat.agent-to-move")


def test_while_a_table_is_paused_nobody_plays_and_no_time_passes() -> None:
    table = until_turn(playing(), 0)
    paused = taken(table, HostMessage(table.id, "pause"), 1_000)
    assert table_frame(paused, 0).public.is_paused
    assert table_frame(paused, 0).choices == ()
    assert rings_ms(paused) == 1_000 + table.setup.total_ms
    assert execute(paused, ClockMessage(table.id), at_ms=900_000) == Refused("clock.too-early")
    move = table_frame(table, 0).choices[0].id
    assert execute(paused, said(paused, 0, move)) == Refused("table.paused")
    assert execute(paused, HostMessage(table.id, "pause")) == Refused("table.paused")
    going_on = taken(paused, HostMessage(table.id, "resume"), 50_000)
    assert going_on.progress.used_ms == paused.progress.used_ms
    assert isinstance(execute(going_on, said(going_on, 0, move)), Accepted)
    assert is_rebuilt(going_on)


def test_a_host_who_pauses_and_goes_keeps_nobody_for_ever() -> None:
    table = until_turn(playing(), 0)
    total_ms, now_ms = table.setup.total_ms, table.progress.stamp_ms
    for _ in range(3):  # and pauses in turn come to no more
        table = taken(table, HostMessage(table.id, "pause"), now_ms)
        now_ms += total_ms // 4
        table = taken(table, HostMessage(table.id, "resume"), now_ms)
    paused = taken(table, HostMessage(table.id, "pause"), now_ms)
    due = rings_ms(paused)
    assert due == now_ms + total_ms - 3 * (total_ms // 4)
    going_on = taken(paused, ClockMessage(table.id), due)
    assert not going_on.progress.is_paused
    assert going_on.progress.used_ms == table.progress.used_ms
    assert execute(going_on, HostMessage(table.id, "pause")) == Refused("pause.spent")
    assert "pause" not in {offered.id for offered in host_transitions(going_on)}
    assert is_rebuilt(going_on)
    assert send(going_on, 0, table_frame(going_on, 0).choices[0].id).revision == going_on.revision + 1


def test_agents_wait_while_a_table_is_paused() -> None:
    seats = (agent("random"),) * 4
    table = taken(open_table(setup_of(load("texas-42", hands=1), seats=seats)), HostMessage("table-1", "deal"))
    assert agent_message(table) is not None
    assert agent_message(taken(table, HostMessage(table.id, "pause"))) is None


def test_who_gives_up_does_not_come_back() -> None:
    table = until_turn(playing(), 0)
    gone = send(table, 0, "resign")
    assert table_frame(gone, 1).public.seats[0].has_resigned
    assert agent_message(gone) is not None
    later = play_agents(gone)
    assert execute(later, said(later, 0, "hand-back")) == Refused("seat.resigned")
    assert execute(later, said(later, 0, "resign")) == Refused("seat.resigned")
    assert is_rebuilt(later)


def test_a_choice_is_taken_back_when_everyone_agrees() -> None:
    table = until_turn(playing(), 0)
    before = table.progress.moves
    after = send(table, 0, table_frame(table, 0).choices[-1].id)
    asked = send(after, 0, "ask-undo")
    assert table_frame(asked, 1).public.undo == {"seat": 0, "allowed": []}
    assert execute(asked, said(asked, 0, "allow-undo")) == Refused("agreement.given")
    refused = send(asked, 1, "refuse-undo")
    assert refused.progress.undo is None
    assert refused.progress.moves == after.progress.moves
    undone = send(asked, 1, "allow-undo")
    assert undone.progress.moves == before
    assert undone.progress.turn == 0
    assert is_rebuilt(undone)
    assert table_frame(rebuild(undone.setup, undone.history), 1).to_json() == table_frame(undone, 1).to_json()


@pytest.mark.parametrize("how", ["take-over", "leave", "time-out"])
def test_nobody_waits_for_the_consent_of_who_is_gone(how: str) -> None:
    table = dealt(setup_of(load("crazy-eights", players=3)))
    asking = table.progress.turn
    assert asking is not None
    before = table.progress.moves
    table = send(table, asking, ",".join(hint(table, asking, "random", seed=1).path))
    turn = table.progress.turn
    assert turn not in (None, asking)
    table = send(send(table, asking, "ask-undo"), ({0, 1, 2} - {asking, turn}).pop(), "allow-undo")
    assert table.progress.undo is not None
    table = timed_out(table) if how == "time-out" else taken(table, HostMessage(table.id, how, turn))
    assert table.progress.undo is None
    assert (table.progress.turn, table.progress.moves) == (asking, before)
    assert is_rebuilt(table)


def test_nobody_asks_agents_to_take_something_back() -> None:
    table = until_turn(playing(), 0)
    after = send(send(table, 0, table_frame(table, 0).choices[-1].id), 1, "leave")
    assert execute(after, said(after, 0, "ask-undo")) == Refused("undo.nobody-to-ask")
    table = until_turn(playing(), 0)
    assert execute(table, said(table, 1, "allow-undo")) == Refused("undo.not-asked")


def test_what_happened_since_an_event_is_what_frames_told(variant: Variant) -> None:
    tables = walked(variant)
    table = tables[min(len(tables) - 1, 60)]
    for seat in (0, None):
        told = table_frame(table, seat).events
        everything_told = events_since(table, seat, -1)
        numbers = [event.number for event in everything_told]
        assert numbers == sorted(set(numbers))
        assert everything_told[len(everything_told) - len(told) :] == told
        if told:
            assert events_since(table, seat, told[0].number) == told[1:]
            assert events_since(table, seat, told[-1].number) == ()


def test_a_hint_is_a_whole_choice_that_can_be_sent(variant: Variant) -> None:
    tables = walked(variant)
    for table in tables[:: max(1, len(tables) // 3)]:
        turn = table.progress.turn
        if turn is None or not table_frame(table, turn).choices:
            with pytest.raises(TableError):
                hint(table, 0 if turn is None else turn, "random", seed=1)
            continue
        found = hint(table, turn, "random", seed=1)
        assert all(found.labels)
        assert isinstance(execute(table, said(table, turn, ",".join(found.path))), Accepted)


def test_another_game_has_the_same_people_one_seat_on() -> None:
    table = walked(Variant("kuhn", (("hands", 2),)))[-1]
    assert table.is_over
    again = rematch(table, id="again")
    assert [seat.name for seat in again.seats] == [table.seats[-1].name, *(seat.name for seat in table.seats[:-1])]
    assert all(seat.is_present for seat in again.seats)
    assert again.game == table.setup.game
    assert again.chance != table.setup.chance
    with pytest.raises(TableError) as error:
        rematch(open_table(again))
    assert error.value.code == "table.not-over"


def test_nobody_takes_back_alone_what_another_person_has_seen() -> None:
    """A table where one person played alone is another one when a second person sits down."""
    seats = (person("Ann"), agent("random"), agent("random"), agent("random"))
    table = until_turn(play_agents(dealt(setup_of(load("texas-42", hands=1), seats=seats, may_undo=True))), 0)
    table = play_agents(send(table, 0, table_frame(table, 0).choices[0].id))
    assert "undo" in {command.id for command in table_frame(table, 0).commands}
    two = taken(table, HostMessage(table.id, "sit", 1, "Ben"))
    offered = {command.id for command in table_frame(two, 0).commands}
    assert "undo" not in offered
    assert "ask-undo" in offered
    assert execute(two, said(two, 0, "undo")) == Refused("undo.not-alone")
