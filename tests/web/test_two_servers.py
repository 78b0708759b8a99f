"""Two servers that share a PostgreSQL database share its tables: what is done at one is seen at the other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.conformance.walks import Variant
from tests.play.tables import walked
from tests.play.test_postgres import server  # noqa: F401
from tests.web.conftest import ADDRESS
from tests.web.test_tables import SOCKETS, Talk, bearer, commitment, opened

from deckwright.web.app import create_app
from deckwright.web.keys import Opened, Role
from deckwright.web.service import Service
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


class Player:
    """A person who plays at one of the servers, and looks again where what they said came too late."""

    def __init__(self, client: TestClient, ticket: dict[str, Any]) -> None:
        self.client, self.ticket = client, ticket

    @property
    def frame(self) -> dict[str, Any]:
        found: dict[str, Any] = _frame(self.client, self.ticket).json()
        return found

    def until(self, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The frame when something is so."""
        while not is_so(frame := self.frame):
            time.sleep(0.01)
        return frame

    def say(self, said: str, data: str = "") -> str:
        """The code of the answer."""
        place = f"/api/tables/{self.ticket['table']}/seats/{self.ticket['seat']}"
        body = {"revision": self.frame["revision"], "id": said, "data": data}
        answer = self.client.post(place, json=body, headers=bearer(self.ticket["key"]))
        return "" if answer.status_code == 200 else str(answer.json()["code"])

    def say_now(self, said: str) -> str:
        """The same at the table as it is: the stand-in of who has resigned moves meanwhile."""
        code = "revision.stale"
        for _ in range(MOST_MOVES):
            if code == "revision.stale":
                self.until(lambda _: True)
                code = self.say(said)
        return code


MOST_MOVES = 50


def two_players(clients: tuple[TestClient, TestClient]) -> tuple[Player, Player]:
    """Two people at two servers when the cards are dealt: who is to move comes first."""
    here, there = clients
    ticket = opened(here, "kuhn", friends=-1, name="Ann", options={"hands": 3})
    players = Player(here, ticket), Player(there, _join(there, ticket, "Ben").json())
    for player in players:
        frame = player.until(lambda frame: any(command["id"] == "commit" for command in frame["commands"]))
        assert player.say("commit", commitment(frame, SHARE)) == ""
    for player in players:
        player.until(lambda frame: bool(frame["shuffle"]["joint"]))
        assert player.say("reveal", SHARE) == ""
    for player in players:
        player.until(lambda frame: frame["status"] != "gathering")
    first, second = sorted(players, key=lambda player: not player.frame["choices"])
    return first, second


def test_choices_are_taken_back_and_games_given_up_at_two_servers(clients: tuple[TestClient, TestClient]) -> None:
    """Who asks sits at one server, who agrees and who resigns at the other."""
    mover, other = two_players(clients)
    offered = mover.frame["choices"]
    assert mover.say(offered[0]["id"]) == ""
    other.until(lambda frame: bool(frame["choices"]))
    assert mover.say("ask-undo") == ""
    other.until(lambda frame: frame["undo"] is not None)
    assert other.say("allow-undo") == ""
    assert mover.until(lambda frame: frame["undone"] == 1)["choices"] == offered
    assert mover.say(offered[-1]["id"]) == ""
    other.until(lambda frame: bool(frame["choices"]))
    assert other.say("resign") == ""
    seat = other.ticket["seat"]
    mover.until(lambda frame: bool(frame["seats"][seat]["has_resigned"]))
    assert other.say_now("resign") == "seat.resigned"
    assert other.say_now("hand-back") == "seat.resigned"


