"""A small game is solved from its page, watched, and walked through; a large one says why it is not."""

from __future__ import annotations

import pytest
from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.test_looks import findings

PATIENCE_MS = 120_000


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_solved_game_is_walked_through_and_back(size: tuple[int, int], new_page: NewPage) -> None:
    page = new_page(size)
    page.goto("/games/kuhn")
    page.get_by_label("quickly").check()
    page.get_by_role("button", name="Solve").click()
    page.wait_for_url("**/jobs/*")
    page.wait_for_selector("#walk table", timeout=PATIENCE_MS)
    assert page.locator("#walk tbody").count() == 3
    page.get_by_role("link", name="Seat 1: bet").click()
    page.get_by_role("heading", name="Seat 2 decides").wait_for()
    assert page.evaluate("document.activeElement.textContent") == "Seat 2 decides"
    king = page.locator("#walk tbody", has_text="holding the king")
    assert king.locator("tr", has_text="call").locator(".often").inner_text().strip() == "100 %"
    assert findings(page) == []
    assert page.evaluate("document.scrollingElement.scrollWidth") <= size[0]
    page.reload()  # the place is in the address
    page.get_by_role("heading", name="Seat 2 decides").wait_for()
    page.get_by_role("navigation").get_by_role("link", name="Start").click()
    page.get_by_role("heading", name="Seat 1 decides").wait_for()
    page.go_back()
    page.get_by_role("heading", name="Seat 2 decides").wait_for()


def test_a_game_that_is_too_large_says_so_and_has_no_button(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/games/euchre")
    page.locator("#solve-size", has_text="cannot be solved").wait_for()
    assert not page.locator("#solve button").is_visible()
    page.locator("summary").click()
    page.locator("#options [name=hands]").fill("1")
    page.locator("#options [name=hands]").dispatch_event("change")
    page.locator("#solve-size", has_text="too large").wait_for()
    page.goto("/games/kuhn")
    page.locator("#solve button").wait_for()


def test_a_solve_that_takes_long_is_stopped_and_keeps_what_it_found(new_page: NewPage) -> None:
    page = new_page()
    page.route(
        "**/api/jobs",
        lambda route: route.continue_(post_data={**route.request.post_data_json, "iterations": 50_000_000}),
    )
    page.goto("/games/kuhn")
    page.get_by_role("button", name="Solve").click()
    page.wait_for_selector("#live svg", timeout=PATIENCE_MS)
    page.get_by_role("button", name="Stop").click()
    page.wait_for_selector("#walk table", timeout=PATIENCE_MS)
    assert page.get_by_text("It was stopped early").is_visible()
