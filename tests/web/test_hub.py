"""Live tables go on whatever happens to the store, and never spin."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.play.tables import dealt, setup_of
from tests.web.loops import run

from deckwright.engine import Deal, load
from deckwright.engine.scene import why
from deckwright.play import Accepted, HostMessage, SeatMessage, StoreError, agent, agent_message, make_setup, person
from deckwright.play.clock import rings_ms
from deckwright.play.frame import table_frame
from deckwright.play.store import Store
from deckwright.web import bots
from deckwright.web import hub as room
from deckwright.web.hub import Hub
from deckwright.web.service import Opening, Service
from deckwright.web.settings import ServerSettings

WAIT_S = 20.0


async def until_over(hub: Hub, name: str) -> None:
    """Wait until a table of agents has played to the end."""
    async with asyncio.timeout(WAIT_S):
        while not (await hub.table(name)).is_over:
            await asyncio.sleep(0.01)


def test_the_rules_of_a_game_are_read_before_anybody_sits_at_its_table(tmp_path: Path) -> None:
    """They are read off the event loop: the first card that may not be played stops nobody."""
    settings = ServerSettings(store_url=f"sqlite:///{tmp_path}/tables.db")
    asked = Opening("hearts", {"passing": "none"}, friends=3)

    async def opened() -> str:
        service = Service(settings)
        ticket = await service.open_table(asked, address="")
        await service.close()
        return ticket.table

    async def loaded(name: str) -> None:
        service = Service(settings)
        await service.hub.table(name)
        await service.close()

    why._rules.cache_clear()
    name = run(opened())
    assert why._rules.cache_info().currsize == 1
    why._rules.cache_clear()
    run(loaded(name))
    assert why._rules.cache_info().currsize == 1
    table = dealt(setup_of(load("hearts", passing="none")))
    assert table_frame(table, table.progress.turn).reasons, "all cards but one have to wait"
    assert why._rules.cache_info().misses == 1, "it was known"


def test_agents_rest_at_a_table_that_everybody_has_left_until_somebody_looks(tmp_path: Path) -> None:
    now = [0.0]

    async def pass_time(seconds: float) -> None:
        now[0] += seconds
        await asyncio.sleep(0)

    async def played() -> list[int]:
        timer = bots.Timer(lambda: now[0], pass_time)
        hub = Hub(Store.at(tmp_path / "tables.db"), ServerSettings(bot_delay_s=25.0), timer=timer)
        seats = (person("Ann"), agent("random"), agent("random"), agent("random"))
        setup = make_setup(load("hearts", hands=1, passing="none"), seats, chance=Deal(bytes(32)), stand_in="random")
        name = (await hub.open(setup)).id
        await hub.say(name, lambda now: HostMessage(now.id, "deal"))
        found = []

        async def at_rest() -> None:
            before = -1
            async with asyncio.timeout(WAIT_S):
                while (live := hub._live[name]).table.revision != before or not (live.bot is None or live.bot.done()):
                    before = live.table.revision
                    await asyncio.sleep(0.05)
            found.append(before)

        await at_rest()  # at the person, who is waited for however long nobody looks
        now[0] += 1_000.0
        await hub.say(name, lambda now: HostMessage(now.id, "leave", 0))
        await at_rest()
        await hub.table(name)  # nobody's look
        await at_rest()
        await hub.look(name)
        await at_rest()
        leave = await hub.listen(name, lambda _: None)
        await until_over(hub, name)
        leave()
        await at_rest()
        await hub.close()
        return found

    person_asked, left, nobody, looked, over = run(played())
    assert person_asked < left <= person_asked + 5, "three moves of 25 seconds after it was left"
    assert nobody == left
    assert left < looked <= left + 5
    assert over > looked + 10


def test_agents_play_on_when_the_store_answers_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store.at(tmp_path / "tables.db")
    kept, failures = store.add, [0]

    def failing(added):
        failures[0] += 1
        if failures[0] in (3, 4, 6):
            raise StoreError("store.unavailable", "the store does not answer")
        return kept(added)

    monkeypatch.setattr(store, "add", failing)
    monkeypatch.setattr(room, "RETRY_S", 0.01)

    async def played() -> int:
        hub = Hub(store, ServerSettings(bot_delay_s=0.0))
        table = await hub.open(make_setup(load("kuhn"), (agent("random"), agent("random"))))
        await hub.say(table.id, lambda now: HostMessage(now.id, "deal"))
        await until_over(hub, table.id)
        revision = (await hub.table(table.id)).revision
        await hub.close()
        return revision

    assert run(played()) == store.load(store.ids()[0]).revision
    assert failures[0] >= 5
    store.close()


def test_nobody_asks_an_agent_again_and_again_at_a_paused_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.at(tmp_path / "tables.db")
    asked = [0]
    real = agent_message

    def counted(table, *, instead=""):
        asked[0] += 1
        return real(table, instead=instead)

    monkeypatch.setattr(bots, "agent_message", counted)

    async def paused() -> None:
        hub = Hub(store, ServerSettings(bot_delay_s=0.05))
        table = await hub.open(make_setup(load("hearts", hands=1), tuple(agent("random") for _ in range(4))))
        await hub.say(table.id, lambda now: HostMessage(now.id, "deal"))
        await hub.say(table.id, lambda now: HostMessage(now.id, "pause"))
        await asyncio.sleep(0.2)
        before = asked[0]
        await asyncio.sleep(0.5)
        assert asked[0] == before
        await hub.say(table.id, lambda now: HostMessage(now.id, "resume"))
        await asyncio.sleep(0.3)
        assert asked[0] > before
        await hub.close()

    run(paused())
    store.close()


def test_nobodys_time_passes_faster_because_the_clocks_of_two_servers_differ(tmp_path: Path) -> None:
    """Somebody speaks by turns to one that is ahead and to one that is behind; the other person is waited for."""
    now = [1_000_000]

    async def spoken() -> int:
        hub = Hub(Store.at(tmp_path / "tables.db"), ServerSettings(bot_delay_s=60.0), now_ms=lambda: now[0])
        seats = (person("Ann"), person("Ben"))
        setup = make_setup(load("kuhn"), seats, chance=Deal(bytes(32)), stand_in="random", opened_ms=now[0])
        name = (await hub.open(setup)).id
        await hub.say(name, lambda now: HostMessage(now.id, "deal"))
        turn = (await hub.table(name)).progress.turn
        assert turn is not None
        other = 1 - turn
        for _ in range(20):
            now[0] -= 5_000
            first = await hub.say(name, lambda at: HostMessage(at.id, "take-over", other))
            now[0] += 5_010
            second = await hub.say(name, lambda at: SeatMessage(at.id, at.revision, other, "hand-back"))
            assert isinstance(first, Accepted)
            assert isinstance(second, Accepted)
        used = (await hub.table(name)).progress.used_ms[turn]
        now[0] -= 2 * room.CLOCKS_DIFFER_MS  # a clock that was set back is another thing
        await hub.say(name, lambda now: HostMessage(now.id, "pause"))
        assert (await hub.table(name)).progress.stamp_ms == now[0]
        await hub.close()
        return used

    assert run(spoken()) <= 200


def test_what_another_server_has_added_is_not_read_from_the_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However fast others add to a table, and however long it is, whoever speaks here is heard."""

    async def said() -> int:
        store, other = (Store.at(tmp_path / "tables.db") for _ in range(2))
        hub = Hub(store, ServerSettings(bot_delay_s=60.0))
        seats = (person("Ann"), person("Ben"))
        setup = make_setup(load("kuhn"), seats, chance=Deal(bytes(32)), stand_in="random")
        name = (await hub.open(setup)).id
        await hub.say(name, lambda now: HostMessage(now.id, "deal"))
        monkeypatch.setattr(store, "load", lambda _: pytest.fail("the whole table was read again"))
        theirs = other.load(name)
        for number in range(20):
            answer = other.submit(theirs, HostMessage(name, ("pause", "resume")[number % 2]), at_ms=number)
            assert isinstance(answer, Accepted)
            theirs = answer.table
        answer = await hub.say(name, lambda now: HostMessage(now.id, "pause"))
        assert isinstance(answer, Accepted)
        await hub.close()
        return answer.table.revision

    assert run(said()) == 22


