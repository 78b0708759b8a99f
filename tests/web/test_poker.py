"""Poker by HTTP: explorers, ranges, equities, spots and simulations; hostile input and limits for strangers."""

from __future__ import annotations

import html
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import ADDRESS
from tests.web.test_jobs import TOKEN, patient_service, wait
from tests.web.test_tables import SOCKETS, Talk, bearer, dealt

from deckwright.engine import load
from deckwright.solve.poker.training_config import STREET_NAMES as STREETS
from deckwright.solve.poker.training_config import load_config, parse_config
from deckwright.web import opponents
from deckwright.web.app import create_app
from deckwright.web.poker import api, shelf, spots, trainings
from deckwright.web.settings import Limits, ServerSettings

SPOT: dict[str, Any] = {
    "board": "Qs7s2d4c9h", "oop": "AA, JTs, 98s", "ip": "KK, QQ, T8s", "pot": 10, "stack": 20,
    "bets": [1.0], "raises": [1.0], "cap": 2, "iterations": 200, "target": 0.01,
}  # fmt: skip
PAGES = (
    "/poker",
    "/poker/bundles/small-2",
    "/poker/spot",
    "/poker/simulator",
    "/poker/push-or-fold",
    "/poker/equity",
    "/poker/training",
    "/poker/flops",
)


@pytest.fixture
def poker(tmp_path: Path, bundles: Path) -> Iterator[TestClient]:
    """A connection to a server that has bundles."""
    settings = ServerSettings(
        store_url=f"sqlite:///{tmp_path / 'tables.db'}",
        bundles=(str(bundles),),
        operator=TOKEN,
        bot_delay_s=0.0,
        limits=Limits(requests=1000.0, request_burst=1000, reads=1000.0, read_burst=1000, poker_burst=1000),
    )
    with TestClient(create_app(settings), base_url=ADDRESS) as found:
        yield found


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_every_page_is_there_and_needs_nothing_that_its_policy_forbids(poker: TestClient) -> None:
    for path in PAGES:
        answer = poker.get(path)
        assert answer.status_code == 200, path
        assert not re.search(r"\sstyle=|<style|\son\w+=|javascript:", answer.text), path
        assert "undefined" not in answer.text
    assert 'href="/poker"' in poker.get("/games/holdem").text
    assert 'href="/poker/bundles/small-2"' in poker.get("/poker").text
    described = {getattr(route, "path", "") for route in api.router.routes}
    assert {"/api/poker/bundles/{name}", "/api/poker/spots/{name}", "/api/poker/equity"} <= described


def test_a_server_without_bundles_says_how_to_get_some(client: TestClient) -> None:
    assert client.get("/api/poker/bundles").json() == []
    assert "--bundles" in client.get("/poker").text
    assert refusal(client.get("/api/poker/bundles/small-2")) == (404, "bundle.unknown")


def test_a_blueprint_is_walked_through(poker: TestClient) -> None:
    cards = {card["name"]: card for card in poker.get("/api/poker/bundles").json()}
    assert cards["small-4"]["players"] == 4
    assert cards["small-2"]["quality"]["against_call"]["deals"] > 0
    first = poker.get("/api/poker/bundles/small-2").json()
    assert (first["kind"], first["player"], len(first["cells"])) == ("decision", "SB", 169)
    flop = poker.get("/api/poker/bundles/small-2", params={"path": "call,check"}).json()
    assert (flop["kind"], flop["cards_needed"]) == ("deal", 3)
    there = poker.get("/api/poker/bundles/small-2", params={"path": "call,check,Qs7s2d"}).json()
    assert there["board"] == ["Qs", "7s", "2d"]
    assert len(there["hands"]) > 500
    runouts = poker.get("/api/poker/bundles/small-2/runouts", params={"path": "call,check,Qs7s2d,check,check"}).json()
    assert len(runouts["runouts"]) == 49


def test_a_client_names_bundles_and_never_paths(poker: TestClient, bundles: Path) -> None:
    for name in ("..%2fsmall-2", f"{bundles}/small-2", "small-2%00", "x" * 300, "small-2%2f."):
        for path in (f"/api/poker/bundles/{name}", f"/poker/bundles/{name}", f"/api/poker/bundles/{name}/runouts"):
            assert poker.get(path).status_code in (404, 405), path
    for name in ("nothing", "..%2fjobs", "0" * 24, "G" * 24):
        assert poker.get(f"/api/poker/spots/{name}").status_code == 404
    text = poker.get("/api/poker/bundles").text + poker.get("/poker").text
    assert str(bundles) not in text


