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
