"""The lab by HTTP: runs are begun, stopped, gone on with and survive a restart; what they found is shown and played."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import ADDRESS
from tests.web.lab_runs import EVIL, keep_run
from tests.web.test_jobs import PATIENCE_S, TOKEN, patient, patient_service, settings_of  # noqa: F401

from deckwright.engine import load
from deckwright.evolve.evolve_job import evolve_job
from deckwright.evolve.library import library_genomes
from deckwright.evolve.ratings import load_ratings
from deckwright.jobs import Work
from deckwright.web.app import create_app
from deckwright.web.evolve_jobs import STRANGER_JUDGEMENTS
from deckwright.web.kept import unavailable
from deckwright.web.service import Service, jobs_folder

OPERATOR = {"authorization": f"Bearer {TOKEN}"}
TINY = {"parents": ["kuhn"], "population": 2, "generations": 2, "seed": 1}


@pytest.fixture(autouse=True)
def interrupts() -> Iterator[None]:
    """Ctrl-C means afterwards what it meant before: a run's process is meant to have it for itself."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


def wait(client: TestClient, run: str, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The run as soon as something is so."""
    until = time.monotonic() + PATIENCE_S
    found: dict[str, Any] = {}
    while time.monotonic() < until:
        found = client.get(f"/api/lab/runs/{run}").json()
        if is_so(found):
            return found
        time.sleep(0.05)
    raise AssertionError(f"it is still {found}")


def test_a_run_that_cannot_be_kept_leaves_no_job_behind(patient: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """Nobody could stop it, and it would count for whoever asked."""

    def full(*_: object) -> None:
        raise unavailable()

    service = patient_service(patient)
    monkeypatch.setattr(service.runs, "add", full)
    assert patient.post("/api/lab/runs", json=TINY).json()["code"] == "store.unavailable"
    assert service.jobs.count_open() == 0


def test_a_run_is_stopped_gone_on_with_and_survives_a_restart(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    with TestClient(create_app(settings), base_url=ADDRESS) as client:
        made = client.post("/api/lab/runs", json=TINY)
        assert made.status_code == 201
        run = made.json()["id"]
        wait(client, run, lambda found: found["state"] == "running")
    with TestClient(create_app(settings), base_url=ADDRESS) as client:  # the server was stopped in the middle
        assert wait(client, run, lambda found: found["generation"] >= 1)["evaluations"] > 0
        client.post(f"/api/lab/runs/{run}/stop")
        found = wait(client, run, lambda found: not found["is_open"])
        assert found["state"] in ("stopped", "done"), found  # it may have been as good as done
        more = client.post(f"/api/lab/runs/{run}/resume", json={"generations": 3})
        assert (more.status_code, more.json()["generations"]) == (201, 3)
        found = wait(client, run, lambda found: not found["is_open"])
        assert (found["state"], found["generation"], len(found["history"])) == ("done", 3, 3)
        assert client.post(f"/api/lab/runs/{run}/resume", json={}).json()["code"] == "run.done"
        page = client.get(f"/lab/{run}").text
        assert "What was found" in page
        for row in client.get(f"/api/lab/runs/{run}/archive").json():
            assert client.get(f"/lab/{run}/{row['digest']}").status_code == 200


def test_a_run_pauses_when_its_time_is_over_and_goes_on_from_there(tmp_path: Path) -> None:
    spec = {**TINY, "style": "balanced", "parents": [{"game": "kuhn"}], "minutes": 0.0}
    told: list[float] = []
    work = Work(spec, tmp_path, lambda share, _: told.append(share))
    assert evolve_job(work) == {"ended": "time"}
    assert told[-1] == 0.5
    assert evolve_job(work) == {"ended": "done"}
    assert told[-1] == 1.0


def test_a_run_that_is_stopped_before_it_does_anything_is_stopped(tmp_path: Path) -> None:
    work = Work({**TINY, "style": "balanced", "parents": [{"game": "kuhn"}], "minutes": 1.0}, tmp_path, lambda *_: None)
    work.stop.set()
    assert evolve_job(work) == {"ended": "stopped"}


def test_strangers_have_short_runs_and_say_what_can_be(patient: TestClient) -> None:  # noqa: F811
    patient_service(patient).runner.stop()
    long = {"population": 100, "generations": STRANGER_JUDGEMENTS}
    for body, status, code in (
        (long, 403, "job.too-much"),
        ({"ratings": True}, 403, "operator.needed"),
        ({"parents": ["nothing"]}, 404, "game.unknown"),
        ({"parents": ["holdem"]}, 400, "run.no-genome"),
        ({"players_low": 4, "players_high": 2}, 422, "request.malformed"),
        ({"style": "wild"}, 422, "request.malformed"),
        ({"family": "wild"}, 422, "request.malformed"),
        ({"population": 1}, 422, "request.malformed"),
        ({"budget": 1}, 422, "request.malformed"),
    ):
        refused = patient.post("/api/lab/runs", json=body)
        assert (refused.status_code, refused.json()["code"]) == (status, code), body
    made = patient.post("/api/lab/runs", json={**long, "ratings": True}, headers=OPERATOR)
    assert (made.status_code, made.json()["state"]) == (201, "waiting")
    assert patient.post("/api/jobs", json={"kind": "evolve"}).json()["code"] == "job.unknown-kind"
    own = [patient.post("/api/lab/runs", json=TINY).status_code for _ in range(3)]
    assert own == [201, 201, 429]
    assert patient.get("/api/lab/runs").status_code == 401
    assert len(patient.get("/api/lab/runs", headers=OPERATOR).json()) == 3
    run = made.json()["id"]
    assert patient.post(f"/api/lab/runs/{run}/resume", json={}).json()["code"] == "run.open"
    assert patient.post(f"/api/lab/runs/{run}/stop").json()["state"] == "stopped"  # it had not begun
    service: Service = patient.app._app.state.service  # type: ignore[attr-defined]
    known = service.runs.find(run)
    assert service.runs.go_on(known, "one", known.spec)
    assert not service.runs.go_on(known, "another", known.spec), "two servers let it go on"
    assert service.runs.find(run).job == "one"


def test_what_was_found_is_shown_and_its_texts_are_escaped(patient: TestClient) -> None:  # noqa: F811
    run, (new, stone) = keep_run(patient_service(patient))
    page = patient.get(f"/lab/{run}").text
    assert f'href="/lab/{run}/{new}"' in page
    assert f'href="/lab/{run}/{stone}"' in page
    assert "&lt;b&gt;Evil&lt;/b&gt;" in page
    rows = patient.get(f"/api/lab/runs/{run}/archive").json()
    assert [(row["digest"], row["is_new"]) for row in rows] == [(new, True), (stone, False)]
    specimen = patient.get(f"/lab/{run}/{new}").text
    data = patient.get(f"/api/lab/runs/{run}/specimens/{new}").json()
    assert data["parents"] == ["kuhn"]
    assert data["family"]["parents"][0]["name"] == library_genomes()["kuhn"].name
    [from_kuhn] = data["differences"]
    assert from_kuhn["changes"]
    assert "What is different from Kuhn Poker" in specimen
    for text in (page, specimen, patient.get(f"/lab/{run}/found").text):
        assert EVIL not in text
        assert " style=" not in text
        assert "<script>" not in text
    genome = patient.get(f"/lab/{run}/{new}/genome")
    assert "attachment" in genome.headers["content-disposition"]
    assert load(json.loads(genome.text)).name == EVIL


def test_a_specimen_is_played_at_one_address_and_its_run_can_be_deleted(patient: TestClient) -> None:  # noqa: F811
    service = patient_service(patient)
    run, (new, _) = keep_run(service)
    kept = [patient.post(f"/api/lab/runs/{run}/specimens/{new}/keep").json()["id"] for _ in range(2)]
    assert kept[0] == kept[1]
    assert patient.post("/api/tables", json={"game": kept[0], "level": "easy"}).status_code == 201
    api = "/api/lab/runs"
    for path in (f"{api}/{run}/specimens/nothing", f"{api}/nothing", f"/lab/{run}/nothing", "/lab/nothing"):
        assert patient.get(path).status_code == 404, path
    assert patient.post(f"/api/lab/runs/{run}/specimens/nothing/keep").status_code == 404
    assert patient.delete(f"/api/lab/runs/{run}").status_code == 204
    assert patient.get(f"/lab/{run}").status_code == 404
    assert not (jobs_folder(service.settings) / f"run-{run}").exists()
    assert patient.get(f"/games/{kept[0]}").status_code == 200


@pytest.mark.parametrize("damage", ["no store", "no database", "no genomes"])
def test_a_store_that_is_damaged_is_told(patient: TestClient, damage: str) -> None:  # noqa: F811
    service = patient_service(patient)
    run, (new, _) = keep_run(service)
    store = jobs_folder(service.settings) / f"run-{run}" / "run.sqlite"
    if damage == "no store":
        store.unlink()
        assert patient.get(f"/api/lab/runs/{run}").json()["generation"] == 0
        assert patient.get(f"/lab/{run}").status_code == 200
        assert patient.get(f"/lab/{run}/{new}").status_code == 404
        return
    store.write_bytes(b"no database" * 1000 if damage == "no database" else b"")
    answer = patient.get(f"/api/lab/runs/{run}")
    assert answer.status_code == (503 if damage == "no database" else 200)


def test_what_people_said_goes_into_evolution(patient: TestClient, tmp_path: Path) -> None:  # noqa: F811
    service = patient_service(patient)
    run, (new, _) = keep_run(service)
    kept = patient.post(f"/api/lab/runs/{run}/specimens/{new}/keep").json()["id"]
    digest = service.load(kept, {}).definition.digest
    service.ratings.give("one", 0, digest, 5)
    service.ratings.give("two", 0, digest, 4)
    service.ratings.give("three", 0, "hearts", 2)
    service.ratings.give("three", 1, "holdem", 3)
    service.ratings.give("four", 1, "0" * 64, 3)
    assert patient.get("/api/lab/ratings").status_code == 401
    answer = patient.get("/api/lab/ratings", headers=OPERATOR)
    assert answer.json()["left_out"] == 2
    file = tmp_path / "ratings.json"
    file.write_text(answer.text, encoding="utf-8")
    found = {rating.genome.name: (rating.stars, rating.people) for rating in load_ratings(file)}
    assert found == {EVIL: (4.5, 2), "Hearts": (2.0, 1)}
    assert "4.5" in patient.get(f"/lab/{run}/{new}").text
    assert "4.5" in patient.get(f"/games/{kept}").text


def test_what_a_found_game_is_near_to_is_called_by_its_name(patient: TestClient) -> None:  # noqa: F811
    run, digests = keep_run(patient_service(patient))
    for path in (f"/lab/{run}/found", *(f"/lab/{run}/{digest}" for digest in digests)):
        text = patient.get(path).text
        assert "from kuhn" not in text
        assert "(kuhn)" not in text
