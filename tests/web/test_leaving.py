"""A key opens its seat for as long as its person sits there: whoever has left sees nobody else's cards."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.conformance.walks import Variant
from tests.play.tables import walked
from tests.web.conftest import ADDRESS
from tests.web.test_tables import ORIGIN, SOCKETS, Talk, bearer, commitment, dealt, opened

from deckwright.engine import Deal, load
from deckwright.play import Accepted, HostMessage, SeatMessage, agent_message, make_setup, person
from deckwright.web.app import create_app
from deckwright.web.errors import WebError
from deckwright.web.keys import Opened, Role
from deckwright.web.service import Service, Ticket
from deckwright.web.settings import Limits, ServerSettings


def joined(client: TestClient, ticket: dict[str, Any], name: str) -> dict[str, Any]:
    """Whoever sits down by the invitation."""
    body = {"key": ticket["invite"].partition("#key=")[2], "name": name}
    answer = client.post(f"/api/tables/{ticket['table']}/join", json=body)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def host_says(client: TestClient, ticket: dict[str, Any], said: str, seat: int | None, data: str = "") -> None:
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
        with client.websocket_connect(f"{SOCKETS}/table/{table}/{seat}/socket", headers=bearer(key)) as socket:
            socket.receive_text()
            return found | {True}
    except WebSocketDisconnect:
        return found | {False}


def dealt_by_all(client: TestClient, tickets: list[dict[str, Any]]) -> str:
    """The address of the seats of a table whose people have all taken part in the shuffle."""
    place, share = f"/api/tables/{tickets[0]['table']}/seats", "ab" * 16
    for said in ("commit", "reveal"):
        for ticket in tickets:
            here, key = f"{place}/{ticket['seat']}", bearer(ticket["key"])
            frame = client.get(here, headers=key).json()
            data = commitment(frame, share) if said == "commit" else share
            body = {"revision": frame["revision"], "id": said, "data": data}
            assert client.post(here, json=body, headers=key).is_success
    return place


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


def test_who_joins_while_the_host_seats_somebody_keeps_their_key(client: TestClient) -> None:
    """Whoever comes second is refused, and takes nothing from whoever was first."""
    service: Service = client.app._app.state.service  # type: ignore[attr-defined]
    ticket = opened(client, "kuhn", friends=-1)
    table, invite = ticket["table"], ticket["invite"].partition("#key=")[2]

    async def both() -> list[object]:
        async with service.hub._live[table].lock:  # neither is heard before both have asked
            asking = [
                asyncio.create_task(service.join(table, invite, "Ben", None)),
                asyncio.create_task(service.host_say(table, ticket["host"], "sit", 1, "Cy")),
            ]
            await asyncio.sleep(0.2)
        return list(await asyncio.gather(*asking, return_exceptions=True))

    assert client.portal is not None
    found = client.portal.call(both)
    [refused] = [one for one in found if isinstance(one, WebError)]
    assert refused.code == "seat.taken"
    [ticket_of] = [one if isinstance(one, Ticket) else one[1] for one in found if isinstance(one, Ticket | tuple)]
    assert client.portal.call(service.find_sitter, ticket_of.key, table, 1)


def test_whom_the_host_seats_in_an_agents_seat_gets_a_key(client: TestClient) -> None:
    ticket = opened(client, "toy-whist", options={"hands": 3}, level="easy")
    place = f"{SOCKETS}/table/{ticket['table']}/0/socket"
    with client.websocket_connect(place, headers=bearer(ticket["key"])) as socket:
        frame = dealt(talk := Talk(socket))
        agents = [seat["seat"] for seat in frame["seats"] if seat["kind"] == "agent"]
        talk.until(lambda frame: frame["turn"] not in agents or frame["status"] == "waiting")
    body = {"id": "sit", "seat": agents[0], "data": "Cy"}
    answer = client.post(f"/api/tables/{ticket['table']}/host", json=body, headers=bearer(ticket["host"])).json()
    given = answer["ticket"]
    assert (given["table"], given["seat"]) == (ticket["table"], agents[0])
    assert opens(client, given) == {True}
    assert "host" not in given
    assert opens(client, {**given, "seat": ticket["seat"]}) == {False}
    seen = client.get(f"/api/tables/{given['table']}/seats/{given['seat']}", headers=bearer(given["key"])).json()
    assert seen["seats"][agents[0]]["name"] == "Cy"
    away = client.post(
        f"/api/tables/{given['table']}/seats/{given['seat']}",
        json={"revision": seen["revision"], "id": "leave"},
        headers=bearer(given["key"]),
    )
    assert away.json()["seat"] is None, "who has left is shown what everybody sees"
    nowhere = client.post(
        f"/api/tables/{ticket['table']}/host", json={**body, "seat": 15}, headers=bearer(ticket["host"])
    )
    assert (nowhere.status_code, nowhere.json()["code"]) == (409, "seat.unknown")
    host_says(client, ticket, "pause", None)
    assert (
        "ticket"
        not in client.post(
            f"/api/tables/{ticket['table']}/host", json={"id": "resume"}, headers=bearer(ticket["host"])
        ).json()
    )


def test_what_somebody_said_who_has_left_is_not_said_by_who_follows(client: TestClient) -> None:
    """A message may wait, for a key that is looked up or for the table: by then another person may sit there."""
    service: Service = client.app._app.state.service  # type: ignore[attr-defined]
    ticket = opened(client, "kuhn", friends=-1, name="Ann")
    ben = joined(client, ticket, "Ben")
    table = ticket["table"]

    async def late() -> tuple[list[str], str]:
        sitter = await service.find_sitter(ben["key"], table, 1)
        assert sitter is not None
        await service.host_say(table, ticket["host"], "leave", 1, "")
        await service.host_say(table, ticket["host"], "sit", 1, "Cy")
        codes = []
        for said in ("leave", "commit"):
            with pytest.raises(WebError) as refused:
                await service.hub.say(table, sitter.says((await service.hub.table(table)).revision, said, "", ""))
            codes.append(refused.value.code)
        with pytest.raises(WebError):
            sitter.check(await service.hub.look(table))
        return codes, (await service.hub.table(table)).seats[1].name

    assert client.portal is not None
    assert client.portal.call(late) == (["key.unknown", "key.unknown"], "Cy")


def test_the_host_of_a_table_is_the_host_of_the_next(client: TestClient) -> None:
    """Somebody has to fill a seat that is left before the deal, or the others would wait for ever."""
    service: Service = client.app._app.state.service  # type: ignore[attr-defined]
    over = walked(Variant("kuhn", (("hands", 1),)))[-1]
    assert client.portal is not None
    client.portal.call(service.hub.adopt, over)
    wanted = [Opened(over.id, Role.HOST), *(Opened(over.id, Role.SEAT, seat) for seat in range(2))]
    host, *keys = service.keys.make_all(wanted)
    cookies = [{"cookie": f"seat={key}", **ORIGIN} for key in keys]
    place = f"/table/{over.id}/{{}}/rematch"
    ann = client.post(place.format(0), json={"host": host}, headers=cookies[0]).json()
    ben = client.post(place.format(1), json={"host": keys[1]}, headers=cookies[1]).json()
    assert ann["table"] == ben["table"]
    assert (ann["seat"], ben["seat"]) == (1, 0)
    assert "host" not in ben
    assert "invite" not in ben
    leave = {"revision": 0, "id": "leave"}
    assert client.post(f"/api/tables/{ben['table']}/seats/0", json=leave, headers=bearer(ben["key"])).status_code == 200
    assert opens(client, joined(client, ann, "Cy")) == {True}
    host_says(client, ann, "leave", 0)
    host_says(client, ann, "seat-agent", 0, "random")


def test_a_hosts_key_is_good_at_its_own_table_and_nobody_else_becomes_host_of_the_next(client: TestClient) -> None:
    """Before the deal and after it, and neither the keys of seats nor the invitation of before open anything there."""
    service: Service = client.app._app.state.service  # type: ignore[attr-defined]
    over = walked(Variant("kuhn", (("hands", 1),)))[-1]
    assert client.portal is not None
    client.portal.call(service.hub.adopt, over)
    wanted = [Opened(over.id, Role.HOST), Opened(over.id, Role.INVITE)]
    host, invite, *keys = service.keys.make_all([*wanted, *(Opened(over.id, Role.SEAT, seat) for seat in range(2))])

    def again(seat: int, claimed: str) -> dict[str, Any]:
        cookie = {"cookie": f"seat={keys[seat]}", **ORIGIN}
        answer = client.post(f"/table/{over.id}/{seat}/rematch", json={"host": claimed}, headers=cookie)
        found: dict[str, Any] = answer.json()
        return found

    def refused(ticket: dict[str, Any], key: str) -> bool:
        body = {"id": "pause", "seat": None, "data": ""}
        return client.post(f"/api/tables/{ticket['table']}/host", json=body, headers=bearer(key)).status_code == 403

    ben = again(1, invite)
    assert "host" not in ben
    assert "host" not in again(1, keys[0])
    ann = again(0, host)
    for wrong in (host, invite, *keys, ann["key"], ben["key"], ann["invite"].partition("#key=")[2]):
        assert refused(ann, wrong)
    assert refused({"table": over.id}, ann["host"])
    late = client.post(f"/api/tables/{ann['table']}/join", json={"key": invite, "name": "Eve"})
    assert late.status_code == 403
    for is_dealt in (False, True):
        host_says(client, ann, "pause", None)
        host_says(client, ann, "resume", None)
        if not is_dealt:
            host_says(client, ann, "take-over", ben["seat"])
            place, share = f"/api/tables/{ann['table']}/seats/{ann['seat']}", "ab" * 16
            frame = client.get(place, headers=bearer(ann["key"])).json()
            for said, data in (("commit", commitment(frame, share)), ("reveal", share)):
                frame = client.get(place, headers=bearer(ann["key"])).json()
                body = {"revision": frame["revision"], "id": said, "data": data}
                assert client.post(place, json=body, headers=bearer(ann["key"])).status_code == 200
                full = client.post(f"/api/tables/{ann['table']}/join", json={"key": ann["invite"].partition("=")[2]})
                assert (full.status_code, full.json()["code"]) == (409, "seat.taken"), "also while shares are revealed"
    host_says(client, ann, "leave", ben["seat"])
    assert opens(client, ann) == {True}
    assert opens(client, ben) == {False}


def test_where_the_host_has_left_who_asks_first_is_host_of_the_next(client: TestClient) -> None:
    """Or nobody could fill a seat that is left there before the deal, and who remains would wait for ever."""
    service: Service = client.app._app.state.service  # type: ignore[attr-defined]
    ticket = opened(client, "kuhn", friends=-1, name="Ann", options={"players": 3, "hands": 1})
    ben, cy = joined(client, ticket, "Ben"), joined(client, ticket, "Cy")
    table = dealt_by_all(client, [ticket, ben, cy])
    assert client.post(f"{table}/0", json={"revision": 10**6, "id": "leave"}, headers=bearer(ticket["key"])).is_success
    people = {1: ben, 2: cy}
    frame: dict[str, Any] = {"status": ""}
    for _ in range(400):
        for seat, person_ in people.items():
            frame = client.get(f"{table}/{seat}", headers=bearer(person_["key"])).json()
            said = [*(choice["id"] for choice in frame["choices"])]
            said += [command["id"] for command in frame["commands"] if command["id"].startswith("agree")]
            if said:
                body = {"revision": frame["revision"], "id": said[0]}
                client.post(f"{table}/{seat}", json=body, headers=bearer(person_["key"]))
        if frame["status"] == "over":
            break
        time.sleep(0.005)
    assert frame["status"] == "over"

    def again(seat: int, claimed: str = "") -> dict[str, Any]:
        cookie = {"cookie": f"seat={people[seat]['key']}", **ORIGIN}
        place = f"/table/{ticket['table']}/{seat}/rematch"
        found: dict[str, Any] = client.post(place, json={"host": claimed}, headers=cookie).json()
        return found

    second, first = again(2), again(1)
    assert "host" in second
    assert "host" not in first
    assert again(2) == second
    assert "host" not in again(1)
    assert len(service.keys.hosts(second["table"])) == 2, "the claim, and one key however often it is asked for"
    leave = {"revision": 0, "id": "leave"}
    place = f"/api/tables/{first['table']}/seats/{first['seat']}"
    assert client.post(place, json=leave, headers=bearer(first["key"])).is_success
    host_says(client, second, "seat-agent", first["seat"], "easy")
    assert opens(client, second) == {True}


def test_another_game_is_counted_as_one_that_was_opened(tmp_path: Path) -> None:
    """Or whoever plays short games would open any number of tables. Who comes after opens none."""
    limits = Limits(tables_per_address=1)
    settings = ServerSettings(store_url=f"sqlite:///{tmp_path / 'tables.db'}", limits=limits)
    with TestClient(create_app(settings), base_url=ADDRESS) as client:
        service: Service = client.app._app.state.service  # type: ignore[attr-defined]
        over = walked(Variant("kuhn", (("hands", 1),)))[-1]
        assert client.portal is not None
        client.portal.call(service.hub.adopt, over)
        keys = service.keys.make_all([Opened(over.id, Role.SEAT, seat) for seat in range(2)])
        cookies = [{"cookie": f"seat={key}", **ORIGIN} for key in keys]
        places = [f"/table/{over.id}/{seat}/rematch" for seat in range(2)]
        asked = [client.post(place, headers=cookie) for place, cookie in zip(places, cookies, strict=True)]
        assert [answer.status_code for answer in asked] == [200, 200]
        refused = client.post("/api/tables", json={"game": "kuhn"})
        assert (refused.status_code, refused.json()["code"]) == (429, "table.too-many")


def test_no_frame_of_a_seat_is_sent_to_who_has_left_it_however_slow_the_keys_are(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between leaving and the answer about the key the page must not be told what the agent's hand is."""
    service: Service = client.app._app.state.service  # type: ignore[attr-defined]
    ticket = opened(client, "kuhn", friends=-1, name="Ann")
    ben = joined(client, ticket, "Ben")
    find, heard = service.keys.find, []

    def slow(key: str) -> Opened | None:
        time.sleep(0.2)
        return find(key)

    with client.websocket_connect(f"{SOCKETS}/table/{ben['table']}/1/socket", headers=bearer(ben["key"])) as socket:
        talk = Talk(socket)
        monkeypatch.setattr(service.keys, "find", slow)
        host_says(client, ticket, "leave", 1)
        with suppress(WebSocketDisconnect):
            while True:
                heard.append(talk.hear()["type"])
    assert heard == []


