"""Nobody can block a table for ever, or speak for another seat, whatever clients send and whenever they do."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.play.tables import commitment_of, dealt, everything, is_usual, said, send, setup_of, share_of, taken

from deckwright.engine import load
from deckwright.play import (
    Accepted,
    AgentMessage,
    ClockMessage,
    HostMessage,
    Refused,
    Seat,
    SeatMessage,
    TableError,
    TableState,
    agent,
    agent_message,
    before_deal,
    execute,
    host_transitions,
    open_table,
    parse_message,
    person,
    play_agents,
    progress,
    rebuild,
    transitions,
    valid_messages,
)
from deckwright.play.clock import rings_ms
from deckwright.play.inputs import LATEST_MS, WORDS
from deckwright.play.record import check_record, shuffle_record
from deckwright.play.setup import TableSetup

PATIENCE_MS, TOTAL_MS = 60_000, 240_000
HONEST = 0
DATA = ("", "random", "flat:1000000", "strategy:/etc/passwd", "ab" * 32, share_of(1), "x" * 300, "a\nb")


def company(game: str, **options: int) -> TableSetup:
    """Four seats: one honest person, two who are not, and an agent."""
    loaded = load(game, **options)
    seats = (person("Ann"), *(person(f"Eve {number}") for number in range(loaded.seats - 2)), agent("random"))
    people = seats[: loaded.seats]
    return setup_of(loaded, seats=people, patience_ms=PATIENCE_MS, total_ms=TOTAL_MS, stand_in="random")


def hostile_message(table: TableState, seat: int, rng: Random) -> SeatMessage | None:
    """Anything that a client can send for its own seat: something that is offered, or nonsense."""
    offered = [offer.id for offer in transitions(table, seat)]
    kind = rng.random()
    if kind < 0.5 and offered:
        id_ = rng.choice([id_ for id_ in offered if "." not in id_] or offered)
    elif kind < 0.8:
        id_ = rng.choice(sorted(WORDS))
    else:
        id_ = f"{rng.randrange(6)}.{rng.randrange(60)}"
    data = rng.choice(DATA) if rng.random() < 0.4 else ""
    if id_ == "commit" and rng.random() < 0.7:
        data = commitment_of(table, seat)
    if id_ == "reveal" and rng.random() < 0.3:
        data = share_of(seat, table.progress.round.number)
    text = json.dumps({"revision": table.revision - rng.choice((0, 0, 0, 1, 5, -1)), "id": id_, "data": data})
    try:
        return parse_message(text, table=table.id, seat=seat)
    except TableError:
        return None


def changes_only_its_own(before: TableState, after: TableState, seat: int) -> None:
    """A client's message changes nothing on behalf of another seat."""
    was, is_ = before.progress, after.progress
    for other in range(len(was.seats)):
        if other != seat:
            assert is_.seats[other] == was.seats[other]
    assert is_.agreed - was.agreed <= {seat}
    for old, new in ((was.round.commitments, is_.round.commitments), (was.round.shares, is_.round.shares)):
        assert {other for other, _ in set(new) - set(old)} <= {seat}
    if is_.moves > was.moves:
        assert was.turn == seat
        assert was.seats[seat].is_present
        assert is_.moves == was.moves + 1
    last = after.trail
    assert last is not None
    assert (last.input.by, last.input.seat) == ("seat", seat)


def honest(table: TableState) -> TableState:
    """Ann does at once whatever is asked of her."""
    for _ in range(60):
        for offer in transitions(table, HONEST):
            if offer.id == "commit":
                table = send(table, HONEST, "commit", commitment_of(table, HONEST))
            elif offer.id == "reveal":
                table = send(table, HONEST, "reveal", share_of(HONEST, table.progress.round.number))
            elif offer.kind in ("move", "agree"):
                table = send(table, HONEST, offer.id)
            else:
                continue
            break
        else:
            return table
    return table


