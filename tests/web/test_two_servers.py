"""Two servers that share a PostgreSQL database share its tables: what is done at one is seen at the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.play.test_postgres import server  # noqa: F401
from tests.web.conftest import ADDRESS
from tests.web.test_tables import SOCKETS, Talk, bearer, commitment, opened

from deckwright.web.app import create_app
from deckwright.web.settings import ServerSettings

SHARE = "ab" * 16


@pytest.fixture
def clients(server: str) -> Iterator[tuple[TestClient, TestClient]]:  # noqa: F811
    """Two servers with one database."""
    with ExitStack() as stack:
        settings = ServerSettings(store_url=server, bot_delay_s=0.0)
        one, other = (stack.enter_context(TestClient(create_app(settings), base_url=ADDRESS)) for _ in range(2))
        yield one, other


def _is_later(revision: int, frame: dict[str, Any]) -> bool:
    return bool(frame["revision"] > revision)


def test_people_at_two_servers_play_at_one_table(clients: tuple[TestClient, TestClient]) -> None:
    here, there = clients
    ticket = opened(here, "kuhn", friends=-1, name="Ann", options={"hands": 1})
    table, invite = ticket["table"], ticket["invite"].partition("#key=")[2]
    with here.websocket_connect(f"{SOCKETS}/table/{table}/0/socket", headers=bearer(ticket["key"])) as first:
        ann = Talk(first)
        joined = there.post(f"/api/tables/{table}/join", json={"key": invite, "name": "Ben"}).json()
        ann.until(lambda frame: frame["seats"][1]["name"] == "Ben")
        with there.websocket_connect(f"{SOCKETS}/table/{table}/1/socket", headers=bearer(joined["key"])) as second:
            ben = Talk(second)
            for talk in (ann, ben):
                assert talk.say("commit", commitment(talk.frame, SHARE)) == ""
            for talk in (ann, ben):
                talk.until(lambda frame: bool(frame["shuffle"]["joint"]))
                assert talk.say("reveal", SHARE) == ""
            for talk in (ann, ben):
                talk.until(lambda frame: frame["status"] != "gathering")
            for _ in range(8):
                if ann.frame["status"] == "over":
                    break
                turn = ann.frame["turn"]
                mover, other = (ann, ben) if turn == 0 else (ben, ann)
                mover.until(lambda frame: bool(frame["choices"]))
                revision = other.frame["revision"]
                assert mover.say(mover.frame["choices"][0]["id"]) == ""
                other.until(partial(_is_later, revision))
                ann.until(lambda frame: frame["status"] == "over" or frame["turn"] is not None)
            ben.until(lambda frame: frame["status"] == "over")
            assert ann.until(lambda frame: frame["status"] == "over")["result"] == ben.frame["result"]