@pytest.mark.parametrize("figure", ["NaN", "Infinity", "1e999", "[-Infinity]"])
def test_a_bundle_whose_figures_are_no_numbers_is_told_of_as_damaged(
    tmp_path: Path, bundles: Path, figure: str
) -> None:
    source = next(bundles.rglob("manifest.json"))
    manifest = json.loads(source.read_text())
    manifest["quality"] = "here"
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "manifest.json").write_text(json.dumps(manifest).replace('"here"', figure))
    [card] = shelf.Shelf((tmp_path,), tmp_path / "jobs").bundle_cards()
    assert (card["name"], card["code"]) == ("odd", "file.damaged")


def test_a_bundle_that_is_damaged_is_told_of_without_its_place(tmp_path: Path, bundles: Path) -> None:
    folder = tmp_path / "some"
    shutil.copytree(bundles / "small-2", folder / "bad")
    (folder / "bad" / "manifest.json").write_text('{"format": "deckwright-blueprint", "version": 99}')
    settings = ServerSettings(store_url=f"sqlite:///{tmp_path / 't.db'}", bundles=(str(folder), "/nonexistent"))
    with TestClient(create_app(settings), base_url=ADDRESS) as client:
        [card] = client.get("/api/poker/bundles").json()
        assert card["code"] == "file.wrong-version"
        page = client.get("/poker")
        assert "version" in page.text
        assert str(tmp_path) not in page.text + str(card)
        answer = client.get("/api/poker/bundles/bad")
        assert answer.status_code == 400
        assert str(tmp_path) not in answer.text


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"board": "Qs7s2dQs9h"}, "cards.repeated"),
        ({"board": "Qs7s"}, "board.wrong-number"),
        ({"board": "Qs7s2d4c9h2h"}, "board.wrong-number"),
        ({"board": "hello"}, "cards.unreadable"),
        ({"oop": ""}, "range.empty"),
        ({"oop": "QsQd:0"}, "range.empty"),
        ({"oop": "AA:7"}, "range.bad-weight"),
        ({"oop": "Qs7s"}, "range.empty"),
        ({"ip": "<script>"}, "range.unreadable"),
        ({"oop": "AsAd", "ip": "AsAh"}, "range.no-deal"),
        ({"pot": 0}, "request.malformed"),
        ({"stack": -5}, "request.malformed"),
        ({"pot": "NaN"}, "request.malformed"),
        ({"bets": [-1]}, "request.malformed"),
        ({"bets": [0.5] * 9}, "request.malformed"),
        ({"cap": 99}, "request.malformed"),
        ({"iterations": 10**9}, "request.malformed"),
        ({"target": 0}, "request.malformed"),
        ({"threads": 64}, "request.malformed"),
    ],
)
def test_a_spot_that_cannot_be_is_refused_before_any_work(poker: TestClient, change: dict[str, Any], code: str) -> None:
    patient_service(poker).runner.stop()
    answer = poker.post("/api/jobs", json={"kind": "holdem-spot", **SPOT, **change})
    if code == "range.no-deal":  # found when memory is taken
        assert answer.status_code == 201
        return
    assert answer.status_code in (400, 422)
    assert answer.json()["code"] == code
    size = poker.post("/api/poker/spot-size", json={**SPOT, **change})
    assert size.json()["code"] == code
    assert size.status_code == (422 if code == "request.malformed" else 200)


def test_strangers_solve_what_fits_and_the_operator_more(poker: TestClient) -> None:
    patient_service(poker).runner.stop()
    large = {**SPOT, "board": "Qs7s2d", "oop": "any", "ip": "any", "bets": [0.5, 1.0]}
    told = poker.post("/api/poker/spot-size", json=large).json()
    assert told["memory_mb"] > spots.MOST_MB
    assert refusal(poker.post("/api/jobs", json={"kind": "holdem-spot", **large})) == (403, "job.too-much")
    wide = "22+, A2s+, K9s+, QTs+, JTs, T9s, 98s, ATo+, KJo+, QJo"
    middle = {"kind": "holdem-spot", **large, "oop": wide, "ip": wide, "cap": 1, "all_in": False}
    assert refusal(poker.post("/api/jobs", json=middle)) == (403, "job.too-much")
    assert poker.post("/api/jobs", json=middle, headers={"authorization": f"Bearer {TOKEN}"}).status_code == 201
    small = poker.post("/api/poker/spot-size", json=SPOT).json()
    assert 0 < small["memory_mb"] < 1
    assert small["hands"] == [13, 13]
    assert small["seconds"] >= 0


