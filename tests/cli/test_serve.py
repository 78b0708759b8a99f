"""What `deckwright serve` makes of its options, before it serves."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from deckwright.cli.app import app
from deckwright.web import app as web_app
from deckwright.web import wire
from deckwright.web.settings import DEFAULT_SOCKETS, MOST_SOCKETS, ServerSettings


class ReadyError(Exception):
    """It would serve now."""


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[ServerSettings]:
    """The settings that servers were started with."""
    found: list[ServerSettings] = []

    def prepared(sockets: int) -> None:
        assert sockets == found[-1].limits.sockets_per_address
        raise ReadyError

    listening = SimpleNamespace(getsockname=lambda: ("127.0.0.1", 1))
    monkeypatch.setattr(import_module("deckwright.cli.serve"), "listen", lambda *_: listening)
    monkeypatch.setattr(web_app, "create_app", found.append)
    monkeypatch.setattr(wire, "prepare_process", prepared)
    return found


def test_an_operator_says_how_many_tables_one_address_may_have_open(started: list[ServerSettings]) -> None:
    for options, most in (([], DEFAULT_SOCKETS), (["--sockets-per-address", "500"], 500)):
        ended = CliRunner().invoke(app, ["serve", *options])
        assert isinstance(ended.exception, ReadyError), ended.output
        assert started[-1].limits.sockets_per_address == most


@pytest.mark.parametrize("wrong", ["0", "-1", str(MOST_SOCKETS + 1), "many"])
def test_a_number_of_sockets_that_makes_no_sense_is_refused(started: list[ServerSettings], wrong: str) -> None:
    ended = CliRunner().invoke(app, ["serve", "--sockets-per-address", wrong])
    assert (ended.exit_code, started) == (2, [])
    assert "--sockets-per-address" in ended.output


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", ["http://localhost:8042/"]),
        ("0.0.0.0", ["http://localhost:8042/", "http://10.0.0.7:8042/ for others"]),
        ("::", ["http://localhost:8042/", "http://10.0.0.7:8042/ for others"]),
        ("fe80::1", ["http://localhost:8042/", "http://[fe80::1]:8042/ for others"]),
    ],
)
def test_a_server_says_where_others_find_it(host: str, expected: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    serve = import_module("deckwright.cli.serve")
    monkeypatch.setattr(serve, "_network_address", lambda: "10.0.0.7")
    assert serve.addresses(host, 8042) == expected
