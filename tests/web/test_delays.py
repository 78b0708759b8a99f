"""When agents move says nothing about their cards: a fixed time after the move before, settled before they think."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path
from queue import Queue
from random import Random

import pytest
from tests.conformance.walks import Variant, main_variants
from tests.play.test_privacy import looks_the_same
from tests.web.loops import run
from tests.web.servers import WAIT_S
from tests.web.test_worlds import legal_in_both, two_deals
from tests.web.worlds import DELAY_S, Servers, World, a_deal, another_deal, new_worlds

from deckwright.engine import Deal, Game, load
from deckwright.play import AgentMessage, HostMessage, TableState, agent, make_setup, person
from deckwright.play.store import Store
from deckwright.web import bots
from deckwright.web.bots import Thinkers, Timer, due_s, weaker
from deckwright.web.hub import Hub
from deckwright.web.levels import LEVELS
from deckwright.web.settings import ServerSettings

STEP_S = 0.7
ENOUGH, MOST_DEALS = 6, 4
MOST_PARTS = 10
"""Of one choice of an agent: it is ready in time, however many it has."""


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


class Clock:
    """Time that passes only when a test lets it, up to when a server or an agent waits for."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.now_s = 0.0
        self.move = ""
        """What the agent that thinks is to do."""
        self._heard: Queue[TableState | tuple[float, Future[None]]] = Queue()
        self._has_ended = False

    def now_ms(self) -> int:
        """In the server's time."""
        return 1_000_000 + round(self.now_s * 1000)

    def wait(self, seconds: float) -> Future[None]:
        """What is done when so much time has passed."""
        done: Future[None] = Future()
        if self._has_ended:
            done.set_result(None)
        else:
            self._heard.put((self.now_s + seconds, done))
        return done

    async def sleep(self, seconds: float) -> None:
        """As a server sleeps."""
        await asyncio.wrap_future(self.wait(seconds))

    def think(self, table: TableState) -> AgentMessage | None:
        """As an agent does, for as long as its cards say."""
        assert table.state is not None
        layout = [list(zone) for zone in table.state.position.layout()]
        self.wait(Random(f"{layout}").random() * DELAY_S / MOST_PARTS).result(WAIT_S)
        turn = table.progress.turn
        return None if turn is None or self._has_ended else AgentMessage(table.id, table.revision, turn, self.move)

    def until_told(self, before: TableState) -> None:
        """Let time pass until the table is not any more as it was."""
        while True:
            heard = self._heard.get(timeout=WAIT_S)
            if isinstance(heard, tuple):
                self.now_s, done = heard
                done.set_result(None)
            elif heard.revision > before.revision:
                return

    def of(self, world: World) -> None:
        """Let a world's server go by it."""
        hub = world.service.hub
        hub.now_ms, hub._timer = self.now_ms, Timer(lambda: self.now_s, self.sleep)
        world.call(hub.listen, world.name, self._heard.put)

    def end(self) -> None:
        """Keep nobody waiting."""
        self._has_ended = True
        while not self._heard.empty():
            heard = self._heard.get()
            if isinstance(heard, tuple):
                heard[1].set_result(None)


def step(world: World, clock: Clock, move: str) -> None:
    """Whoever is to move does this, and everybody has seen what comes of it."""
    before = world.table
    turn = before.progress.turn
    assert turn is not None
    if before.seats[turn].agent:
        clock.move = move
        clock.until_told(before)
    else:
        world.move(move)
    world.agree()


def common_moves(here: World, there: World) -> list[str]:
    """What whoever is to move may do in both worlds: a person, or an agent, which picks part by part."""
    one, other, turn = here.table.state, there.table.state, here.table.progress.turn
    assert one is not None
    assert other is not None
    if turn is None or turn != there.table.progress.turn:
        return []
    if not here.table.seats[turn].agent:
        return legal_in_both(here, there)
    return [f"{move.slot}.{move.value}" for move in one.actions() if other.find_action(move.slot, move.value)]


@pytest.mark.parametrize("variant", main_variants(), ids=str)
def test_what_agents_do_comes_over_the_wire_at_the_same_times_in_worlds_that_look_the_same(
    variant: Variant, servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long they think, which their cards decide: every frame, with the time in it, is the same."""
    game = variant.load()
    person_at = ((game.start(a_deal(game, 0)).seat or 0) + 1) % game.seats
    if game.seats == 1 or two_deals(game, person_at) is None:
        return
    moved = 0
    for seed in range(MOST_DEALS):
        deal = a_deal(game, seed)
        other = another_deal(game, deal, person_at)
        if other is not None and moved < ENOUGH:
            moved += moves_at_the_same_times(servers, monkeypatch, game, (deal, other), person_at)
    assert moved


def moves_at_the_same_times(
    servers: Servers, monkeypatch: pytest.MonkeyPatch, game: Game, deals: tuple[Deal, Deal], person_at: int
) -> int:
    """Play on in both worlds, as long as somebody can make the same move; how many moves of agents were compared."""
    clocks = [Clock(deal) for deal in deals]
    by_deck = {clock.deal.deck: clock for clock in clocks}
    monkeypatch.setattr(bots, "think", lambda table, _: by_deck[table.setup.chance.deck].think(table))
    rng, moved = Random(f"{game.id}"), 0
    here, there = pair = new_worlds(servers, game, deals, (agent("random"),) * game.seats, joins=person_at)
    try:
        with ExitStack() as stack:
            for world, clock in zip(pair, clocks, strict=True):
                clock.of(world)
                world.join()
                world.deal()
            listening = [[stack.enter_context(world.listen(place)) for world in pair] for place in (person_at, None)]
            while moved < ENOUGH and not here.table.is_over and (moves := common_moves(here, there)):
                is_agents = here.table.progress.turn != person_at
                before_s, move = clocks[0].now_s, rng.choice(moves)
                for world, clock in zip(pair, clocks, strict=True):
                    step(world, clock, move)
                if not _is_choosing(here.table):
                    assert clocks[0].now_ms() == clocks[1].now_ms()
                    moved += is_agents and clocks[0].now_s > before_s
                if not looks_the_same(here.table, there.table, person_at):
                    break  # what was seen last is another card: no frame is the same any more
                for one, other in listening:
                    assert one.heard() == other.heard()
                    assert one.line.frames == other.line.frames
    finally:
        for clock in clocks:
            clock.end()
    return moved


def _is_choosing(table: TableState) -> bool:
    """Whether somebody is in the middle of a choice, of which nobody sees anything yet."""
    turn = table.progress.turn
    return turn is not None and table.state is not None and table.state.position.observe(turn)["draft"] is not None


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
