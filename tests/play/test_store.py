"""What was acknowledged is kept, through crashes; what was damaged is told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from sqlalchemy import text
from tests.conformance.walks import Variant
from tests.play.tables import commitment_of, everything, message_of, said, setup_of, share_of, taken, walked

from deckwright.engine import load
from deckwright.play import (
    Accepted,
    Message,
    Refused,
    SeatMessage,
    StoreError,
    TableState,
    agent,
    open_table,
    person,
    rebuild,
    spectator_view,
    valid_messages,
)
from deckwright.play.store import Store

ROOT = Path(__file__).parents[2]


def kept(store: Store, variant: Variant, inputs: int) -> TableState:
    """A table of the walk, kept input by input."""
    table = walked(variant)[-1]
    stored = store.create(table.setup)
    for given in table.history[:inputs]:
        answer = store.submit(stored, message_of(stored, given), at_ms=given.at_ms)
        assert isinstance(answer, Accepted)
        stored = answer.table
    return stored


def test_a_table_is_read_back_as_it_was(tmp_path: Path, variant: Variant) -> None:
    store = Store.at(tmp_path / "tables.db")
    table = kept(store, variant, 40)
    store.close()
    again = Store.at(tmp_path / "tables.db").load(table.id)
    assert everything(again) == everything(table)
    assert spectator_view(again).to_json() == spectator_view(table).to_json()


def test_what_others_have_added_is_followed_to_the_same_table(tmp_path: Path, variant: Variant) -> None:
    """From any table of a game: no more is read than what came after it."""
    tables = walked(variant)
    store = Store.at(tmp_path / "tables.db")
    store.adopt(tables[-1])
    last = everything(tables[-1])
    for place in {0, len(tables) // 2, max(0, len(tables) - 4), len(tables) - 1}:
        assert everything(store.follow(tables[place])) == last
    assert everything(store.follow(open_table(tables[0].setup))) == last


def test_tables_of_one_game_are_read_back_with_one_and_the_same(tmp_path: Path) -> None:
    store = Store.at(tmp_path / "tables.db")
    assert not store.has_tables()
    for name, options in (("one", {}), ("two", {}), ("three", {"hands": 2})):
        store.create(setup_of(load("spades", **options), id=name))
    assert store.has_tables()
    one, two, three = (store.load(name).setup.game for name in ("one", "two", "three"))
    assert one is two
    assert one != three


def test_what_is_refused_is_not_kept(tmp_path: Path) -> None:
    store = Store.at(tmp_path / "tables.db")
    table = kept(store, Variant("kuhn"), 3)
    wrong = SeatMessage(table.id, 0, 0, "0.0")
    assert store.submit(table, wrong) == Refused("revision.stale")
    assert store.load(table.id).revision == table.revision


def test_of_two_servers_one_comes_too_late(tmp_path: Path) -> None:
    store, other = Store.at(tmp_path / "tables.db"), Store.at(tmp_path / "tables.db")
    table = kept(store, Variant("kuhn"), 3)
    same = other.load(table.id)
    message = said(table, 1, "reveal", share_of(1))
    assert isinstance(store.submit(table, message), Accepted)
    assert other.submit(same, message) == Refused("revision.stale")
    assert everything(other.load(table.id)) == everything(store.load(table.id))


def test_a_branch_is_kept_too(tmp_path: Path) -> None:
    from deckwright.play import branch

    over = walked(Variant("hearts", (("hands", 1),)))[-1]
    branched = branch(over, 6, (person("Ann"), *(agent("random") for _ in range(3))), id="branch-1")
    store = Store.at(tmp_path / "tables.db")
    store.adopt(branched)
    assert everything(store.load("branch-1")) == everything(branched)
    assert store.ids() == ("branch-1",)


def test_a_table_with_a_history_is_kept_whole(tmp_path: Path) -> None:
    from deckwright.play import branch

    over = walked(Variant("hearts", (("hands", 1),)))[-1]
    seats = (person("Ann"), *(agent("random") for _ in range(3)))
    branched = branch(over, 9, seats, id="branch-2", stand_in="random", opened_ms=5_000, patience_ms=60_000)
    store = Store.at(tmp_path / "tables.db")
    store.adopt(branched)
    assert everything(store.load("branch-2")) == everything(branched)
    assert all(given.at_ms == 5_000 for given in branched.history)
    with pytest.raises(StoreError, match="already"):
        store.adopt(branched)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE inputs SET body = replace(body, '0', '1') WHERE revision = 4",
        "UPDATE inputs SET body = '[]' WHERE revision = 4",
        "UPDATE inputs SET digest = '' WHERE revision = 4",
        "DELETE FROM inputs WHERE revision = 2",
        "DELETE FROM inputs WHERE revision = 11",
        "DELETE FROM inputs WHERE revision > 6",
        "DELETE FROM inputs",
        "UPDATE tables SET inputs = 5",
        "UPDATE tables SET inputs = 13",
        "UPDATE tables SET head = digest",
        "UPDATE inputs SET digest = (SELECT digest FROM inputs WHERE revision = 3) WHERE revision = 4",
        "UPDATE inputs SET revision = 99 WHERE revision = 3",
        "UPDATE tables SET body = '{}'",
        "UPDATE tables SET body = replace(body, 'person', 'agent')",
    ],
)
def test_a_damaged_row_is_told(tmp_path: Path, damage: str) -> None:
    store = Store.at(tmp_path / "tables.db")
    table = kept(store, Variant("hearts", (("hands", 1),)), 12)
    known = rebuild(table.setup, table.history[:3])
    with store.engine.begin() as connection:
        connection.execute(text(damage))
    with pytest.raises(StoreError) as error:
        store.load(table.id)
    assert error.value.code == "store.corrupt"
    if "tables SET body" not in damage:  # a setup is read once
        with pytest.raises(StoreError) as error:
            store.follow(known)
        assert error.value.code == "store.corrupt"
    secret = table.setup.chance.secret.hex()  # type: ignore[union-attr]
    assert secret not in str(error.value)


def test_what_cannot_be_opened_or_found_is_told(tmp_path: Path) -> None:
    store = Store.at(tmp_path / "tables.db")
    setup = setup_of(load("kuhn"))
    store.create(setup)
    for code, action in (
        ("store.exists", lambda: store.create(setup)),
        ("store.unknown-table", lambda: store.load("none")),
        ("store.unavailable", lambda: Store.at(tmp_path / "tables.db" / "x.db")),
        ("store.unavailable", lambda: Store.at(tmp_path)),
        ("store.unavailable", lambda: Store.at(Path("/proc/deckwright/x.db"))),
        ("store.unavailable", lambda: Store("sqlite:////proc/x.db")),
        ("store.unavailable", lambda: Store("")),
        ("store.unavailable", lambda: Store("nonsense://x")),
    ):
        with pytest.raises(StoreError) as error:
            action()
        assert error.value.code == code
    (tmp_path / "text.db").write_text("this is no database" * 100)
    with pytest.raises(StoreError):
        Store.at(tmp_path / "text.db")


class StoredTable(RuleBasedStateMachine):
    """However a table is used, and whenever the process starts again, the store has what was acknowledged."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "tables.db"

    @initialize()
    def open(self) -> None:
        self.store = Store.at(self.path)
        self.table = self.store.create(setup_of(load("kuhn", hands=2)))
        self.acknowledged = everything(self.table)

    def accept(self, message: Message) -> None:
        answer = self.store.submit(self.table, message)
        if isinstance(answer, Accepted):
            self.table = answer.table
            self.acknowledged = everything(self.table)

    @rule(seat=st.integers(0, 1))
    def commit(self, seat: int) -> None:
        self.accept(said(self.table, seat, "commit", commitment_of(self.table, seat)))

    @rule(seat=st.integers(0, 1))
    def reveal(self, seat: int) -> None:
        self.accept(said(self.table, seat, "reveal", share_of(seat, self.table.progress.round.number)))

    @precondition(lambda self: bool(valid_messages(self.table)))
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        self.accept(data.draw(st.sampled_from(valid_messages(self.table))))

    @rule(id_=st.sampled_from(["0.0", "9.9", "deal", "undo", "time-out", "agree-score-hand"]), back=st.integers(0, 2))
    def act_wrongly(self, id_: str, back: int) -> None:
        self.accept(SeatMessage(self.table.id, self.table.revision - back, 0, id_))

    @rule()
    def start_again(self) -> None:
        self.store.close()
        self.store = Store.at(self.path)
        self.table = self.store.load(self.table.id)
        assert everything(self.table) == self.acknowledged

    @invariant()
    def nothing_is_lost(self) -> None:
        if hasattr(self, "store"):
            assert self.store.load(self.table.id).revision == self.table.revision

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
        self.folder.cleanup()


