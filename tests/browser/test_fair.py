"""The page checks the shuffle in its own code, and shows whose cards follow from it; what was tampered with is told."""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import NewPage
from tests.browser.first_hand import shown_hand, true_hand
from tests.browser.seats import open_table, play, status
from tests.play.test_shuffle_referee import chacha8, deck_order, hashed

from deckwright.play.frame_text import changed_frame

LYING_HOST = Path(__file__).with_name("lying_host.js")
HOST = Path(__file__).with_name("fair_host.js")
HANDS = {"options": {"hands": 1}}
BROKEN = "cd" * 32
WORLDS = 600
Tamper = Callable[[dict[str, Any]], None]


def hosted(new_page: NewPage, scenario: str, given: object = None) -> Any:
    """What the host of fair_host.js finds with pages of the table's own code."""
    page = new_page()
    page.goto("/own")
    return page.evaluate(HOST.read_text(encoding="utf-8"), [scenario, given])


# What the page says, and shows in the end


FAIR = ["commit", "reveal"]
ENDS: dict[str, tuple[list[str], str, str]] = {
    "nothing wrong": (FAIR, "ok", ""),
    "nothing wrong, the hand face down": (FAIR, "ok", ""),
    "nothing wrong, a card drawn at once": (FAIR, "ok", ""),
    "nothing wrong, nothing told": (FAIR, "ok", ""),
    "nothing wrong, the page opened anew each time": (FAIR, "ok", ""),
    "nothing wrong, a second tab hears late": ([*FAIR, "", "reveal"], "ok", ""),
    "nothing wrong, a second tab hears of an earlier round": (["commit", *FAIR, "", ""], "ok", ""),
    "no card of this game is dealt for certain": (FAIR, "partly", "no cards"),
    "a round broken off that had not revealed": (["commit", *FAIR], "ok", ""),
    "a round broken off that had revealed": ([*FAIR, *FAIR], "partly", "broken"),
    "three rounds broken off that had revealed": ([*FAIR, *FAIR, *FAIR, *FAIR], "partly", "broken"),
    "the table goes on without Ann": (FAIR, "unknown", "left out"),
    "Ann was not there": ([], "unknown", ""),
    "another card told": (FAIR, "bad", "order of the deck"),
    "a card told in another place": (FAIR, "bad", "order of the deck"),
    "no card told": (FAIR, "bad", "order of the deck"),
    "a card told after the first choice": (FAIR, "bad", "order of the deck"),
    "asked for another round when the deal is told": ([*FAIR, "", ""], "bad", "set back"),
    "asked to commit again": ([*FAIR, ""], "bad", "set back"),
    "asked to commit to another promise": (["commit", "", ""], "bad", "set back"),
    "asked to reveal for another share of Bob's": ([*FAIR, ""], "bad", "joint commitment"),
    "asked to reveal what is not Ann's": (["commit", ""], "unknown", "left out"),
    "Ann committed on another device, before this one was opened": (["", ""], "unknown", ""),
    "asked to reveal under a joint commitment that is none": (["commit", ""], "bad", "joint commitment"),
    "a share of a seat that is not there": (["commit", ""], "bad", "joint commitment"),
    "another joint commitment in the end": (FAIR, "bad", "joint commitment"),
    "other commitments under the same joint commitment in the end": (FAIR, "bad", "joint commitment"),
    "another secret": (FAIR, "bad", "secret"),
    "a secret that is too short": (FAIR, "bad", "secret"),
    "another share of Bob's": (FAIR, "bad", "shares"),
    "a share of Bob's that is too short": (FAIR, "bad", "shares"),
    "another share of Ann's": (FAIR, "bad", "own share"),
    "a share of the agent's": (FAIR, "bad", "shares"),
    "without Bob's share": (FAIR, "bad", "shares"),
    "another seed": (FAIR, "bad", "seed"),
    "nothing revealed": (FAIR, "bad", "secret"),
    "no shuffle in the end": (FAIR, "bad", "secret"),
    "a record that cannot be read": (FAIR, "bad", "record"),
}
SHEETS = ("order", "places", "faces", "owners", "alone")


