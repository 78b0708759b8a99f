"""Nonsense over sockets and the API is refused with a code, changes nothing, and ends nothing but its own socket."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.web.test_tables import ORIGIN, SOCKETS, bearer, opened
from tests.web.worlds import Servers, World, a_deal, worlds

from deckwright.engine import load
from deckwright.play.inputs import Move
from deckwright.play.link import format_game_link

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    2**70,
    1.5,
    "",
    "0.0",
    "0.0,0.0",
    "9" * 300,
    "\u0000",
    "é\ud800",
    [],
    {},
    [[]] * 9,
)
NAMES = ("n", "revision", "id", "data", "seat", "table", "key", "at_ms")


def nonsense(rng: Random) -> str:
    """A text that is nearly a message."""
    kind = rng.randrange(4)
    if kind == 0:
        return "".join(rng.choice('{}[]",:0n.\\') for _ in range(rng.randrange(40)))
    message: dict[str, Any] = {"n": "x", "revision": rng.choice((0, 1, 10**9)), "id": "0.0", "data": ""}
    for _ in range(rng.randrange(1, 3)):
        message[rng.choice(NAMES)] = rng.choice(ODD)
    if kind == 1:
        message.pop(rng.choice(list(message)))
    text = json.dumps(message)
    return text[: rng.randrange(len(text))] if kind == 2 else text


def state_of(world: World) -> tuple[int, str]:
    return world.table.revision, repr(world.table.history)


def test_nonsense_over_a_socket_changes_nothing(servers: Servers) -> None:
    game = load("kuhn", hands=1)
    rng = Random(5)
    [world] = worlds(servers, game, (a_deal(game, 1),))
    turn = world.table.progress.turn
    assert turn is not None
    before = state_of(world)
    with world.listen(1 - turn) as other, world.listen(None) as watching:
        for ear in (other, watching):
            for _ in range(120):
                ear.line.send_text(nonsense(rng))
            answers = [json.loads(text) for text in ear.heard() if text.startswith('{"type": "answer"')]
            assert len(answers) == 120
            assert all(answer["code"] or answer["n"] == "x" for answer in answers)
    assert state_of(world) == before
    with world.listen(turn) as own:
        own.heard()
        own.line.send_text(json.dumps({"n": "a", "revision": -1, "id": "0.0"}))
        own.line.send_text(json.dumps({"n": "b", "revision": before[0], "id": "7.7"}))
        codes = [json.loads(text)["code"] for text in own.heard()]
        assert codes[0] == "revision.stale"
        assert codes[1] in ("action.not-legal", "action.unknown")
    assert state_of(world) == before


def test_bytes_end_the_socket_and_nothing_else(client: TestClient) -> None:
    ticket = opened(client)
    place = f"{SOCKETS}/table/{ticket['table']}/0/socket"
    for content in (b"", b"\x00" * 100, b'{"n": "1", "revision": 0, "id": "0.0"}'):
        with client.websocket_connect(place, headers=bearer(ticket["key"])) as socket:
            socket.send_bytes(content)
            heard = [socket.receive() for _ in range(3)]
            assert (heard[-1]["type"], heard[-1]["code"]) == ("websocket.close", 1003)
    assert client.get(f"/api/tables/{ticket['table']}/watch").status_code == 200


@pytest.mark.parametrize("seat", ["²", "٣", "0x1", "1e1", "-0", "00000", "watch2", "%00", "🂡"])
def test_odd_seats_are_no_seats(client: TestClient, seat: str) -> None:
    ticket = opened(client, friends=-1)
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(
            f"{SOCKETS}/table/{ticket['table']}/{seat}/socket", headers=bearer(ticket["key"])
        ) as socket,
    ):
        socket.receive_text()
    assert client.get(f"/table/{ticket['table']}/{seat}").status_code == 404


def test_cookies_of_one_seat_open_no_other(client: TestClient) -> None:
    ticket = opened(client, friends=-1)
    invite = ticket["invite"].partition("#key=")[2]
    joined = client.post(f"/api/tables/{ticket['table']}/join", json={"key": invite, "name": "Ben"}).json()
    for seat, key in ((0, joined["key"]), (1, ticket["key"]), (0, ticket["host"]), (0, invite)):
        headers = {**ORIGIN, "cookie": f"seat={key}"}
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(f"{SOCKETS}/table/{ticket['table']}/{seat}/socket", headers=headers) as socket,
        ):
            socket.receive_text()
        assert client.get(f"/table/{ticket['table']}/{seat}/link", headers=headers).status_code == 403


def test_one_address_opens_so_many_sockets(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Who is refused is told no more than that; the operator is told, once in a while, what would allow more."""
    from tests.web.conftest import ADDRESS

    from deckwright.web.app import create_app
    from deckwright.web.settings import Limits, ServerSettings

    settings = ServerSettings(store_url=f"sqlite:///{tmp_path / 't.db'}", limits=Limits(sockets_per_address=2))
    with TestClient(create_app(settings), base_url=ADDRESS) as client:
        place = f"{SOCKETS}/table/{opened(client)['table']}/watch/socket"
        with client.websocket_connect(place), client.websocket_connect(place):
            for _ in range(3):
                with pytest.raises(WebSocketDisconnect) as left, client.websocket_connect(place):
                    pass
                assert (left.value.code, left.value.reason) == (4429, "rate.too-many")
            assert [record.getMessage().count("--sockets-per-address") for record in caplog.records] == [1]
        with client.websocket_connect(place):
            pass