@pytest.mark.parametrize("game", ["euchre", "kuhn", "crazy-eights"])
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_honest_and_the_clock_finish_the_game_whatever_the_others_send(game: str, seed: int) -> None:
    """Each tick of the clock uses up time of somebody who is waited for, and the time of a seat is bounded."""
    setup = company(game, hands=1)
    rng = Random(seed)
    table, ticks, rounds = open_table(setup), 0, 0
    hostile = [number for number, seat in enumerate(setup.seats) if seat.is_person and number != HONEST]
    while not table.is_over:
        rounds += 1
        assert rounds < 3_000
        table = honest(table)
        thinking = agent_message(table)  # an agent thinks while others send: its answer comes late
        for seat in hostile:
            for _ in range(rng.randrange(4)):
                message = hostile_message(table, seat, rng)
                if message is None:
                    continue
                answer = execute(table, message)
                if isinstance(answer, Accepted):
                    changes_only_its_own(table, answer.table, seat)
                    table = answer.table
        for number, seat_ in enumerate(table.seats):
            if seat_.kind == "empty":  # the host does not wait for anybody to come
                table = taken(table, HostMessage(table.id, "seat-agent", number, "random"))
        if thinking is not None:
            answer = execute(table, thinking)
            if isinstance(answer, Accepted):
                table = answer.table
            continue
        if agent_message(table) is None and not table.is_over and honest(table) is table:
            due = rings_ms(table)
            assert due is not None, "somebody is waited for"
            table = taken(table, ClockMessage(table.id), due)
            ticks += 1
    assert ticks <= len(hostile) * (TOTAL_MS // PATIENCE_MS + 2)
    assert not table.seats[HONEST].is_away


def four_people(*, total_ms: int = 3_600_000) -> TableState:
    return dealt(setup_of(load("hearts", hands=1, passing="none"), stand_in="random", total_ms=total_ms))


def test_taking_over_and_handing_back_does_not_reset_the_clock() -> None:
    table = four_people()
    turn = table.progress.turn
    assert turn is not None
    table = send(table, turn, "take-over", at_ms=59_000)
    assert execute(table, said(table, turn, "hand-back"), at_ms=59_001) == Refused("seat.agent-to-move")
    table = play_agents(table)
    other = table.progress.turn
    assert other is not None
    waited = send(table, turn, "hand-back", at_ms=80_000)
    assert rings_ms(waited) == 59_000 + PATIENCE_MS, "the next seat's time runs on"
    assert execute(waited, said(waited, turn, "take-over")) == Refused("seat.just-back"), "not again and again"


def test_time_is_bounded_for_each_seat() -> None:
    """Somebody who always comes back is waited for in all no longer than the table's total."""
    table, now, waits = four_people(total_ms=150_000), 0, 0
    eve = table.progress.turn
    assert eve is not None
    while not table.is_over:
        turn = table.progress.turn
        if table.progress.beats:
            for seat in table.progress.waiting_for:
                table = send(table, seat, "agree-complete-trick", at_ms=now)
        elif turn == eve and table.seats[eve].is_present:
            due = rings_ms(table)
            assert due is not None
            now, waits = due, waits + 1
            table = taken(table, ClockMessage(table.id), now)
        elif turn is not None and table.seats[turn].is_present:
            table = send(table, turn, transitions(table, turn)[0].id, at_ms=now)
        else:
            table = play_agents(table, at_ms=now)
            if any(offer.id == "hand-back" for offer in transitions(table, eve)):
                table = send(table, eve, "hand-back", at_ms=now)
    assert waits == 3
    assert table.progress.used_ms[eve] == 150_000
    assert isinstance(execute(four_people(total_ms=1), ClockMessage("table-1"), at_ms=1), Accepted)


def test_whoever_has_used_up_their_time_cannot_come_back() -> None:
    table = four_people(total_ms=PATIENCE_MS)
    eve = table.progress.turn
    assert eve is not None
    table = play_agents(taken(table, ClockMessage(table.id), PATIENCE_MS))
    assert execute(table, said(table, eve, "hand-back")) == Refused("clock.spent")


def test_a_host_who_seats_people_again_and_again_keeps_nobody_waiting_for_ever() -> None:
    """Those who sit in one seat one after the other have two totals between them."""
    total = 3 * PATIENCE_MS
    table, now, waited, guests = four_people(total_ms=total), 0, 0, 0
    eve = table.progress.turn
    assert eve is not None
    while not table.is_over:
        turn, seat = table.progress.turn, table.seats[eve]
        if not table.progress.beats and turn == eve and seat.is_present:
            due = rings_ms(table)
            assert due is not None
            waited, now = waited + due - now, due
            table = taken(table, ClockMessage(table.id), now)
        elif table.progress.beats:
            for other in table.progress.waiting_for:
                table = send(table, other, "agree-complete-trick", at_ms=now)
        elif turn is not None and table.seats[turn].is_present:
            table = send(table, turn, transitions(table, turn)[0].id, at_ms=now)
        else:
            table = play_agents(table, at_ms=now)
            if table.is_over:
                break
            if seat.is_person:
                table = taken(table, HostMessage(table.id, "leave", eve), now)
            if any(offer.id == "sit" for offer in host_transitions(table, eve)):
                table, guests = taken(table, HostMessage(table.id, "sit", eve, f"Guest {guests}"), now), guests + 1
    assert guests > 6
    assert waited == 2 * total
    assert everything(rebuild(table.setup, table.history)) == everything(table)


@pytest.mark.parametrize("jump", [LATEST_MS, 2**52, 10**12])
def test_a_clock_that_jumps_takes_nobodys_time_and_does_not_stop(jump: int) -> None:
    """By an hour forward, a millennium, or back: at most one patience goes by, and the clock is heard afterwards."""
    table = four_people()
    turn = table.progress.turn
    assert turn is not None
    jumped = send(table, (turn + 1) % 4, "take-over", at_ms=jump)
    assert max(jumped.progress.used_ms) <= PATIENCE_MS
    moved = send(jumped, turn, transitions(jumped, turn)[0].id)
    assert moved.progress.stamp_ms == jump
    moved = play_agents(moved)
    set_back = taken(moved, ClockMessage(moved.id), 5_000)
    assert set_back.seats == moved.seats, "the clock is only set"
    late = taken(set_back, ClockMessage(moved.id), 5_000 + PATIENCE_MS)
    assert sum(seat.is_away for seat in late.seats) == sum(seat.is_away for seat in moved.seats) + 1
    assert execute(set_back, ClockMessage(moved.id), at_ms=4_999 + PATIENCE_MS) == Refused("clock.too-early")


def test_nobody_moves_for_another_an_absent_person_or_an_agent() -> None:
    table = four_people()
    turn = table.progress.turn
    assert turn is not None
    move = transitions(table, turn)[0].id
    assert execute(table, AgentMessage(table.id, table.revision, turn, move)) == Refused("seat.not-an-agent")
    assert execute(table, HostMessage(table.id, move, turn)) == Refused("action.not-yours")
    away = send(table, turn, "take-over")
    assert execute(away, said(away, turn, move)) == Refused("seat.away"), "who is away is back first"
    for other in {0, 1, 2, 3} - {turn}:
        assert execute(table, said(table, other, move)) == Refused("seat.not-to-act")
    seats = tuple(agent("random") for _ in range(3))
    mixed = dealt(setup_of(load("hearts", hands=1, passing="none"), seats=(person("Ann"), *seats)))
    for number in (1, 2, 3):
        for message in valid_messages(mixed):
            assert not (isinstance(message, SeatMessage) and message.seat == number)
        for id_ in (*sorted(WORDS), move):
            answer = execute(mixed, said(mixed, number, id_))
            assert isinstance(answer, Refused), "nobody speaks for an agent's seat"


def test_only_the_host_and_the_clock_say_what_is_theirs() -> None:
    table = open_table(setup_of(load("kuhn"), seats=(person("Ann"), Seat())))
    for id_ in ("sit", "seat-agent", "deal", "time-out", "set-clock"):
        for seat in (0, 1):
            assert execute(table, said(table, seat, id_, "Eve")) == Refused("action.not-yours")
    for id_ in ("commit", "reveal", "hand-back", "undo", "agree-score-hand", "time-out", "0.0"):
        assert execute(table, HostMessage(table.id, id_, 0)) == Refused("action.not-yours")


def test_an_answer_counts_though_others_spoke_meanwhile() -> None:
    """Otherwise whoever floods a table with messages of their own would keep the others from ever moving."""
    table = four_people()
    turn = table.progress.turn
    assert turn is not None
    message = said(table, turn, transitions(table, turn)[0].id)
    for other in sorted({0, 1, 2, 3} - {turn}):
        table = send(table, other, "take-over")
    assert isinstance(execute(table, message), Accepted)


@pytest.mark.parametrize("cause", ["leaves", "is sent away"])
def test_sitting_down_and_leaving_again_keeps_nobody_from_being_dealt_to(cause: str) -> None:
    """Somebody with an invitation comes back as often as there is a seat; who waits has committed each time."""
    seats = (person("Ann"), person("Bob"), Seat())
    setup = setup_of(load("kuhn", players=3), seats=seats, stand_in="random", patience_ms=PATIENCE_MS)
    table, now_ms = open_table(setup), 0
    for _ in range(50):
        if not table.progress.is_full:
            table = taken(table, HostMessage(table.id, "sit", 2, "Mal"), now_ms)
        for seat in (0, 1):
            table = send(table, seat, "commit", commitment_of(table, seat), now_ms)
        if not table.seats[2].is_person:
            break
        now_ms += PATIENCE_MS - 1
        gone = said(table, 2, "leave") if cause == "leaves" else HostMessage(table.id, "leave", 2)
        table = taken(table, gone, now_ms)
    for seat in (0, 1):
        table = send(table, seat, "reveal", share_of(seat, table.progress.round.number), now_ms)
    assert table.progress.is_dealt
    assert now_ms <= 10 * PATIENCE_MS
    while not table.is_over:
        table = play_agents(honest(table))
        if (turn := table.progress.turn) is not None and table.seats[turn].is_present:
            table = send(table, turn, transitions(table, turn)[0].id)
    found = check_record(shuffle_record(table), commitment=table.progress.round.joint)
    assert [seat for seat, _ in found.shares] == [0, 1]


def test_a_seat_that_is_left_where_nobody_else_is_expected_is_not_waited_for_without_end() -> None:
    """In another game with the same people nobody is invited: if its host never comes, nobody can fill a seat."""
    loaded = load("toy-whist", hands=1)
    people = tuple(person(f"Player {number}") for number in range(loaded.seats))
    setup = setup_of(loaded, seats=people, stand_in="random", patience_ms=PATIENCE_MS)
    table = open_table(setup)
    for seat in range(2, loaded.seats):
        table = send(table, seat, "commit", commitment_of(table, seat))
    table = send(table, 1, "leave", at_ms=1_000)
    assert table.seats[1].kind == "empty"
    assert rings_ms(table) == 1_000 + PATIENCE_MS
    assert execute(table, ClockMessage(table.id), at_ms=999 + PATIENCE_MS) == Refused("clock.too-early")
    table = taken(table, ClockMessage(table.id), 1_000 + PATIENCE_MS)
    assert (table.seats[1].kind, table.seats[1].agent) == ("agent", "random")
    for seat in range(2, loaded.seats):
        table = send(table, seat, "commit", commitment_of(table, seat))
    table = taken(table, ClockMessage(table.id), 1_000 + 2 * PATIENCE_MS)  # who never came is not waited for, either
    assert everything(rebuild(setup, table.history)) == everything(table)


def test_a_seat_to_which_somebody_may_come_waits_for_them() -> None:
    loaded = load("kuhn")
    table = open_table(setup_of(loaded, seats=(person("Ann"), Seat())))
    assert rings_ms(table) is None
    table = send(taken(table, HostMessage(table.id, "sit", 1, "Ben")), 1, "leave")
    assert rings_ms(table) is None
    assert execute(table, ClockMessage(table.id), at_ms=10 * PATIENCE_MS) == Refused("clock.nobody-late")


def test_if_everybody_leaves_a_table_that_nobody_leaves_empty_any_more_it_is_dealt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(before_deal, "MOST_BROKEN", 0)
    setup = setup_of(load("kuhn"), stand_in="random")
    table = send(send(open_table(setup), 0, "leave"), 1, "leave")
    assert table.progress.is_dealt
    assert [seat.kind for seat in table.seats] == ["agent", "agent"]
    assert everything(rebuild(setup, table.history)) == everything(table)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), game=st.sampled_from(("kuhn", "toy-whist", "hearts")))
