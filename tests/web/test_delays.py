"""When agents move says nothing about their cards: a fixed time after the move before, settled before they think."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.web.loops import run
from tests.web.worlds import a_deal, another_deal

from deckwright.engine import Deal, Game, load
from deckwright.play import AgentMessage, HostMessage, TableState, agent, make_setup, person
from deckwright.play.store import Store
from deckwright.web import bots
from deckwright.web.bots import Thinkers, Timer, due_s, weaker
from deckwright.web.hub import Hub
from deckwright.web.levels import LEVELS
from deckwright.web.settings import ServerSettings

STEP_S = 0.7


class FakeTime:
    """Time that passes only when somebody sleeps or thinks."""

    def __init__(self) -> None:
        self.now_s = 0.0

    async def sleep(self, seconds: float) -> None:
        self.now_s += seconds


async def moves_of(folder: Path, game: Game, deal: Deal, time: FakeTime) -> list[tuple[float, int]]:
    """When each seat of agents moved, the first so many times."""
    told: list[tuple[float, int]] = []
    store = Store.at(folder / "tables.db")
    timer = Timer(lambda: time.now_s, time.sleep)
    hub = Hub(store, ServerSettings(bot_delay_s=STEP_S), now_ms=lambda: 1_000, timer=timer)
    seats = tuple(agent("random") for _ in range(game.seats))
    table = await hub.open(make_setup(game, seats, id="here", chance=deal))

    def heard(now: TableState) -> None:
        last = now.trail.input if now.trail is not None else None
        if last is not None and last.seat is not None:
            told.append((round(time.now_s, 6), last.seat))

    await hub.listen(table.id, heard)
    await hub.say(table.id, lambda now: HostMessage(now.id, "deal"))
    while len(told) < 8 and not (await hub.table(table.id)).is_over:
        await hub.in_reader(lambda: None)
    await hub.close()
    store.close()
    return told[:8]


@pytest.mark.parametrize("factor", [0.0, 0.004, 0.02])
def test_delays_are_the_same_in_worlds_that_look_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, factor: float
) -> None:
    """Agents that think for as long as their cards are high move when agents with other cards do."""
    game = load("kuhn", hands=4)
    deal = a_deal(game, 1)
    other = another_deal(game, deal, 0)
    assert other is not None
    found = []
    for number, world in enumerate((deal, other)):
        time = FakeTime()

        def slow(table: TableState, instead: str, time: FakeTime = time) -> AgentMessage | None:
            assert table.state is not None
            cards = [card for zone in table.state.position.layout() for card in zone]
            time.now_s += factor * sum(place * card for place, card in enumerate(cards))
            turn = table.progress.turn
            first = table.state.actions()[0]
            return None if turn is None else AgentMessage(table.id, table.revision, turn, f"{first.slot}.{first.value}")

        monkeypatch.setattr(bots, "think", slow)
        folder = tmp_path / str(number)
        folder.mkdir()
        found.append(run(moves_of(folder, game, world, time)))
    assert len(found[0]) >= 4
    assert found[0] == found[1]
    if factor == 0.0:
        assert found[0][0][0] == STEP_S


def test_a_move_that_is_late_is_made_at_one_of_a_few_times() -> None:
    assert [due_s(0.5, took) for took in (0.0, 0.1, 0.5, 0.51, 1.0, 1.1, 2.1)] == [0.5, 0.5, 0.5, 1.0, 1.0, 2.0, 4.0]
    assert due_s(0.0, 3.0) == 0.0


def test_the_more_agents_wait_the_less_each_thinks() -> None:
    assert [weaker("best", steps) for steps in (0, 1, 2, 3, 9)] == ["", "hard", "medium", "easy", "easy"]
    assert weaker("easy", 3) == weaker("random", 3) == ""
    thinkers = Thinkers(2)
    steps = []
    for waiting in (0, 8, 9, 16, 40, 400):
        thinkers._waiting = waiting
        steps.append(thinkers.steps_down)
    thinkers.close()
    assert steps == [0, 0, 1, 2, 3, 6]


def test_everyone_is_told_when_a_weaker_level_played(tmp_path: Path) -> None:
    async def played() -> tuple[str, ...]:
        store = Store.at(tmp_path / "tables.db")
        hub = Hub(store, ServerSettings(bot_delay_s=0.0))
        hub._thinkers._waiting = 1_000
        seats = (agent("medium", name="Ada"), agent("medium", name="Bo"))
        setup = make_setup(load("kuhn"), seats, id="here", agents={level: level for level in LEVELS}, stand_in="easy")
        table = await hub.open(setup)
        await hub.say(table.id, lambda now: HostMessage(now.id, "deal"))
        while not (await hub.table(table.id)).is_over:
            await hub.in_reader(lambda: None)
        notices = hub.frame(await hub.table(table.id), None).to_dict()["notices"]
        await hub.close()
        assert store.load(table.id).progress.helped == {(0, "easy"), (1, "easy")}
        store.close()
        return tuple(notices)

    notices = run(played())
    assert [notice.partition(":")[0] for notice in notices] == ["\u2068Ada\u2069", "\u2068Bo\u2069"]
    assert all("easy has played here" in notice for notice in notices)


def test_nobody_keeps_an_agent_from_moving_by_saying_something_again_and_again(tmp_path: Path) -> None:
    """Nobody's time runs while an agent is waited for: who put its move off would hold up the table for ever."""

    async def played() -> list[str]:
        said: list[str] = []
        store = Store.at(tmp_path / "tables.db")

        async def meanwhile(seconds: float) -> None:
            """Time passes, and the host pauses and goes on just before it has: once so, once the other way round."""
            for _ in range(1 + len(said) % 2):
                now = await hub.table("here")
                words = "resume" if now.progress.is_paused else "pause"
                said.append(words)
                await hub.say("here", lambda now, words=words: HostMessage(now.id, words))  # type: ignore[misc]

        timer = Timer(lambda: 0.0, meanwhile)
        hub = Hub(store, ServerSettings(bot_delay_s=STEP_S), now_ms=lambda: 1_000, timer=timer)
        seats = (agent("random"), agent("random"))
        table = await hub.open(make_setup(load("kuhn"), seats, id="here", chance=a_deal(load("kuhn"), 1)))
        await hub.say(table.id, lambda now: HostMessage(now.id, "deal"))
        while not (await hub.table("here")).is_over and len(said) < 60:
            if (await hub.table("here")).progress.is_paused:
                await hub.say("here", lambda now: HostMessage(now.id, "resume"))
            await hub.in_reader(lambda: None)
        is_over = (await hub.table("here")).is_over
        await hub.close()
        store.close()
        return said if is_over else []

    said = run(played())
    assert said
    assert len(said) < 20


def test_nobody_keeps_the_clock_from_ringing_by_looking_again_and_again(tmp_path: Path) -> None:
    async def rings() -> bool:
        store, time_ms = Store.at(tmp_path / "tables.db"), [1_000]
        hub = Hub(store, ServerSettings(), now_ms=lambda: time_ms[0])
        people = (person("Ann"), person("Ben"))
        await hub.open(make_setup(load("kuhn"), people, id="here", opened_ms=1_000, patience_ms=20, stand_in="random"))
        for _ in range(300):
            time_ms[0] += 10
            if any(seat.is_away for seat in (await hub.look("here")).seats):
                break
            await asyncio.sleep(0.01)
        found = await hub.table("here")
        await hub.close()
        store.close()
        return any(seat.is_away for seat in found.seats)

    assert run(rings())
