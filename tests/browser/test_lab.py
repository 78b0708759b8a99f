"""The lab in a browser: a run is begun, watched and stopped; what was found is looked at and played."""

from __future__ import annotations

import pytest
from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.test_looks import findings
from tests.web.lab_runs import keep_run

from deckwright.web.service import Service

PATIENCE_MS = 300_000


def test_a_run_is_begun_watched_stopped_and_found_again(new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto("/lab")
    page.locator("[name=population]").fill("2")
    page.locator("[name=generations]").fill("50")
    page.get_by_text("What to start from").click()
    page.get_by_label("Kuhn Poker").check()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/lab/*")
    page.locator("#state", has_text="runs").wait_for(timeout=PATIENCE_MS)
    page.get_by_role("button", name="Stop").click()
    page.locator("#state", has_text="stopped").wait_for(timeout=PATIENCE_MS)
    page.reload()
    page.get_by_role("button", name="Go on").wait_for()
    page.goto("/lab")  # whoever leaves finds it again
    page.get_by_role("link", name="balanced, from Kuhn Poker").click()
    page.wait_for_url("**/lab/*")  # with its scripts
    page.get_by_role("button", name="Delete").click()
    page.locator("#delete-now").click()
    page.wait_for_url("**/lab")
    page.locator("#no-runs").wait_for()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_map_leads_to_a_game_that_can_be_played(
    size: tuple[int, int], new_page: NewPage, served: tuple[str, Service]
) -> None:
    run, _ = keep_run(served[1])
    page = new_page(size)
    for path in ("/lab", f"/lab/{run}"):
        page.goto(path)
        assert findings(page) == []
        assert page.evaluate("document.scrollingElement.scrollWidth") <= size[0]
    page.locator("a.heat-cell:not(.stone)").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="<b>Evil</b>", exact=True).wait_for()
    page.get_by_role("heading", name="Rulebook").click()
    assert findings(page) == []
    assert page.evaluate("document.scrollingElement.scrollWidth") <= size[0]
    page.get_by_label("easy").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/table/**", timeout=PATIENCE_MS)
    page.locator(".board").wait_for()