def test_who_has_left_the_next_table_gets_no_key_of_who_follows_there(client: TestClient) -> None:
    """The table before is asked for the next one again: the seat there is another person's by now."""
    service: Service = client.app._app.state.service  # type: ignore[attr-defined]
    over = walked(Variant("kuhn", (("hands", 1),)))[-1]
    assert client.portal is not None
    client.portal.call(service.hub.adopt, over)
    wanted = [Opened(over.id, Role.HOST), *(Opened(over.id, Role.SEAT, seat) for seat in range(2))]
    host, *keys = service.keys.make_all(wanted)

    def again(seat: int) -> Any:
        cookie = {"cookie": f"seat={keys[seat]}", **ORIGIN}
        body = {"host": host} if seat == 0 else {}
        return client.post(f"/table/{over.id}/{seat}/rematch", json=body, headers=cookie)

    ann, ben = again(0).json(), again(1).json()
    assert opens(client, again(1).json()) == {True}, "who still sits there may ask as often as they like"
    host_says(client, ann, "leave", ben["seat"])
    left = again(1)
    assert (left.status_code, left.json()["code"]) == (409, "seat.taken")
    cy = joined(client, ann, "Cy")
    assert cy["seat"] == ben["seat"]
    late = again(1)
    assert (late.status_code, late.json()["code"]) == (409, "seat.taken")
    assert opens(client, cy) == {True}


