"""The client of docs/client.md plays a whole game against a real server, in games with one pick and with several."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from deckwright.web.app import create_app
from deckwright.web.settings import Limits, ServerSettings

DOCUMENT = Path(__file__).parents[2] / "docs" / "client.md"
SERVER = "http://localhost:8042"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server in this process, and where it is."""
    listening = socket.create_server(("127.0.0.1", 0))
    limits = Limits(requests=1000.0, request_burst=5000, reads=1000.0, read_burst=5000)
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    settings = ServerSettings(store_url=store, bot_delay_s=0.0, limits=limits)
    server = uvicorn.Server(uvicorn.Config(create_app(settings), log_level="error", access_log=False))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(20)


def test_the_client_of_the_document_plays_a_whole_game(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    [code] = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert SERVER in code
    names: dict[str, Any] = {}
    exec(code.replace(SERVER, address), names)
    assert "winners" in capsys.readouterr().out
    assert names["Seat"](address, "kuhn", options={"hands": 1}).play()["winners"]
