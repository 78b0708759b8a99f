"""Whatever stands in a store, reading it ends with the table or an error that has a code."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from tests.play.tables import dealt, everything, message_of, send, setup_of, taken

from deckwright.engine import load
from deckwright.play import (
    Accepted,
    HostMessage,
    SeatMessage,
    StoreError,
    TableState,
    agent_message,
    make_setup,
    person,
    rebuild,
    table_view,
)
from deckwright.play.rows import input_digest, setup_digest
from deckwright.play.store import Store
from deckwright.play.writer import Writer

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Store, TableState]:
    """A store with a table that has been dealt."""
    store = Store.at(tmp_path_factory.mktemp("store") / "tables.db")
    table = dealt(setup_of(load("kuhn")))
    kept = store.create(table.setup)
    for entry in table.history:
        answer = store.submit(kept, message_of(kept, entry))
        assert isinstance(answer, Accepted)
        kept = answer.table
    return store, table


def load_with(store: Store, table: TableState, bodies: list[str], setup: str = "") -> TableState:
    """What the store reads when rows say this, with every digest made to fit."""
    with store.engine.begin() as connection:
        original = connection.execute(text("SELECT body FROM tables")).scalar_one()
    body = setup or original
    head = digest = setup_digest(table.id, body)
    with store.engine.connect() as connection:
        connection.execute(text("DELETE FROM inputs"))
        for revision, row in enumerate(bodies):
            head = input_digest(head, table.id, revision, row)
            values = {"t": table.id, "r": revision, "b": row, "d": head}
            connection.execute(text("INSERT INTO inputs VALUES (:t, :r, :b, :d)"), values)
        values = {"b": body, "d": digest, "n": len(bodies), "h": head}
        connection.execute(text("UPDATE tables SET body = :b, digest = :d, inputs = :n, head = :h"), values)
        connection.commit()
    try:
        return store.load(table.id)
    finally:
        with store.engine.begin() as connection:
            restored = {"b": original, "d": setup_digest(table.id, original)}
            connection.execute(text("UPDATE tables SET body = :b, digest = :d"), restored)


def rows_of(table: TableState) -> list[str]:
    return [json.dumps([given.by.value, *given[1:]]) for given in table.history]


PIECES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 100), st.just(2**70), st.floats(allow_nan=False), st.text(max_size=4),
    st.sampled_from(["seat", "host", "clock", "agent", "take-over", "0.0", "deal", "sit", "time-out", "undo"]),
)  # fmt: skip
ANYTHING = st.one_of(PIECES, st.lists(PIECES, max_size=6), st.dictionaries(st.text(max_size=3), PIECES, max_size=3))
BAD_TEXTS = st.sampled_from(["", "{", "[" * 5_000, "nul", '"', "[1e999]", "\x00", '["seat",0,"\\ud800","",0]'])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(bad=st.one_of(BAD_TEXTS, ANYTHING.map(json.dumps)), place=st.integers(0, 4))
def test_an_input_that_says_anything_is_told(stored: tuple[Store, TableState], bad: str, place: int) -> None:
    store, table = stored
    rows = rows_of(table)
    rows[place:] = [bad]
    try:
        load_with(store, table, rows)
    except StoreError as error:
        assert error.code == "store.corrupt"  # noqa: PT017 - a history that happens to be possible loads


@pytest.mark.parametrize("seat", [99, -1, 2, True, "0", 0.0, None])
@pytest.mark.parametrize("id_", ["take-over", "hand-back", "0.0", "agree-score-hand", "undo"])
def test_a_seat_that_is_not_there_is_told(stored: tuple[Store, TableState], seat: Any, id_: str) -> None:
    store, table = stored
    with pytest.raises(StoreError) as error:
        load_with(store, table, [*rows_of(table), json.dumps(["seat", seat, id_, "", 0])])
    assert error.value.code == "store.corrupt"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(slot=st.integers(0, 99_999), value=st.integers(0, 999))
def test_a_move_that_no_game_has_is_told(stored: tuple[Store, TableState], slot: int, value: int) -> None:
    store, table = stored
    rows = [*rows_of(table), json.dumps(["seat", table.progress.turn, f"{slot}.{value}", "", 0])]
    try:
        load_with(store, table, rows)
    except StoreError as error:
        assert error.code == "store.corrupt"  # noqa: PT017 - a legal one loads


def replaced(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = replaced(data[path[0]], path[1:], value)
    return copy


def paths(data: Any, depth: int = 3) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = [()]
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    if depth:
        for name, part in parts:
            found += [(name, *rest) for rest in paths(part, depth - 1)]
    return found


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_setup_that_says_anything_is_told(stored: tuple[Store, TableState], data: st.DataObject) -> None:
    store, table = stored
    with store.engine.begin() as connection:
        body = json.loads(connection.execute(text("SELECT body FROM tables")).scalar_one())
    where = data.draw(st.sampled_from(paths(body)))
    bad = json.dumps(replaced(body, where, data.draw(ANYTHING)))
    try:
        loaded = load_with(store, table, [], bad)
    except StoreError as error:
        assert error.code in ("store.corrupt", "store.other-version")  # noqa: PT017 - some changes are possible setups
    else:
        assert (loaded.id, loaded.revision) == (table.id, 0)
        play_a_little(loaded)


def play_a_little(table: TableState) -> None:
    """What loads can be shown and played: nothing of it is found to be unusable only then."""
    for seat in range(len(table.seats)):
        table_view(table, seat).to_json()
    for seat, who in enumerate(table.seats):
        if who.kind == "empty":
            table = taken(table, HostMessage(table.id, "seat-agent", seat, next(iter(table.setup.agents))))
    table = dealt(table.setup) if table.revision == 0 else table
    for seat, who in enumerate(table.seats):
        if who.is_present and not table.is_over:
            table = send(table, seat, "take-over")
    message = agent_message(table)
    table = table if message is None else taken(table, message)
    assert everything(rebuild(table.setup, table.history)) == everything(table)


ODD: tuple[Any, ...] = (None, True, -1, 1.5, "", "\ud800", [], {}, "strategy:\x00")


def test_a_setup_whose_parts_are_no_texts_or_another_tables_is_told(stored: tuple[Store, TableState]) -> None:
    """Every part but the game, which has readers of its own, by odd values: told, or a table that can be played."""
    store, table = stored
    with store.engine.begin() as connection:
        body = json.loads(connection.execute(text("SELECT body FROM tables")).scalar_one())
    places = paths({name: part for name, part in body.items() if name != "game"})
    for where, value in product(places[1:], ODD):
        try:
            loaded = load_with(store, table, [], json.dumps(replaced(body, where, value)))
        except StoreError as error:
            assert error.code in ("store.corrupt", "store.other-version"), where  # noqa: PT017
        else:
            assert loaded.id == table.id
            play_a_little(loaded)


def test_a_deal_that_cannot_be_dealt_is_told_before_anybody_deals(stored: tuple[Store, TableState]) -> None:
    store, table = stored
    with store.engine.begin() as connection:
        body = json.loads(connection.execute(text("SELECT body FROM tables")).scalar_one())
    known = body | {"secret": None, "rules": None, "deal": {"seed": "0" * 64, "deck": ["KS", "QS", "JS"]}}
    assert load_with(store, table, [], json.dumps(known)).revision == 0
    places = [("deal", *place) for place in paths(known["deal"])]
    for where, value in product(places, (*ODD, "QS", "AS", 7)):
        try:
            loaded = load_with(store, table, [], json.dumps(replaced(known, where, value)))
        except StoreError as error:
            assert error.code == "store.corrupt", where  # noqa: PT017
        else:
            assert taken(loaded, HostMessage(table.id, "deal")).progress.is_dealt


def test_what_cannot_be_the_name_of_a_table_is_no_table(stored: tuple[Store, TableState]) -> None:
    store, _ = stored
    for id_ in ("", "\ud800", "a\0b", "x" * 10_000, "a b", "' OR 1=1"):
        with pytest.raises(StoreError) as error:
            store.load(id_)
        assert error.value.code == "store.unknown-table"


def test_a_table_that_was_set_back_beside_its_inputs_is_told(stored: tuple[Store, TableState]) -> None:
    """Its row is an older one, of fewer inputs: nobody could ever add to it."""
    store, table = stored
    load_with(store, table, rows_of(table))
    with store.engine.begin() as connection:
        heads = connection.execute(text("SELECT digest FROM inputs ORDER BY revision")).scalars().all()
        connection.execute(text("UPDATE tables SET inputs = 2, head = :h"), {"h": heads[1]})
    with pytest.raises(StoreError) as error:
        store.load(table.id)
    assert error.value.code == "store.corrupt"


def test_a_store_of_another_version_is_told(tmp_path: Path) -> None:
    store = Store.at(tmp_path / "old.db")
    with store.engine.begin() as connection:
        connection.execute(text("ALTER TABLE tables DROP COLUMN head"))
    store.close()
    with pytest.raises(StoreError) as error:
        Store.at(tmp_path / "old.db")
    assert error.value.code == "store.other-version"


OPENER = """
import sys, time
from pathlib import Path
from deckwright.play.store import Store
print("ready", flush=True)
sys.stdin.readline()
Store.at(Path(sys.argv[1])).close()
print("opened", flush=True)
"""


SERVER = """
import sys
from deckwright.play import StoreError
from deckwright.web.service import Service
from deckwright.web.settings import ServerSettings
print("ready", flush=True)
sys.stdin.readline()
try:
    service = Service(ServerSettings(store_url="sqlite:///" + sys.argv[1]))
    print("opened", flush=True)
