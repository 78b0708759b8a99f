"""A connection that breaks loses nothing and does nothing twice; what is shown to one seat alone stays with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from sqlite3 import connect
from typing import Any

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.exc import OperationalError
from starlette.websockets import WebSocketDisconnect
from tests.play.tables import is_usual, whole_choices
from tests.web.servers import Server, a_server
from tests.web.test_tables import Talk, bearer, dealt, opened
from tests.web.worlds import Servers, World, a_deal, message_text, worlds

from deckwright.engine import load
from deckwright.play import ClockMessage, HostMessage, Message, SeatMessage, TableState, valid_messages
from deckwright.play.frame_text import changed_frame


def frame_now(text: str) -> Any:
    return json.loads(text)["frame"]


@pytest.mark.parametrize("killed", ["before", "half", "during", "after"])
def test_a_move_counts_once_however_the_socket_dies(servers: Servers, killed: str) -> None:
    """The frame after it is that of a table where nothing happened to the socket."""
    game = load("toy-whist", hands=1)
    deal = a_deal(game, 1)
    here, calm = worlds(servers, game, (deal, deal))
    turn = here.table.progress.turn
    assert turn is not None
    with calm.listen(turn) as ear:
        first = frame_now(ear.heard()[-1])
        said, revision = first["choices"][0]["id"], first["revision"]
        ear.tell(said, revision=revision, n="a name")
        expected = [text for text in ear.heard() if text.startswith('{"type":"frame"')][-1]
    with here.listen(turn) as ear:
        ear.heard()
        if killed == "half":
            ear.line.send_half(message_text("a name", revision, said))
        elif killed != "before":
            ear.tell(said, revision=revision, n="a name")
        if killed == "after":
            assert any('"n": "a name"' in text for text in ear.heard())
        ear.line.kill()
    for _ in range(2):  # a page that hears no answer says it again, and again
        with here.listen(turn) as ear:
            ear.tell(said, revision=revision, n="a name")
            answers = [json.loads(text) for text in ear.heard() if text.startswith('{"type": "answer"')]
            assert [(answer["n"], answer["code"]) for answer in answers] == [("a name", "")]
    assert here.table.revision == calm.table.revision == revision + 1
    with here.listen(turn) as ear:
        assert ear.heard()[-1] == expected


def test_the_same_words_under_another_name_are_another_message(servers: Servers) -> None:
    game = load("toy-whist", hands=1)
    [here] = worlds(servers, game, (a_deal(game, 1),))
    with here.listen(here.table.progress.turn) as ear:
        first = frame_now(ear.heard()[-1])
        for name in ("one", "two"):
            ear.tell(first["choices"][0]["id"], revision=first["revision"], n=name)
        answers = [json.loads(text) for text in ear.heard() if text.startswith('{"type": "answer"')]
        assert [answer["code"] for answer in answers] == ["", "revision.stale"]


def follow(frame: dict[str, Any], texts: list[str]) -> dict[str, Any]:
    """The frame that changes lead to; whatever else comes is left out."""
    for data in map(json.loads, texts):
        if data["type"] == "change":
            frame = changed_frame(frame, data)
    return frame


def test_changes_of_a_socket_follow_the_frame_that_it_was_sent_first(servers: Servers) -> None:
    """However often it comes back: the first frame is whole, and those after it lead to the table as it is."""
    game = load("hearts", hands=1)
    [here] = worlds(servers, game, (a_deal(game, 2),))
    for _ in range(2):
        with here.listen(0, changes=True) as told, here.listen(0) as whole:
            [first] = [text for text in told.heard() if text.startswith('{"type":"frame"')]
            frame = frame_now(first)
            assert frame == frame_now(whole.heard()[-1])
            picks = [choice["id"] for choice in frame["choices"][:3]]
            for said in (*(",".join(picks[:count]) for count in range(1, len(picks) + 1)), ""):
                told.tell("draft", said, revision=frame["revision"])
                frame = follow(frame, told.heard())
                assert frame["draft"]["path"] == (said.split(",") if said else [])
            here.say(lambda now: HostMessage(now.id, "take-over", 1))
            here.say(lambda now: HostMessage(now.id, "pause"))
            texts = told.heard()
            assert texts
            assert not any(text.startswith('{"type":"frame"') for text in texts)
            assert follow(frame, texts) == frame_now(whole.heard()[-1])
            here.say(lambda now: HostMessage(now.id, "resume"))


def test_who_asks_for_changes_hears_nothing_while_another_seat_picks(servers: Servers) -> None:
    game = load("hearts", hands=1)
    [here] = worlds(servers, game, (a_deal(game, 2),))
    with (
        here.listen(0) as own,
        here.listen(1, changes=True) as other,
        here.listen(None, changes=True) as watching,
    ):
        first = frame_now(own.heard()[-1])
        assert other.heard()
        assert watching.heard()
        own.tell("draft", first["choices"][0]["id"], revision=first["revision"])
        assert own.heard()
        assert other.heard() == watching.heard() == []


def anything(table: TableState, rng: Random) -> Message:
    """Something that people or the host may say: moves for the most part, choices taken back, pauses."""
    found = [message for message in valid_messages(table) if not isinstance(message, ClockMessage)]
    found = [message for message in found if message.id not in ("leave", "resign", "take-over")]
    odd = [message for message in found if message.id in ("allow-undo", "resume")]
    asked = [message for message in found if message.id == "ask-undo"]
    usual = [*(message for message in found if is_usual(message)), *whole_choices(table, rng)]
    return rng.choice(odd or (asked if asked and rng.random() < 0.3 else found if rng.random() < 0.2 else usual))


@pytest.mark.parametrize("name", ["cambio", "hearts", "crazy-eights"])
def test_changes_lead_to_what_is_shown_to_whoever_comes_anew(servers: Servers, name: str) -> None:
    """Whatever happens: choices taken back, cards that were looked at, drafts, pauses."""
    game, rng = load(name), Random(name)
    [here] = worlds(servers, game, (a_deal(game, 3),))
    undone = looked = 0
    for _ in range(3):
        with here.listen(0, changes=True) as own, here.listen(None, changes=True) as watching:
            frames = [frame_now(next(text for text in ear.heard() if "frame" in text[:16])) for ear in (own, watching)]
            for _ in range(12):
                here.say(lambda now: anything(now, rng))
                if frames[0]["peeks"] and rng.random() < 0.5:
                    looked += 1
                    own.tell("seen", str(frames[0]["peeks"][-1]["number"]))
                if frames[0]["choices"] and rng.random() < 0.5:
                    own.tell("draft", frames[0]["choices"][0]["id"], revision=frames[0]["revision"])
                    own.tell("draft", "", revision=frames[0]["revision"])
                for place, ear in enumerate((own, watching)):
                    texts = ear.heard()
                    assert not any('"type":"frame"' in text[:16] for text in texts)
                    frames[place] = follow(frames[place], texts)
                for frame, seat in zip(frames, (0, None), strict=True):
                    with here.listen(seat) as anew:
                        assert frame == frame_now(anew.heard()[-1])
            undone = frames[0]["undone"]
    assert undone or name == "hearts"
    assert looked or name != "cambio"


def peeked(server: Server, table: str, key: str) -> list[Any]:
    """What the socket and the API show of cards that this seat alone was shown."""
    with server.connect(f"/table/{table}/0/socket", bearer(key)) as line:
        frame = Talk(line).frame
    again = server.client.get(f"/api/tables/{table}/seats/0", headers=bearer(key)).json()
    assert again["peeks"] == frame["peeks"]
    return list(frame["peeks"])


def lies_hidden(world: World, code: str) -> bool:
    """Whether a card lies before a player, where nobody sees it."""
    state = world.table.state
    assert state is not None
    notation = state.game.notation
    places = zip(notation.zones, state.position.layout(), strict=True)
    return code in [notation.card(card) for zone, cards in places if zone.role == "hand" for card in cards]


@pytest.mark.parametrize("seed", [3, 4])
def test_no_frame_says_a_card_any_more_when_who_peeked_at_it_has_acknowledged_it(servers: Servers, seed: int) -> None:
    """Nor does a newcomer's, the API's answer, or a change: not as a card, and in no sentence, whatever is played."""
    game, rng = load("cambio"), Random(seed)
    [here] = worlds(servers, game, (a_deal(game, seed),))
    compared = 0
    with here.listen(0) as whole, here.listen(0, changes=True) as told, here.listen(1) as other:
        frame = frame_now(whole.heard()[-1])
        words = {peek["card"]: game.notation.card_words[peek["card"]] for peek in frame["peeks"]}
        assert len(words) == 2

        def is_said(code: str, texts: list[str]) -> bool:
            return any(f'"{code}"' in text or words[code] in text for text in texts)

        for _ in range(2):  # it stays until then, wherever one comes from
            with here.listen(0) as again:
                assert frame_now(again.heard()[-1])["peeks"] == frame["peeks"]
        assert not any(is_said(code, other.heard()[1:]) for code in words)  # what comes first is the sheet
        while not here.table.progress.beats:  # until all hands are laid open
            told.heard()
            whole.heard()
            told.tell("seen", str(10**9))
            texts = [text for text in told.heard() if "peeks" not in text or '"peeks":[]' in text]
            told.tell("draft", "", revision=here.table.revision)
            with here.listen(0) as again:
                texts += again.heard()[1:]
            texts.append(here.server.fetch(f"/api/tables/{here.name}/seats/0", bearer(here.keys[0])).decode())
            for code in words:
                if lies_hidden(here, code):
                    assert not is_said(code, texts)
                    compared += 1
            here.say(lambda now: rng.choice([message for message in valid_messages(now) if is_usual(message)]))
    assert compared >= 6


def test_a_card_that_was_looked_at_is_in_no_frame_afterwards_whatever_happens(tmp_path: Path) -> None:
    with a_server(tmp_path) as server:
        ticket = opened(server.client, "cambio")
        table, key = ticket["table"], ticket["key"]
        with server.connect(f"/table/{table}/0/socket", bearer(key)) as line:
            dealt(Talk(line))
    with a_server(tmp_path) as server:  # a server that was started again
        peeks = peeked(server, table, key)
        assert len(peeks) == 2
        watched = server.client.get(f"/api/tables/{table}/watch").json()
        assert watched["peeks"] == []
        body = {"revision": 0, "id": "seen", "data": str(peeks[-1]["number"])}
        answer = server.client.post(f"/api/tables/{table}/seats/0", json=body, headers=bearer(key))
        assert answer.json()["peeks"] == []
        assert peeked(server, table, key) == []
    with a_server(tmp_path) as server:
        assert peeked(server, table, key) == []


def test_nobody_acknowledges_what_they_have_not_been_shown(tmp_path: Path) -> None:
    """A number that is far ahead hides nothing that comes later."""
    with a_server(tmp_path) as server:
        ticket = opened(server.client, "cambio")
        table = ticket["table"]
        with server.connect(f"/table/{table}/0/socket", bearer(ticket["key"])) as line:
            talk = Talk(line)
            assert talk.say("seen", "999999999") == ""
            assert dealt(talk)["peeks"]


def test_whoever_is_followed_in_a_seat_sees_no_more_of_it(tmp_path: Path) -> None:
    with a_server(tmp_path) as server:
        ticket = opened(server.client, "kuhn", friends=-1, name="Ann")
        table, host = ticket["table"], ticket["host"]
        invite = ticket["invite"].partition("#key=")[2]
        first = server.client.post(f"/api/tables/{table}/join", json={"key": invite, "name": "Ben"}).json()
        place = f"/table/{table}/1/socket"
        with server.connect(place, bearer(first["key"])) as line:
            talk = Talk(line)
            server.client.post(f"/api/tables/{table}/host", json={"id": "leave", "seat": 1}, headers=bearer(host))
            second = server.client.post(f"/api/tables/{table}/join", json={"key": invite, "name": "Cy"}).json()
            with pytest.raises(WebSocketDisconnect) as left:
                talk.until(lambda frame: frame["seats"][1]["name"] == "Cy")
            assert (left.value.code, left.value.reason) == (4403, "key.unknown")
        service = server.service
        assert server.call(service.find_sitter, first["key"], table, 1) is None
        assert server.call(service.find_sitter, second["key"], table, 1) is not None


def test_keys_of_an_earlier_version_are_of_those_with_whom_a_table_was_opened(tmp_path: Path) -> None:
    with a_server(tmp_path) as server:
        ticket = opened(server.client, "kuhn", friends=-1)
    with closing(connect(tmp_path / "tables.db")) as database:
        database.execute("ALTER TABLE web_keys DROP COLUMN since")
        database.commit()
    with a_server(tmp_path) as server:
        place = f"/api/tables/{ticket['table']}/seats/0"
        assert server.client.get(place, headers=bearer(ticket["key"])).status_code == 200


def hosting(said: str, now: TableState) -> HostMessage:
    return HostMessage(now.id, said)


def saying(said: str, now: TableState) -> SeatMessage:
    return SeatMessage(now.id, now.revision, 0, said)


def test_what_was_acknowledged_is_the_same_after_a_restart_whatever_was_taken_back(tmp_path: Path) -> None:
    """After an undo numbers are given again: a card that comes under one has not been looked at, restart or not."""
    rng, lowered = Random(13), 0
    game = load("solitaire")
    with a_server(tmp_path) as server:
        world = World(server, game, a_deal(game, 1), may_undo=True)
        world.join()
        world.deal()
        hub = world.service.hub
        for _ in range(80):
            before = hub.seen("here", 0)
            if rng.random() < 0.3:
                world.call(hub.acknowledge, "here", 0, 10**9)  # everything so far
            else:
                choices = json.loads(hub.frame(world.table, 0).to_json())["choices"]
                said = "undo" if rng.random() < 0.4 else rng.choice(choices)["id"]
                world.say(partial(saying, said))
            lowered += hub.seen("here", 0) < before
            _, seen = world.call(hub._read, "here")  # as a server that has just been started
            assert seen.get(0, -1) == hub.seen("here", 0)
            _, seen = world.call(partial(hub._read, after=world.table), "here")  # as one that others have been before
            assert seen.get(0, -1) == hub.seen("here", 0)
        assert world.table.revision > 30
    assert lowered > 2


# A store that fails at some statement, and the next time does what it is asked


def failing_once(engine: Engine, step: int) -> Callable[[], bool]:
    """Let the n-th statement that writes fail; what ends that, and tells whether it came to it."""
    count = 0

    def fail(_: Any, __: Any, statement: str, *___: Any) -> None:
        nonlocal count
        if statement.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE")):
            count += 1
            if count == step:
                raise OperationalError(statement, {}, Exception("disk full"))

    event.listen(engine, "before_cursor_execute", fail)

    def end() -> bool:
        event.remove(engine, "before_cursor_execute", fail)
        return count >= step

    return end


@pytest.mark.parametrize("way", ["join", "host"])
def test_who_cannot_be_seated_because_the_store_fails_is_seated_the_next_time(tmp_path: Path, way: str) -> None:
    """Whichever statement fails, no seat is taken to which nobody has a key."""
    with a_server(tmp_path) as server:
        service = server.service
        for step in range(1, 20):
            ticket = opened(server.client, "kuhn", friends=-1, name="Ann")
            table, invite = ticket["table"], ticket["invite"].partition("#key=")[2]

            def sit(table: str = table, invite: str = invite, host: str = ticket["host"]) -> Any:
                if way == "join":
                    return server.client.post(f"/api/tables/{table}/join", json={"key": invite, "name": "Ben"})
                body = {"id": "sit", "seat": 1, "data": "Ben"}
                return server.client.post(f"/api/tables/{table}/host", json=body, headers=bearer(host))

            end = failing_once(service.store.engine, step)
            answer = sit()
            if not end():
                assert answer.is_success
                break
            assert (answer.status_code, answer.json()["code"]) == (503, "store.unavailable"), step
            again = sit()
            assert again.is_success, (step, again.text)
            given = again.json() if way == "join" else again.json()["ticket"]
            frame = server.client.get(f"/api/tables/{table}/seats/1", headers=bearer(given["key"])).json()
            assert [seat["name"] for seat in frame["seats"]] == ["Ann", "Ben"]
        assert step > 2, "nothing was written"


def test_a_table_that_the_store_could_not_keep_whole_is_no_table(tmp_path: Path) -> None:
    """Whichever statement fails while it is opened, none is left to which nobody has a key."""
    with a_server(tmp_path) as server:
        service = server.service
        for step in range(1, 20):
            before = service.store.ids()
            end = failing_once(service.store.engine, step)
            answer = server.client.post("/api/tables", json={"game": "kuhn"})
            if not end():
                assert answer.is_success
                break
            assert (answer.status_code, answer.json()["code"]) == (503, "store.unavailable"), step
            assert service.store.ids() == before
        assert step > 2, "nothing was written"


@pytest.mark.parametrize("times", [1, 9])
def test_who_sits_down_while_the_table_moves_on_has_a_key_that_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """Their key names the revision at which they sit down; at a table that never waits they are told to try again."""
    with a_server(tmp_path) as server:
        service = server.service
        ticket = opened(server.client, "kuhn", friends=-1, name="Ann")
        table, invite = ticket["table"], ticket["invite"].partition("#key=")[2]
        said = iter(("pause", "resume") * times)
        make_all = service.keys.make_all

        def slow(wanted: Any) -> Any:
            for word in islice(said, 2):
                server.call(service.hub.say, table, partial(hosting, word))
            return make_all(wanted)

        monkeypatch.setattr(service.keys, "make_all", slow)
        answer = server.client.post(f"/api/tables/{table}/join", json={"key": invite, "name": "Ben"})
        if times > 1:
            assert (answer.status_code, answer.json()["code"]) == (409, "revision.stale")
            return
        frame = server.client.get(f"/api/tables/{table}/seats/1", headers=bearer(answer.json()["key"])).json()
        assert [seat["name"] for seat in frame["seats"]] == ["Ann", "Ben"]
