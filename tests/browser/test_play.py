"""Whole hands by clicking, at a desk and on a phone; every page error, console error and foreign request fails."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.first_hand import shown_hand, true_hand
from tests.browser.seats import ANYTHING, CORNER, click_one, open_table, play, status, wait_to_act

HANDS = {"options": {"hands": 1}}


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("texas-42", DESK),
        ("hearts", PHONE),
        ("uno", PHONE),
        ("draw-poker", DESK),
        ("bridge", PHONE),
        ("cambio", DESK),
    ],
)
def test_a_whole_hand_is_played_by_clicking(game: str, size: tuple[int, int], new_page: NewPage) -> None:
    page = new_page(size, touch=size == PHONE)
    ticket = open_table(page, game, **HANDS)
    play(page)
    assert status(page) == "over"
    assert page.locator(".proof.ok").count() == 1
    assert shown_hand(page) == true_hand(page, ticket["table"])


def test_a_game_of_klondike_is_played_by_clicking_until_nothing_is_left(new_page: NewPage) -> None:
    """Move what can be moved, turn up, and give up when the stock is empty: few deals come out."""
    page = new_page(PHONE, touch=True)
    for _ in range(10):  # deals are the server's: in some, clicking about moves nothing
        open_table(page, "solitaire")
        wait_to_act(page)
        play(page, clicks=15)
        told = page.locator(".log").text_content() or ""
        if status(page) != "over" and ("You move " in told or "You build " in told):
            break
    page.keyboard.press("Escape")  # of what was picked and has nowhere to go yet
    page.wait_for_selector(".controls .cancel", state="detached")
    for _ in range(60):
        if status(page) == "over":
            break
        before = page.locator("#table").get_attribute("data-revision")
        left = page.locator(".controls button:text-is('Give up')")
        (left if left.count() else page.locator(".controls button", has_text="Turn")).first.click()
        sure = page.get_by_role("button", name="Give up: really?")
        if sure.count():  # not where there is nothing else to do
            sure.click()
        page.wait_for_function("(old) => document.querySelector('#table').dataset.revision !== old", arg=before)
    assert status(page) == "over"
    assert page.locator(".proof.ok").count() == 1
    assert len(shown_hand(page)) == 28
    assert shown_hand(page) == true_hand(page, page.url.split("/")[-2])
    told = page.locator(".log").text_content() or ""
    assert "You turn up." in told
    assert "You move " in told or "You build " in told


@pytest.mark.parametrize(("game", "size"), [("canasta", PHONE)])
def test_a_long_game_goes_on_by_clicking(game: str, size: tuple[int, int], new_page: NewPage) -> None:
    page = new_page(size, touch=size == PHONE)
    open_table(page, game)
    wait_to_act(page)
    before = revision = int(page.locator("#table").get_attribute("data-revision") or 0)
    for seed in range(8):  # deals are the server's: in some, clicking about picks cards and puts them back for long
        play(page, seed=seed, clicks=25)
        revision = int(page.locator("#table").get_attribute("data-revision") or 0)
        if revision > before + 5:
            break
    assert revision > before + 5


def test_a_hand_is_played_with_the_keyboard_alone(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "toy-whist", **HANDS)
    for _ in range(200):
        if wait_to_act(page) == "over":
            break
        for _ in range(40):
            if page.evaluate("(what) => document.activeElement.matches(what)", f".seen, {ANYTHING}"):
                page.keyboard.press("Enter")  # and never on a link: a frame may have come meanwhile
                break
            page.keyboard.press("Tab")
    assert status(page) == "over"


def test_arrow_keys_go_along_the_hand_and_escape_withdraws(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "hearts", **HANDS)
    wait_to_act(page)
    page.locator(".hand .card").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".hand .card.chosen")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelectorAll('.hand .card.chosen').length === 2")
    assert page.evaluate("document.activeElement === document.querySelectorAll('.hand .card')[1]")
    page.keyboard.press("Escape")
    page.wait_for_function("document.querySelectorAll('.hand .card.chosen').length === 0")


def test_two_people_play_and_a_third_watches(new_page: NewPage) -> None:
    first, second, third = new_page(), new_page(PHONE), new_page()
    ticket = open_table(first, "kuhn", friends=1, **HANDS)
    second.goto(ticket["invite"])
    second.get_by_label("Your name").fill("Ben")
    second.locator("main button.primary").click()
    third.goto(ticket["watch"])
    rng = Random(1)
    for _ in range(60):
        if status(first) == status(second) == "over":
            break
        for page in (first, second):
            if page.query_selector(f".controls .seen, {ANYTHING}"):
                click_one(page, rng)
        first.wait_for_timeout(30)
    assert status(first) == status(second) == "over"
    third.wait_for_selector('#table[data-status="over"]')
    assert third.locator(".controls button").count() == 0


def test_a_reload_comes_back_to_the_same_seat(new_page: NewPage) -> None:
    page = new_page(PHONE)
    open_table(page, "hearts", **HANDS)
    wait_to_act(page)
    before = hand(page)
    page.reload()
    wait_to_act(page)
    assert hand(page) == before
    assert len(before) == 13
    assert "#" not in page.url


def test_a_click_while_the_connection_is_gone_is_done_when_it_is_back(new_page: NewPage) -> None:
    page = new_page()
    links: list[object] = []
    state = {"down": False}

    def link(web_socket: object) -> None:
        if state["down"]:
            web_socket.close(code=1012)  # type: ignore[attr-defined]
            return
        web_socket.connect_to_server()  # type: ignore[attr-defined]
        links.append(web_socket)

    page.route_web_socket("**/socket?changes=1", link)
    open_table(page, "leduc", options={"hands": 3})
    wait_to_act(page)
    state["down"] = True
    links[-1].close(code=1012)  # type: ignore[attr-defined]
    page.wait_for_selector(".notice:not([hidden])")
    checked = page.locator(".log li", has_text="You check")
    before = checked.count()
    page.locator(".controls button", has_text="Check").first.click()
    state["down"] = False
    checked.nth(before).wait_for(state="attached")
    page.wait_for_selector(".notice", state="hidden")
    assert checked.count() == before + 1, "and once"


def test_cards_that_were_picked_stay_picked_when_the_connection_comes_back(new_page: NewPage) -> None:
    """The server forgets a draft with its connection."""
    page = new_page()
    links: list[WebSocketRoute] = []

    def link(web_socket: WebSocketRoute) -> None:
        web_socket.connect_to_server()
        links.append(web_socket)

    page.route_web_socket("**/socket?changes=1", link)
    open_table(page, "hearts")
    wait_to_act(page)
    for place in range(3):
        page.locator(".hand .card.live:not(.chosen)").nth(place).click(position=CORNER)
    page.wait_for_selector(".controls .primary:not(:disabled)")
    links[0].close(code=1012)
    expect(page.locator(".notice")).to_be_visible()
    expect(page.locator(".notice")).to_be_hidden()
    page.locator(".controls .primary:not(:disabled)").click()
    page.wait_for_function("() => document.querySelectorAll('.hand .card.chosen').length === 0")


def test_after_the_game_it_is_looked_at_again_and_played_again(new_page: NewPage) -> None:
    page = new_page(PHONE)
    ticket = open_table(page, "kuhn", **HANDS)
    play(page)
    with page.expect_response("**/rate") as answer:
        page.get_by_role("radio", name="4 / 5").click()
    assert answer.value.ok
    page.get_by_role("button", name="Look at it again").click()
    page.wait_for_selector("#show:not([hidden])")
    assert "/replay#dw1.kuhn." in page.url
    page.wait_for_function("document.querySelectorAll('#table .card:not(.back)').length >= 2")
    steps = int(page.locator("#slider").get_attribute("max") or 0)
    assert steps >= 2
    page.locator("#eyes").select_option("0")
    page.locator("#slider").fill(str(steps))
    page.wait_for_function(
        "(steps) => document.querySelector('#step').textContent === `${steps} / ${steps}`", arg=steps
    )
    assert page.locator("#branch button").is_disabled()
    assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE[0]
    page.locator("#copy").click()
    assert page.locator("#ask input").input_value() == page.url
    page.locator("#slider").fill("0")
    page.locator("#branch button:not([disabled])").click()
    page.wait_for_url("**/table/*/*")
    play(page)
    assert status(page) == "over"
    assert page.locator(".proof").count() == 0  # its cards were known
    page.goto(f"/table/{ticket['table']}/0")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url("**/table/*/1")
    wait_to_act(page)
    assert page.locator(".hand .card").count() == 1
    page.goto("/games/kuhn")
    assert "of 5 from" in page.inner_text(".liked")


def test_a_hint_shows_what_could_be_played(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "toy-whist", **HANDS)
    wait_to_act(page)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".hand .card.hinted")
    assert "Hint: Play" in page.inner_text(".notice")


def test_a_card_that_cannot_be_played_says_why(new_page: NewPage) -> None:
    page = new_page()
    rng = Random(5)
    open_table(page, "hearts", **HANDS)
    for _ in range(40):
        wait_to_act(page)
        why = page.locator(".hand .card[aria-disabled=true][data-why]:not([data-why=''])")
        if why.count():
            why.first.click(position=CORNER, force=True)
            assert page.inner_text(".notice") == why.first.get_attribute("data-why")
            return
        click_one(page, rng)
    raise AssertionError("every card could always be played")


def hand(page: Page) -> list[str]:
    """The cards of one's hand, as a screen reader says them."""
    return [card.get_attribute("aria-label") or "" for card in page.query_selector_all(".hand .card")]


def test_a_drawn_card_is_discarded_by_tapping_the_pile(new_page: NewPage) -> None:
    page = new_page(PHONE, touch=True)
    open_table(page, "cambio")
    while page.locator(".peeked").count() or not page.locator("[data-region='stock'].live").count():
        wait_to_act(page)
        if page.locator(".peeked").count():
            page.locator(".peeked").first.click()
        elif not page.locator("[data-region='stock'].live").count():
            click_one(page, Random(1))
        page.wait_for_timeout(100)
    page.locator("[data-region='stock'] .region-name").click()
    page.locator("[data-region='discard'].live .region-name").click()
    expect(page.locator(".log li", has_text="You discard")).to_have_count(1)
