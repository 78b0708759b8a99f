"""Makes the pictures of docs/web.md again, of a server that runs.

    .venv/bin/python scripts/screenshots.py http://localhost:8042 [RUN]

RUN is the id of a run of that server's lab; without it the lab's pictures stay as they are.

They are looked at one by one before they are kept.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import ViewportSize, sync_playwright  # noqa: E402
from tests.browser.launch import launch  # noqa: E402
from tests.browser.seats import click_one, open_table, play, wait_to_act  # noqa: E402

FOLDER = ROOT / "docs" / "screenshots"
DESK, PHONE = (1280, 800), (390, 844)
SIZES = {"": DESK, "-phone": PHONE}
PAGES = {"gallery": "/", "game": "/games/hearts", "report": "/games/hearts/report", "jobs": "/jobs"}
POKER = {
    "explorer": ("/poker/bundles/{bundle}", DESK, ".matrix .filled", '.matrix [aria-label^="AKs:"]', "#hand table"),
    "push-or-fold": ("/poker/push-or-fold?stack=10", DESK, "#charts .matrix", "", ""),
    "equity-phone": ("/poker/equity", PHONE, ".picker", 'button[type="submit"]', "output strong"),
    "spot": ("/poker/spot", DESK, "#told dl", "", ""),
}
"""Where, how large, what to wait for, what to click, and what to wait for then."""
SPOT = {"board": "Qs7s2d4c", "oop": "TT+, AQ+, KQs, JTs", "ip": "77-QQ, AT+, KQ, T9s", "pot": 10, "stack": 30}
LAB = {
    "lab": ("lab", DESK),
    "lab-phone": ("lab", PHONE),
    "lab-run": ("run", DESK),
    "lab-run-phone": ("run", PHONE),
    "lab-specimen": ("specimen", DESK),
    "lab-specimen-phone": ("specimen", PHONE),
}
SOLVED = {"solved": DESK, "solved-phone": PHONE}
TABLES = {
    "texas-42": ("texas-42", DESK, 6),
    "hearts": ("hearts", DESK, 8),
    "draw-poker": ("draw-poker", DESK, 2),
    "solitaire-phone": ("solitaire", PHONE, 6),
    "uno-phone": ("uno", PHONE, 4),
    "canasta-phone": ("canasta", PHONE, 10),
    "bridge-phone": ("bridge", PHONE, 0),
    "cambio-phone": ("cambio", PHONE, 0),
}


def main() -> None:
    """Open each page, play a few clicks, take a picture."""
    address = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8042"
    with sync_playwright() as playwright:
        browser = launch(playwright)

        def page(size: tuple[int, int]):  # type: ignore[no-untyped-def]
            viewport: ViewportSize = {"width": size[0], "height": size[1]}
            made = browser.new_context(viewport=viewport, base_url=address, reduced_motion="reduce").new_page()
            made.set_default_timeout(60_000)
            return made

        for name, path in PAGES.items():
            for suffix, size in SIZES.items():
                shown = page(size)
                shown.goto(path)
                shown.screenshot(path=FOLDER / f"{name}{suffix}.png")
        for suffix, size in SIZES.items():
            own_game(page(size), suffix)
            whole_game(page(size), suffix)
        for run in sys.argv[2:3]:  # the id of a run of the lab on that server
            for name, (path, size) in LAB.items():
                shown = page(size)
                shown.goto("/lab" if path == "lab" else f"/lab/{run}")
                if path == "specimen":
                    shown.locator("#best a").click()
                    shown.locator(".tree").wait_for()
                shown.wait_for_timeout(500)
                shown.screenshot(path=FOLDER / f"{name}.png")
        for name, size in SOLVED.items():
            shown = page(size)
            shown.goto("/games/leduc")
            shown.locator("#solve button").click()
            shown.locator(".following a").first.click()
            shown.screenshot(path=FOLDER / f"{name}.png")
        for name, (game, size, clicks) in TABLES.items():
            shown, rng = page(size), Random(3)
            open_table(shown, game)
            for _ in range(clicks):
                wait_to_act(shown)
                click_one(shown, rng)
            wait_to_act(shown)
            shown.wait_for_timeout(300)
            shown.screenshot(path=FOLDER / f"{name}.png")
        poker(page)
        browser.close()


def own_game(shown: Any, suffix: str) -> None:
    """The editor, with a genome that is not right yet."""
    shown.goto("/own?start=kuhn")
    text = shown.locator("#text")
    text.fill(
        text.input_value()
        .replace("cards_per_player: 1", "cards_per_player: 9")
        .replace("max_raises: 1", "max_raise: 1")
    )
    shown.locator("#issues .issue").first.wait_for()
    shown.screenshot(path=FOLDER / f"own{suffix}.png")


def whole_game(shown: Any, suffix: str) -> None:
    """A hand of Hearts: its end, and the game looked at again."""
    open_table(shown, "hearts", options={"hands": 1})
    play(shown, seed=3)
    shown.wait_for_timeout(500)
    shown.screenshot(path=FOLDER / f"after{suffix}.png")
    shown.get_by_role("button", name="Look at it again").click()
    shown.locator("#show:not([hidden])").wait_for()
    shown.locator("#slider").fill("19")
    shown.wait_for_timeout(800)
    shown.screenshot(path=FOLDER / f"replay{suffix}.png")


def poker(page: Any) -> None:
    """Pages of poker, of a server that has a bundle; a spot is solved and a table simulated for two of them."""
    shown = page(DESK)
    bundles = shown.request.get("/api/poker/bundles").json()
    if not bundles:
        print("the server has no bundle: the pictures of poker stay as they are")
        return
    for name, (path, size, wanted, click, then) in POKER.items():
        shown = page(size)
        shown.goto(path.format(bundle=bundles[0]["name"]))
        shown.wait_for_selector(wanted)
        if click:
            shown.click(click)
            shown.wait_for_selector(then)
        shown.screenshot(path=FOLDER / f"{name}.png")
    spot = finished(page, {"kind": "holdem-spot", **SPOT, "iterations": 100})
    shown = page(PHONE)
    shown.goto(f"/poker/spots/{spot['solution']}?path=check,check")
    shown.click("#runouts")
    shown.wait_for_selector(".picker .mixed")
    shown.screenshot(path=FOLDER / "explorer-phone.png")
    agents = [f"blueprint:{bundles[0]['name']}", *["tight"] * (bundles[0]["players"] - 1)]
    ring = finished(page, {"kind": "holdem-simulation", "agents": agents, "hands": 2_000, "stack": 25})
    shown = page(DESK)
    shown.goto(ring["url"])
    shown.screenshot(path=FOLDER / "simulation.png")


def finished(page: Any, asked: dict[str, Any]) -> dict[str, Any]:
    """The result of a job, with the address of its page."""
    shown = page(DESK)
    job = shown.request.post("/api/jobs", data=asked).json()
    while shown.request.get(f"/api/jobs/{job['id']}").json()["is_open"]:
        shown.wait_for_timeout(500)
    return {**shown.request.get(f"/api/jobs/{job['id']}/result").json(), "url": job["url"]}


if __name__ == "__main__":
    main()