except StoreError as error:
    print(error.code, flush=True)
"""


def test_four_processes_open_a_new_store_at_once(tmp_path: Path) -> None:
    assert said_at_once(OPENER, tmp_path) == ["opened\n"] * 4


def test_of_four_servers_that_start_at_once_the_others_are_told(tmp_path: Path) -> None:
    said = said_at_once(SERVER, tmp_path)
    assert "opened\n" in said
    assert set(said) <= {"opened\n", "store.in-use\n"}


def said_at_once(opener: str, folder: Path) -> list[str]:
    """What four processes say that open the same new store at once."""
    command = [sys.executable, "-c", opener]
    running = []
    for _ in range(4):
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        running.append(subprocess.Popen([*command, str(folder / "new" / "tables.db")], **pipes))
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in running:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    return [process.communicate(timeout=60)[0] for process in running]


DAMAGED = (
    "CAST(x'7bfffe' AS TEXT)",
    "x'fffe'",
    "9e999",
    "-1",
    "'[]'",
    """'{"game": {"id": "x"}, "seats": [], "opened_ms": Infinity}'""",
)


@pytest.mark.parametrize("junk", DAMAGED)
@pytest.mark.parametrize("column", ["body", "digest", "inputs", "head"])
def test_a_damaged_row_keeps_no_other_from_being_listed_and_loaded(tmp_path: Path, column: str, junk: str) -> None:
    store = Store.at(tmp_path / "tables.db")
    for name in ("one", "two"):
        store.create(make_setup(load("kuhn"), (person("Ann"), person("Ben")), id=name))
    damage = f"UPDATE tables SET {column} = {junk} WHERE id = 'one'"
    with store.engine.begin() as connection:
        connection.exec_driver_sql(damage)
    assert store.ids() == ("one", "two")
    assert [summary.id for summary in store.summaries()] == ["one", "two"]
    assert store.load("two").revision == 0
    with pytest.raises(StoreError) as damaged:
        store.load("one")
    assert damaged.value.code == "store.corrupt"
    store.close()


def test_an_input_that_nobody_counted_keeps_no_other_table_from_being_written(tmp_path: Path) -> None:
    """Inputs of several tables are written together: one damaged table must not undo what others say."""
    store = Store.at(tmp_path / "tables.db")
    tables = []
    for name in ("a", "b", "c"):
        tables.append(store.create(make_setup(load("kuhn"), (person("Ann"), person("Ben")), id=name)))
    with store.engine.begin() as connection:
        connection.execute(text("INSERT INTO inputs VALUES ('b', 0, '[]', 'x')"))
    commit = [SeatMessage(table.id, 0, 0, "commit", "ab" * 32) for table in tables]
    writer = Writer(store)
    with writer._changed:  # so that all of them are in one transaction
        told = [writer.submit(table, message) for table, message in zip(tables, commit, strict=True)]
    assert isinstance(told[0].result(20), Accepted)
    with pytest.raises(StoreError) as damaged:
        told[1].result(20)
    assert damaged.value.code == "store.corrupt"
    assert isinstance(told[2].result(20), Accepted)
    with pytest.raises(StoreError, match="nobody wrote"):
        store.submit(tables[1], commit[1])
    writer.close()
    store.close()


def test_a_table_with_a_history_is_kept_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store.at(tmp_path / "tables.db")
    table = dealt(setup_of(load("kuhn")))

    def full(*_: object) -> None:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    with monkeypatch.context() as broken:
        broken.setattr("deckwright.play.store.write_inputs", full)
        with pytest.raises(StoreError):
            store.adopt(table)
    assert store.ids() == ()
    assert store.adopt(table) is table
    assert store.load(table.id).revision == table.revision
    store.close()


@pytest.mark.parametrize("umask", [0o000, 0o022])
def test_only_its_owner_reads_a_store(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        path = tmp_path / "state" / "tables.db"
        store = Store.at(path)
        store.create(setup_of(load("kuhn")))
        files = sorted(path.parent.iterdir())
        assert [file.name for file in files] == ["tables.db", "tables.db-shm", "tables.db-wal"]
        assert [oct(stat.S_IMODE(file.stat().st_mode)) for file in files] == ["0o600"] * 3
        assert oct(stat.S_IMODE(path.parent.stat().st_mode)) == "0o700"
        store.close()
        path.chmod(0o644)
        Store.at(path).close()
        assert oct(stat.S_IMODE(path.stat().st_mode)) == "0o600", "one that was open before is closed"
    finally:
        os.umask(before)


def test_a_store_whose_disk_takes_nothing_is_told(tmp_path: Path) -> None:
    store = Store.at(tmp_path / "tables.db")
    with store.engine.begin() as connection:
        connection.execute(text("DROP TABLE inputs"))
    table = store.create(setup_of(load("kuhn")))
    with pytest.raises(StoreError) as error:
        store.load(table.id)
    assert error.value.code == "store.unavailable"


CLOSER = """
import sys
from pathlib import Path
from deckwright.play.store import Store
Store.at(Path(sys.argv[1])).close()
"""


def test_opening_a_store_twice_does_not_lose_what_is_acknowledged(tmp_path: Path) -> None:
    """A process that opens and closes the file itself gives its locks up: then others throw its log away."""
    path = tmp_path / "tables.db"
    first = Store.at(path)
    first.create(setup_of(load("kuhn")))
    second = Store.at(path)
    subprocess.run([sys.executable, "-c", CLOSER, str(path)], check=True)
    assert (tmp_path / "tables.db-wal").exists(), "it is still in use here"
    second.close()
    first.close()


def test_a_log_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    store = Store.at(path)
    store.create(setup_of(load("kuhn")))
    files = [path, *(Path(f"{path}{end}") for end in ("-wal", "-shm"))]
    for file in files:
        file.chmod(0o644)  # as an earlier version left them when it was killed
    Store.at(path).close()
    assert [oct(stat.S_IMODE(file.stat().st_mode)) for file in files] == ["0o600"] * 3
    store.close()


def bad_urls(folder: Path) -> list[str]:
    (folder / "junk").write_bytes(b"junk" * 2_000)
    os.mkfifo(folder / "fifo")
    (folder / "dangling").symlink_to(folder / "none" / "file")
    places = [str(folder), *(f"{folder}/{name}" for name in ("junk", "fifo", "dangling", "junk/x", "a\0b", "\ud800"))]
    others = ["", "x", "postgresql://[::1", "postgresql://localhost:abc/x", "mysql://a/b", "sqlite:///file:x?uri=true"]
    return [*(f"sqlite:///{place}" for place in places), "sqlite:////dev/full", *others]


def test_what_can_be_no_store_is_told(tmp_path: Path) -> None:
    device = stat.S_IMODE(Path("/dev/full").stat().st_mode)
    for url in bad_urls(tmp_path):
        with pytest.raises(StoreError) as error:
            Store(url)
        assert error.value.code == "store.unavailable", url
    assert stat.S_IMODE(Path("/dev/full").stat().st_mode) == device, "nothing but a store's file is closed to others"


FULL = """
import resource, sys
from pathlib import Path
from tests.play.tables import commitment_of, said, setup_of
from deckwright.engine import load
from deckwright.play import StoreError
from deckwright.play.store import Store
path = Path(sys.argv[1])
store = Store.at(path)
table = store.create(setup_of(load("kuhn")))
largest = max(file.stat().st_size for file in path.parent.iterdir())
message = said(table, 0, "commit", commitment_of(table, 0))
resource.setrlimit(resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))
try:
    store.submit(table, message)
except StoreError as error:
    print(error.code)
print(store.load(table.id).revision)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(type(store.submit(table, message)).__name__, store.load(table.id).revision)
"""


def test_a_full_disk_is_told_and_nothing_is_half_there(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FULL, str(tmp_path / "tables.db")]
    told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert told.split() == ["store.unavailable", "0", "Accepted", "1"]


def test_postgresql_without_its_driver_is_told(tmp_path: Path) -> None:
    code = """
import sys
sys.modules["psycopg"] = None
from deckwright.play.store import Store
from deckwright.play.errors import StoreError
for url in ("postgresql://localhost/x", "postgresql+psycopg://localhost/x"):
    try:
        Store(url)
    except StoreError as error:
        print(error.code, error.message)
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told == "store.no-driver PostgreSQL needs its driver: pip install 'deckwright[postgres]'\n" * 2


def test_the_reader_of_this_file_reads_what_was_stored(stored: tuple[Store, TableState]) -> None:
    store, table = stored
    assert everything(load_with(store, table, rows_of(table))) == everything(table)
