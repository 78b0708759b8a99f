"""A server in this process, with a store of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.solve.poker.bundles import make_bundles
from tests.web.worlds import Servers

from deckwright.web.app import create_app
from deckwright.web.settings import ServerSettings

ADDRESS = "http://localhost:8042"


@pytest.fixture(scope="session")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of small blueprints."""
    return make_bundles(tmp_path_factory.mktemp("bundles"))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A browser's or program's connection to a fresh server whose agents move at once."""
    settings = ServerSettings(store_url=f"sqlite:///{tmp_path / 'tables.db'}", bot_delay_s=0.0)
    with TestClient(create_app(settings), base_url=ADDRESS) as found:
        yield found


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Real servers, for all tests of a module."""
    found = Servers(tmp_path_factory.mktemp("servers"))
    yield found
    found.close()
