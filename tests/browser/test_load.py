"""The first load of a table is small."""

from __future__ import annotations

import pytest
from tests.browser.conftest import NewPage
from tests.browser.seats import open_table, wait_to_act
from tests.browser.transfers import Transfers

MOST_BYTES = 60_000


@pytest.mark.parametrize("game", ["hearts", "canasta", "uno"])
def test_the_first_load_of_a_table_is_small(game: str, new_page: NewPage) -> None:
    page = new_page()
    fetched = Transfers(page)
    open_table(page, game)
    wait_to_act(page)
    page.wait_for_load_state("networkidle")
    sizes = fetched.by_address()
    assert any(url.endswith("/static/table/main.js") for url in sizes)
    assert fetched.over_socket() > 500
    assert fetched.total() < MOST_BYTES, (fetched.over_socket(), sizes)
