"""What a person who has never seen a game reads on the page at each turn of it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect
from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.seats import open_table, show_frame, wait_to_act
from tests.browser.test_looks import frame_when

from deckwright.engine import load
from deckwright.engine.scene import game_sheet


def at_beat(game: str, beat: str) -> dict[str, Any]:
    """What the first seat sees while everyone looks at a trick, or at a hand."""
    return frame_when(
        game,
        lambda frame: (frame["consensus"] or {}).get("beat") == beat and not frame["undo"] and not frame["is_paused"],
    )


def test_a_complete_trick_says_who_takes_it_and_shows_the_card(new_page: NewPage) -> None:
    frame = at_beat("texas-42", "trick")
    page = new_page(PHONE)
    show_frame(page, "texas-42", game_sheet(load("texas-42")), frame)
    winner = frame["standing"]["winner"]
    name = frame["seats"][winner]["name"]
    expect(page.locator(".prompt")).to_have_text("You take the trick" if winner == 0 else f"{name} takes the trick")
    card = next(play["card"] for play in frame["trick"] if play["seat"] == winner)
    expect(page.locator(".card.wins")).to_have_attribute("data-code", card)


def test_a_hand_that_is_over_shows_its_scores_on_the_table(new_page: NewPage) -> None:
    """The cards are gone by then: without them there was an empty board to look at."""
    frame = at_beat("texas-42", "hand")
    page = new_page(PHONE)
    show_frame(page, "texas-42", game_sheet(load("texas-42")), frame)
    expect(page.locator(".prompt")).to_have_text(f"Hand {len(frame['hands'])} is over")
    points = [number for hand in frame["hands"] for number in hand["team_points"]]
    expect(page.locator(".final tbody tr td")).to_have_text([str(number) for number in points])
    expect(page.locator(".final thead th").first).to_have_text("Hand")


def test_where_the_match_ends_stands_with_the_scores(new_page: NewPage) -> None:
    page = new_page(DESK)
    open_table(page, "canasta", options={"target": 1000})
    expect(page.locator(".scores .ending")).to_contain_text("1000 points")
    page = new_page(PHONE)
    show_frame(page, "texas-42", game_sheet(load("texas-42")), at_beat("texas-42", "hand"))
    expect(page.locator(".final .ending")).to_contain_text("7 marks")


def test_the_rules_are_a_tap_away_on_every_table(new_page: NewPage) -> None:
    for size in (PHONE, DESK):
        page = new_page(size)
        ticket = open_table(page, "hearts")
        link = page.get_by_role("link", name="Rules")
        expect(link).to_be_in_viewport()
        assert link.get_attribute("href") == f"/table/{ticket['table']}/rules"


def test_a_phone_says_what_happened_last(new_page: NewPage) -> None:
    page = new_page(PHONE)
    open_table(page, "uno")
    wait_to_act(page)
    expect(page.locator(".latest")).to_be_in_viewport()
    expect(page.locator(".latest > span").last).to_have_text(page.locator(".log li").last.text_content() or "")
    expect(page.locator(".latest > span")).to_have_count(2)
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    expect(page.locator(".latest")).to_be_hidden()


def test_what_was_said_of_a_card_is_gone_when_the_table_has_moved_on(new_page: NewPage) -> None:
    page = new_page(PHONE)
    open_table(page, "hearts", options={"passing": "none"})
    wait_to_act(page)
    page.locator(".hand .card.dim").first.click(force=True)
    expect(page.locator(".notice")).to_be_visible()
    page.locator(".hand .card.live").first.click()
    page.wait_for_function("before => document.querySelector('#table').dataset.revision !== before", arg="0")
    expect(page.locator(".notice")).to_be_hidden(timeout=1_500)


def test_an_amount_is_chosen_without_the_button_moving(new_page: NewPage) -> None:
    page = new_page(PHONE)
    frame = frame_when("texas-42", lambda frame: len(frame["choices"]) > 12 and frame["kind"] == "auction")
    show_frame(page, "texas-42", game_sheet(load("texas-42")), frame)
    go = page.locator(".stepper .primary")
    before = go.bounding_box()
    page.locator(".stepper input").fill("13")
    expect(go).to_contain_text("mark")
    assert go.bounding_box() == before


def test_players_keep_their_height_as_tricks_are_taken(new_page: NewPage) -> None:
    heights = set()
    for is_first in (True, False):
        frame = frame_when("texas-42", lambda frame: frame["trick"] and (_taken(frame) == 0) is is_first)  # noqa: B023
        page = new_page(PHONE)
        show_frame(page, "texas-42", game_sheet(load("texas-42")), frame)
        heights.add(page.locator(".seats").evaluate("seats => seats.clientHeight"))
    assert len(heights) == 1


def _taken(frame: dict[str, Any]) -> int:
    return sum(seat["tricks"] or 0 for seat in frame["seats"]) if frame["kind"] == "trick" else -1


def test_a_contract_is_called_so(new_page: NewPage) -> None:
    frame = frame_when("texas-42", lambda frame: frame["kind"] == "trick")
    page = new_page(PHONE)
    show_frame(page, "texas-42", game_sheet(load("texas-42")), frame)
    declarer = frame["standing"]["contract"]["declarer"]
    name = "You" if declarer == 0 else frame["seats"][declarer]["name"]
    expect(page.locator(".badges")).to_contain_text("Contract")
    expect(page.locator(".badges")).to_contain_text(name)


def test_hands_that_were_shown_are_named_where_everyone_looks(new_page: NewPage) -> None:
    frame = frame_when(
        "draw-poker",
        lambda frame: (
            (frame["consensus"] or {}).get("beat") == "hand"
            and not frame["undo"]
            and not frame["is_paused"]
            and any(event["kind"] == "shown" and event["text"] for event in frame["events"])
        ),
    )
    page = new_page(PHONE)
    show_frame(page, "draw-poker", game_sheet(load("draw-poker")), frame)
    shown = page.locator(".final p:not(.ending)").all_inner_texts()
    assert shown
    assert all(" show" in text and ": " in text for text in shown)


def test_what_was_picked_is_read_before_it_is_sent(new_page: NewPage) -> None:
    """A set to be laid is no card of the hand: nothing else shows that it was picked."""
    frame = frame_when("canasta", lambda frame: any(choice.get("ranks") for choice in frame["choices"]))
    laid = next(choice for choice in frame["choices"] if choice.get("ranks"))
    laid["completes"] = False
    page = new_page(DESK)
    show_frame(page, "canasta", game_sheet(load("canasta")), frame)
    page.locator(f'.hand .card.live[data-code^="{laid["ranks"][0]}"]').first.click()
    page.locator(f'.controls [data-choice="{laid["id"]}"]').click()
    expect(page.locator(".tip.picked")).to_contain_text(laid["label"][:1].upper() + laid["label"][1:])


def test_only_what_is_drawn_from_is_lit_and_not_the_hand_it_comes_to(new_page: NewPage) -> None:
    """Whoever taps a card of their hand means that card."""
    frame = frame_when("canasta", lambda frame: [choice["verb"] for choice in frame["choices"]] == ["draw"])
    page = new_page(PHONE)
    show_frame(page, "canasta", game_sheet(load("canasta")), frame)
    expect(page.locator('[data-region="stock"].live')).to_have_count(1)
    expect(page.locator(".region.live")).to_have_count(1)


def test_the_bar_on_top_keeps_its_height_whoever_acts(new_page: NewPage) -> None:
    """Contract and trumps stand under the prompt: beside the buttons they were cut, and moved the page at each turn."""
    heights = set()
    for acts in (True, False):
        frame = frame_when("texas-42", lambda frame: frame["kind"] == "trick" and bool(frame["choices"]) is acts)  # noqa: B023
        page = new_page(PHONE)
        show_frame(page, "texas-42", game_sheet(load("texas-42")), frame)
        heights.add(page.locator(".status").evaluate("bar => bar.clientHeight"))
        tops = [
            page.locator(part).evaluate("part => part.getBoundingClientRect().top") for part in (".prompt", ".badges")
        ]
        assert tops == sorted(tops)
    assert len(heights) == 1


def test_cards_that_came_to_the_hand_are_marked_until_the_next_choice(new_page: NewPage) -> None:
    """Whoever was passed three cards looks which they are."""

    def is_passed(frame: dict[str, Any]) -> bool:
        kinds = [(event["kind"], event["seat"]) for event in frame["events"]]
        return bool(frame["kind"] == "trick" and frame["choices"] and kinds.count(("chose", 0)) == 1)

    frame = frame_when("hearts", is_passed)
    came = next(event["cards"] for event in frame["events"] if event["to"] == "hand[0]" and event["from"] != "stock")
    page = new_page(PHONE)
    show_frame(page, "hearts", game_sheet(load("hearts")), frame)
    marked = page.locator(".card.fresh").evaluate_all("cards => cards.map((card) => card.dataset.code)")
    assert sorted(marked) == sorted(came)
    dealt = frame_when("hearts", lambda frame: bool(frame["choices"]))
    show_frame(new_page(PHONE), "hearts", game_sheet(load("hearts")), dealt)
    expect(page.locator(".card.fresh")).to_have_count(3)


def test_the_trick_stays_where_it_is_as_hearts_are_broken(new_page: NewPage) -> None:
    tops = set()
    for is_broken in (False, True):
        frame = frame_when(
            "hearts",
            lambda frame: len(frame["trick"]) == 2 and bool(frame["standing"]["badges"]) is is_broken,  # noqa: B023
        )
        page = new_page(PHONE)
        show_frame(page, "hearts", game_sheet(load("hearts")), frame)
        tops.add(page.locator(".role-trick").evaluate("trick => trick.getBoundingClientRect().top"))
        if is_broken:
            expect(page.locator(".badges")).to_have_text("Hearts are broken")
    assert len(tops) == 1


def test_pass_stays_where_it_is_while_the_bids_grow_fewer(new_page: NewPage) -> None:
    tops = set()
    for is_first in (True, False):
        frame = frame_when(
            "bridge",
            lambda frame: frame["choices"] and frame["kind"] == "auction" and (len(frame["choices"]) > 35) is is_first,  # noqa: B023
        )
        page = new_page(PHONE)
        show_frame(page, "bridge", game_sheet(load("bridge")), frame)
        passing = page.get_by_role("button", name="Pass", exact=True).bounding_box()
        assert passing
        tops.add(passing["y"])
        bids = page.locator(".grid-cell").last
        expect(bids).to_have_attribute("aria-label", "call 7 NT")
        calls = [call for call in frame["calls"] if call["verb"] == "call"]
        expect(page.locator(".badges")).to_contain_text("Highest bid" if calls else "")
    assert max(tops) - min(tops) < 2


def test_the_log_shows_its_end_when_the_last_trick_takes_room_above_it(new_page: NewPage) -> None:
    page = new_page(DESK)
    open_table(page, "hearts", options={"passing": "none"})
    for _ in range(2):
        wait_to_act(page)
        page.locator(".hand .card.live").first.click()
        page.locator(".controls .seen").click()
    page.locator(".last-trick section").wait_for()
    wait_to_act(page)
    expect(page.locator(".log li").last).to_be_in_viewport()


def test_a_tile_that_was_led_says_which_of_its_numbers_is_to_be_followed(new_page: NewPage) -> None:
    frame = frame_when("texas-42", lambda frame: len(frame["trick"]) == 2)
    page = new_page(PHONE)
    sheet = game_sheet(load("texas-42"))
    show_frame(page, "texas-42", sheet, frame)
    led, trump = frame["standing"]["led"], frame["standing"]["trump"]
    name = trump if led == "called" else f"{led}s"
    expect(page.locator(".badge", has_text="Led")).to_have_text(f"Led {sheet['words'].get(name, name)}")


def test_the_stock_that_is_used_up_is_tapped_to_turn_the_pile_over(new_page: NewPage) -> None:
    """Whoever taps the pile itself means its top card."""
    frame = frame_when("solitaire", lambda frame: any(choice["verb"] == "turn over" for choice in frame["choices"]))
    page = new_page(PHONE)
    show_frame(page, "solitaire", game_sheet(load("solitaire")), frame)
    expect(page.locator('.region[data-region="stock"].live')).to_have_count(1)
    expect(page.locator('.region[data-region="waste"].live')).to_have_count(0)


def test_piles_stay_where_they_are_as_their_numbers_grow(new_page: NewPage) -> None:
    places = set()
    for wanted in (lambda few: few == 0, lambda few: few == 3, lambda few: few > 9):
        frame = frame_when("solitaire", lambda frame: wanted(_waste(frame)) and frame["choices"])  # noqa: B023
        page = new_page(PHONE)
        show_frame(page, "solitaire", game_sheet(load("solitaire")), frame)
        boxes = [page.locator(f'.region[data-region="{name}"]').bounding_box() for name in ("stock", "waste")]
        places.add(tuple(box["x"] for box in boxes if box))
    assert len(places) == 1


def _waste(frame: dict[str, Any]) -> int:
    return int(next(region["count"] for region in frame["regions"] if region["id"] == "waste"))


def test_nothing_moves_on_a_phone_when_somebody_bets(new_page: NewPage) -> None:
    heights, pots = set(), set()
    for has_bet in (True, False):
        frame = frame_when("draw-poker", lambda frame: frame["choices"] and _has_bet(frame) is has_bet)  # noqa: B023
        page = new_page(PHONE)
        show_frame(page, "draw-poker", game_sheet(load("draw-poker")), frame)
        heights.add(page.locator(".seats").evaluate("seats => seats.clientHeight"))
        pots.add(page.locator(".pot").first.evaluate("pot => pot.getBoundingClientRect().left"))
        expect(page.locator(".pot")).to_have_count(2)
    assert (len(heights), len(pots)) == (1, 1)


def _has_bet(frame: dict[str, Any]) -> bool | None:
    return any(seat["bet"] for seat in frame["seats"]) if frame["kind"] == "betting" else None


def test_a_hand_that_is_over_is_not_told_twice_and_asks_for_the_next(new_page: NewPage) -> None:
    frame = at_beat("draw-poker", "hand")
    page = new_page(PHONE)
    show_frame(page, "draw-poker", game_sheet(load("draw-poker")), frame)
    expect(page.locator(".prompt")).to_contain_text("is over")
    expect(page.locator(".latest")).not_to_contain_text("is over")
    expect(page.locator(".latest")).not_to_be_empty()
    expect(page.locator(".controls .seen")).to_have_text("Next hand")


def test_signs_of_two_letters_fit_their_cards(new_page: NewPage) -> None:
    page = new_page(PHONE)
    frame = frame_when("uno", lambda frame: any("draw-two" in str(card) for card in frame["regions"]))
    show_frame(page, "uno", game_sheet(load("uno")), frame)
    sizes = page.evaluate(
        "() => [...document.querySelectorAll('.face')].filter((face) => face.querySelector('.two')).map((face) =>"
        " [face.querySelector('.two').getBBox().width, face.querySelector('.oval').getBBox().width])"
    )
    assert sizes
    assert all(sign <= oval for sign, oval in sizes)


def test_a_hand_that_is_over_says_by_which_rules_it_was_scored(new_page: NewPage) -> None:
    frame = at_beat("texas-42", "hand")
    page = new_page(PHONE)
    sheet = game_sheet(load("texas-42"))
    show_frame(page, "texas-42", sheet, frame)
    told = page.locator(".final p").all_inner_texts()
    assert any(text.endswith((": bid made.", ": set.")) for text in told)
    expect(page.get_by_role("button", name="Next hand")).to_be_in_viewport()
    expect(page.locator(".latest")).to_be_hidden()


def test_the_hand_is_dimmed_while_only_the_card_just_drawn_can_be_played(new_page: NewPage) -> None:
    def has_drawn(frame: dict[str, Any]) -> bool:
        return any(
            (choice.get("zone") or "").startswith("drawn_card") and choice.get("card") for choice in frame["choices"]
        )

    page = new_page(PHONE)
    show_frame(page, "uno", game_sheet(load("uno")), frame_when("uno", has_drawn))
    expect(page.locator(".own-places .card.live")).to_have_count(1)
    expect(page.locator(".hand .card:not(.dim)")).to_have_count(0)


def test_players_keep_their_places_on_a_desk_whatever_is_told_of_them(new_page: NewPage) -> None:
    places = set()
    for kind in ("auction", "trick"):
        frame = frame_when("bridge", lambda frame: frame["kind"] == kind and len(frame["events"]) > 6)  # noqa: B023
        page = new_page(DESK)
        show_frame(page, "bridge", game_sheet(load("bridge")), frame)
        boxes = page.locator(".seat").evaluate_all("seats => seats.map((seat) => seat.getBoundingClientRect().left)")
        places.add(tuple(boxes))
    assert len(places) == 1


def test_players_do_not_move_when_something_is_told_of_one_for_the_first_time(new_page: NewPage) -> None:
    """Points laid down had no room before the first of them: the boxes grew, and the board went down."""
    frame = frame_when("canasta", lambda frame: any(badge["name"] == "points_laid" for badge in _badges(frame)))
    places = []
    for value in (0, 120):
        for badge in _badges(frame):
            badge["value"] = value if badge["name"] == "points_laid" else badge["value"]
        page = new_page(DESK)
        show_frame(page, "canasta", game_sheet(load("canasta")), frame)
        places.append([page.locator(".seat").nth(place).bounding_box() for place in range(4)])
    assert places[0] == places[1]


def _badges(frame: dict[str, Any]) -> list[dict[str, Any]]:
    return list((frame["standing"] or {}).get("badges", []))


def test_what_is_needed_to_open_and_what_sets_count_stand_on_the_table(new_page: NewPage) -> None:
    frame = frame_when(
        "canasta",
        lambda frame: any(choice["verb"] == "open" and choice.get("worth") for choice in frame["choices"]),
    )
    page = new_page(DESK)
    show_frame(page, "canasta", game_sheet(load("canasta")), frame)
    expect(page.locator(".badges")).to_contain_text("Needed to open 50")
    laid = next(choice for choice in frame["choices"] if choice["verb"] == "open" and choice.get("worth"))
    page.locator(f'.hand .card.live[data-code^="{laid["ranks"][0]}"]').first.click()
    expect(page.locator(f'.controls [data-choice="{laid["id"]}"]')).to_contain_text(f"· {laid['worth']}")


def test_a_pile_of_a_rank_is_called_by_its_rank(new_page: NewPage) -> None:
    frame = frame_when("canasta", lambda frame: any(r["role"] == "sets" and r["count"] for r in frame["regions"]))
    pile = next(region for region in frame["regions"] if region["role"] == "sets" and region["count"])
    page = new_page(DESK)
    sheet = game_sheet(load("canasta"))
    show_frame(page, "canasta", sheet, frame)
    rank = next(region["rank"] for region in sheet["regions"] if region["id"] == pile["id"])
    label = page.locator(f'.region[data-region="{pile["id"]}"]').get_attribute("aria-label") or ""
    assert f"meld {rank}," in label


def test_giving_up_is_asked_about_and_can_be_withdrawn(new_page: NewPage) -> None:
    page = new_page(PHONE)
    open_table(page, "solitaire", options={"draw": 3})
    giving = page.get_by_role("button", name="Give up")
    for _ in range(8):  # 24 cards in threes
        wait_to_act(page)
        expect(giving).to_have_count(0)
        number = page.locator("#table").get_attribute("data-revision")
        page.get_by_role("button", name="Turn up").click()
        page.wait_for_function("(old) => document.querySelector('#table').dataset.revision !== old", arg=number)
    giving.click()
    expect(giving).to_have_text("Give up: really?")
    page.get_by_role("button", name="Cancel").click()
    expect(giving).to_have_text("Give up")
    giving.click()
    page.keyboard.press("Escape")
    expect(giving).to_have_text("Give up")
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    giving.press("Enter")  # the keyboard stays on the button that asks
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_have_attribute("data-status", "over")


def test_what_ones_hand_makes_stands_at_the_hand_and_moves_nothing(new_page: NewPage) -> None:
    for game, size in (("draw-poker", PHONE), ("holdem", DESK)):
        frame = frame_when(game, lambda frame: frame["hand_name"] and frame["choices"])
        page = new_page(size)
        show_frame(page, game, game_sheet(load(game)), frame)
        label = page.locator(".hand .region-name")
        expect(label).to_have_text(frame["hand_name"])
        expect(label).to_be_in_viewport()
        before = page.locator(".hand").bounding_box()
        page = new_page(size)
        show_frame(page, game, game_sheet(load(game)), {**frame, "hand_name": ""})
        assert page.locator(".hand").bounding_box() == before


def test_what_is_frozen_or_vulnerable_stands_on_the_table(new_page: NewPage) -> None:
    frame = frame_when("canasta", lambda frame: bool(frame["choices"]))
    page = new_page(PHONE)
    show_frame(page, "canasta", game_sheet(load("canasta")), frame)
    expect(page.locator(".badges")).to_contain_text("Pile frozen")
    badge = {"name": "declarer_is_vulnerable", "label": "Vulnerable", "holds": "flag", "value": 1}
    frame = frame_when("bridge", lambda frame: bool(frame["choices"]))
    frame["standing"]["badges"] = [{**badge, "owner": "team", "index": 1}]
    page = new_page(PHONE)
    show_frame(page, "bridge", game_sheet(load("bridge")), frame)
    expect(page.locator(".seat:has-text('Vulnerable')")).to_have_count(2)
    expect(page.locator('.seat[data-team="1"]').first).to_contain_text("Vulnerable")


def test_what_one_asks_for_in_vain_says_so(new_page: NewPage) -> None:
    frame = frame_when("canasta", lambda frame: any(choice.get("note") for choice in frame["choices"]))
    page = new_page(PHONE)
    show_frame(page, "canasta", game_sheet(load("canasta")), frame)
    expect(page.get_by_role("button", name="Ask to go out · you cannot go out now")).to_be_visible()
    expect(page.locator(".prompt")).not_to_contain_text("go out")


def test_cards_that_score_where_they_are_taken_show_how_much(new_page: NewPage) -> None:
    for game, few in (("texas-42", {"5-5", "6-4", "5-0", "4-1", "3-2"}), ("hearts", {"QS"})):
        sheet = game_sheet(load(game))
        frame = frame_when(game, lambda frame: bool(frame["choices"]))
        hand = next(region for region in frame["regions"] if region["role"] == "hand" and region["is_own"])
        hand |= {
            "cards": [{"face": "up", "code": code, "copy": 0} for code in list(sheet["cards"])],
            "count": len(sheet["cards"]),
        }
        page = new_page(DESK)
        show_frame(page, game, sheet, frame)
        for code, card in sheet["cards"].items():
            shown = page.locator(f'.hand .card[data-code="{code}"]')
            expect(shown.locator(".count")).to_have_text([str(card["points"])] if card.get("points") else [])
            if card.get("points"):
                expect(shown).to_have_attribute("aria-label", f"{card['name']}, counts {card['points']}")
        assert few <= {code for code, card in sheet["cards"].items() if card.get("points")}


def test_cards_are_asked_to_be_marked_once_whatever_they_may_make(new_page: NewPage) -> None:
    def has_both(frame: dict[str, Any]) -> bool:
        return len({choice["offer"] for choice in frame["choices"] if choice.get("ranks")}) > 1

    frame = frame_when("canasta", has_both, 3_000)
    for offer in ("go out", "meld"):  # more than a line of buttons would have room for
        some = [choice for choice in frame["choices"] if choice.get("ranks") and choice["offer"] == offer]
        frame["choices"] += [{**choice, "id": f"{choice['id']}{k}"} for k in range(8) for choice in some]
    page = new_page(PHONE)
    show_frame(page, "canasta", game_sheet(load("canasta")), frame)
    expect(page.locator(".controls .tip")).to_have_count(1)
    expect(page.locator(".controls .tip")).to_contain_text(" or ")


def test_whoever_has_one_card_left_stands_out(new_page: NewPage) -> None:
    frame = frame_when("uno", lambda frame: frame["choices"] and frame["status"] == "playing")
    frame["seats"][1]["hand_count"] = 1
    page = new_page(PHONE)
    show_frame(page, "uno", game_sheet(load("uno")), frame)
    expect(page.locator(".seat .last-card")).to_have_count(1)
    expect(page.locator(".seat .last-card")).to_have_text("1")
