"""People at a table in a browser: they open one, and click what can be clicked."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from playwright.sync_api import Error, Page, Position

CARDS = ".hand .card.live:not(.chosen), .board .card.live:not(.chosen), .own-places .card.live:not(.chosen)"
LIVE = '#table:not([data-status="over"])'
BUTTONS = f"{LIVE} .controls button:not([disabled]):not(.cancel):not(.seen)"
ANYTHING = f"{CARDS}, .region.live, {BUTTONS}"
SEEN = ".controls .seen"
PRIMARY = f"{LIVE} .controls button.primary:not([disabled])"
CORNER: Position = {"x": 8.0, "y": 10.0}
"""Where a card of a fan is not covered by the next."""


def open_table(page: Page, game: str, **more: Any) -> dict[str, Any]:
    """A new table, and its first person's page."""
    answer = page.request.post("/api/tables", data={"game": game, "level": "easy", **more})
    assert answer.ok, answer.text()
    ticket: dict[str, Any] = answer.json()
    page.goto(ticket["url"])
    return ticket


def status(page: Page) -> str:
    """How far the table is, as the page shows it."""
    return page.locator("#table").get_attribute("data-status") or ""


def wait_to_act(page: Page) -> str:
    """Until there is something to click, or the game is over; the status then."""
    page.wait_for_function(
        "([anything, seen]) => document.querySelector('#table')?.dataset.status === 'over'"
        " || document.querySelector(anything) || document.querySelector(seen)",
        arg=[ANYTHING, SEEN],
    )
    return status(page)


def click_one(page: Page, rng: Random) -> None:
    """Click something that can be clicked, as a person would: with the mouse, where it is not covered."""
    seen = page.query_selector(SEEN)
    wanted = rng.choice((CARDS, CARDS, CARDS, PRIMARY, ANYTHING))
    found = [seen] if seen else page.query_selector_all(wanted) or page.query_selector_all(ANYTHING)
    if not found:
        return
    try:
        rng.choice(found).click(position=CORNER, timeout=1_500)
    except Error as error:
        # A frame came while the mouse was on its way: what was to be clicked is gone.
        if not any(word in str(error) for word in ("not attached", "detached", "Timeout")):
            raise


def play(page: Page, *, seed: int = 0, clicks: int = 400) -> int:
    """Click until the game is over; how many clicks it took."""
    rng = Random(seed)
    for number in range(clicks):
        if wait_to_act(page) == "over":
            return number
        click_one(page, rng)
    return clicks


def show_frame(page: Page, game: str, sheet: dict[str, Any], frame: dict[str, Any]) -> None:
    """A page that shows this frame, whatever its table is like."""
    said = [json.dumps({"type": "sheet", "sheet": sheet}), json.dumps({"type": "frame", "now": 0, "frame": frame})]

    def answer(web_socket: Any) -> None:
        for text in said:
            web_socket.send(text)

    page.route_web_socket("**/socket?changes=1", answer)
    open_table(page, game)
    page.wait_for_selector(f'#table[data-revision="{frame["revision"]}"]')