TestStoredTable = StoredTable.TestCase
TestStoredTable.settings = settings(max_examples=12, stateful_step_count=20, deadline=None)

WRITER = """
import sys
from random import Random
from pathlib import Path
from tests.play.tables import dealt, message_of, next_message, setup_of
from deckwright.engine import load
from deckwright.play.store import Store

store = Store.at(Path(sys.argv[1]))
table = store.create(setup_of(load("hearts")))
rng = Random(int(sys.argv[2]))

def submit(message):
    global table
    table = store.submit(table, message).table
    print(table.revision, flush=True)

for given in dealt(table.setup).history:
    submit(message_of(table, given))
while not table.is_over:
    submit(next_message(table, rng))
"""


@pytest.mark.parametrize("after", [1, 7, 60])
def test_a_killed_process_loses_nothing_that_it_acknowledged(tmp_path: Path, after: int) -> None:
    path = tmp_path / "tables.db"
    command = [sys.executable, "-c", WRITER, str(path), str(after)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(after)]
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read().split()
    acknowledged = int(rest[-1] if rest else lines[-1])
    table = Store.at(path).load("table-1")
    assert table.revision in (acknowledged, acknowledged + 1), "the last may have been kept and not yet told"
    assert taken(table, said(table, 0, "take-over")).revision > acknowledged


def test_a_store_that_could_only_be_read_is_written_again_when_it_can_be(tmp_path: Path) -> None:
    """As when a folder is made read-only and back: connections that were made meanwhile are not kept."""
    store = Store.at(tmp_path / "tables.db")
    table = store.create(setup_of(load("kuhn")))
    with store.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only=ON")
    message = said(table, 0, "commit", commitment_of(table, 0))
    with pytest.raises(StoreError, match="SQLITE_READONLY"):
        store.submit(table, message)
    assert isinstance(store.submit(table, message), Accepted)
    assert store.load(table.id).revision == 1


def test_an_open_table_is_kept_before_anything_happens(tmp_path: Path) -> None:
    store = Store.at(tmp_path / "tables.db")
    setup = setup_of(load("kuhn"))
    store.create(setup)
    assert everything(store.load(setup.id)) == everything(open_table(setup))