def test_nobody_makes_a_history_without_end(seed: int, game: str) -> None:
    """Everybody says what does not bring the game on, whenever it is offered. Time stands still."""
    rng, most = Random(seed), 40
    loaded = load(game)
    seats = tuple(rng.choice((person("Ann"), person("Ann"), agent("random"), Seat())) for _ in range(loaded.seats))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(progress, "MOST_COMMANDS", most)
        alone = sum(seat.kind != "agent" for seat in seats) == 1
        table = open_table(setup_of(loaded, seats=seats, stand_in="random", may_undo=alone))
        for _ in range(most + 120):
            offered = [message for message in valid_messages(table) if not is_usual(message) or table.progress.beats]
            for number, seat in enumerate(table.seats):
                names = [offer.id for offer in host_transitions(table, number)]
                offered += [HostMessage(table.id, "sit", number, "Eve")] if "sit" in names else []
                if seat.is_present and (due := transitions(table, number)) and due[0].needs:
                    data = commitment_of(table, number) if due[0].id == "commit" else share_of(number)
                    offered.append(said(table, number, due[0].id, data))
            if not offered:
                break
            message = rng.choice(offered)
            if isinstance(execute(table, message), Accepted):
                table = taken(table, message)
        assert table.revision <= most + 100
        refused = {"sit", "take-over", "pause", "undo", "ask-undo", "allow-undo", "refuse-undo"}
        if table.progress.commands >= most:
            for id_ in refused:
                assert isinstance(execute(table, HostMessage(table.id, id_, 0, "Eve")), Refused)
                assert isinstance(execute(table, said(table, 0, id_)), Refused)
        assert everything(rebuild(table.setup, table.history)) == everything(table)
