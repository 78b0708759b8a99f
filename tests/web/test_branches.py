"""A finished game is played on from any of its positions, and what is not one is refused."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.conformance.walks import Variant
from tests.play.tables import walked

from deckwright.play import format_link
from deckwright.web import replays

HANDS = (("hands", 1),)


def branched(client: TestClient, link: str, step: int, seat: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A new table at a step, and what its person sees there."""
    answer = client.post("/api/branch", json={"link": link, "step": step, "seat": seat, "level": "easy"})
    assert answer.status_code == 201, answer.text
    ticket = answer.json()
    key = {"authorization": f"Bearer {ticket['key']}"}
    return ticket, client.get(f"/api/tables/{ticket['table']}/seats/{seat}", headers=key).json()


@pytest.mark.parametrize("game", ["hearts", "texas-42"])
def test_a_branch_begins_as_the_game_was_then(client: TestClient, game: str) -> None:
    link = format_link(walked(Variant(game, HANDS))[-1])
    steps = client.post("/api/replay", json={"link": link}).json()["steps"]
    for step in (0, steps // 2, steps - 1):
        turn = client.post("/api/replay", json={"link": link, "step": step}).json()["frame"]["turn"] or 0
        then = client.post("/api/replay", json={"link": link, "step": step, "seat": turn}).json()["frame"]
        ticket, frame = branched(client, link, step, turn)
        if frame["status"] == "waiting":  # a trick to be looked at
            assert frame["consensus"]
            continue
        assert frame["status"] == "playing"
        assert frame["choices"]
        assert frame["regions"] == then["regions"]
        acted = client.post(
            f"/api/tables/{ticket['table']}/seats/{turn}",
            json={"revision": frame["revision"], "id": frame["choices"][0]["id"]},
            headers={"authorization": f"Bearer {ticket['key']}"},
        )
        assert acted.status_code in (200, 409)  # what needs more picks is no whole choice


def test_what_cannot_be_played_on_is_refused(client: TestClient) -> None:
    link = format_link(walked(Variant("kuhn", HANDS))[-1])
    steps = client.post("/api/replay", json={"link": link}).json()["steps"]
    for body, status, code in (
        ({"link": link, "step": steps}, 400, "branch.unknown-step"),
        ({"link": link, "step": 0, "seat": 9}, 400, "seat.unknown"),
        ({"link": link, "step": 0, "level": "flat:9999"}, 400, "level.unknown"),
        ({"link": link[:-2], "step": 0}, 422, "link."),
        ({"link": "nothing", "step": 0}, 422, "link."),
        ({"link": link, "step": -1}, 422, "request.malformed"),
    ):
        answer = client.post("/api/branch", json=body)
        assert answer.status_code == status, answer.text
        assert answer.json()["code"].startswith(code)


def test_agents_are_called_at_the_table_what_they_are_called_in_its_replay(client: TestClient) -> None:
    opened = client.post("/api/tables", json={"game": "hearts", "level": "easy"}).json()
    key = {"authorization": f"Bearer {opened['key']}"}
    table = client.get(f"/api/tables/{opened['table']}/seats/0", headers=key).json()
    link = format_link(walked(Variant("hearts", HANDS))[-1])
    replayed = client.post("/api/replay", json={"link": link, "step": 0}).json()["frame"]
    names = [[seat["name"] for seat in frame["seats"]] for frame in (table, replayed)]
    assert names[0][1:] == names[1][1:]


def test_with_all_hands_open_two_cards_that_look_alike_are_two(client: TestClient) -> None:
    """Each seat counts copies from 0: the page drew a card of two hands in one of them only."""
    link = format_link(walked(Variant("uno", HANDS))[-1])
    frame = client.post("/api/replay", json={"link": link, "step": 4, "everything": True}).json()["frame"]
    known = [(card["code"], card["copy"]) for region in frame["regions"] for card in region["cards"] if "code" in card]
    assert len({code for code, _ in known}) < len(known) == len(set(known))


@pytest.mark.parametrize("game", ["cambio", "hearts", "canasta", "solitaire", "holdem"])
def test_with_everything_open_no_card_of_a_finished_game_is_a_back(game: str, client: TestClient) -> None:
    """In Cambio cards lie that no seat has seen; who looks at a game again sees them too, each in its place."""
    played = walked(Variant(game, () if game == "solitaire" else HANDS))
    link = format_link(played[-1], asked=True)
    steps = client.post("/api/replay", json={"link": link}).json()["steps"]
    for step in {0, steps // 3, steps // 2, steps}:
        asked = {"link": link, "step": step}
        frame = client.post("/api/replay", json={**asked, "everything": True}).json()["frame"]
        table = replays._tables(link)[step]
        assert table.state is not None
        layout = dict(zip(table.setup.game.notation.zone_texts, table.state.position.layout(), strict=True))
        known = []
        for region in frame["regions"]:
            assert all("code" in card for card in region["cards"])
            codes = [card["code"] for card in region["cards"]]
            true = [str(table.setup.game.notation.card(card)) for card in layout[region["id"]]]
            assert (codes if region["is_ordered"] else sorted(codes)) == (
                true if region["is_ordered"] else sorted(true)
            )
            known += [(card["code"], card["copy"]) for card in region["cards"]]
        assert len(known) == len(set(known))
        watched = client.post("/api/replay", json=asked).json()["frame"]
        up = [[card["face"] for card in region["cards"]] for region in watched["regions"]]
        assert all("memory" not in faces for faces in up)
