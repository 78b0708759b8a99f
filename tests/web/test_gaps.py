"""A connection that breaks loses nothing and does nothing twice; what is shown to one seat alone stays with it."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.web.test_tables import SOCKETS, Talk, bearer, dealt, opened
from tests.web.worlds import a_deal, a_server, worlds

from deckwright.engine import load


def frame_now(text: str) -> Any:
    return json.loads(text)["frame"]


@pytest.mark.parametrize("killed", ["before", "during", "after"])
def test_a_move_counts_once_however_the_socket_dies(tmp_path: Path, killed: str) -> None:
    """The frame after it is that of a table where nothing happened to the socket."""
    game = load("toy-whist", hands=1)
    deal = a_deal(game, 1)
    with worlds(tmp_path, game, (deal, deal)) as (here, calm):
        turn = here.table.progress.turn
        assert turn is not None
        with calm.listen(turn) as ear:
            first = frame_now(ear.heard()[-1])
            said, revision = first["choices"][0]["id"], first["revision"]
            ear.tell(said, revision=revision, n="a name")
            expected = [text for text in ear.heard() if text.startswith('{"type":"frame"')][-1]
        with here.listen(turn) as ear:
            ear.heard()
            if killed != "before":
                ear.tell(said, revision=revision, n="a name")
            if killed == "after":
                assert any('"n": "a name"' in text for text in ear.heard())
        for _ in range(2):  # a page that hears no answer says it again, and again
            with here.listen(turn) as ear:
                ear.tell(said, revision=revision, n="a name")
                answers = [json.loads(text) for text in ear.heard() if text.startswith('{"type": "answer"')]
                assert [(answer["n"], answer["code"]) for answer in answers] == [("a name", "")]
        assert here.table.revision == calm.table.revision == revision + 1
        with here.listen(turn) as ear:
            assert ear.heard()[-1] == expected


def test_the_same_words_under_another_name_are_another_message(tmp_path: Path) -> None:
    game = load("toy-whist", hands=1)
    with worlds(tmp_path, game, (a_deal(game, 1),)) as (here,):
        turn = here.table.progress.turn
        with here.listen(turn) as ear:
            first = frame_now(ear.heard()[-1])
            for name in ("one", "two"):
                ear.tell(first["choices"][0]["id"], revision=first["revision"], n=name)
            answers = [json.loads(text) for text in ear.heard() if text.startswith('{"type": "answer"')]
            assert [answer["code"] for answer in answers] == ["", "revision.stale"]


def test_others_hear_nothing_while_a_seat_picks(tmp_path: Path) -> None:
    game = load("hearts", hands=1)
    with worlds(tmp_path, game, (a_deal(game, 2),)) as (here,):
        with here.listen(0) as own, here.listen(1) as other, here.listen(None) as watching:
            first = frame_now(own.heard()[-1])
            before = other.heard(), watching.heard()
            picks = [choice["id"] for choice in first["choices"][:3]]
            for count in (1, 2, 3, 0):
                own.tell("draft", ",".join(picks[:count]), revision=first["revision"])
                assert frame_now(own.heard()[0])["draft"]["path"] == picks[:count]
                assert other.heard() == watching.heard() == []
        with here.listen(1) as other, here.listen(None) as watching:
            assert (other.heard(), watching.heard()) == before


def peeked(client: TestClient, table: str, key: str) -> list[Any]:
    """What the socket and the API show of cards that this seat alone was shown."""
    with client.websocket_connect(f"{SOCKETS}/table/{table}/0/socket", headers=bearer(key)) as socket:
        frame = Talk(socket).frame
    again = client.get(f"/api/tables/{table}/seats/0", headers=bearer(key)).json()
    assert again["peeks"] == frame["peeks"]
    return list(frame["peeks"])


def test_a_card_that_was_looked_at_is_in_no_frame_afterwards_whatever_happens(tmp_path: Path) -> None:
    with a_server(tmp_path) as client:
        ticket = opened(client, "cambio")
        table, key = ticket["table"], ticket["key"]
        with client.websocket_connect(f"{SOCKETS}/table/{table}/0/socket", headers=bearer(key)) as socket:
            dealt(Talk(socket))
    with a_server(tmp_path) as client:  # a server that was started again
        peeks = peeked(client, table, key)
        assert len(peeks) == 2
        watched = client.get(f"/api/tables/{table}/watch").json()
        assert watched["peeks"] == []
        body = {"revision": 0, "id": "seen", "data": str(peeks[-1]["number"])}
        answer = client.post(f"/api/tables/{table}/seats/0", json=body, headers=bearer(key))
        assert answer.json()["peeks"] == []
        assert peeked(client, table, key) == []
    with a_server(tmp_path) as client:
        assert peeked(client, table, key) == []


def test_nobody_acknowledges_what_they_have_not_been_shown(tmp_path: Path) -> None:
    """A number that is far ahead hides nothing that comes later."""
    with a_server(tmp_path) as client:
        ticket = opened(client, "cambio")
        table = ticket["table"]
        with client.websocket_connect(f"{SOCKETS}/table/{table}/0/socket", headers=bearer(ticket["key"])) as socket:
            talk = Talk(socket)
            assert talk.say("seen", "999999999") == ""
            assert dealt(talk)["peeks"]


def test_whoever_is_followed_in_a_seat_sees_no_more_of_it(tmp_path: Path) -> None:
    with a_server(tmp_path) as client:
        ticket = opened(client, "kuhn", friends=-1, name="Ann")
        table, host = ticket["table"], ticket["host"]
        invite = ticket["invite"].partition("#key=")[2]
        first = client.post(f"/api/tables/{table}/join", json={"key": invite, "name": "Ben"}).json()
        place = f"{SOCKETS}/table/{table}/1/socket"
        with client.websocket_connect(place, headers=bearer(first["key"])) as socket:
            talk = Talk(socket)
            client.post(f"/api/tables/{table}/host", json={"id": "leave", "seat": 1}, headers=bearer(host))
            second = client.post(f"/api/tables/{table}/join", json={"key": invite, "name": "Cy"}).json()
            with pytest.raises(WebSocketDisconnect) as left:
                talk.until(lambda frame: frame["seats"][1]["name"] == "Cy")
            assert (left.value.code, left.value.reason) == (4403, "key.unknown")
        service = client.app._app.state.service  # type: ignore[attr-defined]
        assert client.portal is not None
        assert client.portal.call(service.find_sitter, first["key"], table, 1) is None
        assert client.portal.call(service.find_sitter, second["key"], table, 1) is not None


def test_keys_of_an_earlier_version_are_of_those_with_whom_a_table_was_opened(tmp_path: Path) -> None:
    with a_server(tmp_path) as client:
        ticket = opened(client, "kuhn", friends=-1)
    with closing(connect(tmp_path / "tables.db")) as database:
        database.execute("ALTER TABLE web_keys DROP COLUMN since")
        database.commit()
    with a_server(tmp_path) as client:
        place = f"/api/tables/{ticket['table']}/seats/0"
        assert client.get(place, headers=bearer(ticket["key"])).status_code == 200
