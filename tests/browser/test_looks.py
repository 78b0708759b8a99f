"""How pages look and read: sizes on a phone, names for screen readers, and how much a table weighs."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import groupby
from random import Random
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page
from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.seats import CORNER, open_table, show_frame, wait_to_act
from tests.play.tables import dealt, next_message, setup_of, taken

from deckwright.engine import load
from deckwright.engine.scene import game_sheet
from deckwright.games.catalogue import library
from deckwright.play.frame import table_frame

UNCOVERED = """(selector) => [...document.querySelectorAll(selector)].filter((card) => {
  const box = card.getBoundingClientRect();
  const hit = ([x, y]) => card.contains(document.elementFromPoint(box.left + x, box.top + y));
  return ![[2, 2], [18, 2], [2, 42], [18, 42]].every(hit);
}).map((card) => card.title || card.textContent)"""


def frame_when(game: str, is_wanted: Callable[[dict[str, Any]], bool], steps: int = 300) -> dict[str, Any]:
    """What the first seat is shown when something is so, in a game that is played at random."""
    rng = Random(f"look {game}")
    for seed in range(20):
        table = dealt(setup_of(load(game), seed=seed))
        for _ in range(steps):
            frame = json.loads(table_frame(table, 0).to_json())
            if is_wanted(frame):
                found: dict[str, Any] = frame
                return found
            if table.is_over:
                break
            table = taken(table, next_message(table, rng))
    raise AssertionError(f"{game}: never so")


def piles(frame: dict[str, Any]) -> int:
    """How many cards the longest column has."""
    return max((region["count"] for region in frame["regions"] if region["role"] == "tableau"), default=0)


def forty_cards(frame: dict[str, Any]) -> dict[str, Any]:
    """The same with 40 cards in hand."""
    sheet = game_sheet(load("canasta"))
    codes = [code for code, card in sheet["cards"].items() if card["kind"] == "card"][:20]
    cards = [{"face": "up", "code": code, "copy": copy} for code in codes for copy in (0, 1)]
    hand = next(region for region in frame["regions"] if region["role"] == "hand" and region["is_own"])
    hand |= {"cards": cards, "count": 40}
    return frame


LAYOUTS: dict[str, Callable[[], dict[str, Any]]] = {
    "solitaire": lambda: frame_when("solitaire", lambda frame: piles(frame) > 7),
    "fan-tan": lambda: frame_when("fan-tan", lambda frame: piles(frame) > 8 and frame["choices"]),
    "canasta": lambda: forty_cards(frame_when("canasta", lambda frame: len(frame["choices"]) > 10)),
    "bridge": lambda: frame_when(
        "bridge", lambda frame: frame["choices"] and frame["standing"]["playing"] not in (None, 0)
    ),
    "texas-42": lambda: frame_when("texas-42", lambda frame: len(frame["trick"]) == 3),
}


@pytest.mark.parametrize("game", LAYOUTS)
def test_a_phone_shows_everything_without_scrolling_sideways(game: str, new_page: NewPage) -> None:
    page = new_page(PHONE)
    show_frame(page, game, game_sheet(load(game)), LAYOUTS[game]())
    assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE[0]
    assert page.evaluate("document.querySelector('.board').scrollWidth <= document.querySelector('.board').clientWidth")
    assert page.evaluate("document.querySelector('.stage').clientHeight") >= 240
    assert page.evaluate(UNCOVERED, ".hand .card, .open-hand .card.live") == []


def test_a_chosen_card_leaves_the_next_one_to_be_chosen_too(new_page: NewPage) -> None:
    page = new_page(PHONE)
    show_frame(page, "canasta", game_sheet(load("canasta")), LAYOUTS["canasta"]())
    cards = page.locator(".hand .card.live")
    cards.nth(3).click(position=CORNER)
    assert page.locator(".hand .card.chosen").count() == 1
    assert page.locator(".hand .card.chosen + .card").count() == 1
    assert page.evaluate(UNCOVERED, ".hand .card.chosen + .card") == []


def test_the_first_of_many_controls_is_within_reach(new_page: NewPage) -> None:
    """Controls that do not fit are scrolled; what begins above their place could not be."""
    page = new_page(PHONE)
    show_frame(page, "canasta", game_sheet(load("canasta")), LAYOUTS["canasta"]())
    page.evaluate(
        """() => { const place = document.querySelector('.controls');
        while (place.scrollHeight <= place.clientHeight) place.append(place.lastElementChild.cloneNode(true));
        for (let more = 0; more < 9; more += 1) place.append(place.lastElementChild.cloneNode(true)); }"""
    )
    above = "(place) => place.firstElementChild.getBoundingClientRect().top - place.getBoundingClientRect().top"
    assert page.locator(".controls").evaluate(above) >= 0


def findings(page: Page) -> list[str]:
    """What axe-core holds to be serious."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {node['html'][:160]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.mark.parametrize(
    "path", ["/", "/games/hearts", "/games/hearts/rules", "/games/hearts/report", "/jobs", "/own?start=kuhn"]
)
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_pages_have_no_serious_finding_of_axe(path: str, size: tuple[int, int], new_page: NewPage) -> None:
    """Dark on a desk, light on a phone: every colour is seen."""
    page = new_page(size)
    page.emulate_media(color_scheme="dark" if size == DESK else "light", reduced_motion="reduce")
    page.goto(path)
    assert findings(page) == []
    assert page.evaluate("document.scrollingElement.scrollWidth") <= size[0]


