"""Real mouse, keyboard and fingers on a phone's page: whatever they do, what is sent is a legal choice of the frame."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute
from tests.browser.conftest import PHONE, NewPage
from tests.browser.seats import ANYTHING, PRIMARY, open_table
from tests.conformance.walks import Variant, main_variants
from tests.play.tables import dealt, next_message, setup_of, taken

from deckwright.engine.scene import game_sheet
from deckwright.play import Accepted, SeatMessage, TableError, TableState, execute
from deckwright.play.frame import table_frame

DECISIONS = 5
MOST_GESTURES = 40
MOST_STOPS = 60
"""Of the Tab key in one gesture; a page has fewer."""
STEP_MS = 12

SPOTS = """(selector) => [...document.querySelectorAll(selector)].flatMap((element) => {
  const box = element.getBoundingClientRect();
  const spot = [box.left + Math.min(8, box.width / 2), box.top + Math.min(10, box.height / 2)];
  const hit = box.width && document.elementFromPoint(...spot);
  return hit && (element === hit || element.contains(hit)) ? [spot] : [];
})"""


WAYS = """(wanted) => {
  const here = document.activeElement;
  if (here.closest(".region.live") !== null) return [0];
  const row = here.matches(".card") ? [...here.parentElement.children] : [here];
  const steps = row.keys().map((step) => [step, row[(row.indexOf(here) + step) % row.length]]);
  return [...steps.filter(([, card]) => card.matches(wanted)).map(([step]) => step)];
}"""
"""How often to press an arrow key, where one has come, to be at each of the things that are wanted."""


@dataclass
class Server:
    """What the page believes to be a server: it answers as one table, and notes what it was told."""

    sheet: str
    table: TableState | None = None
    seat: int = 0
    revision: int = 0
    sockets: list[WebSocketRoute] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    is_done: bool = False

    def connect(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda text: self.hear(socket, str(text)))
        socket.send(self.sheet)
        if self.table is not None:
            self.show()

    def ask(self, table: TableState, seat: int) -> None:
        """Show what a seat is asked at a table."""
        self.table, self.seat, self.is_done = table, seat, False
        self.revision += 1
        self.show()

    def show(self, draft: tuple[str, ...] = ()) -> None:
        assert self.table is not None
        frame = table_frame(self.table, self.seat, draft=draft).to_dict()
        frame |= {"revision": self.revision, "peeks": [], "commands": []}
        for socket in self.sockets[-1:]:
            socket.send(json.dumps({"type": "frame", "now": 0, "frame": frame}))

    def hear(self, socket: WebSocketRoute, text: str) -> None:
        said: dict[str, Any] = json.loads(text)
        assert self.table is not None
        code = ""
        if said["revision"] != self.revision:
            code = "revision.stale"
        elif said["id"] == "draft":
            code = self.pick(tuple(said["data"].split(",")) if said["data"] else ())
        elif "." in said["id"]:
            message = SeatMessage(self.table.id, self.table.revision, self.seat, said["id"])
            answer = execute(self.table, message)
            self.is_done = isinstance(answer, Accepted)
            if not isinstance(answer, Accepted):
                self.wrong.append(f"{said['id']}: {answer.code}")
        else:
            self.wrong.append(f"the page said {said['id']} by itself")
        socket.send(json.dumps({"type": "answer", "n": said["n"], "code": code}))

    def pick(self, path: tuple[str, ...]) -> str:
        try:
            self.show(path)
        except TableError as error:
            self.wrong.append(f"draft {path}: {error.code}")
            return error.code
        return ""


def questions(variant: Variant) -> list[tuple[TableState, int]]:
    """Tables at which somebody is asked, from all of a game."""
    rng = Random(f"devices {variant}")
    found: list[tuple[TableState, int]] = []
    for seed in range(40):
        table = dealt(setup_of(variant.load(), seed=seed))
        for _ in range(300):
            if table.is_over or len(found) >= 40:
                break
            turn = table.progress.turn
            if turn is not None and table_frame(table, turn).choices:
                found.append((table, turn))
            table = taken(table, next_message(table, rng))
        if len(found) >= 40:
            break
    return rng.sample(found, DECISIONS)


def wanted_now(page: Page, rng: Random) -> str:
    """What a person goes for: mostly the button that ends a choice, if there is one."""
    return PRIMARY if rng.random() < 0.7 and page.query_selector(PRIMARY) else ANYTHING


def press_what_is_wanted(page: Page, wanted: str, rng: Random) -> None:
    """Go from stop to stop, and from card to card where there are cards, to one of the things that are wanted."""
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        ways = page.evaluate(WAYS, wanted)
        if ways and rng.random() < 0.8:
            for _ in range(rng.choice(ways)):
                page.keyboard.press("ArrowRight")
            if 0 in page.evaluate(WAYS, wanted):
                page.keyboard.press("Enter")
                return


def gesture(page: Page, device: str, rng: Random) -> None:
    """Touch something that can be touched, with a device."""
    wanted = wanted_now(page, rng)
    if device == "keyboard":
        press_what_is_wanted(page, wanted, rng)
        return
    spots = page.evaluate(SPOTS, wanted)
    if not spots:
        return
    x, y = rng.choice(spots)
    if device == "mouse":
        page.mouse.click(x, y)
    else:
        page.touchscreen.tap(x, y)


@pytest.mark.parametrize("variant", main_variants(), ids=str)
def test_every_device_sends_what_can_be_done(variant: Variant, new_page: NewPage) -> None:
    page = new_page(PHONE, touch=True)
    server = Server(json.dumps({"type": "sheet", "sheet": game_sheet(variant.load())}))
    page.route_web_socket("**/socket?changes=1", server.connect)
    asked = questions(variant)
    server.table, server.seat = asked[0]
    open_table(page, variant.game, options=dict(variant.options))
    page.wait_for_selector("#table[data-revision]")
    for device in ("mouse", "touch", "keyboard"):
        rng = Random(f"{variant} {device}")
        for number, (table, seat) in enumerate(asked):
            server.ask(table, seat)
            page.wait_for_selector(f'#table[data-revision="{server.revision}"]')
            for _ in range(MOST_GESTURES):
                gesture(page, device, rng)
                page.wait_for_timeout(STEP_MS)
                if server.is_done or server.wrong:
                    break
            assert server.wrong == [], f"{device}, decision {number}"
            assert server.is_done, f"{device}, decision {number}: nothing was sent"