def test_a_spot_is_solved_kept_explored_and_no_longer_kept_when_there_is_no_room(
    poker: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = poker.post("/api/jobs", json={"kind": "holdem-spot", **SPOT}).json()["id"]
    done = wait(poker, job, lambda found: not found["is_open"])
    assert done["state"] == "done", done
    result = poker.get(f"/api/jobs/{job}/result").json()
    assert result["exploitability"] <= SPOT["target"] or result["iterations"] == SPOT["iterations"]
    assert result["points"][0][1] > result["points"][-1][1]
    page = poker.get(f"/jobs/{job}").text
    name = result["solution"]
    assert f"/poker/spots/{name}" in page
    assert "<svg" in page
    assert "<svg" in poker.get(f"/jobs/{job}/live").text
    frame = poker.get(f"/api/poker/spots/{name}").json()
    assert frame["player"] == "OOP"
    assert any(cell and cell["value"] is not None for cell in frame["cells"])
    after = poker.get(f"/api/poker/spots/{name}", params={"path": f"{frame['actions'][0]['word']}"}).json()
    assert after["player"] == "IP"
    assert poker.get(f"/api/poker/spots/{name}", params={"path": "dance"}).status_code == 400
    assert "Qs7s2d4c9h" in poker.get(f"/poker/spots/{name}").text
    assert "AA, JTs, 98s" in poker.get("/poker/spot", params={"from": name}).text
    monkeypatch.setattr(shelf, "MOST_KEPT_BYTES", 10)
    patient_service(poker).shelf.sweep_spots()
    assert refusal(poker.get(f"/api/poker/spots/{name}")) == (404, "spot.unknown")


def test_a_simulation_tells_profits_of_agents_and_of_a_blueprint(poker: TestClient, bundles: Path) -> None:
    asked = {"kind": "holdem-simulation", "agents": ["blueprint:small-2", "tight"], "hands": 400, "stack": 20, "log": 1}
    job = poker.post("/api/jobs", json=asked).json()["id"]
    other = poker.post("/api/jobs", json={**asked, "agents": ["random", "loose", "tight"], "duplicate": False}).json()
    done = wait(poker, job, lambda found: not found["is_open"])
    assert done["state"] == "done", done
    result = poker.get(f"/api/jobs/{job}/result").json()
    assert result["agents"] == ["blueprint:small-2", "tight"]
    assert sum(one["value"] for one in result["profits_bb"]) == pytest.approx(0, abs=1e-6)
    assert all(one["low"] < one["value"] < one["high"] for one in result["profits_bb"])
    assert {one["seat"] for one in result["log"]} <= {0, 1}
    page = poker.get(f"/jobs/{job}").text
    assert page.count("<svg") == 2
    assert str(bundles) not in page + str(result)
    assert wait(poker, other["id"], lambda found: not found["is_open"])["state"] == "done"
    assert len(poker.get(f"/api/jobs/{other['id']}/result").json()["profits_bb"]) == 3
    assert "<svg" in poker.get(f"/jobs/{other['id']}").text


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"agents": ["tight"]}, 422),
        ({"agents": ["tight"] * 7}, 422),
        ({"agents": ["tight", "blueprint:/etc"]}, 400),
        ({"agents": ["tight", "blueprint:small-2"], "stack": 100}, 400),
        ({"agents": ["tight", "blueprint:../small-2"]}, 400),
        ({"agents": ["tight", "blueprint:small-4"]}, 400),
        ({"agents": ["tight", "ismcts:100000000"]}, 400),
        ({"agents": ["tight", "python:os.system"]}, 400),
        ({"agents": ["tight", "tight"], "hands": 10**6}, 403),
        ({"agents": ["tight", "tight"], "hands": 0}, 422),
        ({"agents": ["tight", "tight"], "stack": 10**9}, 422),
        ({"agents": ["tight", "tight"], "sizes": "0.5;rm"}, 400),
        ({"agents": ["tight", "tight"], "log": 10**6}, 422),
    ],
)
def test_a_simulation_that_may_not_be_is_refused(poker: TestClient, change: dict[str, Any], status: int) -> None:
    patient_service(poker).runner.stop()
    assert poker.post("/api/jobs", json={"kind": "holdem-simulation", **change}).status_code == status


