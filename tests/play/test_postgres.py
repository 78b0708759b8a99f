"""A store in PostgreSQL: a real server, of Debian's package, that this file starts for itself."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from tests.play.tables import dealt, everything, message_of, said, setup_of

from deckwright.engine import load
from deckwright.play import Accepted, Refused, StoreError, TableState, transitions
from deckwright.play.store import Store


def programs() -> Path:
    """Where the server's programs are; the newest, if there are several."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        why = "a store in PostgreSQL (there is no server here; `scripts/test-needs` installs one as root on Debian)"
        if os.environ.get("DECKWRIGHT_NO_SKIPS"):
            pytest.fail(f"not tested: {why}")
        pytest.skip(f"NOT TESTED: {why}")
    return found[-1].parent


def owner() -> str | None:
    """The user whom the server runs as: it refuses to run as root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The URL of a server with an empty database."""
    found, user = programs(), owner()
    folder = Path(tempfile.mkdtemp(prefix="dw-pg-"))  # a socket's path is short
    if user is not None:
        shutil.chown(folder, user)
    data, name = folder / "data", user or pwd.getpwuid(os.geteuid()).pw_name

    def run(program: str, *arguments: str) -> None:
        command = [str(found / program), *arguments]
        subprocess.run(command, user=user, cwd=folder, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    try:
        run("initdb", "-D", str(data), "-A", "trust", "-U", name, "-E", "UTF8", "--no-sync")
        options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
        run("pg_ctl", "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql://{name}@/postgres?host={folder}"
        finally:
            run("pg_ctl", "-D", str(data), "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


@pytest.fixture
def store(server: str) -> Iterator[Store]:
    """A store without tables."""
    opened = Store(server)
    with opened.engine.begin() as connection:
        connection.execute(text("TRUNCATE tables, inputs"))
    yield opened
    opened.close()


def kept(store: Store) -> TableState:
    table = dealt(setup_of(load("kuhn", hands=2)))
    stored = store.create(table.setup)
    for given in table.history:
        answer = store.submit(stored, message_of(stored, given))
        assert isinstance(answer, Accepted)
        stored = answer.table
    return stored


def test_a_table_is_read_back_as_it_was(store: Store) -> None:
    table = kept(store)
    assert everything(store.load(table.id)) == everything(table)
    assert store.ids() == (table.id,)
    with pytest.raises(StoreError) as error:
        store.create(table.setup)
    assert error.value.code == "store.exists"


def test_of_two_servers_one_comes_too_late(store: Store, server: str) -> None:
    other = Store(server)
    table = kept(store)
    same = other.load(table.id)
    turn = table.progress.turn
    assert turn is not None
    message = said(table, turn, transitions(table, turn)[0].id)
    assert isinstance(store.submit(table, message), Accepted)
    assert other.submit(same, message) == Refused("revision.stale")
    assert everything(other.load(table.id)) == everything(store.load(table.id))
    other.close()


@pytest.mark.parametrize(
    "damage",
    ["DELETE FROM inputs WHERE revision = 3", "UPDATE inputs SET body = '[]'", "UPDATE tables SET head = digest"],
)
def test_a_damaged_row_is_told(store: Store, damage: str) -> None:
    table = kept(store)
    with store.engine.begin() as connection:
        connection.execute(text(damage))
    with pytest.raises(StoreError) as error:
        store.load(table.id)
    assert error.value.code == "store.corrupt"


def test_four_processes_open_a_new_store_at_once(store: Store, server: str) -> None:
    with store.engine.begin() as connection:
        connection.execute(text("DROP TABLE inputs, tables"))
    code = "import sys; from deckwright.play.store import Store; Store(sys.argv[1]).close(); print('opened')"
    running = [
        subprocess.Popen([sys.executable, "-c", code, server], stdout=subprocess.PIPE, text=True) for _ in range(4)
    ]
    assert [process.communicate(timeout=60)[0] for process in running] == ["opened\n"] * 4


def test_a_database_that_keeps_bytes_is_told(server: str) -> None:
    """What is read from one may be no text, and the driver hands it over as it is."""
    engine = create_engine(server.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        made = "CREATE DATABASE bytes ENCODING 'SQL_ASCII' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'"
        connection.execute(text(made))
    engine.dispose()
    with pytest.raises(StoreError, match="UTF8") as error:
        Store(server.replace("/postgres?", "/bytes?"))
    assert error.value.code == "store.unavailable"


def test_a_server_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as error:
        Store(f"postgresql://nobody@/postgres?host={tmp_path}")
    assert error.value.code == "store.unavailable"
