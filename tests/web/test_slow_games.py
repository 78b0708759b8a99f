"""Games that strangers bring may be slow; nobody who plays another one waits for them."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from threading import Event
from time import process_time
from typing import Any

import pytest
import yaml
from starlette.testclient import TestClient
from tests.web.loops import run

from deckwright.agents.levels import TRIAL_DECISIONS, default_levels, level_text, measured_levels
from deckwright.engine import Game, load
from deckwright.play import AgentMessage, Hint, HostMessage, TableState, agent, execute, make_setup, open_table
from deckwright.play.agent_list import LAST_RESORT
from deckwright.play.store import Store
from deckwright.web import api, bots, checking, hub, trial
from deckwright.web.errors import WebError
from deckwright.web.lanes import Lane
from deckwright.web.own_games import Checked, check_text
from deckwright.web.settings import Limits, ServerSettings

GRIND = 800
SLOW = f"""
genome_id: slow
name: Slow
player_count: 2
max_turns: 1000
zones:
- {{name: hand, role: hand, owner: seat, seen_by: owner}}
- {{name: stock, role: stock, seen_by: none}}
- {{name: heap, role: discard}}
registers:
- {{name: total}}
setup: {{cards_per_player: 5}}
turn_structure:
  type: turns
  phases:
  - type: choice
    name: play
    offers:
    - name: play
      picks: [{{name: played, source: hand}}]
      effects:
      - {{type: move, cards: played, to: heap}}
      - {{type: move, cards: stock, to: hand, count: '1'}}
      - {{type: if, when: size(stock) == 0, then: [{{type: move, cards: heap, to: stock, place: shuffled}}]}}
      - {{type: set, name: total, value: '0'}}
  - type: turns
    name: grind
    order: sequence
    until: total >= {GRIND}
    limit: {GRIND}
    phases:
    - {{type: do, name: count, effects: [{{type: set, name: total, value: total + 1}}]}}
scoring_rules:
- {{name: points, points: total}}
win_conditions:
- {{type: high_score, comparison: highest}}
"""


def seated(game: Game) -> TableState:
    """A table of agents, dealt."""
    table = open_table(make_setup(game, tuple(agent("easy") for _ in range(game.seats)), agents={"easy": "easy"}))
    return execute(table, HostMessage(table.id, "deal")).table  # type: ignore[union-attr]


def test_a_sound_genome_that_takes_too_long_to_play_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "TRIAL_S", 0.02)
    found = checking.checked(f"{SLOW}\n", {})
    assert [issue["code"] for issue in found["issues"]] == ["check.too-slow"]
    assert not found["ok"]


def test_a_sound_genome_that_takes_too_long_to_be_dealt_for_its_sheet_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One deal is soon done; a page is told where cards go, for which a few hundred are."""
    monkeypatch.setattr(trial, "SHEET_S", 0.05)
    text = SLOW.replace(str(GRIND), "200000").replace("      - {type: set, name: total, value: '0'}\n", "")
    genome = yaml.safe_load(text)
    genome["turn_structure"]["phases"].reverse()  # once, before anybody plays
    began_s = process_time()
    load(genome).deal(seed=1)
    assert process_time() - began_s < 1.0
    assert [issue["code"] for issue in checking.checked(json.dumps(genome), {})["issues"]] == ["check.too-slow"]


def test_a_sound_genome_of_which_frames_take_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirteen thousand choices at once: nobody reads them, and everybody waits while they are written."""
    monkeypatch.setattr(trial, "FRAME_S", 0.02)
    genome = load("rummy").genome.to_dict()
    genome |= {"player_count": 2, "patterns": [{"name": "any", "min_count": 3, "max_count": 3, "group": "meld"}]}
    genome["setup"] |= {"cards_per_player": 26}
    offers = genome["turn_structure"]["phases"][0]["phases"][1]["phases"][0]["offers"]
    offers[:1] = [{**offers[0], "name": f"lay {number}"} for number in range(6)]
    assert [issue["code"] for issue in checking.checked(json.dumps(genome), {})["issues"]] == ["check.too-slow"]


def test_every_game_of_the_library_is_fast_enough_to_be_brought(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one whose trial takes longest, with its most hands."""
    monkeypatch.setattr(checking, "TRIAL_S", checking.TRIAL_S / 2)
    text = json.dumps(load("canasta").genome.to_dict())
    assert checking.checked(text, {})["ok"]


def test_levels_of_a_match_without_end_are_found_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    real = Game.run_batch

    def counted(self: Game, *arguments: Any, **more: Any) -> Any:
        asked.append(more["most_decisions"])
        return real(self, *arguments, **more)

    monkeypatch.setattr(Game, "run_batch", counted)
    assert default_levels(load(load("hearts").genome, hands=1_000_000))["easy"].startswith("ismcts:")
    assert asked == [TRIAL_DECISIONS]


def test_a_genome_that_is_called_like_a_game_of_the_library_has_no_levels_of_it() -> None:
    name = next(iter(measured_levels()))
    own = load({**load("toy-whist").genome.to_dict(), "genome_id": name})
    assert own.id == name
    assert level_text("best", own) == default_levels(own)["best"]
    assert level_text("best", load(name)) == measured_levels()[name]["levels"]["best"]


