"""Long jobs in a browser: asked for on the page of one's own game, watched, left and found again, cancelled."""

from __future__ import annotations

from tests.browser.conftest import PHONE, NewPage

PATIENCE_MS = 120_000


def test_ones_own_game_is_measured_from_the_editor(new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.route(
        "**/api/jobs", lambda route: route.continue_(post_data={**route.request.post_data_json, "budget": 100_000})
    )
    page.goto("/own?start=kuhn")
    page.locator("#measure:not([disabled])").click(timeout=PATIENCE_MS)
    page.wait_for_url("**/jobs/*")
    page.goto("/jobs")  # whoever leaves finds it again
    page.get_by_role("link", name="Report on Kuhn Poker").click(timeout=PATIENCE_MS)
    page.wait_for_selector(".report svg", timeout=PATIENCE_MS)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE[0]


def test_a_job_is_cancelled_from_the_list(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/games/hearts")
    page.locator("#measure button").click()
    page.wait_for_url("**/jobs/*")
    page.goto("/jobs")
    cancel = page.get_by_role("button", name="Cancel")
    cancel.click()
    page.wait_for_selector('.job[data-state="cancelled"]')
    page.reload()
    page.wait_for_selector('.job[data-state="cancelled"]')
    assert not cancel.is_visible()
