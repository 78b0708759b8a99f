"""The page checks the shuffle in its own code: what fits is told as fair, and what was tampered with is not."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import PHONE, NewPage
from tests.browser.seats import click_one, open_table, play, status, wait_to_act
from tests.play.test_shuffle_referee import chacha8, deck_order

LYING_HOST = Path(__file__).with_name("lying_host.js")
LYING_CARDS = Path(__file__).with_name("lying_cards.js")
HANDS = {"options": {"hands": 1}}
Tamper = Callable[[dict[str, Any]], None]


def tampered(page: Page, change: Tamper) -> list[str]:
    """From now on every frame that this page hears was changed on the way; what it says is noted."""
    said: list[str] = []

    def link(web_socket: Any) -> None:
        server = web_socket.connect_to_server()

        def hear(text: str) -> None:
            data = json.loads(text)
            change(data)
            web_socket.send(json.dumps(data))

        def say(text: str) -> None:
            said.append(text)
            server.send(text)

        server.on_message(hear)
        web_socket.on_message(say)

    page.route_web_socket("**/socket", link)
    return said


def revealed(name: str, value: str) -> Tamper:
    """Another secret or seed than the one there was."""

    def change(data: dict[str, Any]) -> None:
        if data.get("frame", {}).get("reveal"):
            data["frame"]["reveal"][name] = value

    return change


def other_share(data: dict[str, Any]) -> None:
    """Somebody else's share in one's own place."""
    if data.get("frame", {}).get("reveal"):
        data["frame"]["reveal"]["shares"] = [[0, "ab" * 32]]


def one_more_share(data: dict[str, Any]) -> None:
    """A share of an agent."""
    if data.get("frame", {}).get("reveal"):
        data["frame"]["reveal"]["shares"].append([1, "ab" * 32])


def other_joint(data: dict[str, Any]) -> None:
    """Another joint commitment in the end than the one that was noted."""
    if data.get("frame", {}).get("reveal"):
        data["frame"]["shuffle"]["joint"] = "ab" * 32


def other_card(data: dict[str, Any]) -> None:
    """Another card dealt than the one that the seed deals."""
    for event in data.get("frame", {}).get("events", ()):
        if event["number"] == 1 and event["cards"]:
            event["cards"] = [next(card for card in ("JS", "QS", "KS") if card not in event["cards"])]
    other_hand(data)


def other_hand(data: dict[str, Any]) -> None:
    """The board shows another card than the one that was dealt."""
    for region in data.get("frame", {}).get("regions", ()):
        for card in region["cards"] if region["is_own"] and region["role"] == "hand" else ():
            card["code"] = next(code for code in ("JS", "QS", "KS") if code != card.get("code"))


def other_plan(data: dict[str, Any]) -> None:
    """In the end it is told otherwise where cards are dealt to."""
    if data.get("type") == "sheet" and other_plan_state["is_late"]:
        data["sheet"]["deal"]["places"].reverse()


other_plan_state = {"is_late": False}

TAMPERED: dict[str, Tamper] = {
    "secret": revealed("secret", "00" * 32),
    "seed": revealed("seed", "00" * 32),
    "own share": other_share,
    "shares": one_more_share,
    "joint commitment": other_joint,
    "order of the deck": other_card,
}


@pytest.mark.parametrize("why", TAMPERED)
def test_a_record_that_was_tampered_with_is_shown_as_failed(why: str, new_page: NewPage) -> None:
    page = new_page()
    tampered(page, TAMPERED[why])
    open_table(page, "kuhn", **HANDS)
    play(page)
    assert status(page) == "over"
    assert why in page.locator(".proof.bad").inner_text()


def test_another_plan_of_the_deal_after_it_is_shown_as_failed(new_page: NewPage) -> None:
    page = new_page()
    other_plan_state["is_late"] = False
    tampered(page, other_plan)
    open_table(page, "kuhn", **HANDS)
    play(page)
    assert page.locator(".proof.ok").count() == 1
    other_plan_state["is_late"] = True
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


ROUNDS = """async (rounds) => {
  const { Fairness } = await import("/static/table/fair.js");
  const { hashLines } = await import("/static/table/sha256.js");
  const rules = "ab".repeat(32), sheet = { deal: { deck: ["2C", "3C"], places: ["", ""] } };
  localStorage.clear();
  const page = new Fairness("t", 0);
  const shares = rounds.map(([round, before]) => {
    const commitment = hashLines(["deckwright secret 2", "t", rules, round, "11".repeat(32)]);
    const asked = { rules, round, commitment, before, commitments: [], revealed: [], seats: [["person", "Ann"]] };
    const promise = page.next({ shuffle: asked, commands: [{ id: "commit" }] }, sheet)?.data;
    if (!promise) return null;
    const all = { ...asked, commitments: [[0, promise]] };
    const shuffle = { ...all, joint: page.joint(all) };
    return page.next({ shuffle, commands: [{ id: "reveal" }] }, sheet)?.data ?? null;
  });
  return [shares.map(Boolean), page.isWronged()];
}"""
BROKEN_OFF = """async () => {
  const { Fairness } = await import("/static/table/fair.js");
  const { fromHex, hashLines, hex, hmac } = await import("/static/table/sha256.js");
  const { deckOrder } = await import("/static/table/chacha.js");
  const rules = "ab".repeat(32), secret = "11".repeat(32), deck = ["2C", "3C", "4C"];
  const sheet = { cards: {}, deal: { deck, places: ["hand[0]", "", ""] } };
  const found = [];
  for (const isRevealed of [[], [false, false], [true], [true, true, true]]) {
    localStorage.clear();
    const page = new Fairness("t", 0);
    const promised = (round) => {
      const commitment = hashLines(["deckwright secret 2", "t", rules, round, secret]);
      const before = round ? "cd".repeat(32) : "-";
      const asked = { rules, round, commitment, before, commitments: [], revealed: [], seats: [["person", "Ann"]] };
      const { data } = page.next({ shuffle: asked, commands: [{ id: "commit" }] }, sheet);
      const all = { ...asked, commitments: [[0, data]] };
      return { ...all, joint: page.joint(all) };
    };
    const reveal = (shuffle) => page.next({ shuffle, commands: [{ id: "reveal" }] }, sheet).data;
    isRevealed.forEach((is, round) => is ? reveal(promised(round)) : promised(round));
    const shuffle = promised(isRevealed.length);
    const share = reveal(shuffle);
    const seed = hex(hmac(fromHex(secret), new TextEncoder().encode(`deckwright seed 2\n0 ${share}`)));
    const hand = [deck[deckOrder(fromHex(seed), 3)[0]]];
    const events = [
      { number: 0, kind: "dealt", seat: null, cards: [], backs: 0, from: null, to: null },
      { number: 1, kind: "moved", seat: null, cards: hand, backs: 0, from: "stock", to: "hand[0]" },
    ];
    const regions = [{ id: "hand[0]", is_own: true, cards: [{ code: hand[0] }] }];
    const frame = { shuffle, commands: [], events, regions };
    const drawn = new Map([["hand[0]", hand]]);
    page.act(frame, sheet, () => ({ all: drawn, own: drawn }));
    const { state, why } = page.check({ shuffle, reveal: { secret, shares: [[0, share]], seed } }, sheet);
    found.push([state, why]);
  }
  return found;
}"""
BROKEN = "cd" * 32


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
    page = new_page()
    page.goto("/own")
    assert page.evaluate(ROUNDS, rounds) == [answered, not all(answered)]


def test_a_round_that_was_broken_off_after_the_share_was_known_is_told(new_page: NewPage) -> None:
    """A host that knows the share could break off rounds until one deals what it likes."""
    page = new_page()
    page.goto("/own")
    assert page.evaluate(BROKEN_OFF) == [["ok", ""], ["ok", ""], ["partly", "broken"], ["partly", "broken"]]


def no_events(data: dict[str, Any]) -> None:
    """The deal is not told: nothing can be held against the seed."""
    if "frame" in data:
        data["frame"]["events"] = []


def one_back_more(data: dict[str, Any]) -> None:
    """The hand gets a card more than the plan says."""
    for event in data.get("frame", {}).get("events", ()):
        if event["number"] == 1:
            event["backs"] += 1


@pytest.mark.parametrize("change", [no_events, one_back_more])
def test_a_page_that_noted_no_card_does_not_call_the_shuffle_checked(change: Tamper, new_page: NewPage) -> None:
    page = new_page()
    tampered(page, change)
    open_table(page, "kuhn", **HANDS)
    play(page)
    assert page.locator(".proof.ok").count() == 0
    assert "noted no card" in page.locator(".proof.partly").inner_text()


def withheld(name: str, value: object) -> Tamper:
    """In the end a part of the record is missing, or cannot be read."""

    def change(data: dict[str, Any]) -> None:
        if data.get("frame", {}).get("reveal"):
            data["frame"][name] = value

    return change


@pytest.mark.parametrize(
    "change",
    [withheld("reveal", None), withheld("shuffle", None), withheld("reveal", {"secret": "ab" * 32, "shares": 5})],
)
def test_a_table_that_reveals_nothing_in_the_end_is_shown_as_failed(change: Tamper, new_page: NewPage) -> None:
    page = new_page()
    tampered(page, change)
    open_table(page, "kuhn", **HANDS)
    play(page)
    assert status(page) == "over"
    assert page.locator(".proof.bad").count() == 1


def test_the_page_tells_how_many_cards_lay_as_the_seed_says(new_page: NewPage) -> None:
    page = new_page()
    ticket = open_table(page, "toy-whist", **HANDS)
    play(page)
    assert "and so did 2 cards that you were shown" in (page.locator(".proof.ok").text_content() or "")
    record = page.request.get(f"/table/{ticket['table']}/0/record").json()
    assert record["form"] == "deckwright fair shuffle 2"
    assert record["seats"][0][0] == "person"


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


def test_a_host_cannot_leave_itself_two_deals_under_one_joint_commitment(new_page: NewPage) -> None:
    """What could be read in two ways is refused before the page reveals; in the end at most one reading is taken."""
    page = new_page()
    page.goto("/own")
    found = page.evaluate(LYING_HOST.read_text(encoding="utf-8"), [])
    assert found.pop("nothing wrong") == [True, ["partly"]]  # no card of this sheet tells the deck's order
    assert len(found) > 5
    for trick, (has_revealed, ends) in found.items():
        assert not has_revealed, trick
        assert sum(end != "bad" for end in ends) <= 1, trick


def test_a_host_cannot_show_other_cards_than_the_seed_deals(new_page: NewPage) -> None:
    """What the board shows is what is held against the seed, and a share is revealed under one joint commitment."""
    page = new_page()
    page.goto("/own")
    found = page.evaluate(LYING_CARDS.read_text(encoding="utf-8"))
    honest = {lie: found.pop(lie) for lie in list(found) if lie.startswith("nothing wrong")}
    assert len(honest) == 7
    assert all(end == [[True], "ok"] for end in honest.values()), honest
    assert len(found) > 10
    for lie, (revealed, end) in found.items():
        assert revealed == [True, *[False] * (len(revealed) - 1)], lie
        assert end != "ok", lie


def test_another_hand_on_the_board_than_the_one_told_is_shown_as_failed(new_page: NewPage) -> None:
    page = new_page()
    tampered(page, other_hand)
    open_table(page, "kuhn", **HANDS)
    page.locator(".hand .card").first.wait_for()
    page.wait_for_function("() => Object.values(localStorage).some((kept) => kept.includes('cards of the deal'))")
    assert page.evaluate("() => Object.values(localStorage).filter((kept) => kept.includes('wrong')).length") == 1


def test_what_the_page_says_by_itself_is_nothing_that_its_person_did(new_page: NewPage) -> None:
    """A host asks the page to go on, which it does after a while, to show other cards from then on."""
    page = new_page()

    def asked(data: dict[str, Any]) -> None:
        frame = data.get("frame")
        if frame and frame["status"] == "playing":
            agree = {"id": "agree-complete-trick", "kind": "agree", "label": "", "needs": ""}
            frame |= {
                "choices": [],
                "commands": [agree],
                "consensus": {"beat": "trick", "agreed": [], "waiting_for": [0]},
            }
            if any("agree" in text for text in said):
                other_hand(data)

    said = tampered(page, asked)
    open_table(page, "kuhn", **HANDS)
    page.locator(".hand .card").first.wait_for()
    for _ in range(60):
        page.wait_for_timeout(200)
        if any("agree" in text for text in said):
            break
    assert any("agree" in text for text in said)
    noted = json.loads(page.evaluate("() => Object.entries(localStorage).find(([key]) => key.includes('share'))[1]"))
    assert noted["dealt"]
    assert not noted.get("acted")
    page.reload()
    page.wait_for_function("() => Object.values(localStorage).some((kept) => kept.includes('cards of the deal'))")


def test_a_hand_that_is_told_and_not_drawn_is_no_proof(new_page: NewPage) -> None:
    """The frame has the cards, in a place that the board leaves out; its person plays without having seen them."""
    page = new_page()

    def hidden(data: dict[str, Any]) -> None:
        for region in data.get("frame", {}).get("regions", ()):
            if region["role"] == "hand":
                region |= {"role": "sets", "count": 0}

    tampered(page, hidden)
    open_table(page, "kuhn", **HANDS)
    play(page)
    assert status(page) == "over"
    assert page.locator(".proof.partly").count() == 1


def test_a_hand_that_is_drawn_where_nobody_sees_it_is_no_proof(new_page: NewPage) -> None:
    """What a place is said to be becomes a class of the page: one that hides it must not count as the screen."""
    page = new_page()

    def hidden(data: dict[str, Any]) -> None:
        frame = data.get("frame", {})
        for region in list(frame.get("regions", ())):
            if region["role"] == "hand" and region["is_own"]:
                other = next(code for code in ("JS", "QS", "KS") if code != region["cards"][0]["code"])
                shown = {"face": "up", "code": other, "copy": 0}
                frame["regions"].append({**region, "id": "fist[0]", "is_own": False, "cards": [shown]})
                region |= {"role": "x seats alone", "owner": "table"}

    tampered(page, hidden)
    open_table(page, "kuhn", **HANDS)
    play(page)
    assert status(page) == "over"
    assert page.locator(".proof.ok").count() == 0


def also_told(page: Page, lie: Tamper) -> None:
    """The page hears the first frame after the deal as it is, and at once again with a lie; then nothing but lies."""

    def link(web_socket: Any) -> None:
        server = web_socket.connect_to_server()

        def hear(text: str) -> None:
            data = json.loads(text)
            if not data.get("frame", {}).get("regions"):
                web_socket.send(text)
                return
            if not told:
                web_socket.send(text)
            told.append(text)
            lie(data)
            web_socket.send(json.dumps(data))

        server.on_message(hear)
        web_socket.on_message(server.send)

    told: list[str] = []
    page.route_web_socket("**/socket", link)


def half_drawn(data: dict[str, Any]) -> None:
    """Another hand in a frame that the page cannot draw to its end; the last one can be."""
    other_hand(data)
    if data["frame"]["status"] != "over":
        data["frame"]["notices"] = None


def ends_unproved(page: Page) -> None:
    """A hand is played, and the page does not say that its deal was fair."""
    open_table(page, "kuhn", **HANDS)
    play(page)
    assert status(page) == "over"
    assert page.locator(".proof").count() == 1
    assert page.locator(".proof.ok").count() == 0


def test_a_frame_that_cannot_be_drawn_whole_is_no_proof(new_page: NewPage) -> None:
    """The board shows another hand, and what would hold it against the deal is never reached."""
    page = new_page()
    page.add_init_script("addEventListener('error', (event) => event.preventDefault())")  # it is meant to fail
    also_told(page, half_drawn)
    ends_unproved(page)


def scrolled_away(data: dict[str, Any]) -> None:
    """The hand lies among many places, where one would have to scroll to it; another lies where the hand belongs."""
    frame = data.get("frame", {})
    for region in list(frame.get("regions", ())):
        if region["role"] != "hand" or not region["is_own"] or not region["cards"]:
            continue
        other = next(code for code in ("JS", "QS", "KS") if code != region["cards"][0]["code"])
        fist = {**region, "id": "fist[0]", "cards": [{"face": "up", "code": other, "copy": 0}]}
        heaps = [
            {**region, "id": f"heap[0].{number}", "pile": number, "cards": [{"face": "down", "count": 1}]}
            for number in range(120)
        ]
        region["pile"] = 120
        frame["regions"] = [fist, *heaps, *frame["regions"]]
        moved = {"kind": "moved", "seat": None, "cards": [other], "backs": 0, "from": "hand[1]", "to": "fist[0]"}
        chose = {"kind": "chose", "seat": 1, "cards": [], "backs": 0, "from": None, "to": None}
        frame["events"] += [
            {"number": number, "text": "", **event} for number, event in ((900, chose), (901, moved)) if frame["events"]
        ]


def test_a_hand_that_has_scrolled_away_is_no_proof(new_page: NewPage) -> None:
    page = new_page()
    tampered(page, scrolled_away)
    ends_unproved(page)


def test_the_page_holds_the_last_frame_against_the_deal_before_it_says_yes(new_page: NewPage) -> None:
    """The host plays for this person, who is shown the dealt hand for a moment and then the end with another one."""
    page = new_page()
    dealt: list[Any] = []

    def link(web_socket: Any) -> None:
        server = web_socket.connect_to_server()

        def hear(text: str) -> None:
            data = json.loads(text)
            frame = data.get("frame", {})
            if not frame.get("regions"):
                web_socket.send(text)
                return
            agree = [command for command in frame["commands"] if command["kind"] == "agree"]
            for move in [*frame["choices"], *agree][:1]:
                said = {"n": str(frame["revision"]), "revision": frame["revision"], "id": move["id"], "data": ""}
                server.send(json.dumps(said))
            if not dealt:
                dealt.extend(frame["regions"])
                web_socket.send(text)
            elif frame["status"] == "over":
                frame["regions"] = dealt
                other_hand(data)
                web_socket.send(json.dumps(data))

        server.on_message(hear)
        web_socket.on_message(server.send)

    page.route_web_socket("**/socket", link)
    open_table(page, "kuhn", **HANDS)
    page.locator('#table[data-status="over"]').wait_for()
    assert page.locator(".proof").count() == 1
    assert page.locator(".proof.ok").count() == 0


@pytest.mark.parametrize(("game", "cards"), [("hearts", 13), ("solitaire", 7)])
def test_a_hand_that_fills_a_telephone_is_noted_whole(game: str, cards: int, new_page: NewPage) -> None:
    """Cards of a fan and of columns cover each other but for their corners; picked ones cover their neighbours."""
    page = new_page(PHONE)
    open_table(page, game)
    page.locator(".card").first.wait_for()
    page.wait_for_timeout(700)
    rng = Random(0)
    noted: dict[str, Any] = {}
    while not noted.get("acted"):
        wait_to_act(page)
        click_one(page, rng)
        shares = "() => Object.entries(localStorage).find(([key]) => key.includes('share'))[1]"
        noted = json.loads(page.evaluate(shares))
    assert sum(len(place["cards"]) for place in noted["dealt"].values()) == cards


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
