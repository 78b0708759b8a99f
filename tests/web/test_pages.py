"""Pages hold what they should, nothing of a client's text unescaped, and nothing that a strict policy would stop."""

from __future__ import annotations

import html
import json
import re

import pytest
from starlette.testclient import TestClient

from deckwright.engine import load
from deckwright.games import library
from deckwright.measure.library import find_report
from deckwright.web import words
from deckwright.web.gallery import kind_of
from deckwright.web.own_games import Checked
from deckwright.web.seats import rated_as
from deckwright.web.words import WORDS

PAGES = (
    "/",
    "/own",
    "/own?start=kuhn",
    "/games/hearts",
    "/games/hearts/rules",
    "/games/cambio",
    "/games/cambio/rules",
    "/games/hearts/report",
)


def test_the_gallery_has_every_game(client: TestClient) -> None:
    text = client.get("/").text
    assert all(f'href="/games/{name}"' in text for name in library())


@pytest.mark.parametrize("name", sorted(library()))
def test_every_game_has_a_page_and_a_rulebook(client: TestClient, name: str) -> None:
    assert html.escape(library()[name].name, quote=False).replace("'", "&#39;") in client.get(f"/games/{name}").text
    assert "<h2" in client.get(f"/games/{name}/rules").text
    assert client.get(f"/games/{name}/genome").status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_no_page_needs_what_its_policy_forbids(client: TestClient, path: str) -> None:
    text = client.get(path).text
    assert not re.search(r"\sstyle=|<style|\son\w+=|javascript:", text)
    assert all(script.startswith('src="/static/') for script in re.findall(r"<script type=\"module\" ([^>]*)>", text))
    assert not re.search(r"(?:src|href)=\"https?://", text)


def test_every_report_that_is_of_todays_rules_is_in_the_gallery_and_has_a_page(client: TestClient) -> None:
    cards = {card["id"]: card for card in client.get("/api/games").json()}
    reported = {name for name, entry in library().items() if find_report(name, entry.define().digest)}
    assert {name for name, card in cards.items() if card["measured"]} == reported
    for name in sorted(library()):
        answer = client.get(f"/games/{name}/report")
        assert answer.status_code == (200 if name in reported else 404)
        assert ("/report" in client.get(f"/games/{name}").text) is (name in reported)
    assert "<svg" in client.get("/games/hearts/report").text


def test_where_a_measure_has_no_dots_words_say_what_was_found(client: TestClient) -> None:
    measures = re.findall(r'<span class="meter">.*?</span>\n', client.get("/").text)
    assert len(measures) == 2 * sum(bool(card["measured"]) for card in client.get("/api/games").json())
    for measure in measures:
        assert re.search(r'class="dots".*>●+<span class="off">|class="meter-none">[a-z ]+<', measure)


def test_kinds_follow_from_what_genomes_say() -> None:
    kinds = {name: kind_of(library()[name].define()) for name in library()}
    assert (kinds["blackjack"], kinds["solitaire"], kinds["bridge"]) == ("betting", "patience", "tricks")
    assert (kinds["fan-tan"], kinds["war"], kinds["president"]) == ("shedding", "capture", "shedding")
    assert (kinds["cambio"], kinds["go-fish"], kinds["draw-poker"]) == ("memory", "melds", "betting")
    assert "cards" not in kinds.values()
    assert all(f"kind_{kind}" in WORDS for kind in kinds.values())


def test_games_that_there_are_not_are_told(client: TestClient) -> None:
    for name in ("nothing", "..%2f..%2fetc%2fpasswd", "own-none", "HEARTS"):
        answer = client.get(f"/games/{name}", headers={"accept": "text/html"})
        assert answer.status_code == 404
        assert "<h1>" in answer.text


def test_a_genome_is_checked_kept_and_played(client: TestClient) -> None:
    text = client.get("/games/kuhn/genome?form=yaml").text.replace("Kuhn Poker", "<b>Kuhn</b>")
    assert client.post("/api/check", json={"text": text}).json()["ok"] is True
    kept = client.post("/api/games", json={"text": text}).json()["id"]
    page = client.get(f"/games/{kept}").text
    assert "&lt;b&gt;Kuhn&lt;/b&gt;" in page
    assert "<b>Kuhn" not in page
    assert "<b>Kuhn" not in client.get(f"/games/{kept}/rules").text
    assert client.post("/api/tables", json={"game": kept}).status_code == 201


def test_defects_are_told_with_their_lines(client: TestClient) -> None:
    text = client.get("/games/kuhn/genome?form=yaml").text.replace("player_count: 2", "player_count: 99")
    found = client.post("/api/check", json={"text": text}).json()
    assert found["ok"] is False
    assert any(issue["path"] == "$.player_count" and issue["line"] > 0 for issue in found["issues"])
    assert client.post("/api/games", json={"text": text}).status_code == 422


