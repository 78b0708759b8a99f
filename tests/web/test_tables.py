"""Tables over HTTP and sockets: who has a key speaks for its seat, everyone sees their own frame and no more."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Protocol

import pytest
from httpx2 import Client
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

ORIGIN = {"origin": "http://localhost:8042"}
SOCKETS = "ws://localhost:8042"


class TextSocket(Protocol):
    """A client's end of a socket."""

    def send_text(self, data: str, /) -> None:
        """Say something."""

    def receive_text(self) -> str:
        """What comes next."""
        ...


def opened(client: Client, game: str = "kuhn", **more: Any) -> dict[str, Any]:
    """A new table."""
    answer = client.post("/api/tables", json={"game": game, **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def bearer(key: str) -> dict[str, str]:
    """The header of a program that has a key."""
    return {"authorization": f"Bearer {key}"}


class Talk:
    """A socket, and the last frame it has sent."""

    def __init__(self, socket: TextSocket) -> None:
        self.socket = socket
        self.frame: dict[str, Any] = {}
        self.said = 0
        self.until(lambda frame: bool(frame))

    def hear(self) -> dict[str, Any]:
        """The next message; a frame is kept."""
        data: dict[str, Any] = json.loads(self.socket.receive_text())
        if data["type"] == "frame":
            self.frame = data["frame"]
        return data

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first frame from now on of which something holds."""
        while not holds(self.frame):
            self.hear()
        return self.frame

    def say(self, said: str, data: str = "") -> str:
        """Say something; the code of the answer."""
        self.said += 1
        name = f"message {self.said}"
        revision = self.frame["revision"]
        self.socket.send_text(json.dumps({"n": name, "revision": revision, "id": said, "data": data}))
        while True:
            heard = self.hear()
            if heard["type"] == "answer" and heard["n"] == name:
                return str(heard["code"])


def commitment(frame: dict[str, Any], share: str) -> str:
    """As docs/security.md says."""
    shuffle = frame["shuffle"]
    lines = [
        "deckwright share 2",
        frame["table"],
        shuffle["rules"],
        shuffle["round"],
        shuffle["commitment"],
        frame["seat"],
        share,
    ]
    return sha256("\n".join(map(str, lines)).encode()).hexdigest()


def dealt(talk: Talk) -> dict[str, Any]:
    """The first frame after this person has taken part in the shuffle."""
    share = "ab" * 16
    assert talk.say("commit", commitment(talk.frame, share)) == ""
    talk.until(lambda frame: bool(frame["shuffle"]["joint"]))
    assert talk.say("reveal", share) == ""
    return talk.until(lambda frame: frame["status"] != "gathering")


def test_a_person_plays_a_whole_game_against_the_computer(client: TestClient) -> None:
    ticket = opened(client)
    with client.websocket_connect(
        f"{SOCKETS}/table/{ticket['table']}/0/socket", headers=bearer(ticket["key"])
    ) as socket:
        talk = Talk(socket)
        dealt(talk)
        while talk.until(lambda frame: bool(frame["choices"]) or frame["status"] == "over")["choices"]:
            assert talk.say(talk.frame["choices"][0]["id"]) == ""
        assert talk.frame["result"] is not None
        assert talk.frame["reveal"]["secret"]


def test_a_key_is_exchanged_for_a_cookie_of_its_own_seat(client: TestClient) -> None:
    ticket = opened(client, friends=-1)
    path = f"/table/{ticket['table']}/0"
    assert client.post(f"{path}/enter", json={"key": "wrong" * 4}, headers=ORIGIN).status_code == 403
    assert (
        client.post(f"/table/{ticket['table']}/1/enter", json={"key": ticket["key"]}, headers=ORIGIN).status_code == 403
    )
    answer = client.post(f"{path}/enter", json={"key": ticket["key"]}, headers=ORIGIN)
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert f"path={path}" in cookie
    client.cookies.clear()
    with client.websocket_connect(
        f"{SOCKETS}{path}/socket", headers={**ORIGIN, "cookie": f"seat={ticket['key']}"}
    ) as socket:
        assert Talk(socket).frame["seat"] == 0


@pytest.mark.parametrize("seat", ["0", "1", "99", "-1", "x"])
def test_nobody_sits_without_the_key_of_the_seat(client: TestClient, seat: str) -> None:
    ticket = opened(client, friends=-1)
    for headers in (
        {},
        bearer("nothing-at-all"),
        bearer(ticket["host"]),
        bearer(ticket["key"] if seat != "0" else "x" * 22),
    ):
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(f"{SOCKETS}/table/{ticket['table']}/{seat}/socket", headers=headers) as socket,
        ):
            socket.receive_text()
    if seat.isdigit():
        assert client.get(f"/api/tables/{ticket['table']}/seats/{seat}").status_code == 401


def test_a_friend_joins_by_the_invitation_and_takes_a_free_seat(client: TestClient) -> None:
    ticket = opened(client, friends=-1, name="Ann")
    key = ticket["invite"].partition("#key=")[2]
    path = f"/api/tables/{ticket['table']}/join"
    assert client.post(path, json={"key": ticket["key"], "name": "Eve"}).status_code == 403
    joined = client.post(path, json={"key": key, "name": "Ben"}).json()
    assert joined["seat"] == 1
    assert client.post(path, json={"key": key, "name": "Cy"}).status_code == 409
    frame = client.get(f"/api/tables/{ticket['table']}/seats/1", headers=bearer(joined["key"])).json()
    assert [seat["name"] for seat in frame["seats"]] == ["Ann", "Ben"]


def test_a_spectator_sees_no_hand_and_says_nothing(client: TestClient) -> None:
    ticket = opened(client, "hearts")
    with (
        client.websocket_connect(f"{SOCKETS}/table/{ticket['table']}/0/socket", headers=bearer(ticket["key"])) as own,
        client.websocket_connect(f"{SOCKETS}/table/{ticket['table']}/watch/socket") as watching,
    ):
        dealt(Talk(own))
        talk = Talk(watching)
        frame = talk.until(lambda frame: frame["status"] != "gathering")
        hands = [region for region in frame["regions"] if region["role"] == "hand"]
        assert hands
        assert all(card["face"] == "down" for region in hands for card in region["cards"])
        assert frame["choices"] == []
        assert talk.say("0.0") == "seat.not-yours"


def test_what_is_no_message_is_answered_and_what_is_too_much_ends_the_socket(client: TestClient) -> None:
    ticket = opened(client)
    path = f"/table/{ticket['table']}/0/socket"
    with client.websocket_connect(f"{SOCKETS}{path}", headers=bearer(ticket["key"])) as socket:
        Talk(socket)
        for text in (
            "",
            "[]",
            "{",
            '{"n": 1}',
            '{"n": "1", "revision": true, "id": "0.0"}',
            '{"n": "1", "revision": 0, "id": 5}',
        ):
            socket.send_text(text)
            assert json.loads(socket.receive_text())["code"] == "action.malformed", text
        socket.send_text("x" * 100_000)
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()


def test_a_table_that_there_is_not_is_told(client: TestClient) -> None:
    assert client.get("/api/tables/none/watch").status_code == 404
    assert client.get("/table/none/watch", headers={"accept": "text/html"}).status_code == 404


def test_no_text_of_a_client_is_a_path_or_an_agent(client: TestClient) -> None:
    for body in (
        {"game": "/etc/passwd"},
        {"game": "../kuhn"},
        {"game": "kuhn.yaml"},
        {"game": "kuhn", "level": "strategy:/etc/passwd"},
        {"game": "kuhn", "level": "flat:1000000"},
        {"game": "kuhn", "options": {"players": 99}},
        {"game": "kuhn", "options": {"self": 1}},
        {"game": "cambio", "options": {"source": "kuhn"}},
        {"game": "kuhn", "seat": 7},
    ):
        answer = client.post("/api/tables", json=body)
        assert answer.status_code in (400, 404, 422), body
        assert "code" in answer.json()
