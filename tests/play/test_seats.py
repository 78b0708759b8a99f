"""Before the deal people come and go, and bring their share of chance; agents come from the table's list."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.play.tables import (
    commitment_of,
    committed,
    dealt,
    everything,
    said,
    send,
    setup_of,
    share_of,
    taken,
    timed_out,
)

from deckwright.agents import Agent, AgentKind, known_here, parse_agent
from deckwright.engine import Deal, load
from deckwright.play import (
    Accepted,
    AgentMessage,
    ClockMessage,
    HostMessage,
    Message,
    Refused,
    Seat,
    SeatMessage,
    TableError,
    TableState,
    agent,
    execute,
    make_setup,
    open_table,
    person,
    play_agents,
    rebuild,
    spectator_view,
    table_view,
    transitions,
)
from deckwright.play.agent_list import ListedAgent, make_agent
from deckwright.play.store import Store

KUHN = load("kuhn")


def gathering() -> TableState:
    return open_table(setup_of(KUHN, seats=(person("Ann"), Seat())))


def refusal(table: TableState, message: Message) -> str:
    answer = execute(table, message)
    assert isinstance(answer, Refused)
    return answer.code


def code(table: TableState, seat: int, id_: str, data: str = "") -> str:
    return refusal(table, said(table, seat, id_, data))


def host(table: TableState, id_: str, seat: int | None = None, data: str = "") -> HostMessage:
    return HostMessage(table.id, id_, seat, data)


def test_nobody_is_dealt_to_before_every_seat_is_taken_and_everyone_has_committed_and_revealed() -> None:
    table = gathering()
    assert table_view(table, 0).status == "gathering"
    assert table_view(table, 0).view is None
    assert refusal(table, host(table, "deal")) == "seats.missing"
    assert code(table, 0, "commit", "ab" * 32) == "seats.missing"
    assert code(table, 0, "0.0") == "table.not-dealt"
    table = taken(table, host(table, "sit", 1, "Bob"))
    assert refusal(table, host(table, "sit", 1, "Eve")) == "seat.taken"
    assert code(table, 0, "reveal", share_of(0)) == "shuffle.not-yet"
    table = send(table, 0, "commit", commitment_of(table, 0))
    assert code(table, 0, "commit", "cd" * 32) == "shuffle.given"
    assert code(table, 0, "reveal", share_of(0)) == "shuffle.not-yet", "nobody reveals before everyone has committed"
    assert refusal(table, host(table, "deal")) == "shuffle.missing"
    shown = table_view(table, 0).shuffle
    assert shown is not None
    assert (shown.joint, len(shown.commitments)) == ("", 1)
    table = send(table, 1, "commit", commitment_of(table, 1))
    assert code(table, 1, "commit", "cd" * 32) == "shuffle.given"
    assert code(table, 1, "reveal", share_of(0)) == "shuffle.wrong-share"
    table = send(table, 1, "reveal", share_of(1))
    assert code(table, 1, "reveal", share_of(1)) == "shuffle.given"
    assert refusal(table, host(table, "deal")) == "shuffle.missing"
    table = send(table, 0, "reveal", share_of(0))
    assert table.deal is not None, "the last share deals"
    for late in ("commit", "reveal"):
        assert code(table, 0, late) == "table.dealt"


def test_commitments_and_shares_may_cross() -> None:
    table = open_table(setup_of(KUHN))
    sent = [said(table, seat, "commit", commitment_of(table, seat)) for seat in (1, 0)]
    for message in sent:
        table = taken(table, message)
    assert [seat for seat, _ in table.progress.round.commitments] == [0, 1], "in the order of the seats"
    assert execute(table, sent[0]) == Refused("revision.stale")
    for message in [said(table, seat, "reveal", share_of(seat)) for seat in (1, 0)]:
        table = taken(table, message)
    assert table.progress.is_dealt


def test_nobody_sits_down_while_shares_are_revealed() -> None:
    """What everyone noted stays as it is, or the round is broken off and kept as such: nobody comes into it."""
    table = open_table(setup_of(load("hearts", hands=1), stand_in="random"))
    table = committed(send(table, 3, "take-over"))
    joint = table.progress.round.joint
    for revealing in (0, 1, 2):
        assert joint == table.progress.round.joint
        for seat in range(4):
            for id_, data in (("sit", "Eve"), ("seat-agent", "random")):
                assert execute(table, host(table, id_, seat, data)) == Refused("seat.taken")
            assert isinstance(execute(table, host(table, "leave", seat)), Refused)
        assert code(table, 3, "hand-back") == "shuffle.without-you"
        for seat in range(3):
            assert code(table, seat, "commit", commitment_of(table, seat, "cd" * 16)) == "shuffle.given"
        table = send(table, revealing, "reveal", share_of(revealing, table.progress.round.number))
    assert table.progress.is_dealt
    assert [seat for seat, _ in table.progress.round.shares] == [0, 1, 2]


@pytest.mark.parametrize("stage", ["commit", "reveal"])
@pytest.mark.parametrize("way", ["leave", "take-over", "time-out", "host"])
def test_a_shuffle_starts_afresh_without_whoever_drops_out_and_it_is_kept(stage: str, way: str) -> None:
    """Withholding a share restarts the shuffle with a new secret and new commitments; nothing is dropped in silence."""
    table = open_table(setup_of(load("hearts", hands=1)))
    for seat in (0, 1, 2):
        table = send(table, seat, "commit", commitment_of(table, seat))
    if stage == "reveal":
        table = send(table, 3, "commit", commitment_of(table, 3))
        for seat in (0, 1, 2):
            table = send(table, seat, "reveal", share_of(seat))
    first = table_view(table, 0).shuffle
    assert first is not None
    left: tuple[int, ...] = (0, 1, 2)
    if way == "leave":
        if stage == "reveal":
            assert code(table, 3, "leave") == "shuffle.begun", "only an agent can stand in now"
            return
        table = taken(send(table, 2, "leave"), host(table, "sit", 2, "Eve"))
        dropped, cause, left = (2,), "left", (0, 1, 2, 3)
    elif way == "time-out":
        table, dropped, cause = timed_out(table), (3,), "timed-out"
    else:
        message = said(table, 3, "take-over") if way == "take-over" else host(table, "take-over", 3)
        table, dropped, cause = taken(table, message), (3,), "sent-away" if way == "host" else "taken-over"
        assert code(table, 3, "hand-back") == "shuffle.without-you", "or one could withhold again and again"
    again = spectator_view(table).shuffle
    assert again is not None
    assert again.round == 1
    assert again.commitment != first.commitment
    assert again.commitments == ()
    assert again.broken == ((cause, dropped),)
    [ended] = table.progress.round.broken
    assert ended.commitments == first.commitments
    assert ended.revealed == first.revealed
    table = committed(table)
    for seat in left:
        assert not table.progress.is_dealt
        table = send(table, seat, "reveal", share_of(seat, 1))
    assert table.progress.is_dealt


def test_nobody_keeps_the_others_from_their_deal_by_silence() -> None:
    table = open_table(setup_of(load("hearts", hands=1), stand_in="random"))
    table = timed_out(table)
    assert all(seat.is_away for seat in table.seats)
    assert table.progress.is_dealt, "nobody is left to wait for"
    assert play_agents(table).is_over


def test_different_shares_deal_different_cards() -> None:
    game = load("bridge", hands=1)
    first = dealt(setup_of(game, seed=1))
    other = open_table(setup_of(game, seed=1))
    for seat in range(4):
        other = send(other, seat, "commit", commitment_of(other, seat, share_of(seat, 9)))
    for seat in range(4):
        other = send(other, seat, "reveal", share_of(seat, 9))
    assert table_view(first, 0).view != table_view(other, 0).view


@pytest.mark.parametrize("name", ["x" * 41, " Ann", "Ann\n", "A\x00n"])
def test_names_that_cannot_be_are_refused(name: str) -> None:
    assert refusal(gathering(), host(gathering(), "sit", 1, name)) == "action.bad-data"
    with pytest.raises(TableError):
        make_setup(KUHN, (person(name), person()))


def test_setups_that_cannot_be_are_refused() -> None:
    people = (person(), person())
    for wrong in (
        {"seats": (person(),)},
        {"seats": people, "id": "no spaces"},
        {"seats": people, "stand_in": "nobody"},
        {"seats": people, "stand_in": "smart"},
        {"seats": people, "agents": {"clever": "smart"}},
        {"seats": people, "agents": {"": "random"}},
        {"seats": people, "agents": {"a\nb": "random"}},
        {"seats": people, "patience_ms": 0},
        {"seats": people, "total_ms": 0},
        {"seats": people, "opened_ms": -1},
        {"seats": people, "may_undo": True},
        {"seats": (person(), Seat()), "may_undo": True},
        {"seats": (person(), agent("grandmaster"))},
        {"seats": (person(), agent("smart"))},
        {"seats": (person(), agent("strategy:/etc/passwd"))},
        {"seats": (person().taken_over("random"), person())},
        {"seats": people, "chance": Deal(bytes(32), ("KS", "QS", "AS"))},
    ):
        with pytest.raises(TableError):
            make_setup(KUHN, **wrong)


HOSTILE_AGENTS = (
    "flat:1000000", "flat:51", "smart", "grandmaster", "strategy:/etc/passwd", "strategy:x.json", "os:system",
    "FLAT:50", " random", "random ", "../random",
)  # fmt: skip


@pytest.mark.parametrize("wanted", HOSTILE_AGENTS)
def test_nobody_names_an_agent_that_the_list_does_not_have(wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    playing, waiting = dealt(setup_of(load("hearts", hands=1))), gathering()
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("a client's text opened a file"))
    monkeypatch.setattr("deckwright.agents.catalogue.agent_kinds", lambda: pytest.fail("or looked for code"))
    for seat in range(4):
        assert code(playing, seat, "take-over", wanted) == "agent.not-listed"
        assert refusal(playing, host(playing, "take-over", seat, wanted)) == "agent.not-listed"
    assert refusal(waiting, host(waiting, "seat-agent", 1, wanted)) == "agent.not-listed"


def test_clients_choose_agents_by_the_names_of_the_list_and_see_nothing_else() -> None:
    table = dealt(setup_of(KUHN, agents={"easy": "flat:20", "random": "random"}, stand_in="easy"))
    assert table_view(table, 0).agents == ("easy", "random")
    table = send(table, 1, "take-over", "easy")
    assert table.seats[1].agent == "easy"
    assert "flat" not in table_view(table, 0).to_json()
    seated = taken(gathering(), host(gathering(), "seat-agent", 1, "random"))
    assert seated.names == ("Ann", "random")
    assert [offered.needs for offered in transitions(seated, 0) if offered.id == "commit"] == ["commitment"]


def solved(path: Path, game: str = "kuhn", iterations: int = 20) -> Path:
    from deckwright.solve import solve

    solve(load(game), "cfr+", iterations=iterations).strategy.save(path)
    return path


@pytest.mark.parametrize("change", ["gone", "damaged", "another"])
def test_a_table_loads_without_an_agents_file_and_says_who_plays_for_it(tmp_path: Path, change: str) -> None:
    file = solved(tmp_path / "private-name.json")
    game = load("kuhn")
    setup = setup_of(game, seats=(person("Ann"), agent("solver")), agents={"solver": f"strategy:{file}"})
    assert len(setup.agents["solver"].digest) == 64
    store = Store.at(tmp_path / "tables.db")
    store.create(setup)
    loaded = store.load(setup.id)
    assert table_view(loaded, 0).notices == ()
    match change:
        case "gone":
            file.unlink()
        case "damaged":
            file.write_text("{")
        case "another":
            solved(file, "leduc")
    make_agent.cache_clear()
    table = store.load(setup.id)
    [notice] = table_view(table, 0).notices
    assert "flat:50 plays for it" in notice
    assert "private-name" not in table_view(table, 0).to_json()
    assert [view.notices for view in (spectator_view(table),)] == [(notice,)]
    table = send(committed(table), 0, "reveal", share_of(0))
    while not table.is_over:
        table = play_agents(table)
        if not table.is_over:
            table = send(table, 0, transitions(table, 0)[0].id)
    assert table_view(table, 0).notices == (notice,)


def test_a_table_goes_on_where_the_list_calls_another_agent_as_the_last_resort_is_called(tmp_path: Path) -> None:
    file = solved(tmp_path / "kuhn.json")
    listed = {"random": f"strategy:{file}"}
    setup = setup_of(KUHN, seats=(agent("random"), agent("random")), agents=listed, stand_in="random")
    store = Store.at(tmp_path / "tables.db")
    store.create(setup)
    file.unlink()
    make_agent.cache_clear()
    table = taken(store.load(setup.id), host(open_table(setup), "deal"))
    assert play_agents(table).is_over
    assert table_view(table, 0).notices


def test_two_agents_of_one_name_are_not_taken_for_each_other(tmp_path: Path) -> None:
    """Files of one name in two folders: the second was both of them."""
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    first, other = solved(tmp_path / "a" / "kuhn.json"), tmp_path / "b" / "kuhn.json"
    other.write_bytes(first.read_bytes())
    seats = (agent(f"strategy:{first}"), agent(f"strategy:{other}"))
    assert len(make_setup(KUHN, seats, stand_in="random").agents) == 2, "the same file, twice"
    solved(other, iterations=30)
    for listed in ({}, {"strategy:kuhn.json": "random"}):
        with pytest.raises(TableError) as error:
            make_setup(KUHN, seats, stand_in="random", agents=listed)
        assert error.value.code == "table.bad-agent"
    named = make_setup(
        KUHN, (agent("a"), agent("b")), stand_in="random", agents={"a": seats[0].agent, "b": seats[1].agent}
    )
    assert named.agents["a"].digest != named.agents["b"].digest


def test_a_files_name_does_not_write_lines_of_the_shuffle(tmp_path: Path) -> None:
    file = solved(tmp_path / "x\n0 person")
    with pytest.raises(TableError) as error:
        make_setup(KUHN, (person("Ann"), agent(f"strategy:{file}")), stand_in="random")
    assert error.value.code == "table.bad-agent"


def test_a_table_loads_though_a_kind_of_agents_cannot_be_asked_any_more(tmp_path: Path) -> None:
    """Kinds of agents come from other packages too: what they raise is their business."""
    works = True

    def make(_: str) -> Agent:
        if not works:
            raise ImportError("a package is gone")
        return parse_agent("random")

    with known_here([AgentKind("theirs", "theirs:X", "somebody else's", make)]):
        store = Store.at(tmp_path / "tables.db")
        seats = (person("Ann"), agent("theirs"))
        setup = setup_of(KUHN, seats=seats, agents={"theirs": "theirs:1"}, stand_in="flat:1")
        store.create(setup)
        works = False
        [notice] = spectator_view(store.load(setup.id)).notices
    assert notice.endswith("flat:1 plays for it.")


def test_whoever_sits_down_has_all_of_their_time() -> None:
    """It is a person's and not a seat's: what somebody who left has used up is not the next one's."""
    table = open_table(setup_of(KUHN, total_ms=60_000))
    table = taken(table, host(table, "leave", 0), 59_000)
    table = taken(table, host(table, "sit", 0, "Bob"), 59_000)
    assert table.progress.used_ms == (0, 59_000)
    table = taken(table, ClockMessage(table.id), 60_000)
    assert [seat.is_away for seat in table.seats] == [False, True]


