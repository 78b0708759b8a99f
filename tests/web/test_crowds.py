"""However many come at once, limits hold, and nobody takes the room of whoever plays."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.web.conftest import ADDRESS
from tests.web.test_tables import SOCKETS, Talk, bearer, opened

from deckwright.engine import Game
from deckwright.web.app import create_app
from deckwright.web.errors import WebError
from deckwright.web.own_games import OwnGames
from deckwright.web.settings import Limits, ServerSettings

WATCHERS = 5
ASKING = 12


def test_watchers_take_no_seats_room(tmp_path: Path) -> None:
    limits = Limits(sockets_per_table=WATCHERS)
    settings = ServerSettings(store_url=f"sqlite:///{tmp_path / 't.db'}", limits=limits)
    with TestClient(create_app(settings), base_url=ADDRESS) as client, ExitStack() as stack:
        ticket = opened(client, "kuhn", friends=-1)
        watch = f"{SOCKETS}/table/{ticket['table']}/watch/socket"
        for _ in range(WATCHERS):
            Talk(stack.enter_context(client.websocket_connect(watch)))
        with pytest.raises(WebSocketDisconnect) as left, client.websocket_connect(watch) as socket:
            Talk(socket)
        assert (left.value.code, left.value.reason) == (4429, "table.crowded")
        place = f"{SOCKETS}/table/{ticket['table']}/0/socket"
        for _ in range(2):  # the same seat on two devices
            seat = Talk(stack.enter_context(client.websocket_connect(place, headers=bearer(ticket["key"]))))
            assert seat.frame["seat"] == 0


def test_jobs_that_are_asked_for_at_once_are_not_more_than_may_wait(tmp_path: Path) -> None:
    limits = Limits(requests=1000.0, request_burst=1000, reads=1000.0, read_burst=1000, jobs_per_address=2)
    settings = ServerSettings(store_url=f"sqlite:///{tmp_path / 't.db'}", limits=limits)
    with TestClient(create_app(settings), base_url=ADDRESS) as client, ThreadPoolExecutor(12) as pool:
        body = {"game": "war", "budget": 20_000_000}
        made = list(pool.map(lambda _: client.post("/api/jobs", json=body), range(12)))
        assert sorted({answer.status_code for answer in made}) == [201, 429]
        assert sum(answer.status_code == 201 for answer in made) == limits.jobs_per_address
        for answer in made:
            if answer.status_code == 201:
                client.post(f"/api/jobs/{answer.json()['id']}/cancel")


ASKED = {
    "/games/own-x": None,
    "/games/own-x/rules": None,
    "/games/own-x/genome": None,
    "/own?start=own-x": None,
    "/api/tables": {"game": "own-x"},
    "/api/jobs": {"game": "own-x"},
    "/api/lab/runs": {"parents": ["own-x"]},
}
"""Whatever makes a stranger's game ready to be played, which may take long."""


@pytest.mark.parametrize("path", ASKED)
def test_games_of_strangers_are_made_ready_a_few_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Who asks for many holds up nobody: neither the event loop nor the threads that everybody else needs."""
    now, most = [0], [0]

    def slow(*_: Any) -> Game:
        now[0] += 1
        most[0] = max(most[0], now[0])
        time.sleep(0.05)
        now[0] -= 1
        raise WebError("game.unknown", "there is no such game", status=404)

    monkeypatch.setattr(OwnGames, "load", slow)
    settings = ServerSettings(store_url=f"sqlite:///{tmp_path / 't.db'}")
    with TestClient(create_app(settings), base_url=ADDRESS) as client, ThreadPoolExecutor(ASKING) as pool:

        def ask(_: int) -> str:
            body = ASKED[path]
            return str((client.get(path) if body is None else client.post(path, json=body)).json()["code"])

        assert set(pool.map(ask, range(ASKING))) <= {"game.unknown", "server.busy"}
    assert 1 <= most[0] <= 2
