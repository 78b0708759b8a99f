"""Makes the pictures of docs/web.md again, of a server that runs.

    .venv/bin/python scripts/screenshots.py http://localhost:8042

They are looked at one by one before they are kept.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright  # noqa: E402
from tests.browser.seats import click_one, open_table, wait_to_act  # noqa: E402

FOLDER = ROOT / "docs" / "screenshots"
DESK, PHONE = (1280, 800), (390, 844)
PAGES = {"gallery": ("/", DESK), "gallery-phone": ("/", PHONE), "report": ("/games/hearts/report", DESK)}
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
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)

        def page(size: tuple[int, int]):  # type: ignore[no-untyped-def]
            viewport = {"width": size[0], "height": size[1]}
            made = browser.new_context(viewport=viewport, base_url=address, reduced_motion="reduce").new_page()
            made.set_default_timeout(60_000)
            return made

        for name, (path, size) in PAGES.items():
            shown = page(size)
            shown.goto(path)
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
        browser.close()


if __name__ == "__main__":
    main()