def test_ranges_and_equities_are_told_and_bad_ones_refused(poker: TestClient) -> None:
    found = poker.post("/api/poker/range", json={"text": "QQ+, AKs:0.5"}).json()
    assert found["combinations"] == 20
    assert (found["classes"][0], found["classes"][1]) == (1.0, 0.5)
    assert poker.post("/api/poker/range", json={"text": "QQ++"}).json()["code"] == "range.unreadable"
    assert poker.post("/api/poker/range", json={"text": "A" * 5000}).status_code == 422
    exact = poker.post("/api/poker/equity", json={"hands": ["AsKs", "QdQh"], "board": "Qs7s2d"}).json()
    assert exact["exact"] is True
    assert sum(exact["equity"]) == pytest.approx(1)
    many = poker.post("/api/poker/equity", json={"hands": ["any"] * 3, "board": "Qs7s2d"}).json()
    assert many["exact"] is False
    assert many["standard_error"][0] > 0
    for body, code in (
        ({"hands": ["AsKs", "AsKs"]}, "range.no-deal"),
        ({"hands": ["AsKs", "QQ"], "board": "AsAsAs"}, "cards.repeated"),
        ({"hands": ["AsKs", "QQ"], "board": "Qs7s"}, "board.wrong-number"),
        ({"hands": ["AsKs", "QQ"], "board": "Qs7s2d", "dead": "Qs"}, "cards.repeated"),
        ({"hands": ["AsKs"]}, "request.malformed"),
        ({"hands": ["any"] * 7}, "request.malformed"),
        ({"hands": ["AsKs", ""]}, "range.empty"),
    ):
        answer = poker.post("/api/poker/equity", json=body)
        assert answer.status_code in (400, 422), body
        assert answer.json()["code"] == code, body