def test_no_answer_of_the_api_is_an_error_of_the_server(client: TestClient) -> None:
    """Bodies of the right names with anything in them, at every path that the description lists."""
    rng = Random(9)
    paths = client.get("/openapi.json").json()["paths"]
    ticket = opened(client)
    asked = 0
    for path, methods in paths.items():
        for method, described in methods.items():
            for _ in range(6):
                place = path.replace("{table}", rng.choice((ticket["table"], "none", "%00", "a" * 300)))
                place = place.replace("{seat}", rng.choice(("0", "1", "-1", "99999999999999999999", "x")))
                place = place.replace("{", "").replace("}", "")
                body = {name: rng.choice(ODD) for name in names_of(described)}
                headers = rng.choice(({}, bearer(ticket["key"]), bearer("~" * 500), {"authorization": "Basic x"}))
                content = json.dumps(body).encode() if method != "get" else None
                typed = {**headers, "content-type": "application/json"}
                answer = client.request(method, place, content=content, headers=typed)
                assert answer.status_code < 500, (method, place, body, answer.text)
                asked += 1
    assert asked >= 40


def names_of(described: dict[str, Any]) -> list[str]:
    """What a body of this request may have: the names are in the description by reference, so those known here."""
    return list(NAMES) if "requestBody" in described else []


def test_a_link_costs_no_more_than_a_game(client: TestClient) -> None:
    """Long numbers are not worked out, and a stranger's genome is checked in a process with limits."""
    long = client.post("/api/replay", json={"link": "dw1.kuhn." + "A" * 150_000})
    assert (long.status_code, long.json()["code"]) == (422, "link.too-long")
    for packed in ("AAAA", urlsafe_b64encode(zlib.compress(b'{"id": 5}')).decode().rstrip("=")):
        answer = client.post("/api/replay", json={"link": f"dw1.~{packed}.AAAA"})
        assert (answer.status_code, answer.json()["code"]) == (422, "link.bad-game")


def test_a_game_of_ones_own_is_replayed_by_its_link(client: TestClient) -> None:
    genome = load("kuhn").genome.to_dict() | {"name": "My Poker"}
    game = load(genome)
    state = game.deal(seed=1)
    while not state.is_over:
        state = state.apply(state.actions()[0])
    assert state.deal is not None
    moves = [Move(action.slot, action.value) for action in state.history]
    link = format_game_link(game, state.deal, moves)
    assert "~" in link
    answer = client.post("/api/replay", json={"link": link, "step": 1})
    assert answer.status_code == 200, answer.text
    assert answer.json()["steps"] == len(moves)