def test_a_genome_that_takes_too_long_to_check_is_cut_off(client: TestClient) -> None:
    answer = client.post("/api/check", json={"text": "[" * 100_000})
    assert answer.status_code == 200
    assert answer.json()["ok"] is False


def test_stars_of_a_game_of_ones_own_are_not_the_librarys() -> None:
    kuhn = load("kuhn", hands=3)
    assert rated_as(kuhn) == "kuhn"
    own = load({**kuhn.genome.to_dict(), "name": "Mine"})
    assert own.id == "kuhn"
    assert rated_as(own) == own.definition.digest


def test_a_table_has_the_rulebook_of_what_is_played_there(client: TestClient) -> None:
    """Of the options that were chosen, and of the very genome, whatever it is called."""
    service = client.app._app.state.service  # type: ignore[attr-defined]
    genome = {**load("leduc").genome.to_dict(), "genome_id": "hearts", "name": "Mine"}
    own = service.own.keep(Checked(ok=True, genome=genome, digest="", name="Mine"))
    table = client.post("/api/tables", json={"game": own, "level": "easy"}).json()["table"]
    book = client.get(f"/table/{table}/rules").text
    assert "Mine" in book
    assert "/games/hearts" not in book
    assert "/games/hearts" not in client.get(f"/table/{table}/0").text
    known = client.post("/api/tables", json={"game": "hearts", "options": {"hands": 1}}).json()["table"]
    assert 'href="/games/hearts"' in client.get(f"/table/{known}/rules").text
    assert "/games/hearts" in client.get(f"/table/{known}/0").text


@pytest.mark.parametrize("folder", ["", "table"])
def test_scripts_get_every_word_that_they_use_and_no_other_form_of_use(folder: str) -> None:
    """What is left out of `/words.js` is used by no script; a use that is not recognised would be undefined."""
    scripts = [path.read_text("utf-8") for path in sorted((words.HERE / "static" / folder).rglob("*.js"))]
    sent = json.loads(words.words_module(folder).removeprefix("export const WORDS = ").removesuffix(";\n"))
    for script in scripts:
        here = '"/words/table.js"' if folder else '"/words(?:/table)?.js"'
        rest = re.sub(rf"import \{{ WORDS \}} from {here};|//.*|/\*.*?\*/", "", script)
        assert len(re.findall(r"\bWORDS\b", rest)) == len(words.USE.findall(rest)), script[:200]
        for use in words.USE.finditer(rest):
            assert use["name"] in sent if use["name"] else any(name.startswith(use["prefix"]) for name in sent)
    assert set(sent) < set(words.WORDS)


@pytest.mark.parametrize("name", sorted(library()))
def test_the_page_of_a_game_names_no_path_and_no_budget(client: TestClient, name: str) -> None:
    """Somebody who wants to play reads what a game is like; what its author wants to know is in the whole report."""
    told = client.get(f"/games/{name}").text.partition('id="measured"')[2]
    assert "$." not in told
    assert "Note:" not in told
    report = find_report(name, library()[name].define().digest)
    if report is not None and report.notes:
        assert "Note:" in client.get(f"/games/{name}/report").text


@pytest.mark.parametrize("name", sorted(library()))
def test_a_game_without_a_genome_has_no_link_to_one(client: TestClient, name: str) -> None:
    text = client.get(f"/games/{name}").text
    for link in (f'href="/games/{name}/genome"', f'href="/own?start={name}"'):
        assert (link in text) is library()[name].has_genome


def test_a_replay_says_what_to_paste(client: TestClient) -> None:
    text = client.get("/replay").text
    assert text.count(WORDS["replay_link"]) == 1
    assert WORDS["copy_link"] in html.unescape(text.partition("<form")[2].partition("</form>")[0])


@pytest.mark.parametrize("shows", [True, False])
def test_a_table_reminds_people_of_cards_if_whoever_opens_it_wants_that(client: TestClient, shows: bool) -> None:
    asked = {"game": "rummy", "level": "easy", "options": {"hands": 1}}
    ticket = client.post("/api/tables", json={**asked, "shows_memory": True} if shows else asked).json()
    headers = {"authorization": f"Bearer {ticket['key']}"}
    service = client.app._app.state.service  # type: ignore[attr-defined]
    assert client.portal is not None
    table = client.portal.call(service.hub.table, ticket["table"])
    assert table.setup.shows_memory is shows
    assert client.get(f"/api/tables/{ticket['table']}/seats/0", headers=headers).status_code == 200


def test_where_nothing_is_to_be_remembered_nobody_is_asked(client: TestClient) -> None:
    for name, has_any in (
        ("rummy", True),
        ("canasta", True),
        ("cambio", False),
        ("solitaire", False),
        ("holdem", False),
    ):
        assert ('id="memory"' in client.get(f"/games/{name}").text) is has_any
