"""A key opens its seat for as long as its person sits there: whoever has left sees nobody else's cards."""

from __future__ import annotations

import asyncio
import time
from threading import Event
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.web.test_tables import ORIGIN, SOCKETS, Talk, bearer, dealt, opened

from deckwright.web.errors import WebError
from deckwright.web.keys import Opened
from deckwright.web.service import Service, Ticket


def joined(client: TestClient, ticket: dict[str, Any], name: str) -> dict[str, Any]:
    """Whoever sits down by the invitation."""
    body = {"key": ticket["invite"].partition("#key=")[2], "name": name}
    answer = client.post(f"/api/tables/{ticket['table']}/join", json=body)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def host_says(client: TestClient, ticket: dict[str, Any], said: str, seat: int, data: str = "") -> None:
    body = {"id": said, "seat": seat, "data": data}
    answer = client.post(f"/api/tables/{ticket['table']}/host", json=body, headers=bearer(ticket["host"]))
    assert answer.status_code == 200, answer.text


def opens(client: TestClient, ticket: dict[str, Any]) -> set[bool]:
    """Whether a ticket's key opens its seat, by everything that a key is shown to."""
    table, seat, key = ticket["table"], ticket["seat"], ticket["key"]
    cookie = {"cookie": f"seat={key}", **ORIGIN}
    place = f"/api/tables/{table}/seats/{seat}"
    answers = (
        client.get(place, headers=bearer(key)),
        client.post(place, json={"revision": 0, "id": "no-such-thing"}, headers=bearer(key)),
        client.post(f"/table/{table}/{seat}/enter", json={"key": key}),
        client.get(f"/table/{table}/{seat}/link", headers=cookie),
        client.get(f"/table/{table}/{seat}/record", headers=cookie),
        client.post(f"/table/{table}/{seat}/rematch", headers=cookie),
        client.post(f"/table/{table}/{seat}/rate", json={"stars": 3}, headers=cookie),
    )
    client.cookies.clear()  # a program's socket has none
    found = {answer.json().get("code") != "key.unknown" for answer in answers}
    try:
        with client.websocket_connect(f"{SOCKETS}/table/{table}/{seat}/socket", headers=bearer(key)):
            return found | {True}
    except WebSocketDisconnect:
        return found | {False}


@pytest.mark.parametrize("by_host", [False, True])
def test_who_left_before_the_deal_does_not_see_the_hand_of_the_agent_in_that_seat(
    client: TestClient, by_host: bool
) -> None:
    ticket = opened(client, "kuhn", friends=-1, name="Ann")
    ben = joined(client, ticket, "Ben")
    assert opens(client, ben) == {True}
    with client.websocket_connect(f"{SOCKETS}/table/{ben['table']}/1/socket", headers=bearer(ben["key"])) as socket:
        talk = Talk(socket)
        if by_host:
            host_says(client, ticket, "leave", 1)
        else:
            assert talk.say("leave") == ""  # who leaves hears that it was done, and no more
        with pytest.raises(WebSocketDisconnect) as left:
            talk.say("ping")
        assert (left.value.code, left.value.reason) == (4403, "key.unknown")
    host_says(client, ticket, "seat-agent", 1, "easy")
    assert opens(client, ben) == {False}
    assert opens(client, ticket) == {True}


def test_who_left_in_the_middle_does_not_see_what_the_seat_is_dealt_later(client: TestClient) -> None:
    ticket = opened(client, "hearts", options={"hands": 2}, level="easy")
    with client.websocket_connect(f"{SOCKETS}/table/{ticket['table']}/0/socket", headers=bearer(ticket["key"])) as one:
        talk = Talk(one)
        dealt(talk)
        assert opens(client, ticket) == {True}
        assert talk.say("leave") == ""
        with pytest.raises(WebSocketDisconnect):
            talk.say("ping")
    assert opens(client, ticket) == {False}


def test_who_joins_while_the_host_seats_somebody_keeps_their_key(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes second is refused, and takes nothing from whoever was first."""
    service: Service = client.app._app.state.service  # type: ignore[attr-defined]
    revoke, delays, has_begun = service.keys.revoke, [0.2, 0.5], Event()

    def slow(opened: Opened) -> None:
        has_begun.set()
        time.sleep(delays.pop(0))
        revoke(opened)

    monkeypatch.setattr(service.keys, "revoke", slow)
    ticket = opened(client, "kuhn", friends=-1)
    table, invite = ticket["table"], ticket["invite"].partition("#key=")[2]

    async def seating() -> object:
        while not has_begun.is_set():
            await asyncio.sleep(0.01)
        return await service.host_say(table, ticket["host"], "sit", 1, "Cy")

    async def both() -> tuple[object, object]:
        return await asyncio.gather(service.join(table, invite, "Ben", None), seating(), return_exceptions=True)

    assert client.portal is not None
    joined_as, seated = client.portal.call(both)
    assert isinstance(seated, WebError)
    assert isinstance(joined_as, Ticket)
    assert client.portal.call(service.opens_seat, joined_as.key, table, 1)
