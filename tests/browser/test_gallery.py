"""The gallery in a browser: what is searched for is found, and what was measured sorts it."""

from __future__ import annotations

from tests.browser.conftest import PHONE, NewPage

SHOWN = "[...document.querySelectorAll('.tile:not([hidden])')].map((tile) => tile.dataset)"


def test_the_gallery_filters_and_sorts_by_what_was_measured(new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto("/")
    page.locator("#length").select_option("quick")
    quick = page.evaluate(SHOWN)
    assert quick
    assert all(tile["length"] == "quick" for tile in quick)
    page.locator("#length").select_option("")
    page.locator("#sort").select_option("skill")
    skills = [float(tile.get("skill") or -1) for tile in page.evaluate(SHOWN)]
    assert skills == sorted(skills, reverse=True)
    assert len(skills) > len(quick)
    page.locator("#kind").select_option("patience")
    assert [tile["name"] for tile in page.evaluate(SHOWN)] == ["solitaire"]


def test_whoever_opens_a_table_says_whether_it_reminds_people_of_cards(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/games/rummy")
    for wanted in (False, True):
        if wanted:
            page.get_by_role("heading", name="House rules").click()
            page.locator("#memory").check()
        with page.expect_request("**/api/tables") as asked:
            page.locator("#alone button").click()
        assert (asked.value.post_data_json or {})["shows_memory"] is wanted
        page.locator(".board").wait_for()
        page.goto("/games/rummy")