def test_the_page_tells_what_was_tampered_with(new_page: NewPage) -> None:
    """Commitments, rounds, shares, the seed, how cards are dealt, and what was told of the deal."""
    found = hosted(new_page, "games")
    for sheet in SHEETS:
        for when in ("in the end", "for a moment"):
            game = found.pop(f"another sheet {when}: {sheet}")
            assert game["end"] == ["bad", "how cards are dealt", []], (sheet, when)
    assert {name: (game["said"], *game["end"][:2]) for name, game in found.items()} == ENDS
    for name, game in found.items():
        cards = {"ok": 2, "partly": 2 * (game["end"][1] == "broken")}.get(game["end"][0], 0)
        assert len(game["end"][2]) == cards, name


@pytest.mark.parametrize(
    ("rounds", "answered"),
    [
        ([[0, "-"], [1, BROKEN], [4, BROKEN]], [True, True, True]),
        ([[0, "-"], [1, BROKEN], [0, "-"], [1, BROKEN], [2, BROKEN]], [True, True, False, False, False]),
        ([[1, "-"], [2, BROKEN]], [False, False]),
        ([[0, BROKEN], [1, BROKEN]], [False, False]),
        ([[0, "-"], [0.5, BROKEN], [1, BROKEN]], [True, False, False]),
    ],
)
def test_rounds_of_a_shuffle_only_go_on(rounds: list[Any], answered: list[bool], new_page: NewPage) -> None:
    """A host that could come back to a round, by way of another one, would deal until it liked the cards."""
    found = hosted(new_page, "rounds", rounds)
    assert found["answered"] == answered
    assert found["isWronged"] is not all(answered)
    assert found["shares"] == found["commitments"] == sum(answered)  # each of its own


def test_a_host_cannot_leave_itself_two_deals_under_one_joint_commitment(new_page: NewPage) -> None:
    """What could be read in two ways is refused before the page reveals; in the end at most one reading is taken."""
    page = new_page()
    page.goto("/own")
    found = page.evaluate(LYING_HOST.read_text(encoding="utf-8"), [])
    assert found.pop("nothing wrong") == [True, ["ok"]]
    assert len(found) > 5
    for trick, (has_revealed, ends) in found.items():
        assert not has_revealed, trick
        assert sum(end != "bad" for end in ends) <= 1, trick


# Whatever a host says


def share_hash(shuffle: dict[str, Any], seat: int, share: str) -> str:
    lines = ("t", shuffle["rules"], str(shuffle["round"]), shuffle["commitment"], str(seat), share)
    return hashed("deckwright share 2", *lines)


def check_promise(seat: int, said: dict[str, Any]) -> None:
    """A share is revealed under a joint commitment that reads in one way, with the page's own in it."""
    shuffle = said["shuffle"]
    given = shuffle["commitments"]
    people = [number for number, (kind, _) in enumerate(shuffle["seats"]) if kind == "person"]
    assert [number for number, _ in given] == people
    assert dict(map(tuple, given))[seat] == share_hash(shuffle, seat, said["data"])
    texts = (
        [kind for kind, _ in shuffle["seats"]] + [name for _, name in shuffle["seats"]] + [text for _, text in given]
    )
    assert all(isinstance(text, str) and "\n" not in text for text in [*texts, shuffle["before"]])
    promises = dict(map(tuple, given))
    lines = [f"{at} {kind} {promises.get(at, '-')} {name}" for at, (kind, name) in enumerate(shuffle["seats"])]
    parts = ("t", shuffle["rules"], str(shuffle["round"]), shuffle["commitment"], shuffle["before"])
    assert shuffle["joint"] == hashed("deckwright shuffle 2", *parts, *lines)


