"""Whatever is damaged in the database, or however it fails, every answer has a code, and none is a defect of ours."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Engine, event, inspect, text
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.web.conftest import ADDRESS
from tests.web.test_tables import ORIGIN, SOCKETS, Talk, bearer, dealt, opened

from deckwright.engine import load
from deckwright.jobs.errors import JobError
from deckwright.measure.library import find_report
from deckwright.play import StoreError
from deckwright.web.app import create_app
from deckwright.web.lab_runs import LabRun
from deckwright.web.own_games import Checked
from deckwright.web.ratings import Liked
from deckwright.web.service import Service
from deckwright.web.settings import Limits, ServerSettings

JUNK = ("{", b"\xff\xfe", -1)
EXPECTED = {"", "link.not-over", "table.not-over", "shuffle.not-over"}
"""What a game that is not over refuses."""
TOKEN = "a-token-of-the-operator"


class Place(NamedTuple):
    """A server that has something of everything, and every way to ask for it."""

    client: TestClient
    service: Service
    asks: tuple[Callable[[], Any], ...]
    socket: Callable[[], Any]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    limits = Limits(requests=1e6, request_burst=10**6, reads=1e6, read_burst=10**6, tables_per_address=10**6)
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    settings = ServerSettings(store_url=url, bot_delay_s=0.0, operator=TOKEN, limits=limits)
    with TestClient(create_app(settings), base_url=ADDRESS, raise_server_exceptions=False) as client:
        service: Service = client.app._app.state.service  # type: ignore[attr-defined]
        service.runner.stop()  # what waits stays as it is
        own = service.own.keep(Checked(ok=True, genome=load("kuhn").genome.to_dict(), digest="", name="Kuhn"))
        ticket = opened(client, "cambio", level="easy")
        seat, key, table = f"/table/{ticket['table']}/0", ticket["key"], ticket["table"]
        with client.websocket_connect(f"{SOCKETS}{seat}/socket", headers=bearer(key)) as socket:
            talk = Talk(socket)
            talk.say("seen", str(dealt(talk)["peeks"][0]["number"]))
        service.ratings.give(table, 0, "cambio", 4)
        done = service.jobs.add("report", {"page": "kuhn"}, title="a report")
        service.jobs.take("here")
        report = find_report("kuhn", load("kuhn").definition.digest)
        assert report is not None
        service.jobs.finish(done.id, "here", report.to_dict())
        waiting = service.jobs.add("report", {"page": "kuhn"}, title="another")
        cookie, operator = {"cookie": f"seat={key}", **ORIGIN}, bearer(TOKEN)
        asked: list[tuple[str, str, Any, dict[str, str]]] = [
            ("GET", f"/games/{own}", None, {}),
            ("GET", f"/games/{own}/rules", None, {}),
            ("GET", f"/games/{own}/genome", None, {}),
            ("GET", f"/own?start={own}", None, {}),
            ("GET", "/games/cambio", None, {}),
            ("GET", f"/api/tables/{table}/seats/0", None, bearer(key)),
            ("GET", f"/api/tables/{table}/watch", None, {}),
            ("GET", f"{seat}/link", None, cookie),
            ("GET", f"{seat}/record", None, cookie),
            ("POST", f"{seat}/enter", {"key": key}, {}),
            ("POST", f"{seat}/rematch", {}, cookie),
            ("POST", f"{seat}/rate", {"stars": 3}, cookie),
            ("POST", f"/api/tables/{table}/seats/0", {"revision": 0, "id": "seen", "data": "1"}, bearer(key)),
            ("POST", f"/api/tables/{table}/host", {"id": "pause"}, bearer(ticket["host"])),
            ("POST", f"/api/tables/{table}/host", {"id": "resume"}, bearer(ticket["host"])),
            ("GET", f"/api/jobs/{done.id}", None, {}),
            ("GET", f"/api/jobs/{done.id}/result", None, {}),
            ("GET", f"/api/jobs/{done.id}/shown", None, {}),
            ("GET", f"/jobs/{done.id}", None, {}),
            ("GET", f"/jobs/{done.id}/live", None, {}),
            ("POST", f"/api/jobs/{waiting.id}/cancel", {}, {}),
            ("GET", "/api/jobs", None, operator),
            ("POST", "/api/jobs", {"game": own, "budget": 100_000}, operator),
            ("POST", "/api/tables", {"game": own}, {}),
        ]

        def asking(method: str, path: str, body: Any, headers: dict[str, str]) -> Callable[[], Any]:
            return lambda: client.request(method, path, json=body, headers=headers)

        def listening() -> str:
            try:
                with client.websocket_connect(f"{SOCKETS}{seat}/socket", headers=bearer(key)) as one:
                    Talk(one)
                    return ""
            except WebSocketDisconnect as closed:
                return closed.reason or str(closed.code)

        yield Place(client, service, tuple(asking(*one) for one in asked), listening)


def check_answers(place: Place, what: object) -> set[str]:
    """Ask for everything: an answer is what was asked for, or a refusal with a code. The codes."""
    codes = set()
    for ask in place.asks:
        place.service.hub._live.clear()
        place.client.cookies.clear()
        answer = ask()
        code = answer.json()["code"] if answer.status_code >= 400 else ""
        assert code != "server.failed", (what, answer.request.method, answer.request.url.path)
        assert "unavailable" not in code or answer.status_code == 503, "it may be asked again"
        codes.add(code)
    place.service.hub._live.clear()
    place.client.cookies.clear()
    reason = place.socket()
    assert reason != "server.failed", (what, "socket")
    return codes | {reason}


def test_damaged_rows_are_refused_with_a_code(place: Place) -> None:
    """Every column of every table with what nobody wrote there; jobs are taken from the queue, too."""
    engine = place.service.store.engine
    assert check_answers(place, "sound") <= EXPECTED
    found: set[str] = set()
    columns = [
        (table, str(column["name"]))
        for table in inspect(engine).get_table_names()
        for column in inspect(engine).get_columns(table)
    ]
    for (table, column), junk in zip(columns, cycle(JUNK), strict=False):
        if (table, column) in (("tables", "id"), ("inputs", "table_id")):
            continue  # the database itself keeps these in step
        with engine.begin() as connection:
            kept = connection.execute(text(f'SELECT rowid, "{column}" FROM "{table}"')).all()
            connection.execute(text(f'UPDATE OR IGNORE "{table}" SET "{column}" = :junk'), {"junk": junk})
        found |= check_answers(place, (table, column, junk))
        place.service.runner._did_one(frozenset())
        with engine.begin() as connection:
            for row, value in kept:
                restored = text(f'UPDATE OR REPLACE "{table}" SET "{column}" = :value WHERE rowid = :row')
                connection.execute(restored, {"value": value, "row": row})
    assert {"store.corrupt", "job.corrupt", "key.unknown"} <= found


ODD = ("CAST(x'7bfffe' AS TEXT)", "9e999", "'[]'", "-1")


def damaged_columns(engine: Engine, table: str, junk: str) -> Iterator[str]:
    """Each column of a table in turn, with junk in the first of its rows; afterwards the row is as it was."""
    for column in [str(one["name"]) for one in inspect(engine).get_columns(table)]:
        with engine.begin() as connection:
            first = f"rowid = (SELECT MIN(rowid) FROM {table})"
            [kept] = connection.execute(text(f"SELECT {column} FROM {table} WHERE {first}")).scalars()
            connection.exec_driver_sql(f"UPDATE {table} SET {column} = {junk} WHERE {first}")
        yield column
        with engine.begin() as connection:
            connection.execute(text(f"UPDATE {table} SET {column} = :kept WHERE {first}"), {"kept": kept})


@pytest.mark.parametrize("junk", ODD)
def test_one_damaged_job_keeps_no_other_from_being_listed_and_run(place: Place, junk: str) -> None:
    jobs, engine = place.service.jobs, place.service.store.engine
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM jobs"))
    first, sound = jobs.add("report", {"page": "kuhn"}), jobs.add("report", {"page": "kuhn"})
    with engine.begin() as connection:
        connection.execute(text("UPDATE jobs SET made_ms = 1 WHERE id = :id"), {"id": first.id})
    for column in damaged_columns(engine, "jobs", junk):
        listed = jobs.newest()
        json.dumps([job.to_dict() for job in listed], allow_nan=False)
        assert sound.id in [job.id for job in listed], column
        taken = [job.id for _ in range(3) if (job := jobs.take("here")) is not None]
        assert sound.id in taken, column
        with engine.begin() as connection:
            connection.execute(text("UPDATE jobs SET state = 'waiting', tries = 0, code = '', runner = ''"))


@pytest.mark.parametrize("junk", ODD)
def test_one_damaged_run_keeps_no_list_and_no_server_from_going_on(place: Place, junk: str) -> None:
    runs, engine = place.service.runs, place.service.store.engine
    for number in range(2):
        runs.add(LabRun(f"run{number}", "somebody", "a run", {"generations": 1}, "", 1_000 + number))
    for column in damaged_columns(engine, "web_lab_runs", junk):
        assert "run1" in [run.id for run in runs.newest()], column
        assert "run1" in [run.id for run in runs.old(but_of="")], column  # asked when a server starts


@pytest.mark.parametrize("which", ["INSERT UPDATE DELETE", "SELECT INSERT UPDATE DELETE"])
def test_a_store_that_fails_is_told_and_comes_back(place: Place, which: str) -> None:
    """A disk that is full or may not be written, and one that is gone: in the middle of everything."""
    engine = place.service.store.engine

    def failing(*arguments: Any) -> None:
        statement = str(arguments[2])
        if statement.lstrip().split(" ", 1)[0] in which.split():
            raise OperationalError(statement, {}, OSError("disk I/O error"))

    event.listen(engine, "before_cursor_execute", failing)
    codes = check_answers(place, which)
    event.remove(engine, "before_cursor_execute", failing)
    assert "store.unavailable" in codes
    assert codes <= {
        "",
        "store.unavailable",
        "job.store-unavailable",
        "link.not-over",
        "table.not-over",
        "shuffle.not-over",
        "table.paused",
        "table.not-paused",
    }
    assert check_answers(place, "back") <= {"", "link.not-over", "table.not-over", "shuffle.not-over"}


@pytest.mark.parametrize("room", ["keys", "own_games", "ratings", "lab_runs", "looks"])
def test_a_disk_that_is_full_when_a_server_makes_its_tables_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: str
) -> None:
    def full(*_: object) -> None:
        raise OperationalError("CREATE", {}, Exception("database or disk is full"))

    monkeypatch.setattr(f"deckwright.web.{room}.make_tables", full)
    with pytest.raises(StoreError) as refused:
        Service(ServerSettings(store_url=f"sqlite:///{tmp_path / 'tables.db'}"))
    assert refused.value.code == "store.unavailable"


def test_figures_that_are_no_numbers_are_told_to_nobody(place: Place) -> None:
    """JSON has no infinity: an answer with one would fail as a whole."""
    service = place.service
    service.ratings.give("another", 0, "hearts", 4)
    with service.store.engine.begin() as connection:
        connection.exec_driver_sql(
            "INSERT INTO web_ratings VALUES ('bad', 0, 'hearts', 9e999), ('bad', 1, 'hearts', 'x')"
        )
        connection.exec_driver_sql("UPDATE jobs SET result = '{\"a\": 1e999}'")
    assert service.ratings.of("hearts") == service.ratings.all()["hearts"] == Liked(4.0, 1)
    with pytest.raises(JobError) as damaged:
        service.jobs.result(service.jobs.newest()[0].id)
    assert damaged.value.code == "job.corrupt"