@pytest.mark.parametrize("is_dealt", [False, True])
def test_whoever_sits_down_begins_afresh(is_dealt: bool) -> None:
    """Time, names of messages and giving up are a person's and not a seat's, after the deal too."""
    table = dealt(setup_of(KUHN, total_ms=60_000)) if is_dealt else open_table(setup_of(KUHN, total_ms=60_000))
    if is_dealt:
        table = send(table, 0, "resign", at_ms=59_000)
        table = send(table, 0, "leave")
        assert table.state is not None
        table = taken(table, AgentMessage(table.id, table.revision, 0, table.state.transitions()[0].id))
    else:
        table = taken(table, SeatMessage(table.id, table.revision, 0, "leave", "", "mine"), 59_000)
    table = taken(table, host(table, "sit", 0, "Bob"))
    assert table.progress.used_ms[0] == 0
    assert 0 not in table.progress.resigned
    if not is_dealt:
        answer = execute(table, SeatMessage(table.id, table.revision, 0, "commit", commitment_of(table, 0), "mine"))
        assert isinstance(answer, Accepted)
        assert not answer.is_repeat


class Broken:
    """Cannot choose."""

    name = "broken"
    asked = 0

    def choose(self, *_: object, **__: object) -> object:
        Broken.asked += 1
        raise OSError("no")


def test_an_agent_that_fails_does_not_stop_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def made(listed: ListedAgent) -> object:
        return make_agent(listed) if listed.spec.startswith("flat") else Broken()

    monkeypatch.setattr("deckwright.play.company.make_agent", made)
    over = play_agents(dealt(setup_of(load("hearts", hands=1), seats=(agent("random"),) * 4, stand_in="flat:1")))
    assert over.is_over
    assert Broken.asked > 40
    assert len(spectator_view(over).notices) == 4

    assert everything(rebuild(over.setup, over.history)) == everything(over)
