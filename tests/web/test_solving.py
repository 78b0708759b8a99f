"""Solving by HTTP: how large a game is is told beforehand, small ones are solved, live, and to be ended early."""

from __future__ import annotations

import time
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.test_jobs import PATIENCE_S, patient, patient_service, wait  # noqa: F401

from deckwright.games import library
from deckwright.web.sizing import MOST_MEMORY_MB

SMALL_GAMES = {"kuhn", "leduc", "one-suit-cheat", "toy-whist", "push-or-fold"}
"""As docs/solver.md says."""


def own_game(client: TestClient, **changes: str) -> str:
    """A game of one's own: Kuhn's with another name."""
    text = client.get("/games/kuhn/genome?form=yaml").text.replace("Kuhn Poker", "<b>Kuhn</b>")
    for before, after in changes.items():
        text = text.replace(before, after)
    made: str = client.post("/api/games", json={"text": text}).json()["id"]
    return made


def test_every_game_says_whether_it_can_be_solved_and_why_not(patient: TestClient) -> None:  # noqa: F811
    patient_service(patient).runner.stop()
    for name in library():
        size = patient.post("/api/size", json={"game": name}).json()
        assert size["can_solve"] is (name in SMALL_GAMES), name
        assert bool(size["reason"]) is not size["can_solve"]
        asked = patient.post("/api/jobs", json={"kind": "solve", "game": name, "iterations": 1})
        if size["can_solve"]:
            assert 0 < size["memory_mb"] <= MOST_MEMORY_MB
            patient.post(f"/api/jobs/{asked.json()['id']}/cancel")
        else:
            assert (asked.status_code, asked.json()["code"]) == (400, size["code"])


def test_options_decide_how_large_a_game_is(patient: TestClient) -> None:  # noqa: F811
    sizes = [
        patient.post("/api/size", json={"game": "kuhn", "options": {"players": count}}).json()["nodes"]
        for count in (2, 3, 4)
    ]
    assert sizes == sorted(sizes)
    assert len(set(sizes)) == 3
    assert patient.post("/api/size", json={"game": "kuhn", "options": {"players": 99}}).status_code == 400
    assert patient.post("/api/size", json={"game": "nothing"}).status_code == 404


def test_a_game_of_ones_own_is_solved_and_its_name_is_escaped(patient: TestClient) -> None:  # noqa: F811
    own = own_game(patient)
    assert patient.post("/api/size", json={"game": own}).json()["can_solve"] is True
    job = patient.post("/api/jobs", json={"kind": "solve", "game": own, "iterations": 300}).json()["id"]
    assert wait(patient, job, lambda found: not found["is_open"])["state"] == "done"
    result = patient.get(f"/api/jobs/{job}/result").json()
    assert result["name"] == "<b>Kuhn</b>"
    assert result["values"][0] == pytest.approx(-1 / 18, abs=1e-3)
    [first] = [node for node in result["nodes"] if node["parent"] is None]
    assert [row["holding"] for row in first["sets"]] == ["holding the jack", "holding the queen", "holding the king"]
    page = patient.get(f"/jobs/{job}").text
    assert "&lt;b&gt;Kuhn&lt;/b&gt;" in page
    assert "<b>Kuhn" not in page
    assert "<svg" in page


def test_a_long_solve_shows_how_far_it_is_and_ends_with_what_it_has(patient: TestClient) -> None:  # noqa: F811
    asked = {"kind": "solve", "game": "kuhn", "iterations": 50_000_000}
    job = patient.post("/api/jobs", json=asked).json()["id"]
    until, live = time.monotonic() + PATIENCE_S, ""
    while "<svg" not in live and time.monotonic() < until:
        time.sleep(0.05)
        live = patient.get(f"/jobs/{job}/live").text
    assert "<svg" in live
    shown: dict[str, Any] = patient.get(f"/api/jobs/{job}/shown").json()
    assert shown["looks"][-1][0] <= shown["iterations"]
    assert patient.post(f"/api/jobs/{job}/stop").status_code == 200
    wait(patient, job, lambda found: not found["is_open"])
    result = patient.get(f"/api/jobs/{job}/result").json()
    assert result["stopped"] == "interrupted"
    assert 0 < result["iterations"] < asked["iterations"]
    assert result["nodes"]


def test_strangers_solve_only_what_is_soon_done(patient: TestClient) -> None:  # noqa: F811
    patient_service(patient).runner.stop()
    long = {"kind": "solve", "game": "leduc", "iterations": 10_000_000}
    refused = patient.post("/api/jobs", json=long)
    assert (refused.status_code, refused.json()["code"]) == (403, "job.too-much")
    operator = {"authorization": f"Bearer {patient_service(patient).operator}"}
    assert patient.post("/api/jobs", json=long, headers=operator).status_code == 201
    for wrong in ({"algorithm": "magic"}, {"iterations": 0}, {"target": -1}, {"target": 0}, {"budget": 5}):
        assert patient.post("/api/jobs", json={"kind": "solve", "game": "kuhn", **wrong}).status_code == 422, wrong
