"""What a page says that changes nothing at the table: drafts, acknowledgements, hints; and links of finished games."""

from __future__ import annotations

import json
from typing import Any

from starlette.testclient import TestClient
from tests.web.test_tables import ORIGIN, SOCKETS, Talk, bearer, dealt, opened


def asked(talk: Talk, said: str, data: str = "") -> dict[str, Any]:
    """The whole answer to something that is said."""
    message = {"n": "asked", "revision": talk.frame["revision"], "id": said, "data": data}
    talk.socket.send_text(json.dumps(message))
    while True:
        heard = talk.hear()
        if heard["type"] == "answer" and heard["n"] == "asked":
            return heard


def test_a_draft_is_answered_with_what_may_be_picked_next(client: TestClient) -> None:
    ticket = opened(client, "hearts")
    address = f"{SOCKETS}/table/{ticket['table']}/0/socket"
    with client.websocket_connect(address, headers=bearer(ticket["key"])) as socket:
        talk = Talk(socket)
        frame = dealt(talk)
        first, second = (choice["id"] for choice in frame["choices"][:2])
        assert talk.say("draft", "9.99") == "draft.not-legal"
        assert talk.say("draft", first) == ""
        assert talk.frame["draft"]["path"] == [first]
        left = [choice["id"] for choice in talk.frame["choices"]]
        assert first not in left
        assert second in left
        assert talk.say("draft") == ""
        assert talk.frame == frame


def test_nobody_else_hears_of_a_draft(client: TestClient) -> None:
    ticket = opened(client, "hearts")
    table = f"{SOCKETS}/table/{ticket['table']}"
    with client.websocket_connect(f"{table}/0/socket", headers=bearer(ticket["key"])) as socket:
        talk = Talk(socket)
        dealt(talk)
        with client.websocket_connect(f"{table}/watch/socket", headers=ORIGIN) as other:
            watching = Talk(other)
            before = watching.frame
            assert talk.say("draft", ",".join(choice["id"] for choice in talk.frame["choices"][:2])) == ""
            assert watching.say("ping") == ""
            assert watching.frame == before
            assert watching.say("draft", talk.frame["choices"][0]["id"]) == "action.malformed"
        with client.websocket_connect(f"{table}/watch/socket", headers=ORIGIN) as other:
            assert Talk(other).frame == before


def test_a_hint_is_a_whole_choice_of_this_seat(client: TestClient) -> None:
    ticket = opened(client, "hearts")
    table = f"{SOCKETS}/table/{ticket['table']}"
    with client.websocket_connect(f"{table}/0/socket", headers=bearer(ticket["key"])) as socket:
        talk = Talk(socket)
        dealt(talk)
        hint = asked(talk, "hint")["hint"]
        assert len(hint["path"]) == len(hint["labels"]) == 3
        assert talk.say(",".join(hint["path"])) == ""
    with client.websocket_connect(f"{table}/watch/socket", headers=ORIGIN) as other:
        assert asked(Talk(other), "hint")["code"] == "seat.not-yours"


def test_a_card_that_was_peeked_at_stays_until_it_is_acknowledged(client: TestClient) -> None:
    ticket = opened(client, "cambio")
    address = f"{SOCKETS}/table/{ticket['table']}/0/socket"
    peeks: list[dict[str, Any]] = []
    for _ in range(2):
        with client.websocket_connect(address, headers=bearer(ticket["key"])) as socket:
            talk = Talk(socket)
            if talk.frame["status"] == "gathering":
                dealt(talk)
            peeks = talk.frame["peeks"]
            assert peeks
    with client.websocket_connect(address, headers=bearer(ticket["key"])) as socket:
        talk = Talk(socket)
        assert talk.say("seen", str(peeks[-1]["number"])) == ""
        assert talk.frame["peeks"] == []
        assert talk.say("seen", "many") == "action.malformed"
    with client.websocket_connect(address, headers=bearer(ticket["key"])) as socket:
        assert Talk(socket).frame["peeks"] == []


def test_a_live_game_has_no_link_and_a_stranger_gets_none(client: TestClient) -> None:
    ticket = opened(client, "kuhn")
    place = f"/table/{ticket['table']}/0"
    assert client.get(f"{place}/link").status_code == 403
    assert client.post(f"{place}/rematch", json={}, headers=ORIGIN).status_code == 403
    client.post(f"{place}/enter", json={"key": ticket["key"]}, headers=ORIGIN)
    assert client.get(f"{place}/link").json()["code"] == "link.not-dealt"
    assert client.post(f"{place}/rematch", json={}, headers=ORIGIN).json()["code"] == "table.not-over"


def test_what_is_no_link_is_refused(client: TestClient) -> None:
    answer = client.post("/api/replay", json={"link": "dw1.kuhn.AAAA"})
    assert answer.status_code == 422
    assert answer.json()["code"].startswith("link.")
