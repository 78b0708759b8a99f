"""Long jobs by HTTP: a report on one's own game, limits for strangers, and what survives a restart."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import ADDRESS

from deckwright.jobs import JobState
from deckwright.web.app import create_app
from deckwright.web.buckets import Buckets
from deckwright.web.job_kinds import WEB_JOBS
from deckwright.web.settings import Limits, ServerSettings

SMALL = 100_000
PATIENCE_S = 600.0
TOKEN = "a-token-of-the-operator"


def settings_of(folder: Path) -> ServerSettings:
    """A server whose store is in this folder."""
    check_s = 60.0  # tests run on busy machines
    limits = Limits(requests=1000.0, request_burst=1000, reads=1000.0, read_burst=1000, check_s=check_s)
    return ServerSettings(store_url=f"sqlite:///{folder / 'tables.db'}", operator=TOKEN, limits=limits)


@pytest.fixture
def patient(tmp_path: Path) -> Any:
    """A connection to a server that is asked often."""
    with TestClient(create_app(settings_of(tmp_path)), base_url=ADDRESS) as found:
        yield found


def wait(client: TestClient, job: str, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The job as soon as something is so."""
    until = time.monotonic() + PATIENCE_S
    found: dict[str, Any] = {}
    while time.monotonic() < until:
        found = client.get(f"/api/jobs/{job}").json()
        if is_so(found):
            return found
        time.sleep(0.05)
    raise AssertionError(f"it is still {found}")


