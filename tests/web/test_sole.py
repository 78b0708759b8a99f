"""An SQLite file is one server's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.web.loops import run

from deckwright.play import StoreError
from deckwright.web.service import Service
from deckwright.web.settings import ServerSettings

SERVER = """
import sys, time
from deckwright.web.service import Service
from deckwright.web.settings import ServerSettings
service = Service(ServerSettings(store_url=sys.argv[1]))
print("ready", flush=True)
time.sleep(600)
"""


def test_a_second_server_of_an_sqlite_file_is_refused_with_a_code(tmp_path: Path) -> None:
    """It would hear nothing of what the first is told: who plays there would be late for what they were never shown."""
    (tmp_path / "link.db").symlink_to(tmp_path / "tables.db")
    settings = ServerSettings(store_url=f"sqlite:///{tmp_path / 'tables.db'}")
    first = Service(settings)
    for name in ("tables.db", "link.db"):
        assert refused(f"sqlite:///{tmp_path / name}") == "store.in-use"
    assert not first.store.has_tables()
    run(first.close())
    run(Service(settings).close())


def refused(url: str) -> str:
    """The code with which a server is refused."""
    with pytest.raises(StoreError) as error:
        Service(ServerSettings(store_url=url))
    return error.value.code


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_a_server_without_a_file_is_refused_with_a_code(url: str) -> None:
    assert refused(url) == "store.unavailable"


def test_the_file_of_a_server_that_was_killed_is_free(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    command = [sys.executable, "-c", SERVER, url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        try:
            assert other.stdout is not None
            assert other.stdout.readline() == "ready\n"
            assert refused(url) == "store.in-use"
        finally:
            other.kill()
    run(Service(ServerSettings(store_url=url)).close())
