"""Pages of poker in a browser, gone through on a phone: explorers, spots, the simulator, charts, equities."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.seats import play, status
from tests.browser.test_looks import findings

from deckwright.web.service import Service

PATIENCE_MS = 120_000


def looks_right(page: Page) -> None:
    """On a desk and on a phone nothing sticks out at the side, and axe finds nothing serious."""
    for width, height in (DESK, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width
        assert findings(page) == []


def test_a_blueprint_is_explored(new_page: NewPage, bundles: Path) -> None:
    assert bundles.is_dir()
    page = new_page(PHONE)
    page.goto("/poker")
    looks_right(page)
    page.get_by_role("link", name="small-2").click()
    page.wait_for_selector(".matrix .filled")
    assert page.locator(".matrix button").count() == 169
    page.get_by_role("gridcell", name="AKs:").click()
    assert "AKs, all" in page.locator("#hand").inner_text()
    looks_right(page)
    page.get_by_role("button", name="call").click()
    page.get_by_role("button", name="check").click()
    page.wait_for_selector("#picker-panel:not([hidden])")
    for card in ("Q♠", "7♠", "2♦"):
        page.get_by_role("button", name=card, exact=True).click()
    page.wait_for_selector("#board .playing-card:nth-child(3)")
    page.wait_for_url("**path=call%2Ccheck%2CQs7s2d")
    page.get_by_role("gridcell", name="AJs:").click()
    assert page.locator("#hand tbody tr").count() == 1 + page.locator("#hand .combo").count() > 1
    page.get_by_role("tab", name="SB").click()
    assert page.locator("#matrix-title").inner_text() == "What SB may hold"
    page.locator("#acts button").first.click()
    page.locator("#acts button").first.click()
    page.locator("#runouts").click()
    page.wait_for_selector(".picker .mixed")
    looks_right(page)
    page.locator("#trail button", has_text="call").click()  # back to where it was chosen
    page.wait_for_selector("#board:has-text('no cards yet')")
    page.go_back()
    page.wait_for_selector("#picker-panel:not([hidden])")


def test_the_explorer_goes_by_keys_alone(new_page: NewPage, bundles: Path) -> None:
    assert bundles.is_dir()
    page = new_page()
    page.goto("/poker/bundles/small-4")
    page.wait_for_selector(".matrix .filled")
    page.locator(".matrix button").first.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert page.locator("#hand-title").inner_text() == "KQs"
    page.locator('[role="tab"][aria-selected="true"]').focus()
    page.keyboard.press("ArrowRight")  # from UTG, the last, to the first
    assert page.locator("#matrix-title").inner_text() == "What BTN may hold"
    page.locator("#acts button", has_text="fold").focus()
    for path, focus in (("fold", "#acts"), ("fold,fold", "#acts"), ("fold,fold,call", "#acts")):
        page.keyboard.press("Enter" if path != "fold,fold,call" else "Tab")  # the first action is to fold
        if path == "fold,fold,call":
            page.keyboard.press("Enter")
        page.wait_for_url(f"**path={path.replace(',', '%2C')}")
        page.wait_for_selector(f"{focus} button:focus")
    page.keyboard.press("Enter")  # the big blind checks
    for _ in range(3):
        page.wait_for_selector("#picker button:focus")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
    page.wait_for_selector("#acts button:focus")
    page.locator("#trail button").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#acts button:focus")
    assert page.locator("#back").is_disabled()


def test_an_address_with_a_path_that_is_not_there_begins_at_the_start(
    browser: Browser, address: str, bundles: Path
) -> None:
    assert bundles.is_dir()
    page = browser.new_page(base_url=address)  # not of new_page: the browser itself says the refusal as an error
    page.goto("/poker/bundles/small-2?path=dance")
    page.wait_for_selector("#trouble:has-text(\"found 'dance', expected one of\")")
    page.wait_for_selector(".matrix .filled")
    page.get_by_role("button", name="call").click()
    page.wait_for_url("**path=call")
    expect(page.locator("#trouble")).to_be_hidden()
    page.close()


def test_a_spot_is_set_up_solved_and_explored(new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto("/poker/spot")
    page.fill('[name="board"]', "Qs7s2d4c9h")
    page.fill("#range", "AA, JTs")
    page.wait_for_selector("#range-told:has-text('10 combinations')")
    page.get_by_role("gridcell", name="98s:").click()
    expect(page.locator("#range")).to_have_value(re.compile("98s"))
    page.get_by_role("tab", name="In position").click()
    page.fill("#range", "KK, T8s")
    page.fill('[name="bets"]', "100")
    page.wait_for_selector("#told:has-text('13 / 10')")
    page.fill('[name="board"]', "Qs7s2dQs")
    page.wait_for_selector("#told .trouble:has-text('twice')")
    assert page.locator("#solve").is_disabled()
    page.fill('[name="board"]', "Qs7s2d4c9h")
    page.wait_for_selector("#solve:not([disabled])")
    looks_right(page)
    page.locator("#solve").click()
    page.wait_for_url("**/jobs/*")
    page.get_by_role("link", name="Explore the solution").click(timeout=PATIENCE_MS)
    page.wait_for_selector(".matrix .filled")
    page.get_by_role("gridcell", name="AA:").click()
    assert "(" in page.locator("#hand tbody").inner_text()  # what each action is worth
    looks_right(page)
    page.get_by_role("button", name="check").click()
    page.wait_for_selector("#where:has-text('IP to act')")
    page.get_by_role("link", name="Change it and solve again").click()
    expect(page.locator("#range")).to_have_value(re.compile("^AA"))


def test_agents_are_seated_and_simulated(new_page: NewPage, bundles: Path) -> None:
    assert bundles.is_dir()
    page = new_page(PHONE)
    page.goto("/poker/simulator")
    for _ in range(4):
        page.locator("#add").click()
    assert page.locator("#add").is_disabled()
    looks_right(page)
    for _ in range(4):
        page.get_by_role("button", name="Remove seat 3").click()
        if page.locator("#seats li").count() == 2:
            break
    assert page.get_by_role("button", name="Remove seat 1").is_disabled()
    page.locator("#seats select").first.select_option("blueprint:small-2")
    page.locator("#seats select").last.select_option("always-call")
    page.fill('[name="hands"]', "200")
    page.fill('[name="stack"]', "20")
    page.get_by_role("button", name="Run").click()
    page.wait_for_url("**/jobs/*")
    page.wait_for_selector(".report svg", timeout=PATIENCE_MS)
    assert "Action by action" in page.locator(".report").inner_text()
    looks_right(page)


def test_push_or_fold_and_equities_are_shown(new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto("/poker/push-or-fold?stack=25")
    page.wait_for_selector("#charts .matrix", timeout=PATIENCE_MS)
    assert page.locator("#charts .matrix").count() == 2
    looks_right(page)
    page.goto("/poker/equity")
    page.locator("#hands input").first.fill("AsKs")
    page.get_by_role("button", name="Q♠", exact=True).click()
    page.get_by_role("button", name="7♠", exact=True).click()
    page.get_by_role("button", name="2♦", exact=True).click()
    page.get_by_role("button", name="Work out").click()
    page.wait_for_selector("output strong", timeout=PATIENCE_MS)
    assert "Exact" in page.locator("#told").inner_text()
    looks_right(page)


def as_operator(page: Page, served: tuple[str, Service]) -> None:
    """The token that whoever runs the server enters on the page of jobs."""
    page.goto("/jobs")
    page.locator("details.options summary").click()
    page.fill('[name="token"]', served[1].operator)
    page.locator("#operator button").click()


def test_a_blueprint_is_trained_stopped_and_explored(new_page: NewPage, served: tuple[str, Service]) -> None:
    page = new_page(PHONE)
    page.goto("/poker/training")
    expect(page.locator("#operator-needed")).to_be_visible()
    as_operator(page, served)
    page.goto("/poker/training")
    expect(page.locator("#operator-needed")).to_be_hidden()
    page.get_by_role("button", name="3 players").click()
    expect(page.locator("#config")).to_have_value(re.compile("num_players: 3"))
    looks_right(page)
    small = "game: {num_players: 2, stack_depth: 8, bet_sizes: [1.0], max_raises_per_street: 1}\n"
    page.fill(
        "#config", small + "training: {iterations: 100000000, mccfr_samples: 100, strength_bins: 2, river_bins: 2}"
    )
    page.click("#measure")  # it need not have a name yet
    page.wait_for_selector("#told:has-text('minutes')", timeout=PATIENCE_MS)
    page.fill('[name="name"]', "mine")
    page.get_by_role("button", name="Train").click()
    page.wait_for_selector(".job-state:has-text('walks')", timeout=PATIENCE_MS)
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("link", name="Explore the blueprint").click(timeout=PATIENCE_MS)
    page.wait_for_selector(".matrix .filled")
    page.get_by_role("link", name="Go on with it").click()
    expect(page.locator('[name="name"]')).to_have_value("mine")
    looks_right(page)


def test_another_solution_is_shown_beside(new_page: NewPage, bundles: Path) -> None:
    assert bundles.is_dir()
    page = new_page(PHONE)
    page.goto("/poker/bundles/small-2")
    page.wait_for_selector(".matrix .filled")
    page.get_by_text("Compare with another solution").click()
    page.fill("#compare-with input", "nonsense")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#trouble")).to_be_visible()
    page.fill("#compare-with input", "/poker/bundles/small-2?path=call")
    page.get_by_role("button", name="Compare").click()
    page.wait_for_selector("#compare .matrix .filled")
    expect(page.locator("#compare")).to_contain_text("0.0 % of their play otherwise")
    page.locator("#acts button", has_text="call").click()
    page.wait_for_url("**path=call&compare=bundles%2Fsmall-2")
    page.wait_for_selector("#compare .matrix .filled")
    looks_right(page)


def test_flops_are_solved_and_their_tables_fit(new_page: NewPage, served: tuple[str, Service]) -> None:
    page = new_page(PHONE)
    as_operator(page, served)
    page.goto("/poker/flops")
    looks_right(page)
    for name, text in (("oop", "QQ+, 76s"), ("ip", "JJ, AKs"), ("pot", "10"), ("stack", "10"), ("bets", "100")):
        page.fill(f'[name="{name}"]', text)
    for name, text in (("raises", ""), ("cap", "1"), ("count", "2"), ("target", "20"), ("iterations", "20")):
        page.fill(f'[name="{name}"]', text)
    page.get_by_role("button", name="Solve").click()
    page.wait_for_selector("article.report .flops", timeout=PATIENCE_MS)
    assert page.locator(".flops").last.locator("tbody tr").count() == 2
    looks_right(page)


def test_a_decision_is_locked_and_compared_with_before(new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto("/poker/spot")
    page.fill('[name="board"]', "2c2d7h9sJc")
    for tab, text in (("In position", "AcAd"), ("Out of position", "JdJh, KcQd")):
        page.get_by_role("tab", name=tab).click()
        page.fill("#range", text)
        page.wait_for_selector("#range-told:has-text('combinations')")
    for name, text in (("pot", "100"), ("stack", "100"), ("bets", "100"), ("cap", "1")):
        page.fill(f'[name="{name}"]', text)
    expect(page.locator("#solve")).to_be_enabled()
    page.click("#solve")
    page.get_by_role("link", name="Explore the solution").click(timeout=PATIENCE_MS)
    page.wait_for_selector(".matrix .filled")
    page.locator("#acts button", has_text="all-in").click()
    page.wait_for_url("**path=all-in")
    page.get_by_text("Lock this decision").click()
    looks_right(page)
    page.fill('#lock input[name="call"]', "any:0.1")
    page.get_by_role("button", name="Lock it and solve again").click()
    page.get_by_role("link", name="Compare with what it was changed from").click(timeout=PATIENCE_MS)
    page.wait_for_selector("#compare .matrix .filled")
    expect(page.locator(".facts")).to_contain_text("Locked decisions")
    expect(page.locator("#acts button", has_text="all-in")).to_contain_text(re.compile("(9[0-9]|100) %"))  # 75 % before
    looks_right(page)


def test_a_hand_is_played_against_a_blueprint(new_page: NewPage, bundles: Path) -> None:
    assert bundles.is_dir()
    page = new_page(PHONE)
    page.goto("/poker/bundles/small-4")
    page.get_by_role("link", name="Play against it").click()
    form = page.locator("#alone")
    expect(form.get_by_role("status")).to_have_text(re.compile("4 players with 6 big blinds"))
    expect(form.get_by_label("Opponent")).to_have_value("blueprint:small-4")
    looks_right(page)
    form.get_by_label("Opponent").select_option("blueprint+:small-2")
    expect(form.get_by_role("status")).to_have_text(re.compile("2 players with 20 big blinds"))
    form.get_by_label("Opponent").select_option("blueprint:small-4")
    form.get_by_role("button", name="Play").click()
    page.wait_for_url("**/table/**")
    play(page)
    assert status(page) == "over"
    looks_right(page)