@pytest.mark.parametrize("said", ["move", "resign"])
def test_what_two_say_at_once_at_two_servers_comes_to_the_same_at_both(
    clients: tuple[TestClient, TestClient], monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    """The second has not heard that the first asks to take a choice back: whatever comes of it, both servers agree."""
    mover, other = two_players(clients)
    assert mover.say(mover.frame["choices"][0]["id"]) == ""
    choices = other.until(lambda frame: bool(frame["choices"]))["choices"]
    hub = other.client.app._app.state.service.hub  # type: ignore[attr-defined]
    with monkeypatch.context() as deaf:
        deaf.setattr(hub, "_heard", lambda *_: None)
        assert mover.say("ask-undo") == ""
        assert other.say(choices[0]["id"] if said == "move" else said) == ""
    mover.until(lambda frame: frame["undo"] is None)
    heard = Player(other.client, mover.ticket)
    mover.until(lambda frame: frame == heard.frame)


def _invitation(ticket: dict[str, Any]) -> str:
    return str(ticket["invite"].partition("#key=")[2])


def _join(client: TestClient, ticket: dict[str, Any], name: str, **more: Any) -> Any:
    return client.post(f"/api/tables/{ticket['table']}/join", json={"key": _invitation(ticket), "name": name, **more})


def _host(client: TestClient, ticket: dict[str, Any], said: str, seat: int | None, data: str = "") -> Any:
    body = {"id": said, "seat": seat, "data": data}
    return client.post(f"/api/tables/{ticket['table']}/host", json=body, headers=bearer(ticket["host"]))


def _frame(client: TestClient, ticket: dict[str, Any]) -> Any:
    return client.get(f"/api/tables/{ticket['table']}/seats/{ticket['seat']}", headers=bearer(ticket["key"]))


@pytest.fixture
def deaf(clients: tuple[TestClient, TestClient], monkeypatch: pytest.MonkeyPatch) -> tuple[TestClient, TestClient]:
    """The same; the second hears nothing of what the first does, as if every notice were late."""
    service: Service = clients[1].app._app.state.service  # type: ignore[attr-defined]
    monkeypatch.setattr(service.hub, "_heard", lambda *_: None)
    return clients


@pytest.mark.parametrize("by_invitation", [False, True])
def test_who_sits_down_where_somebody_just_did_at_another_server_takes_nothing_from_them(
    deaf: tuple[TestClient, TestClient], by_invitation: bool
) -> None:
    here, there = deaf
    ticket = opened(here, "hearts", friends=1, name="Ann")
    assert _frame(there, ticket).status_code == 200  # it knows the table, as it is now
    ben = _join(here, ticket, "Ben").json()
    seat = ben["seat"]
    late = _join(there, ticket, "Cy", seat=seat) if by_invitation else _host(there, ticket, "sit", seat, "Cy")
    assert (late.status_code, late.json()["code"]) == (409, "seat.taken")
    for client in (here, there):
        assert _frame(client, ben).json()["seats"][seat]["name"] == "Ben"


def test_who_comes_by_an_invitation_gets_a_seat_that_is_free_at_all_servers(
    deaf: tuple[TestClient, TestClient],
) -> None:
    here, there = deaf
    ticket = opened(here, "hearts", friends=2)
    assert _frame(there, ticket).status_code == 200
    ben, cy = (_join(client, ticket, name).json() for client, name in ((here, "Ben"), (there, "Cy")))
    assert ben["seat"] != cy["seat"]
    for client in (here, there):
        assert {_frame(client, one).status_code for one in (ben, cy)} == {200}
    full = _join(here, ticket, "y")
    assert (full.status_code, full.json()["code"]) == (409, "seat.taken")


def test_a_key_is_good_at_a_server_that_has_not_heard_of_its_person(deaf: tuple[TestClient, TestClient]) -> None:
    """Also in a seat where somebody else sat as far as that server knows."""
    here, there = deaf
    ticket = opened(here, "kuhn", friends=-1)
    ben = _join(here, ticket, "Ben").json()
    assert _frame(there, ben).status_code == 200
    assert _host(here, ticket, "leave", 1).status_code == 200
    cy = _join(here, ticket, "Cy").json()
    with there.websocket_connect(f"{SOCKETS}/table/{cy['table']}/1/socket", headers=bearer(cy["key"])) as socket:
        talk = Talk(socket)
        assert talk.frame["seats"][1]["name"] == "Cy"
        assert talk.say("commit", commitment(talk.frame, SHARE)) == ""
    assert {_frame(client, ben).status_code for client in (here, there)} == {401}


def test_who_has_left_the_next_table_gets_no_key_to_it_from_a_server_that_has_not_heard(
    deaf: tuple[TestClient, TestClient],
) -> None:
    here, there = deaf
    service: Service = here.app._app.state.service  # type: ignore[attr-defined]
    over = walked(Variant("kuhn", (("hands", 1),)))[-1]
    assert here.portal is not None
    here.portal.call(service.hub.adopt, over)
    host, *keys = service.keys.make_all(
        [Opened(over.id, Role.HOST), *(Opened(over.id, Role.SEAT, seat) for seat in range(2))]
    )

    def again(client: TestClient, seat: int) -> dict[str, Any]:
        cookie = {"cookie": f"seat={keys[seat]}", "origin": ADDRESS}
        answer = client.post(f"/table/{over.id}/{seat}/rematch", json={"host": host}, headers=cookie)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    ann, ben = again(there, 0), again(there, 1)
    assert _host(here, ann, "leave", ben["seat"]).status_code == 200
    cy = _join(here, ann, "Cy").json()
    assert cy["seat"] == ben["seat"]
    late = again(there, 1)  # as far as this server knows, they sit there
    assert {_frame(here, late).status_code, _frame(here, ben).status_code} == {401}
    assert _frame(here, cy).json()["seats"][cy["seat"]]["name"] == "Cy"
    assert _frame(there, cy).json()["seats"][cy["seat"]]["name"] == "Cy"
    assert {_frame(there, late).status_code, _frame(there, ben).status_code} == {401}


def test_a_server_that_has_not_heard_looks_again_before_it_refuses(
    clients: tuple[TestClient, TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever saw at one server that it is their turn, or that the game is over, may say so at the other."""
    mover, other = two_players(clients)
    here, there, table = mover.client, other.client, mover.ticket["table"]
    hub = there.app._app.state.service.hub  # type: ignore[attr-defined]
    mover.until(lambda frame: frame == _frame(there, mover.ticket).json())
    with monkeypatch.context() as deaf:
        deaf.setattr(hub, "_heard", lambda *_: None)
        host = next(player.ticket for player in (mover, other) if "host" in player.ticket)
        for client, command in ((here, "pause"), (there, "resume")):
            assert _host(client, host, command, None).status_code == 200, command
        mover.until(lambda frame: not frame["is_paused"])
        at_first = hub._live[table].table
        assert mover.say(mover.frame["choices"][0]["id"]) == ""
        seen = _frame(here, other.ticket).json()
        said = {"revision": seen["revision"], "id": seen["choices"][0]["id"]}
        place = f"/api/tables/{table}/seats/{other.ticket['seat']}"
        answer = there.post(place, json=said, headers=bearer(other.ticket["key"]))
        assert (answer.status_code, answer.json().get("code")) == (200, None)
        for player in (mover, other):
            if Player(there, player.ticket).frame["status"] != "over":
                Player(there, player.ticket).say("resign")
        Player(there, mover.ticket).until(lambda frame: frame["status"] == "over")
        cookie = {"cookie": f"seat={mover.ticket['key']}", "origin": ADDRESS}
        for asked, body in (("link", None), ("record", None), ("rate", {"stars": 4}), ("rematch", {})):
            hub._live[table].table = at_first  # so far it has heard
            how, path = "GET" if body is None else "POST", f"/table/{table}/{mover.ticket['seat']}/{asked}"
            answer = there.request(how, path, json=body, headers=cookie)
            assert answer.status_code == 200, (asked, answer.text)


ODD_IDS = ("%00", "a%00b", "%F0%9F%98%80", "%ED%A0%80")
PLACES = ("/api/jobs/{}", "/api/jobs/{}/shown", "/api/lab/runs/{}", "/lab/{}", "/games/own-{}", "/api/tables/{}/watch")


@pytest.mark.parametrize("place", PLACES)
def test_what_a_database_would_not_look_for_is_not_there(clients: tuple[TestClient, TestClient], place: str) -> None:
    """It would say that it does not answer, and a page would come back for ever."""
    for id_ in ODD_IDS:
        assert clients[0].get(place.format(id_)).status_code == 404, id_
    for body in ({"game": "own-\0"}, {"game": "own-\U0001f600"}):
        assert clients[0].post("/api/tables", json=body).status_code == 404, body