def test_a_clock_that_was_set_back_is_noticed_though_nobody_says_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a choice in secret would be what makes a table go by it, and everyone sees when that is."""
    monkeypatch.setattr(room, "WATCH_S", 0.01)
    now, back = [10**9], 10**9 - room.CLOCKS_DIFFER_MS - 1_000

    async def waited() -> None:
        hub = Hub(Store.at(tmp_path / "tables.db"), ServerSettings(bot_delay_s=60.0), now_ms=lambda: now[0])
        people = tuple(person() for _ in range(4))
        chance = Deal(bytes(32))
        setup = make_setup(load("hearts"), people, chance=chance, stand_in="random", opened_ms=now[0])
        name = (await hub.open(setup)).id
        watching = asyncio.create_task(hub.watch_clock())
        assert isinstance(await hub.say(name, lambda at: HostMessage(at.id, "deal")), Accepted)
        await asyncio.sleep(0.05)
        now[0] = back
        async with asyncio.timeout(WAIT_S):
            while (await hub.table(name)).progress.stamp_ms != back:
                await asyncio.sleep(0.01)
        watching.cancel()
        await hub.close()

    run(waited())


@pytest.mark.parametrize("is_restarted", [False, True])
@pytest.mark.parametrize("jump_ms", [room.CLOCKS_DIFFER_MS + 1_000, 365 * 86_400_000])
@pytest.mark.parametrize("said", ["deal", "pause"])
def test_a_table_goes_by_a_clock_that_was_set_back(tmp_path: Path, said: str, jump_ms: int, is_restarted: bool) -> None:
    """Something was said while it was wrong. Nobody waits until it is as late again."""
    now, right = [1_000_000 + jump_ms], 1_000_000

    async def waited() -> None:
        store, settings = Store.at(tmp_path / "tables.db"), ServerSettings(bot_delay_s=60.0)
        hub = Hub(store, settings, now_ms=lambda: now[0])
        setup = make_setup(load("kuhn"), (person("Ann"), person("Ben")), chance=Deal(bytes(32)), stand_in="random")
        name = (await hub.open(setup)).id
        await hub.say(name, lambda at: HostMessage(at.id, "deal"))
        await hub.say(name, lambda at: HostMessage(at.id, said))
        now[0] = right
        if is_restarted:
            await hub.close()
            hub = Hub(store, settings, now_ms=lambda: now[0])
        await hub.listen(name, lambda _: None)
        async with asyncio.timeout(WAIT_S):
            while (table := await hub.table(name)).progress.stamp_ms != right:
                await asyncio.sleep(0.01)
        longest = setup.total_ms if table.progress.is_paused else setup.patience_ms
        assert rings_ms(table) == right + longest, "everybody has the time they had"
        await hub.close()

    run(waited())