def key_rows(service: Service) -> int:
    """How many keys are kept."""
    with service.store.engine.connect() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM web_keys").scalar_one())


def test_who_asks_again_and_again_leaves_no_keys_behind(client: TestClient) -> None:
    """A host at a seat that is taken, a guest where none is free, and people who ask for the next game."""
    service: Service = client.app._app.state.service  # type: ignore[attr-defined]
    ticket = opened(client, "kuhn", friends=-1, name="Ann")
    ben = joined(client, ticket, "Ben")
    kept = key_rows(service)
    invite = ticket["invite"].partition("#key=")[2]
    for _ in range(5):
        sit = {"id": "sit", "seat": ben["seat"], "data": "Cy"}
        refused = client.post(f"/api/tables/{ben['table']}/host", json=sit, headers=bearer(ticket["host"]))
        assert (refused.status_code, refused.json()["code"]) == (409, "seat.taken")
        late = client.post(f"/api/tables/{ben['table']}/join", json={"key": invite, "name": "Dan"})
        assert (late.status_code, late.json()["code"]) == (409, "seat.taken")
    assert key_rows(service) == kept
    assert opens(client, ben) == {True}

    over = walked(Variant("kuhn", (("hands", 1),)))[-1]
    assert client.portal is not None
    client.portal.call(service.hub.adopt, over)
    wanted = [Opened(over.id, Role.HOST), *(Opened(over.id, Role.SEAT, seat) for seat in range(2))]
    host, *keys = service.keys.make_all(wanted)
    tickets = [
        client.post(
            f"/table/{over.id}/{seat}/rematch", json={"host": host}, headers={"cookie": f"seat={keys[seat]}", **ORIGIN}
        ).json()
        for seat in (0, 1, 0, 1, 0)
    ]
    assert tickets[0] == tickets[2] == tickets[4]
    assert tickets[1] == tickets[3]
    assert len({ticket["key"] for ticket in tickets} | {ticket["host"] for ticket in tickets} | {host, *keys}) == 6
    assert key_rows(service) == kept + 3 + 4, "a key for each seat, the host's, and one to invite by"
    assert opens(client, tickets[0]) == opens(client, tickets[1]) == {True}