def test_ones_own_game_is_measured_and_the_job_survives_a_restart(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    with TestClient(create_app(settings), base_url=ADDRESS) as client:
        text = client.get("/games/kuhn/genome?form=yaml").text.replace("Kuhn Poker", "<b>Kuhn</b>")
        kept = client.post("/api/games", json={"text": text}).json()["id"]
        made = client.post("/api/jobs", json={"game": kept, "budget": SMALL})
        assert made.status_code == 201
        job = made.json()["id"]
    with TestClient(create_app(settings), base_url=ADDRESS) as client:
        assert wait(client, job, lambda found: not found["is_open"])["state"] == "done"
        assert client.get(f"/api/jobs/{job}/result").json()["name"] == "<b>Kuhn</b>"
        page = client.get(f"/jobs/{job}").text
        assert "&lt;b&gt;Kuhn&lt;/b&gt;" in page
        assert "<b>Kuhn" not in page
        assert "<svg" in page


def test_strangers_have_small_jobs_and_few(patient: TestClient) -> None:
    patient_service(patient).runner.stop()  # so that jobs wait
    long = {"game": "hearts", "budget": WEB_JOBS["report"].stranger_cost + 1}
    refused = patient.post("/api/jobs", json=long)
    assert (refused.status_code, refused.json()["code"]) == (403, "job.too-much")
    small = {"game": "hearts", "budget": SMALL}
    ids = [patient.post("/api/jobs", json=small).json()["id"] for _ in range(Limits().jobs_per_address)]
    refused = patient.post("/api/jobs", json=small)
    assert (refused.status_code, refused.json()["code"]) == (429, "job.too-many")
    assert [patient.get(f"/api/jobs/{id}").json()["ahead"] for id in ids] == [0, 1]  # noqa: A001
    assert patient.post(f"/api/jobs/{ids[0]}/cancel").json()["state"] == "cancelled"
    assert patient.post("/api/jobs", json=small).status_code == 201


def test_who_cancels_jobs_may_not_ask_for_more_and_more(patient: TestClient) -> None:
    """Every job that was asked for is kept for a while, with the genome that it is about."""
    service = patient_service(patient)
    service.runner.stop()
    limits = service.settings.limits
    service.askings = Buckets(0.0, 3)
    small = {"game": "hearts", "budget": SMALL}
    for _ in range(3):
        made = patient.post("/api/jobs", json=small)
        assert made.status_code == 201
        patient.post(f"/api/jobs/{made.json()['id']}/cancel")
    refused = patient.post("/api/jobs", json=small)
    assert (refused.status_code, refused.json()["code"]) == (429, "job.too-many")
    by_operator = patient.post("/api/jobs", json=small, headers={"authorization": f"Bearer {service.operator}"})
    assert by_operator.status_code == 201
    assert limits.jobs_per_address < limits.jobs_asked_per_address < limits.jobs_asked


def test_the_operator_has_long_jobs_and_sees_all(patient: TestClient) -> None:
    patient_service(patient).runner.stop()
    operator = {"authorization": f"Bearer {TOKEN}"}
    small = patient.post("/api/jobs", json={"game": "war", "budget": SMALL}).json()["id"]
    assert patient.get("/api/jobs").status_code == 401
    for wrong in ("Bearer wrong", "Bearer ", TOKEN):
        assert patient.get("/api/jobs", headers={"authorization": wrong}).status_code == 403
        assert patient.post("/api/jobs", json={"game": "war"}, headers={"authorization": wrong}).status_code == 403
    long = patient.post("/api/jobs", json={"game": "hearts", "budget": 300_000_000}, headers=operator).json()["id"]
    assert {job["id"] for job in patient.get("/api/jobs", headers=operator).json()} == {small, long}
    too_long = patient.post("/api/jobs", json={"game": "hearts", "budget": 10**11}, headers=operator)
    assert too_long.status_code == 403


def test_what_there_is_not_is_told(patient: TestClient) -> None:
    for body, status in (
        ({"game": "nothing"}, 404),
        ({"game": "hearts", "kind": "dreaming"}, 400),
        ({"game": "hearts", "options": {"colour": 3}}, 400),
        ({"game": "hearts", "budget": 5}, 422),
        ({"game": "hearts", "iterations": 5}, 422),
        ({"game": "hearts", "kind": ["report"]}, 400),
        ([], 422),
        ({"game": "../../etc/passwd"}, 404),
        ({}, 422),
    ):
        assert patient.post("/api/jobs", json=body).status_code == status, body
    for text in ("[" * 100_000, "{", "\xff"):
        answer = patient.post("/api/jobs", content=text.encode("latin-1"), headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (422, "request.malformed")
    for path in ("/api/jobs/nothing", "/jobs/nothing", "/api/jobs/nothing/result", f"/api/jobs/{'x' * 500}"):
        assert patient.get(path).status_code == 404
    assert patient.post("/api/jobs/nothing/cancel").status_code == 404
    patient_service(patient).runner.stop()
    job = patient.post("/api/jobs", json={"game": "war", "budget": SMALL}).json()["id"]
    assert patient.get(f"/api/jobs/{job}/result").status_code == 409
    assert patient_service(patient).jobs.find(job).state is JobState.WAITING


def patient_service(client: TestClient) -> Any:
    """What the server holds."""
    return client.app._app.state.service  # type: ignore[attr-defined]


def test_every_kind_says_what_may_be_asked_of_it(patient: TestClient) -> None:
    described = patient.get("/openapi.json").json()["paths"]["/api/jobs"]["post"]["requestBody"]
    schemas = described["content"]["application/json"]["schema"]["oneOf"]
    kinds = {one["properties"]["kind"]["const"]: one for one in schemas}
    assert set(kinds) == {name for name, job in WEB_JOBS.items() if job.request is not None}
    for one in kinds.values():
        assert one["additionalProperties"] is False
        assert "$defs" not in one  # it stands inside another document
        assert "#/$defs/" not in str(one)


def test_a_job_that_has_nothing_before_it_is_done_cannot_be_stopped(patient: TestClient) -> None:
    patient_service(patient).runner.stop()
    job = patient.post("/api/jobs", json={"game": "war", "budget": SMALL}).json()["id"]
    refused = patient.post(f"/api/jobs/{job}/stop")
    assert (refused.status_code, refused.json()["code"]) == (409, "job.cannot-stop")
    assert patient.get(f"/api/jobs/{job}/shown").json() == {}
    assert patient.get(f"/jobs/{job}/live").text == ""
