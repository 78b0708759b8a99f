"""Whatever stands in a store, reading it ends with the table or an error that has a code."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from tests.play.tables import dealt, everything, message_of, setup_of

from deckwright.engine import load
from deckwright.play import Accepted, StoreError, TableState
from deckwright.play.store import Store, input_digest, setup_digest

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
        assert loaded.revision == 0


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


def test_four_processes_open_a_new_store_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", OPENER]
    running = []
    for _ in range(4):
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        running.append(subprocess.Popen([*command, str(tmp_path / "new" / "tables.db")], **pipes))
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in running:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    assert [process.communicate(timeout=60)[0] for process in running] == ["opened\n"] * 4


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