def test_who_sits_down_while_something_else_is_said_leaves_one_key_behind(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key names the revision at which somebody sits down: where that is another, it is made anew."""
    service: Service = client.app._app.state.service  # type: ignore[attr-defined]
    ticket = opened(client, "kuhn", friends=-1, name="Ann")
    kept, real, tries = key_rows(service), service._make_keys, []

    async def busy(wanted: list[Opened]) -> list[str]:
        tries.append(len(wanted))
        if len(tries) < 4:
            said = ("pause", "resume")[len(tries) % 2]
            await service.hub.say(ticket["table"], lambda now: HostMessage(now.id, said))
        return await real(wanted)

    monkeypatch.setattr(service, "_make_keys", busy)
    said_first = HostMessage(ticket["table"], "pause")
    assert client.portal is not None
    client.portal.call(service.hub.say, ticket["table"], lambda _: said_first)
    assert opens(client, joined(client, ticket, "Ben")) == {True}
    assert len(tries) == 4
    assert key_rows(service) == kept + 1


@pytest.mark.parametrize("goes", ["take-over", "leave"])
def test_a_host_who_goes_and_fills_the_last_seat_is_dealt_for(client: TestClient, goes: str) -> None:
    """Nobody is left whom the shuffle waits for, and the page of a host says nothing but who sits where."""
    ticket = opened(client, friends=-1, name="Ann")
    bob = joined(client, ticket, "Bob")
    mine, his = (f"/api/tables/{one['table']}/seats/{one['seat']}" for one in (ticket, bob))
    for place, key, said in ((mine, ticket["key"], goes), (his, bob["key"], "leave")):
        answer = client.post(place, json={"revision": 99, "id": said}, headers=bearer(key))
        assert answer.status_code == 200, answer.text
    for seat in (0, 1):
        if client.get(f"/api/tables/{ticket['table']}/watch").json()["seats"][seat]["kind"] == "empty":
            host_says(client, ticket, "seat-agent", seat, "easy")
    assert client.get(f"/api/tables/{ticket['table']}/watch").json()["status"] != "gathering"


def test_who_has_left_does_not_come_back_as_whom_the_host_seats_while_the_agent_moves(tmp_path: Path) -> None:
    """The host asks while the agent in the seat is to move; by the time that it is heard, the agent has moved."""
    settings = ServerSettings(store_url=f"sqlite:///{tmp_path / 'tables.db'}", bot_delay_s=60.0)
    with TestClient(create_app(settings), base_url=ADDRESS) as client:
        service: Service = client.app._app.state.service  # type: ignore[attr-defined]
        game = load("toy-whist", hands=1)
        seats = tuple(person(f"Player {number}") for number in range(game.seats))
        setup = make_setup(game, seats, id="here", chance=Deal(bytes(32)), stand_in="random", opened_ms=1)
        host, key = service.keys.make_all([Opened("here", Role.HOST), Opened("here", Role.SEAT, 0)])

        async def seated() -> object:
            hub = service.hub
            await hub.open(setup)
            await hub.say("here", lambda now: HostMessage(now.id, "deal"))
            assert (await hub.table("here")).progress.turn == 0
            assert isinstance(
                await hub.say("here", lambda now: SeatMessage(now.id, now.revision, 0, "leave")), Accepted
            )
            live = hub._live["here"]
            async with live.lock:
                asking = asyncio.create_task(service.host_say("here", host, "sit", 0, "Cy"))
                await asyncio.sleep(0.3)
                message = agent_message(live.table)
                assert message is not None
                assert isinstance(await hub._keep(live, lambda _: message), Accepted)
            answer = await asyncio.gather(asking, return_exceptions=True)
            assert await service.find_sitter(key, "here", 0) is None, "an old key opens the seat of who follows"
            return answer[0]

        assert client.portal is not None
        answer = client.portal.call(seated)
        assert isinstance(answer, tuple), "by the time that the host was heard the agent had moved"
        assert client.portal.call(service.find_sitter, answer[1].key, "here", 0)