def test_no_page_of_a_game_scrolls_sideways_on_a_phone(new_page: NewPage) -> None:
    """Addresses of published rules and paths of rules that never came up are the longest words."""
    page = new_page(PHONE)
    wide = []
    for name in library():
        page.goto(f"/games/{name}")
        if page.evaluate("document.scrollingElement.scrollWidth") > PHONE[0]:
            wide.append(name)
    assert wide == []


@pytest.mark.parametrize(
    ("game", "colours"), [("hearts", "light"), ("uno", "dark"), ("bridge", "light"), ("solitaire", "dark")]
)
def test_tables_have_no_serious_finding_of_axe(game: str, colours: Literal["dark", "light"], new_page: NewPage) -> None:
    page = new_page()
    page.emulate_media(color_scheme=colours, reduced_motion="reduce")
    open_table(page, game)
    wait_to_act(page)
    assert findings(page) == []


def test_calls_keep_to_the_column_of_their_strain(new_page: NewPage) -> None:
    """After 4 spades only no trump is left of level 4: it stands in the last column, under none of the others."""
    frame = frame_when("bridge", lambda found: len(found["choices"]) > 35)
    frame["choices"] = [
        choice
        for choice in frame["choices"]
        if choice.get("level", 9) > 4 or (choice["level"], choice["strain"]) == (4, "NT")
    ]
    page = new_page()
    show_frame(page, "bridge", game_sheet(load("bridge")), frame)
    rows = page.locator(".grid-row").evaluate_all(
        "(rows) => rows.map((row) => [...row.children].map((cell) => cell.getAttribute('aria-label') ?? ''))"
    )
    assert [[bool(cell) for cell in row] for row in rows] == [[False] * 4 + [True], *[[True] * 5] * 3]
    assert [cell.split(" ")[-1] for cell in rows[1]] == ["clubs", "diamonds", "hearts", "spades", "NT"]


def test_a_hand_is_sorted_by_suit_or_by_rank_as_one_likes(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "hearts")
    wait_to_act(page)
    codes = "(cards) => cards.map((card) => card.dataset.code)"
    by_suit: list[str] = page.locator(".hand .card").evaluate_all(codes)
    assert [suit for suit, _ in groupby(code[-1] for code in by_suit)] == [
        suit for suit in "CDSH" if any(code[-1] == suit for code in by_suit)
    ]
    page.locator(".side .links > .quiet").click()
    page.locator("#set-sort").select_option("rank")
    page.locator("#settings-close").click()
    by_rank: list[str] = page.locator(".hand .card").evaluate_all(codes)
    ranks = "23456789TJQKA".index
    assert [code[:-1].replace("10", "T") for code in by_rank] == sorted(
        (code[:-1].replace("10", "T") for code in by_suit), key=ranks
    )
