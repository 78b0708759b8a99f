"""With others at a table: the clock, a pause, giving up, and leaving one's seat to the computer and coming back."""

from __future__ import annotations

import json

from playwright.sync_api import Page, WebSocketRoute
from tests.browser.conftest import PHONE, NewPage
from tests.browser.seats import open_table, status, wait_to_act


def side(page: Page) -> None:
    """Open what stands beside the table, on a phone."""
    if page.locator(".more").is_visible():
        page.locator(".more").click()


def two_people(new_page: NewPage) -> tuple[Page, Page]:
    """A host at a desk and a friend with a phone."""
    first, second = new_page(), new_page(PHONE)
    ticket = open_table(first, "leduc", friends=1, options={"hands": 3})
    second.goto(ticket["invite"])
    second.get_by_label("Your name").fill("Ben")
    second.locator("main button.primary").click()
    for page in (first, second):
        page.wait_for_selector('#table[data-status="playing"]')
    return first, second


def test_the_host_pauses_and_everyone_sees_the_clock(new_page: NewPage) -> None:
    first, second = two_people(new_page)
    for page in (first, second):
        page.locator(".clock", has_text=":").wait_for()
    first.get_by_role("button", name="Pause").click()
    for page in (first, second):
        page.locator(".prompt", has_text="Paused").wait_for()
        assert not page.locator(".clock").is_visible()
    side(second)
    assert second.get_by_role("button", name="Go on").count() == 0  # no host's key, no host's button
    first.reload()
    first.get_by_role("button", name="Go on").click()
    for page in (first, second):
        page.locator(".clock", has_text=":").wait_for()


def test_whoever_gives_up_or_goes_is_played_for(new_page: NewPage) -> None:
    first, second = two_people(new_page)
    first.on("dialog", lambda dialog: dialog.accept())
    side(second)
    second.get_by_role("button", name="Let the computer play for me").click()
    second.get_by_role("button", name="I am back").wait_for()
    first.get_by_role("button", name="Give up").click()
    first.wait_for_selector('#table[data-status="over"]', timeout=60_000)
    assert status(second) in ("over", "waiting", "playing")


def test_a_command_counts_although_the_table_moved_on_meanwhile(new_page: NewPage) -> None:
    page, refused = new_page(), list[int]()

    def link(web_socket: WebSocketRoute) -> None:
        server = web_socket.connect_to_server()

        def hear(text: str | bytes) -> None:
            said = json.loads(text)
            if said["id"] == "undo" and not refused:
                refused.append(said["n"])
                web_socket.send(json.dumps({"type": "answer", "n": said["n"], "code": "revision.stale"}))
            else:
                server.send(text)

        web_socket.on_message(hear)

    page.route_web_socket("**/socket?changes=1", link)
    open_table(page, "hearts", options={"hands": 1})
    wait_to_act(page)
    for _ in range(3):
        page.locator(".hand .card.live:not(.chosen)").first.click()
    page.locator(".controls button.primary:not([disabled])").click()
    page.locator(".log li", has_text="You give").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator(".prompt.mine", has_text="Pass").wait_for()
    assert refused


def test_who_plays_alone_has_no_clock_and_takes_back_a_move(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "hearts", options={"hands": 1})
    wait_to_act(page)
    assert not page.locator(".clock").is_visible()
    for _ in range(3):
        page.locator(".hand .card.live:not(.chosen)").first.click()
    page.locator(".controls button.primary:not([disabled])").click()
    page.locator(".log li", has_text="You give").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator(".prompt.mine", has_text="Pass").wait_for()
    page.locator(".log li", has_text="You give").wait_for(state="detached")
    assert page.locator(".log li", has_text="You are dealt").count() == 1


def test_the_log_does_not_remember_what_one_looked_at(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "cambio")
    page.locator(".controls .peeked").wait_for()
    lines = page.locator(".log li").all_inner_texts()
    assert sum(line.startswith("You look at your own card ") for line in lines) == 2
    assert not [line for line in lines if "is shown in your" in line]


def test_a_name_is_no_text_of_the_log(new_page: NewPage) -> None:
    """Somebody called like a line of the log, or from right to left, is shown as a name."""
    first, second = new_page(), new_page()
    ticket = open_table(first, "leduc", friends=1, options={"hands": 3})
    name = "\u05d0\u05d1 pays 9 chips."
    second.goto(ticket["invite"])
    second.get_by_label("Your name").fill(name)
    second.locator("main button.primary").click()
    first.wait_for_selector('#table[data-status="playing"]')
    line = first.locator(".log li", has_text="pays 1 chip.").filter(has=first.locator("bdi.name", has_text=name))
    line.first.wait_for()
    assert line.first.text_content() == f"{name} pays 1 chip."
    assert line.first.locator("bdi.name").evaluate("name => getComputedStyle(name).unicodeBidi") == "isolate"


def test_a_page_whose_key_opens_nothing_any_more_says_so(new_page: NewPage) -> None:
    """It tried again for ever: of a handshake that is refused a browser hears only that it failed."""
    page = new_page()
    links: list[object] = []

    def link(web_socket: object) -> None:
        web_socket.connect_to_server()  # type: ignore[attr-defined]
        links.append(web_socket)

    page.route_web_socket("**/socket?changes=1", link)
    open_table(page, "leduc")
    wait_to_act(page)
    page.context.clear_cookies()
    links[-1].close(code=1012)  # type: ignore[attr-defined]
    notice = page.wait_for_selector(".notice:has-text('This link does not open a seat')")
    assert notice is not None
    assert notice.is_visible()
