"""What no request gets past: a foreign host, a foreign page, a body that is too large or no JSON, too many at once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect
from tests.web.conftest import ADDRESS
from tests.web.loops import run

from deckwright.web.app import STATIC, create_app
from deckwright.web.errors import WebError
from deckwright.web.guard import HEADERS, OF_PARTS, _bounded, is_own_host, is_same_origin
from deckwright.web.settings import Limits, ServerSettings

NAMES = frozenset({"localhost", "cards.example"})


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("localhost", True),
        ("LOCALHOST:80", True),
        ("127.0.0.1:8042", True),
        ("[::1]:8042", True),
        ("192.168.1.7:8042", True),
        ("cards.example", True),
        ("evil.example:8042", False),
        ("localhost.evil.example", False),
        ("", False),
        ("[::1", False),
        ("a" * 5000, False),
        ("[::1].evil.example", False),
        ("evil.example@localhost", False),
        ("localhost:80:80", False),
        ("localhost evil.example", False),
    ],
)
def test_a_server_answers_to_its_own_names_and_to_addresses(host: str, own: bool) -> None:
    assert is_own_host(host, NAMES) is own


def test_an_origin_is_scheme_host_and_port() -> None:
    assert is_same_origin("http://localhost:8042", "localhost:8042", is_https=False)
    for other in (
        "https://localhost:8042",
        "http://localhost",
        "http://localhost:8042.evil",
        "null",
        "http://evil:8042",
    ):
        assert not is_same_origin(other, "localhost:8042", is_https=False)


def test_a_name_that_points_here_without_being_ours_is_refused(client: TestClient) -> None:
    answer = client.get("/", headers={"host": "evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (421, "host.foreign")


def test_another_sites_page_changes_nothing(client: TestClient) -> None:
    for headers in ({"origin": "http://evil.example"}, {"origin": "null"}, {"cookie": "seat=x"}):
        answer = client.post("/api/tables", json={"game": "kuhn"}, headers=headers)
        assert answer.status_code == 403, headers
    own = {"origin": "http://localhost:8042", "cookie": "seat=x"}
    assert client.post("/api/tables", json={"game": "kuhn"}, headers=own).status_code == 201


def test_another_sites_page_opens_no_socket(client: TestClient) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as left,
        client.websocket_connect("ws://localhost:8042/table/x/watch/socket", headers={"origin": "http://evil.example"}),
    ):
        pass
    assert left.value.code == 4403


def test_bodies_are_json_and_bounded(client: TestClient) -> None:
    assert client.post("/api/check", content="text=a", headers={"content-type": "text/plain"}).status_code == 415
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert client.post("/api/tables", content="game=kuhn", headers=form).status_code == 415
    huge = client.post("/api/check", json={"text": "x" * Limits().body_bytes})
    assert (huge.status_code, huge.json()["code"]) == (413, "body.too-large")

    def pieces():
        yield b'{"text": "'
        for _ in range(40):
            yield b"x" * 10_000
        yield b'"}'

    plain = client.post("/api/tables", content=iter([b'{"game": "kuhn"}']), headers={"content-type": "text/plain"})
    assert plain.status_code == 415
    unsaid = client.post("/api/check", content=pieces(), headers={"content-type": "application/json"})
    assert unsaid.status_code in (400, 413)


def test_one_address_cannot_ask_without_end(tmp_path: Path) -> None:
    limits = Limits(requests=1e-6, request_burst=5)
    app = create_app(ServerSettings(store_url=f"sqlite:///{tmp_path / 't.db'}", limits=limits))
    with TestClient(app, base_url=ADDRESS) as client:
        found = [client.post("/api/tables", json={}).status_code for _ in range(7)]
        assert found == [422] * 5 + [429] * 2
        assert client.get("/api/levels").status_code == 200


def test_one_address_cannot_look_without_end_by_pages_or_sockets(tmp_path: Path) -> None:
    limits = Limits(reads=1e-6, read_burst=5)
    app = create_app(ServerSettings(store_url=f"sqlite:///{tmp_path / 't.db'}", limits=limits))
    with TestClient(app, base_url=ADDRESS) as client:
        answers = [client.get(path) for path in ("/api/levels", "/static/icon.svg", "/own", "/nowhere", "/api/levels")]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 404, 200]
        for method in ("GET", "HEAD", "OPTIONS"):
            assert client.request(method, "/api/levels").status_code == 429
        with (
            pytest.raises(WebSocketDisconnect) as closed,
            client.websocket_connect("ws://localhost:8042/table/x/watch/socket"),
        ):
            pass
        assert (closed.value.code, closed.value.reason) == (4429, "rate.too-fast")
        # What changes something is counted by itself.
        assert client.post("/api/tables", json={"game": "kuhn"}).status_code == 201


def test_a_page_and_all_its_parts_can_be_had_often(client: TestClient) -> None:
    """Ten people behind one address open a table at once: thirty parts each."""
    assert {client.get("/static/icon.svg").status_code for _ in range(300)} == {200}


def test_every_answer_has_a_strict_policy(client: TestClient) -> None:
    for path in (
        "/",
        "/games/hearts",
        "/own",
        "/static/icon.svg",
        "/nowhere",
        "/nowhere.js",
        "/table/x/y.js",
        "/api/games",
    ):
        answer = client.get(path, headers={"accept": "text/html"})
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, path
    assert "unsafe" not in HEADERS["content-security-policy"]


def test_scripts_and_styles_are_taken_for_nothing_else(client: TestClient) -> None:
    """They are no documents: what is about documents is left out, as there are many of them."""
    for path, kind in (("/static/style.css", "text/css"), ("/static/table/main.js", "text/javascript")):
        answer = client.get(path)
        assert answer.headers["content-type"].startswith(kind)
        assert {name for name in HEADERS if name in answer.headers} == set(OF_PARTS)


def test_scripts_go_without_comments_and_lose_nothing_else(client: TestClient) -> None:
    source = (STATIC / "table" / "main.js").read_text()
    sent = client.get("/static/table/main.js")
    assert sent.headers["content-encoding"] == "gzip"
    lines = sent.text.split("\n")
    assert not any(line != line.strip() or line.startswith(("//", "/*", "* ")) for line in lines)
    assert "/**" not in sent.text
    plain = re.sub(r"/\*.*?\*/|(^|[\s]) *//.*?$", "", source, flags=re.DOTALL | re.MULTILINE)
    assert re.sub(r"\s", "", plain) == re.sub(r"\s", "", re.sub(r"\s//.*?$", "", sent.text, flags=re.MULTILINE))
    again = client.get("/static/table/main.js", headers={"if-none-match": sent.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/static/table/main.js", headers={"accept-encoding": "identity"}).text == sent.text


def test_a_body_comes_in_time_or_not_at_all() -> None:
    async def never() -> Message:
        await asyncio.sleep(3600)
        return {}

    async def asked() -> str:
        with pytest.raises(WebError) as refused:
            await _bounded(never, 10, within_s=0.05)()
        return refused.value.code

    assert run(asked()) == "body.too-slow"


def _pieces(size: int) -> Iterator[bytes]:
    """A body whose size no header says."""
    yield b'{"game": "'
    for _ in range(size // 10_000):
        yield b"a" * 10_000
    yield b'"}'


@pytest.mark.parametrize("path", ["/api/tables", "/api/check", "/api/jobs", "/api/lab/runs"])
@pytest.mark.parametrize(
    ("body", "code"), [(b"{", "request.malformed"), (b"\xff", "request.malformed"), (400_000, "body.too-large")]
)
def test_a_body_that_cannot_be_read_is_told_by_what_is_wrong_with_it(
    client: TestClient, path: str, body: bytes | int, code: str
) -> None:
    content = body if isinstance(body, bytes) else _pieces(body)
    answer = client.post(path, content=content, headers={"content-type": "application/json"})
    assert answer.json()["code"] == code