def test_options_of_ones_own_game_are_checked_as_a_genome_is() -> None:
    """In a process with limits: what is light for two may be heavy for sixteen."""
    text = json.dumps(load("hearts").genome.to_dict())
    checked = check_text(text, Limits(), {"hands": 3})
    assert checked.ok
    assert checked.genome is not None
    assert checked.genome["max_hands"] == 3
    assert [issue["code"] for issue in check_text(text, Limits(), {"decks": 2}).issues] == ["option.unknown"]


def test_nobody_waits_for_agents_of_a_strangers_game(monkeypatch: pytest.MonkeyPatch) -> None:
    own, known = seated(load({**load("kuhn").genome.to_dict(), "genome_id": "brought"})), seated(load("kuhn"))
    is_let_go, real = Event(), bots.think

    def stuck(table: TableState, instead: str) -> AgentMessage | None:
        if table is own:
            is_let_go.wait()
        return real(table, instead)

    async def moves() -> tuple[AgentMessage | None, list[AgentMessage | None]]:
        thinkers = bots.Thinkers(1)
        late = [asyncio.create_task(thinkers.move(own)) for _ in range(3)]
        soon = await asyncio.wait_for(thinkers.move(known), 30)
        found = await asyncio.gather(*late)
        is_let_go.set()
        thinkers.close()
        return soon, found

    monkeypatch.setattr(bots, "think", stuck)
    monkeypatch.setattr(bots, "PATIENCE_S", 0.2)
    soon, found = run(moves())
    assert soon is not None
    assert soon.data == ""
    for message in found:
        assert message is not None
        assert message.data == LAST_RESORT
        assert not hasattr(execute(own, message), "code")


def test_a_lane_has_room_for_so_many_and_so_many_of_one_address() -> None:
    async def asked() -> list[str]:
        lane, is_let_go = Lane("test", threads=1, most=4, most_each=2), Event()
        wanted = [asyncio.create_task(lane.do(address, is_let_go.wait)) for address in "aaabbcc"]
        await asyncio.wait(wanted, timeout=0.2)
        is_let_go.set()
        done = await asyncio.gather(*wanted, return_exceptions=True)
        assert await lane.do("a", lambda: "again") == "again"
        lane.close()
        return [answer.code if isinstance(answer, WebError) else "" for answer in done]

    assert run(asked()) == ["", "", "server.busy", "", "", "server.busy", "server.busy"]


@pytest.mark.parametrize("is_own", [False, True])
def test_one_address_cannot_take_the_time_of_all_hints(monkeypatch: pytest.MonkeyPatch, is_own: bool) -> None:
    """Its hints wait in a lane: those above its part are refused at once, and another's is still given."""
    is_let_go, begun = Event(), Event()

    def slow(_table: TableState, seat: int, _level: str, *, seed: bytes) -> Hint:
        assert seed
        begun.set()
        is_let_go.wait()
        return Hint((f"0.{seat}",), ())

    monkeypatch.setattr(hub, "hint", slow)
    monkeypatch.setattr(hub, "is_of_library", lambda _: not is_own)
    monkeypatch.setattr(bots, "is_of_library", lambda _: not is_own)

    async def asked(tables: hub.Hub) -> list[str]:
        table = open_table(make_setup(load("kuhn"), (agent("random"), agent("random"))))
        greedy = [asyncio.create_task(tables.hint(table, 0, address="greedy")) for _ in range(30)]
        other = asyncio.create_task(tables.hint(table, 1, address="other"))
        for _ in range(9):  # so that every one has been asked
            await asyncio.sleep(0)
        assert await asyncio.to_thread(begun.wait, 10)
        assert not tables._thinkers.pool(table)._work_queue.qsize()  # no agent waits for a hint
        is_let_go.set()
        answers = await asyncio.gather(*greedy, return_exceptions=True)
        assert (await other).path == ("0.1",)
        await tables.close()
        return [answer.code for answer in answers if isinstance(answer, WebError)]

    with closing(Store("sqlite://")) as store:
        refused = run(asked(hub.Hub(store, ServerSettings())))
    assert len(refused) >= 24
    assert set(refused) == {"server.busy"}


def test_keys_are_found_while_genomes_are_checked(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever fills the lane of checks is told so, and everything else goes on."""
    from concurrent.futures import ThreadPoolExecutor

    from tests.web.test_tables import bearer, opened

    ticket = opened(client)
    is_let_go = Event()
    monkeypatch.setattr(api, "check_text", lambda *_: is_let_go.wait() and Checked(ok=False))
    with ThreadPoolExecutor(45) as pool:
        answers = [pool.submit(client.post, "/api/check", json={"text": "x"}) for _ in range(45)]
        frame = client.get(f"/api/tables/{ticket['table']}/seats/0", headers=bearer(ticket["key"]))
        page = client.get("/games/kuhn")
        is_let_go.set()
        codes = [answer.result().status_code for answer in answers]
    assert frame.status_code == 200
    assert page.status_code == 200
    assert codes.count(503) >= 45 - 2 * 6
