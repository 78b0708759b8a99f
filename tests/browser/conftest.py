"""A real browser (Debian's Chromium) and a real server, whose agents move almost at once."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.browser.launch import MISSING, find_chromium, launch
from tests.solve.poker.bundles import make_bundles

from deckwright.web.app import create_app
from deckwright.web.service import Service
from deckwright.web.settings import Limits, ServerSettings
from deckwright.web.wire import socket_settings

DESK = (1280, 800)
PHONE = (390, 844)

NewPage = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this process."""
    if find_chromium() is None:
        why = f"pages in a browser ({MISSING})"
        if os.environ.get("DECKWRIGHT_NO_SKIPS"):
            pytest.fail(f"not tested: {why}")
        pytest.skip(f"NOT TESTED: {why}")
    with sync_playwright() as playwright:
        started = launch(playwright)
        yield started
        started.close()


@pytest.fixture(scope="session")
def bundle_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server looks for blueprints; empty until somebody asks for `bundles`."""
    return tmp_path_factory.mktemp("bundles")


@pytest.fixture(scope="session")
def bundles(bundle_folder: Path) -> Path:
    """The same with small blueprints in it."""
    return make_bundles(bundle_folder)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory, bundle_folder: Path) -> Iterator[tuple[str, Service]]:
    """A server in this process: where it is, and what it holds."""
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    store: Path = tmp_path_factory.mktemp("server") / "tables.db"
    limits = Limits(
        tables_per_address=10_000,
        requests=500.0,
        request_burst=2_000,
        reads=1e6,
        read_burst=10**6,
        messages=200.0,
        message_burst=500,
        sockets_per_address=1_000,
        poker_burst=1_000,
        check_s=60.0,
    )
    settings = ServerSettings(
        port=port,
        store_url=f"sqlite:///{store}",
        bot_delay_s=0.01,
        bundles=(str(bundle_folder),),
        limits=limits,
    )
    app: Any = create_app(settings)
    server = uvicorn.Server(uvicorn.Config(app, **{**socket_settings(), "log_level": "error"}))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://localhost:{port}", app._app.state.service
    server.should_exit = True
    thread.join(10)


@pytest.fixture(scope="session")
def address(served: tuple[str, Service]) -> str:
    """Where the server is."""
    return served[0]


@pytest.fixture
def new_page(browser: Browser, address: str) -> Iterator[NewPage]:
    """Make pages, each of a browser of its own; none may say an error or ask another origin for anything."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def make(size: tuple[int, int] = DESK, *, touch: bool = False) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=touch, base_url=address, reduced_motion="reduce"
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        page.on("console", lambda told: wrong.append(f"{told.type}: {told.text}") if told.type == "error" else None)
        page.on("request", lambda asked: wrong.append(asked.url) if _is_foreign(asked.url, address) else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not wrong


def _is_foreign(url: str, address: str) -> bool:
    return not url.startswith((address, address.replace("http", "ws"), "data:", "blob:"))
