"""Nobody at a table looks to be called as somebody else is, or has a name that cannot be seen."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from tests.web.test_tables import bearer, opened

from deckwright.web.errors import WebError
from deckwright.web.names import check_name, skeleton


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\u034f", "\ufe0f", "a" + "\u0301" * 9, "\u0489"])
def test_a_name_can_be_seen_and_stays_in_its_line(client: TestClient, name: str) -> None:
    answer = client.post("/api/tables", json={"game": "kuhn", "name": name})
    assert (answer.status_code, answer.json()["code"]) == (400, "table.bad-name")


@pytest.mark.parametrize(
    "other", ["Anna", "anna", "ANNA", "A n n a", "\uff21nna", "\u0410nna", "An\u3164na", "\u00c1nna", "Ann\u03b1"]
)
def test_who_joins_is_not_called_as_somebody_there_is(client: TestClient, other: str) -> None:
    ticket = opened(client, "kuhn", friends=-1, name="Anna")
    key = ticket["invite"].partition("#key=")[2]

    def joins(name: str) -> tuple[int, str]:
        answer = client.post(f"/api/tables/{ticket['table']}/join", json={"key": key, "name": name})
        return answer.status_code, answer.json().get("code", "")

    assert joins(other) == (409, "name.taken")
    seating = {"id": "sit", "seat": 1, "data": other}
    place = f"/api/tables/{ticket['table']}/host"
    assert client.post(place, json=seating, headers=bearer(ticket["host"])).json()["code"] == "name.taken"
    assert joins("Ben") == (201, "")


def test_a_seat_without_a_name_is_nobody_elses_either(client: TestClient) -> None:
    ticket = opened(client, "kuhn", friends=-1)
    body = {"key": ticket["invite"].partition("#key=")[2], "name": "Seat 0"}
    assert client.post(f"/api/tables/{ticket['table']}/join", json=body).json()["code"] == "name.taken"


def test_who_plays_alone_has_another_name_than_the_computer(client: TestClient) -> None:
    ticket = opened(client, "hearts", name="Bruno")
    watched = client.get(f"/api/tables/{ticket['table']}/watch").json()
    assert len({skeleton(seat["name"]) for seat in watched["seats"]}) == 4


@pytest.mark.parametrize(
    "name", ["", "Zoë", "Łukasz", "Мария", "Ηλίας", "李小龍", "ประเสริฐ", "🂡 Ace", "O'Neil 2", "नेहा"]
)
def test_people_have_the_names_they_have(name: str) -> None:
    check_name(name, ["Ann", "Ben"])
    if name:
        with pytest.raises(WebError):
            check_name(name, [name])
