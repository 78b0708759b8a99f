"""Nobody at a table looks to be called as somebody else is, or has a name that cannot be seen."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient
from tests.conformance.walks import Variant
from tests.play.tables import is_usual, taken, walked
from tests.web.test_tables import bearer, opened
from tests.web.worlds import a_deal

from deckwright.engine import load
from deckwright.play import (
    Accepted,
    HostMessage,
    SeatMessage,
    agent,
    execute,
    format_link,
    hint,
    make_setup,
    open_table,
    person,
    play_agents,
    table_frame,
    valid_messages,
)
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
    body = {"key": ticket["invite"].partition("#key=")[2], "name": "player 1"}
    assert client.post(f"/api/tables/{ticket['table']}/join", json=body).json()["code"] == "name.taken"


@pytest.mark.parametrize("name", ["Player 2", "e\u0430sy", "hard", "Easy 1"])
def test_nobody_is_called_as_a_seat_without_a_name_may_come_to_be(client: TestClient, name: str) -> None:
    """Somebody sits down there without a name, or leaves and an agent follows, or all move on to the next game."""
    assert client.post("/api/tables", json={"game": "kuhn", "friends": -1, "name": name}).json()["code"] == "name.taken"
    ticket = opened(client, "kuhn", friends=-1, name="Ann")
    body = {"key": ticket["invite"].partition("#key=")[2], "name": name}
    assert client.post(f"/api/tables/{ticket['table']}/join", json=body).json()["code"] == "name.taken"


def test_agents_that_follow_people_are_told_apart(client: TestClient) -> None:
    ticket = opened(client, "hearts", friends=-1, name="Ann")
    for seat in (1, 2, 3):
        said = {"id": "seat-agent", "seat": seat, "data": "easy" if seat < 3 else "hard"}
        place = f"/api/tables/{ticket['table']}/host"
        assert client.post(place, json=said, headers=bearer(ticket["host"])).status_code == 200
    watched = client.get(f"/api/tables/{ticket['table']}/watch").json()
    assert [seat["name"] for seat in watched["seats"]] == ["Ann", "easy 1", "easy 2", "hard"]


def test_who_plays_on_from_a_game_is_not_called_as_the_computer(client: TestClient) -> None:
    table = walked(Variant("kuhn", (("hands", 1),)))[-1]
    body = {"link": format_link(table), "step": 0, "seat": 1, "name": "\u0410da"}
    ticket = client.post("/api/branch", json=body).json()
    watched = client.get(f"/api/tables/{ticket['table']}/watch").json()
    assert len({skeleton(seat["name"]) for seat in watched["seats"]}) == 2


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


def test_nobody_is_called_as_who_reads_what_happened() -> None:
    for name in ("You", "you", "Y\u03bfu"):
        with pytest.raises(WebError):
            check_name(name)


@pytest.mark.parametrize("name", ["\u202eAnn", "\u2067Ann", "An\u2068n", "Ann\u2069", "\u200fAnn", "\u061cAnn"])
def test_no_name_turns_the_text_around_it_or_ends_before_its_end(client: TestClient, name: str) -> None:
    answer = client.post("/api/tables", json={"game": "kuhn", "name": name})
    assert answer.status_code in (400, 422)


def test_names_are_told_apart_from_the_text_of_the_log() -> None:
    """Whatever somebody is called, the text around their name is what it would be for anybody."""
    told = []
    for name in ("Ann", "Ben takes the trick. Cleo", "\u05d0\u05d1"):
        game = load("toy-whist", hands=1)
        seats = (person(name), *(agent("random") for _ in range(game.seats - 1)))
        deal = a_deal(game, 1)
        table = open_table(make_setup(game, seats, id="names", chance=deal, agents={"random": "random"}))
        answer = execute(table, HostMessage("names", "deal"))
        assert isinstance(answer, Accepted)
        table = answer.table
        for _ in range(3):
            table = play_agents(table)
            found = [message for message in valid_messages(table) if is_usual(message)]
            answer = execute(table, found[0])
            assert isinstance(answer, Accepted)
            table = answer.table
        texts = [event.text for event in table_frame(table, None).events]
        assert any(f"\u2068{name}\u2069" in text for text in texts)
        told.append([re.sub("\u2068[^\u2069]*\u2069", "", text) for text in texts])
    assert told[0] == told[1] == told[2]


def test_names_are_told_apart_in_what_may_be_chosen() -> None:
    """Who is called `Cleo for kings, or Ann` does not change what another is asked, or what a button says."""
    asked = []
    for name in ("Ben", "Cleo for kings, or Ann", "\u05d0\u05d1"):
        game = load("go-fish", players=3)
        seats = (person("Ann"), person(name), person("Zoe"))
        table = open_table(make_setup(game, seats, id="names", chance=a_deal(game, 1), agents={"random": "random"}))
        table = taken(table, HostMessage("names", "deal"))
        while table.progress.undo is None:
            found = [message for message in valid_messages(table) if isinstance(message, SeatMessage)]
            asking = [message for message in found if message.id == "ask-undo"]
            table = taken(table, (asking or [message for message in found if is_usual(message)])[0])
        frames = [table_frame(table, seat) for seat in range(3)]
        labels = [choice.label for frame in frames for choice in frame.choices]
        labels += [frame.prompt for frame in frames]
        labels += [command.label for frame in frames for command in frame.commands]
        turn = table.progress.turn
        assert turn is not None
        labels += hint(table, turn, "random", seed=1).labels
        assert any(f"\u2068{name}\u2069" in label for label in labels)
        asked.append([re.sub("\u2068[^\u2069]*\u2069", "", label) for label in labels])
    assert asked[0] == asked[1] == asked[2]
