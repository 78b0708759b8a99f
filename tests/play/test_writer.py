"""Messages that are sent again, and a store that is written to off the event loop."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from sqlalchemy import text
from tests.play.tables import dealt, picked, said, setup_of

import deckwright.play.writer as writer_module
from deckwright.engine import Game, load
from deckwright.play import (
    Accepted,
    Refused,
    SeatMessage,
    StoreError,
    TableState,
    execute,
    parse_message,
    rebuild,
    table_frame,
    transitions,
)
from deckwright.play.changes import Listening
from deckwright.play.rows import Addition
from deckwright.play.shuffle import open_shuffle
from deckwright.play.store import Store, TableSummary
from deckwright.play.writer import Writer


def first_move(table: TableState, key: str = "") -> SeatMessage:
    turn = table.progress.turn
    assert turn is not None
    return SeatMessage(table.id, table.revision, turn, ",".join(picked(table, turn, Random(1))), "", key)


def test_a_message_sent_again_under_its_name_counts_once_and_is_answered_alike() -> None:
    table = dealt(setup_of(load("hearts")))
    message = first_move(table, "a1")
    answer = execute(table, message)
    assert isinstance(answer, Accepted)
    again = execute(answer.table, message)
    assert isinstance(again, Accepted)
    assert again.is_repeat
    assert again.table is answer.table
    assert table_frame(again.table, 0).to_json() == table_frame(answer.table, 0).to_json()
    reloaded = rebuild(answer.table.setup, answer.table.history)
    assert execute(reloaded, message) == Accepted(reloaded, is_repeat=True)


def test_another_message_under_the_same_name_is_not_taken_for_a_new_one() -> None:
    table = dealt(setup_of(load("hearts")))
    message = first_move(table, "a1")
    answer = execute(table, message)
    assert isinstance(answer, Accepted)
    assert execute(answer.table, said(answer.table, message.seat, "take-over")) != answer
    other_seat = SeatMessage(table.id, answer.table.revision, (message.seat + 1) % 4, message.id, "", "a1")
    repeated = execute(answer.table, other_seat)
    assert not (isinstance(repeated, Accepted) and repeated.is_repeat), "names are each client's own"


@pytest.mark.parametrize("key", ["x" * 65, "a\nb", "é"])
def test_a_name_that_cannot_be_kept_is_refused(key: str) -> None:
    table = dealt(setup_of(load("hearts")))
    assert execute(table, first_move(table, key)) == Refused("action.malformed")


def test_a_client_names_its_messages_in_their_text() -> None:
    message = parse_message('{"revision": 1, "id": "3.1", "key": "k"}', table="t", seat=2)
    assert message == SeatMessage("t", 1, 2, "3.1", "", "k")


@pytest.fixture(scope="module")
def game() -> Game:
    return load("kuhn", hands=20)


def kept_table(store: Store, game: Game, id_: str) -> TableState:
    table = dealt(setup_of(game, id=id_, chance=open_shuffle(id_, game, secret=bytes(32))))
    kept = store.create(table.setup)
    for given in table.history:
        answer = store.submit(kept, SeatMessage(id_, kept.revision, given.seat or 0, given.id, given.data))
        assert isinstance(answer, Accepted), answer
        kept = answer.table
    return kept


def played_on(table: TableState, rng: Random) -> SeatMessage:
    turn = table.progress.turn
    if table.progress.beats:
        seat = table.progress.waiting_for[0]
        return said(table, seat, next(t.id for t in transitions(table, seat) if t.kind == "agree"))
    assert turn is not None
    return said(table, turn, rng.choice([t.id for t in transitions(table, turn) if t.kind == "move"]))


def test_many_inputs_share_few_commits_and_each_is_kept_when_it_is_acknowledged(tmp_path: Path, game: Game) -> None:
    store = Store.at(tmp_path / "tables.db")
    tables = {table.id: table for table in (kept_table(store, game, f"t{number}") for number in range(12))}
    writer, rng = Writer(store), Random(1)
    asked = 0
    for _ in range(6):
        waiting = {}
        for id_, table in tables.items():
            for _ in range(2):  # the second is built on a table that has not been acknowledged
                answer = execute(table, played_on(table, rng))
                assert isinstance(answer, Accepted)
                waiting[id_] = writer.keep(table, answer)
                table = answer.table
                asked += 1
        for id_, told in waiting.items():
            answer = told.result(timeout=60)
            assert isinstance(answer, Accepted)
            tables[id_] = answer.table
            if id_ == "t3":
                assert store.load(id_).history == answer.table.history
    assert writer.commits < asked / 2
    writer.close()
    for id_, table in tables.items():
        assert store.load(id_).history == table.history
    store.close()


def test_a_commit_of_several_inputs_lets_more_gather_and_one_alone_never_waits(
    tmp_path: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, rng = Store.at(tmp_path / "tables.db"), Random(1)
    tables = [kept_table(store, game, f"t{number}") for number in range(3)]
    sizes: list[int] = []
    gathered: list[int] = []
    free = threading.Event()
    add = store.add

    def slow_add(additions: Sequence[Addition]) -> list[bool]:
        free.wait(timeout=60)
        sizes.append(len(additions))
        return add(additions)

    monkeypatch.setattr(store, "add", slow_add)
    monkeypatch.setattr(writer_module, "sleep", lambda _: gathered.append(len(sizes)))
    writer = Writer(store)
    told = [writer.submit(table, played_on(table, rng)) for table in tables]
    free.set()
    kept = [one.result(timeout=60) for one in told]
    assert isinstance(kept[0], Accepted)
    writer.submit(kept[0].table, played_on(kept[0].table, rng)).result(timeout=60)
    writer.close()
    store.close()
    assert sum(sizes) == len(tables) + 1
    assert max(sizes) > 1 == sizes[-1]
    assert gathered == [place for place, size in enumerate(sizes, start=1) if size > 1]


def test_whoever_comes_second_is_stale_and_takes_nobody_with_it(tmp_path: Path, game: Game) -> None:
    store = Store.at(tmp_path / "tables.db")
    one, other = (kept_table(store, game, id_) for id_ in ("one", "other"))
    writer, rng = Writer(store), Random(1)
    message = played_on(one, rng)
    assert isinstance(store.submit(one, message), Accepted)
    late = writer.submit(one, message)
    beside = writer.submit(other, played_on(other, rng))
    assert late.result(timeout=60) == Refused("revision.stale")
    assert isinstance(beside.result(timeout=60), Accepted)
    writer.close()
    with pytest.raises(StoreError) as error:
        writer.submit(other, played_on(other, rng))
    assert error.value.code in ("store.closed",)
    store.close()


def test_tables_are_listed_without_being_rebuilt(tmp_path: Path, game: Game) -> None:
    store = Store.at(tmp_path / "tables.db")
    for id_ in ("two", "one"):
        kept_table(store, game, id_)
    first, second = store.summaries()
    assert (first.id, second.id) == ("one", "two")
    assert (first.game, first.inputs) == ("kuhn", 4)
    assert first.seats == (("person", "Player 0"), ("person", "Player 1"))
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE tables SET body = '{' WHERE id = 'one'"))
    assert store.summaries()[0] == TableSummary("one", "", (), 0, 4)
    store.close()


def test_closing_keeps_what_was_handed_over(tmp_path: Path, game: Game) -> None:
    store = Store.at(tmp_path / "tables.db")
    table = kept_table(store, game, "one")
    before = set(threading.enumerate())
    writer, rng = Writer(store), Random(2)
    assert [thread.name for thread in threading.enumerate() if thread not in before] == ["deckwright store"]
    told = []
    for _ in range(5):
        answer = execute(table, played_on(table, rng))
        assert isinstance(answer, Accepted)
        told.append(writer.keep(table, answer))
        table = answer.table
    writer.close()
    assert all(isinstance(one.result(timeout=0), Accepted) for one in told)
    assert store.load("one").history == table.history
    assert set(threading.enumerate()) <= before
    store.close()


def test_a_notice_that_no_server_of_ours_sent_ends_nothing() -> None:
    """Whoever may connect to the database may notify: what is no count of inputs is passed over."""
    heard: list[tuple[str, int]] = []

    class Connection:
        """Notices as psycopg gives them."""

        def notifies(self, **_: object) -> list[SimpleNamespace]:
            texts = ("", "here", "here ", "here \u00b2", f"here {'9' * 5000}", "here -1", "here 1.5", "here 3")
            return [SimpleNamespace(payload=text) for text in texts]

    listening = object.__new__(Listening)

    def told(table: str, count: int) -> None:
        heard.append((table, count))
        listening._is_over.set()

    listening._heard = told
    listening._is_over = threading.Event()
    listening._hear(Connection())
    assert heard == [("here", 3)]


def test_all_that_is_kept_together_is_told_at_once(tmp_path: Path, game: Game) -> None:
    """An event loop is woken by a commit, not by each of its inputs."""
    store = Store.at(tmp_path / "tables.db")
    told: list[Callable[[], None]] = []
    tables = [kept_table(store, game, f"t{number}") for number in range(6)]
    before = store.add
    gate = threading.Event()

    def slow(additions: list[Addition]) -> list[bool]:
        gate.wait(10)
        return before(additions)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(store, "add", slow)
        writer = Writer(store, tell=told.append)
        answers = [writer.submit(table, first_move(table)) for table in tables]
        gate.set()
        writer.close()
    assert len(told) == writer.commits <= 2
    assert not any(answer.done() for answer in answers), "only what is told is told"
    for work in told:
        work()
    assert all(isinstance(answer.result(), Accepted) for answer in answers)
    store.close()