def check_end(world: dict[str, Any], end: dict[str, Any]) -> None:
    """The cards shown are those of the seed that the last joint commitment fixed, by the sheet that came before it."""
    seat, said = world["seat"], world["said"]
    last = max(place for place, word in enumerate(said) if word["id"] == "reveal")
    shuffle, reveal = said[last]["shuffle"], end["reveal"]
    sheet = next(word["sheet"] for word in reversed(said[:last]) if word["id"] == "commit")
    kept = hashed("deckwright secret 2", "t", shuffle["rules"], str(shuffle["round"]), reveal["secret"])
    assert kept == shuffle["commitment"]
    assert [[at, share_hash(shuffle, at, share)] for at, share in reveal["shares"]] == shuffle["commitments"]
    assert dict(map(tuple, reveal["shares"]))[seat] == said[last]["data"]
    text = "\n".join(["deckwright seed 2", *(f"{at} {share}" for at, share in reveal["shares"])])
    seed = hmac.digest(bytes.fromhex(reveal["secret"]), text.encode(), "sha256")
    deck, places = sheet["deal"]["deck"], sheet["deal"]["places"]
    own = {place["id"] for place in sheet["regions"] if sheet["seats"] == 1 or place["index"] == seat}
    dealt = [(places[at], deck[card]) for at, card in enumerate(deck_order(seed, len(deck))) if places[at] in own]
    assert sorted((hand["id"], card) for hand in end["hands"] for card in hand["cards"]) == sorted(dealt)
    assert dealt
    rounds = {word["shuffle"]["round"] for word in said if word["id"] == "reveal"}
    assert (end["state"] == "ok") == (len(rounds) == 1)


def test_whatever_a_host_says_the_cards_shown_are_those_of_the_joint_commitment(new_page: NewPage) -> None:
    """Before and after the joint commitment it says what it likes; a second reader holds the page to the document."""
    worlds = json.loads(hosted(new_page, "worlds", [20_000, WORLDS]))
    for world in worlds:
        revealed: dict[str, set[str]] = {}
        for word in world["said"]:
            if word["id"] == "reveal":
                check_promise(world["seat"], word)
                revealed.setdefault(word["data"], set()).add(word["shuffle"]["joint"])
        assert all(len(joints) == 1 for joints in revealed.values())  # a share that is known could be answered
        assert len({word["shuffle"]["round"] for word in world["said"] if word["id"] == "reveal"}) == len(revealed)
        for end in world["ends"]:
            check_end(world, end)
    honest = [world for world in worlds if world["isHonest"]]
    lying = [world for world in worlds if not world["isHonest"]]
    assert all(any(end["state"] == "ok" for end in world["ends"]) for world in honest)
    assert sum(any(end["state"] == "ok" for end in world["ends"]) for world in lying) > len(lying) / 5
    assert sum(any(end["state"] == "partly" for end in world["ends"]) for world in lying) > 3