def test_push_or_fold_is_told_for_any_stack(poker: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = poker.get("/api/poker/push-or-fold", params={"stack": 25}).json()
    assert [one["position"] for one in found["decisions"]] == ["SB", "BB"]
    assert found["decisions"][0]["often"][0] == pytest.approx(1)
    for wrong in ("0", "-3", "1e9", "nan", "ten"):
        assert poker.get("/api/poker/push-or-fold", params={"stack": wrong}).status_code == 422
    monkeypatch.setenv("DECKWRIGHT_CACHE", str(tmp_path))
    assert refusal(poker.get("/api/poker/push-or-fold", params={"players": 3})) == (409, "pushfold.no-table")


def test_whoever_asks_too_often_waits(tmp_path: Path) -> None:
    limits = Limits(poker_per_address=0.001, poker_burst=3)
    settings = ServerSettings(store_url=f"sqlite:///{tmp_path / 't.db'}", limits=limits)
    with TestClient(create_app(settings), base_url=ADDRESS) as client:
        answers = [client.post("/api/poker/range", json={"text": "AA"}).status_code for _ in range(5)]
    assert answers == [200, 200, 200, 429, 429]


TRAINING = """
game: {num_players: 2, stack_depth: 8, bet_sizes: [1.0], max_raises_per_street: 1}
training: {iterations: ITERATIONS, mccfr_samples: 100, strength_bins: 2, river_bins: 2}
"""
AS_OPERATOR = {"authorization": f"Bearer {TOKEN}"}


def training_of(name: str, iterations: int) -> dict[str, Any]:
    return {"kind": "holdem-training", "name": name, "config": TRAINING.replace("ITERATIONS", str(iterations))}


def test_only_the_operator_trains_and_what_cannot_be_is_told_before(poker: TestClient) -> None:
    body = training_of("mine", 20)
    assert refusal(poker.post("/api/jobs", json=body)) == (401, "operator.needed")
    size = {key: body[key] for key in ("name", "config")}
    assert refusal(poker.post("/api/poker/training-size", json=size)) == (401, "operator.needed")
    told = poker.post("/api/poker/training-size", json=size, headers=AS_OPERATOR).json()
    assert told["ok"]
    assert told["walks"] == 2000
    assert told["memory_mb"] < 1
    for change, code in (
        ({"config": "game: {num_players: 7}"}, "config.invalid"),
        ({"config": "[}"}, "config.unreadable"),
        ({"name": "small-2"}, "bundle.exists"),
        (
            {"config": "training: {iterations: 1}\ngame: {num_players: 6, bet_sizes: [0.3, 0.5, 1, 2]}"},
            "blueprint.too-large",
        ),
    ):
        assert poker.post("/api/jobs", json={**body, **change}, headers=AS_OPERATOR).json()["code"] == code
    assert poker.post("/api/jobs", json={**body, "name": "../x"}, headers=AS_OPERATOR).status_code == 422


def test_a_blueprint_trained_here_is_explored_and_seated(poker: TestClient) -> None:
    body = training_of("mine", 20)
    job = poker.post("/api/jobs", json=body, headers=AS_OPERATOR).json()["id"]
    assert wait(poker, job, lambda found: not found["is_open"])["state"] == "done"
    result = poker.get(f"/api/jobs/{job}/result").json()
    assert (result["ended"], result["walks"]) == ("done", 2000)
    assert "/poker/bundles/mine" in poker.get(f"/jobs/{job}").text
    assert poker.get("/api/poker/bundles/mine").json()["kind"] == "decision"
    assert "blueprint:mine" in poker.get("/poker/simulator").text
    assert refusal(poker.post("/api/jobs", json=body, headers=AS_OPERATOR)) == (409, "training.done")
    other = training_of("mine", 21)
    assert refusal(poker.post("/api/jobs", json=other, headers=AS_OPERATOR)) == (409, "bundle.exists")


def test_training_stops_and_goes_on_from_where_it_was(poker: TestClient) -> None:
    body = training_of("long", 10**8)
    done = []
    for _ in range(2):
        job = poker.post("/api/jobs", json=body, headers=AS_OPERATOR).json()["id"]
        wait(poker, job, lambda found: "walks" in found["text"])
        poker.post(f"/api/jobs/{job}/stop")
        assert wait(poker, job, lambda found: not found["is_open"])["state"] == "done"
        result = poker.get(f"/api/jobs/{job}/result").json()
        assert result["ended"] == "stopped"
        done.append(result["walks"])
        assert "/poker/training?from=long" in poker.get(f"/jobs/{job}").text
        assert f"{result['walks']:,} of 10,000,000,000 walks" in poker.get("/poker/training?from=long").text
    assert 0 < done[0] < done[1]
    assert "/poker/training?from=long" in poker.get("/poker/bundles/long").text
    assert poker.get("/poker/training?from=nobody").status_code == 404


def test_samples_of_the_page_are_the_projects_sample_configs() -> None:
    folder = Path(__file__).parents[2] / "configs"
    for name, sample in trainings.SAMPLES.items():
        assert parse_config(sample).digest == load_config(folder / f"{name}.yaml").digest


def test_a_decision_is_locked_and_the_spot_solved_again_around_it(poker: TestClient) -> None:
    job = poker.post("/api/jobs", json={"kind": "holdem-spot", **SPOT}).json()["id"]
    wait(poker, job, lambda found: not found["is_open"])
    origin = poker.get(f"/api/jobs/{job}/result").json()["solution"]
    page = poker.get(f"/poker/spots/{origin}").text
    again = json.loads(html.unescape(re.search(r'data-request="([^"]*)"', page)[1]))  # type: ignore[index]
    assert (again["origin"], again["locks"]) == (origin, [])
    lock = {"path": "check", "shares": {"check": "any"}}
    job = poker.post("/api/jobs", json={"kind": "holdem-spot", **again, "locks": [lock]}).json()["id"]
    assert wait(poker, job, lambda found: not found["is_open"])["state"] == "done"
    name = poker.get(f"/api/jobs/{job}/result").json()["solution"]
    assert f"/poker/spots/{name}?compare=spots/{origin}" in poker.get(f"/jobs/{job}").text
    place = poker.get(f"/api/poker/spots/{name}", params={"path": "check"}).json()
    assert {action["word"]: action["share"] for action in place["actions"]}["check"] == pytest.approx(1)
    assert "Locked decisions" in poker.get(f"/poker/spots/{name}").text
    assert "data-request" not in poker.get("/poker/bundles/small-2").text
    for wrong in (
        {"path": "bet 7", "shares": {"call": "any"}},
        {"path": "", "shares": {"check": "any", "fold": "any"}},
    ):
        body = {"kind": "holdem-spot", **again, "locks": [wrong]}
        assert poker.post("/api/jobs", json=body).json()["code"] == "spot.bad-lock"
    body = {"kind": "holdem-spot", **again, "locks": [lock] * 21}
    assert poker.post("/api/jobs", json=body).status_code == 422


def test_a_report_over_flops_is_for_the_operator_and_goes_flop_by_flop(poker: TestClient) -> None:
    body = {
        "oop": "QQ+, 76s", "ip": "JJ, AKs", "pot": 10, "stack": 10,
        "bets": [1.0], "raises": [], "cap": 1, "all_in": False,
        "count": 3, "iterations": 40, "target": 0.05,
    }  # fmt: skip
    asked = {"kind": "holdem-flops", **body}
    assert refusal(poker.post("/api/jobs", json=asked)) == (401, "operator.needed")
    assert refusal(poker.post("/api/poker/flops-size", json=body)) == (401, "operator.needed")
    told = poker.post("/api/poker/flops-size", json=body, headers=AS_OPERATOR).json()
    assert (told["ok"], told["flops"]) == (True, 3)
    told = poker.post("/api/poker/flops-size", json={**body, "boards": ["QsJs"]}, headers=AS_OPERATOR).json()
    assert (told["ok"], told["code"]) == (False, "board.wrong-number")
    told = poker.post("/api/poker/flops-size", json={**body, "oop": "AsKs"}, headers=AS_OPERATOR).json()
    assert (told["ok"], told["code"]) == (False, "flops.suits")
    job = poker.post("/api/jobs", json=asked, headers=AS_OPERATOR).json()["id"]
    assert wait(poker, job, lambda found: not found["is_open"])["state"] == "done"
    result = poker.get(f"/api/jobs/{job}/result").json()
    assert (result["ended"], len(result["flops"])) == ("done", 3)
    assert result["means"][0]["weight"] == pytest.approx(22_100)
    page = poker.get(f"/jobs/{job}").text
    assert all(row["board"] in page for row in result["flops"])
    assert not re.search(r"\sstyle=|<style|\son\w+=|javascript:", page)


def opened_against(client: TestClient, level: str, **options: Any) -> Any:
    return client.post("/api/tables", json={"game": "holdem", "level": level, "options": options})


@pytest.mark.parametrize("kind", ["blueprint", "blueprint+"])
@pytest.mark.parametrize(("name", "players", "stack"), [("small-2", 2, 20), ("small-4", 4, 6)])
def test_a_blueprint_sits_at_a_table(poker: TestClient, kind: str, name: str, players: int, stack: int) -> None:
    listed = {one["name"]: one for one in poker.get("/api/games/holdem/opponents").json()}
    assert listed[f"{kind}:{name}"]["options"] == {"players": players, "stack": stack, "sizes": "1"}
    ticket = opened_against(poker, f"{kind}:{name}", players=players, stack=stack, sizes="1", hands=3).json()
    frame = played_out(poker, ticket)
    assert not frame["notices"]
    assert len(frame["hands"]) == 3


def played_out(client: TestClient, ticket: dict[str, Any]) -> Any:
    """The last frame of a table at which the person takes the first choice there is."""
    place = f"{SOCKETS}/table/{ticket['table']}/{ticket['seat']}/socket"
    with client.websocket_connect(place, headers=bearer(ticket["key"])) as socket:
        talk = Talk(socket)
        dealt(talk)
        while talk.until(lambda frame: bool(asked(frame)) or frame["status"] == "over")["status"] != "over":
            assert talk.say(asked(talk.frame)[0]["id"]) == ""
        return talk.frame


def asked(frame: dict[str, Any]) -> list[dict[str, Any]]:
    """What the person may do, and has to, if the game is to go on."""
    return frame["choices"] or [command for command in frame["commands"] if command["id"].startswith("agree")]


@pytest.mark.parametrize(
    "sizes", [[0.333, 1.0], [1.0, 0.5], [0.501, 0.504], [], [0.001], {street: [0.75] for street in STREETS}]
)
@pytest.mark.parametrize("stack", [2, 7.5, 24.6, 200])
def test_the_house_rules_of_a_blueprint_make_a_game(sizes: Any, stack: float) -> None:
    """Whatever it was trained for: what the page fills in is never refused."""
    game = {"num_players": 3, "stack_depth": stack, "bet_sizes": sizes}
    config = parse_config({"game": game, "training": {"iterations": 1, "mccfr_samples": 1}})
    card = {"name": "any", "players": 3, "config": config.document()}
    for opponent in opponents.blueprint_opponents([card]):
        assert load("holdem", **opponent.options).seats == 3


@pytest.mark.parametrize(
    ("level", "options", "told"),
    [
        ("blueprint:small-2", {"players": 3, "stack": 20}, "is for 2 players, and 3 play"),
        ("blueprint:small-2", {"players": 2}, "is for stacks of 20 big blinds, found 100"),
        ("blueprint:small-2", {"players": 2, "stack": 20, "ante": 1}, "no ante"),
        ("blueprint:nobody", {"players": 2, "stack": 20}, "there is no such opponent"),
        ("blueprint:small-2:5", {"players": 2, "stack": 20}, "there is no such opponent"),
        ("blueprint:{bundles}/small-2", {"players": 2, "stack": 20}, "there is no such opponent"),
        ("blueprint:../bundles/small-2", {"players": 2, "stack": 20}, "there is no such opponent"),
        ("bayesian-v3", {}, "there is no such opponent"),
        ("strategy:x", {}, "there is no such opponent"),
    ],
)
def test_an_opponent_who_cannot_play_is_refused(
    poker: TestClient, bundles: Path, level: str, options: dict[str, int], told: str
) -> None:
    answer = opened_against(poker, level.replace("{bundles}", str(bundles)), **options)
    assert answer.status_code in (400, 422)
    assert told in answer.json()["message"]
    assert str(bundles) not in answer.text


def test_agents_made_for_a_game_sit_at_its_tables_and_no_others(poker: TestClient) -> None:
    assert opened_against(poker, "tight", players=6).status_code == 201
    assert poker.post("/api/tables", json={"game": "cambio", "level": "bayesian-v3"}).status_code == 201
    assert refusal(poker.post("/api/tables", json={"game": "kuhn", "level": "tight"}))[1] == "level.unknown"
    assert refusal(poker.get("/api/games/nothing/opponents")) == (404, "game.unknown")


def test_a_table_goes_on_without_a_blueprint_that_is_gone(tmp_path: Path, bundles: Path) -> None:
    folder = tmp_path / "here"
    shutil.copytree(bundles / "small-2", folder / "mine")
    settings = ServerSettings(store_url=f"sqlite:///{tmp_path / 't.db'}", bundles=(str(folder),), bot_delay_s=0.0)
    with TestClient(create_app(settings), base_url=ADDRESS) as client:
        ticket = opened_against(client, "blueprint:mine", players=2, stack=20).json()
    shutil.rmtree(folder / "mine")
    with TestClient(create_app(settings), base_url=ADDRESS) as client:
        frame = played_out(client, ticket)
    assert "cannot; easy plays for it" in frame["notices"][0]
    assert str(tmp_path) not in json.dumps(frame)


def test_a_host_fills_seats_with_a_blueprint(poker: TestClient) -> None:
    body = {"game": "holdem", "level": "blueprint:small-4", "friends": -1, "options": {"players": 4, "stack": 6}}
    ticket = poker.post("/api/tables", json=body).json()
    assert ticket["url"].endswith("&fill=blueprint%3Asmall-4")
    for seat in (1, 2, 3):
        said = {"id": "seat-agent", "seat": seat, "data": "blueprint:small-4"}
        answer = poker.post(
            f"/api/tables/{ticket['table']}/host", json=said, headers={"authorization": f"Bearer {ticket['host']}"}
        )
        assert answer.status_code == 200
    assert played_out(poker, ticket)["result"] is not None
