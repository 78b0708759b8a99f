"""`python -m benchmarks.pages`: how long a person waits in the browser, on loopback with an idle server.

*First load*: a browser that has nothing of ours opens a table; bytes over the wire, and milliseconds from the address
to the first frame on the page. *Click to page*: from a click that chooses something to the next picture of the page
that shows it, measured in the page; agents move later.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
from random import Random

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.launch import launch
from tests.browser.seats import click_one, open_table, wait_to_act
from tests.browser.transfers import Transfers

from benchmarks.serving import start

GAMES = ("hearts", "texas-42", "uno", "crazy-eights", "canasta", "solitaire")
LOAD_BAR_BYTES = 60_000
LOAD_BAR_MS = 1000.0
CLICK_BAR_MS = 50.0

WATCH = """() => {
  window.waits = [];
  let clicked = 0;
  addEventListener("click", () => { clicked = performance.now(); }, true);
  new MutationObserver(() => {
    if (!clicked) return;
    const began = clicked;
    clicked = 0;
    requestAnimationFrame(() => requestAnimationFrame(() => window.waits.push(performance.now() - began)));
  }).observe(document.querySelector("#table"), { attributeFilter: ["data-revision"] });
}"""
"""Two animation frames: when the second is asked for, the first has been painted."""


def new_page(browser: Browser, address: str) -> Page:
    context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    return context.new_page()


def first_load(browser: Browser, address: str, game: str) -> tuple[int, float]:
    """Bytes and milliseconds until a table is on the page of a browser that knows nothing."""
    page = new_page(browser, address)
    fetched = Transfers(page)
    open_table(page, game)
    page.wait_for_selector("#table[data-revision]")
    took: float = page.evaluate("performance.now()")
    wait_to_act(page)
    page.wait_for_load_state("networkidle")
    size = fetched.total()
    page.context.close()
    return size, took


def clicks(browser: Browser, address: str, game: str, count: int) -> list[float]:
    """Milliseconds from each click that chose something to the page that shows it."""
    page = new_page(browser, address)
    open_table(page, game)
    wait_to_act(page)
    page.evaluate(WATCH)
    rng = Random(1)
    for _ in range(count):
        if wait_to_act(page) == "over":
            break
        click_one(page, rng)
    page.wait_for_timeout(200)
    found: list[float] = page.evaluate("window.waits")
    page.context.close()
    return found


def line(what: str, value: float, bar: float, unit: str) -> str:
    return f"{what}: {value:,.0f} {unit} ({'holds' if value < bar else 'MISSED'}: below {bar:,.0f})"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--loads", type=int, default=5, help="first loads of each game")
    options.add_argument("--clicks", type=int, default=40, help="clicks at a table of each game")
    options.add_argument("--port", type=int, default=8398)
    given = options.parse_args()
    address = f"http://127.0.0.1:{given.port}"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, launch(playwright) as browser:
        server, _ = start(given.port, f"sqlite:///{folder}/tables.db", None)
        try:
            sizes, loads, waits = [], [], []
            for game in GAMES:
                found = [first_load(browser, address, game) for _ in range(given.loads)]
                own = clicks(browser, address, game, given.clicks)
                sizes += [size for size, _ in found]
                loads += [took for _, took in found]
                waits += own
                taken = statistics.median(took for _, took in found)
                print(
                    f"{game}: first load {max(size for size, _ in found):,} bytes, {taken:.0f} ms;"
                    f" click to page {statistics.median(own):.0f} ms at the median of {len(own)}",
                    flush=True,
                )
        finally:
            server.terminate()
            server.wait()
    print(f"load average of the machine: {os.getloadavg()[0]:.1f}")
    print(line("first load, largest", max(sizes), LOAD_BAR_BYTES, "bytes"))
    print(line("first load, median", statistics.median(loads), LOAD_BAR_MS, "ms"))
    print(line("click to page, median", statistics.median(waits), CLICK_BAR_MS, "ms"))


if __name__ == "__main__":
    main()