def test_the_page_orders_decks_as_the_referee_does(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/own")
    code = """async ([seeds, counts]) => {
      const { chacha8, deckOrder } = await import('/static/table/chacha.js');
      const { fromHex } = await import('/static/table/sha256.js');
      return [seeds.map((seed, k) => deckOrder(fromHex(seed), counts[k])), [...chacha8(new Uint8Array(32), 1)]];
    }"""
    counts = [2 + number * 7 % 119 for number in range(300)]
    seeds = [sha256(str(number).encode()).digest() for number in range(300)]
    orders, block = page.evaluate(code, [[seed.hex() for seed in seeds], counts])
    assert orders == [deck_order(seed, count) for seed, count in zip(seeds, counts, strict=True)]
    assert block == chacha8(bytes(32), 1)


# At a real table


def tampered(page: Page, change: Tamper) -> list[str]:
    """From now on every frame that this page hears was changed on the way; what it says is noted."""
    said: list[str] = []

    def link(web_socket: Any) -> None:
        server = web_socket.connect_to_server()
        frame: dict[str, Any] = {}

        def hear(text: str) -> None:
            nonlocal frame
            data = json.loads(text)
            if data["type"] == "change":
                data = {"type": "frame", "now": data["now"], "frame": changed_frame(frame, data)}
            if data["type"] == "frame":
                frame = deepcopy(data["frame"])  # as the server means it
            change(data)
            web_socket.send(json.dumps(data))

        def say(text: str) -> None:
            said.append(text)
            server.send(text)

        server.on_message(hear)
        web_socket.on_message(say)

    page.route_web_socket("**/socket?changes=1", link)
    return said


def test_the_page_shows_the_hand_that_its_person_held(new_page: NewPage) -> None:
    page = new_page()
    ticket = open_table(page, "toy-whist", **HANDS)
    page.locator(".hand .card").nth(1).wait_for()
    held = sorted(card.get_attribute("aria-label") or "" for card in page.query_selector_all(".hand .card"))
    play(page)
    assert len(held) == 2
    assert shown_hand(page) == true_hand(page, ticket["table"]) == held
    told = page.locator(".proof.ok").text_content() or ""
    assert "Nobody chose these cards" in told
    assert "8 cards, 8 of them different" in told
    record = page.request.get(f"/table/{ticket['table']}/0/record").json()
    assert record["form"] == "deckwright fair shuffle 2"
    assert record["seats"][0][0] == "person"
    assert record["joint"] in page.evaluate("() => JSON.stringify(localStorage)")


def other_seed(data: dict[str, Any]) -> None:
    if data.get("frame", {}).get("reveal"):
        data["frame"]["reveal"]["seed"] = "00" * 32


def no_reveal(data: dict[str, Any]) -> None:
    if data.get("frame", {}).get("reveal"):
        data["frame"]["reveal"] = None


def other_card(data: dict[str, Any]) -> None:
    """Another card told than the one that the seed deals."""
    for event in data.get("frame", {}).get("events", ()):
        if event["number"] == 1 and event["cards"]:
            event["cards"] = [next(card for card in ("JS", "QS", "KS") if card not in event["cards"])]


@pytest.mark.parametrize(
    ("change", "why"), [(other_seed, "seed"), (no_reveal, "secret"), (other_card, "order of the deck")]
)
def test_a_record_that_was_tampered_with_is_shown_as_failed(change: Tamper, why: str, new_page: NewPage) -> None:
    page = new_page()
    tampered(page, change)
    open_table(page, "kuhn", **HANDS)
    play(page)
    assert status(page) == "over"
    assert why in page.locator(".proof.bad").inner_text()
    assert not shown_hand(page)


def test_another_plan_of_the_deal_after_it_is_shown_as_failed(new_page: NewPage) -> None:
    page = new_page()
    late: list[bool] = []

    def other_plan(data: dict[str, Any]) -> None:
        if data.get("type") == "sheet" and late:
            data["sheet"]["deal"]["places"].reverse()

    tampered(page, other_plan)
    open_table(page, "kuhn", **HANDS)
    play(page)
    assert page.locator(".proof.ok").count() == 1
    late.append(True)
    page.reload()
    assert "how cards are dealt" in page.locator(".proof.bad").inner_text()


def test_a_table_that_is_set_back_gets_no_second_commitment(new_page: NewPage) -> None:
    page = new_page()

    def set_back(data: dict[str, Any]) -> None:
        """After the page has revealed, the same round is asked for again."""
        frame = data.get("frame")
        if frame and frame["status"] == "playing":
            frame |= {"status": "gathering", "choices": [], "commands": [{"id": "commit", "kind": "", "label": ""}]}

    said = tampered(page, set_back)
    open_table(page, "kuhn", **HANDS)
    page.locator(".notice", has_text="promised").wait_for()
    assert [json.loads(text)["id"] for text in said] == ["commit", "reveal"]


def test_a_page_that_waits_has_drawn_its_share_already(new_page: NewPage) -> None:
    """Two tabs of one browser are asked to commit at once: both find the same share."""
    page = new_page()
    ticket = open_table(page, "kuhn", friends=1, **HANDS)
    page.locator('#table[data-status="gathering"]').wait_for()
    kept = "Object.entries(localStorage).filter(([key]) => key.includes('share'))"
    shares = f"() => {kept}.map(([_, noted]) => JSON.parse(noted).share)"
    drawn = page.evaluate(shares)
    assert len(drawn) == 1
    tab = page.context.new_page()
    tab.goto(page.url)
    tab.locator('#table[data-status="gathering"]').wait_for()
    message = {"id": "seat-agent", "seat": 1, "data": "easy"}
    headers = {"authorization": f"Bearer {ticket['host']}"}
    assert page.request.post(f"/api/tables/{ticket['table']}/host", data=message, headers=headers).ok
    page.locator('#table[data-status="playing"]').wait_for()
    assert page.evaluate(shares) == drawn
    play(page)
    assert page.locator(".proof.ok").count() == 1
