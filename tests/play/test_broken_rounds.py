"""Rounds of a shuffle that were broken off: a record tells of none that no table can have had."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import NamedTuple

import pytest
from tests.play.tables import commitment_of, said, setup_of, share_of, taken

from deckwright.engine import Deal, load
from deckwright.play import (
    Accepted,
    ClockMessage,
    HostMessage,
    Message,
    Move,
    Seat,
    ShuffleError,
    TableState,
    agent,
    execute,
    open_table,
    person,
    play_agents,
)
from deckwright.play.clock import rings_ms
from deckwright.play.link import format_game_link
from deckwright.play.record import FORM, check_record, sealed_record, shuffle_record
from deckwright.play.rounds import MOST_BROKEN, find_impossible
from deckwright.play.shuffle import (
    BrokenRound,
    FairShuffle,
    RoundSeat,
    broken_digest,
    fresh_share,
    joint_commitment,
    mixed_seed,
    rules_hash,
)

KUHN = load("kuhn", players=4)
ALL = (0, 1, 2, 3)


class Told(NamedTuple):
    """What whoever runs a table says of a round that it broke off."""

    cause: str
    gone: tuple[int, ...]
    revealed: tuple[int, ...] = (0,)
    committed: tuple[int, ...] = ALL


def verify(rounds: list[Told], kinds: str = "pppp") -> list[str]:
    """What Ann, in seat 0, reads of the deal after such rounds, every hash made to fit; ShuffleError if it is refused.

    The kinds of the seats are a letter each: person, absent, agent.
    """
    shuffle = FairShuffle(secrets.token_bytes(32), "table-1", rules_hash(KUHN))
    broken = []
    for number, told in enumerate(rounds):
        made = [(seat, shuffle.share_commitment(fresh_share(), number=number, seat=seat)) for seat in told.committed]
        broken.append(BrokenRound(shuffle.commitment(number), tuple(made), told.revealed, told.cause, told.gone))
    number, named = len(broken), {"p": "person", "x": "absent", "a": "agent"}
    seats = tuple(RoundSeat(named[kind], f"Player {place}") for place, kind in enumerate(kinds))
    shares = tuple((seat, fresh_share()) for seat, kind in enumerate(kinds) if kind == "p")
    promises = tuple((seat, shuffle.share_commitment(share, number=number, seat=seat)) for seat, share in shares)
    promise = shuffle.commitment(number)
    joint = joint_commitment(
        table="table-1",
        rules=shuffle.rules,
        number=number,
        commitment=promise,
        before=broken_digest(broken),
        seats=seats,
        commitments=promises,
    )
    seed = mixed_seed(shuffle.round_secret(number), shares)
    state, moves = KUHN.start(Deal(seed)), []
    while state.seat is not None:
        action = state.actions()[0]
        moves.append(Move(action.slot, action.value))
        state = state.apply(action)
    record = sealed_record(
        {
            "form": FORM,
            "table": "table-1",
            "game": KUHN.id,
            "rules": shuffle.rules,
            "seats": [list(seat) for seat in seats],
            "broken": [[one[0], [list(pair) for pair in one[1]], list(one[2]), one[3], list(one[4])] for one in broken],
            "commitment": promise,
            "commitments": [list(pair) for pair in promises],
            "joint": joint,
            "secret": shuffle.round_secret(number).hex(),
            "shares": [list(pair) for pair in shares],
            "seed": seed.hex(),
            "link": format_game_link(KUHN, Deal(seed), moves),
        }
    )
    return list(check_record(record, commitment=joint, share=dict(shares)[0], seat=0).warnings)


@pytest.mark.parametrize(
    ("rounds", "kinds"),
    [
        ([Told("timed-out", (1,))] * 30, "pppp"),
        ([Told("timed-out", (1,))], "pppp"),
        ([Told("taken-over", (1,))], "pppp"),
        ([Told("sent-away", (1,))], "pppp"),
        ([Told("taken-over", (1,), ())], "pppp"),
        ([Told("timed-out", (1,), (), (0, 2, 3))], "pppp"),
        ([Told("timed-out", (1,)), Told("timed-out", (1,))], "pxpp"),
        ([Told("timed-out", (1,)), Told("timed-out", (2,))], "pxxp"),
        ([Told("left", (1,))], "pxpp"),
        ([Told("left", (1,))], "papp"),
        ([Told("timed-out", (1,), (0, 1))], "pxpp"),
        ([Told("timed-out", (1,), (0,), (0, 2, 3))], "pxpp"),
        ([Told("timed-out", (1, 2), (), (1, 3))], "pxxp"),
        ([Told("taken-over", (1, 2))], "pxxp"),
        ([Told("timed-out", (1,), (0,), (0, 1, 2))], "pxpp"),
        ([Told("left", (3,), (), (0,))] * 30, "pppp"),
        ([Told("sent-away", (3,), (), (0,))] * 10, "pppa"),
    ],
)
def test_rounds_that_no_table_breaks_off_are_refused(rounds: list[Told], kinds: str) -> None:
    """Otherwise whoever runs a table could deal until it liked the cards, each time by the same seat."""
    with pytest.raises(ShuffleError) as error:
        verify(rounds, kinds)
    assert error.value.code == "shuffle.impossible-rounds"


@pytest.mark.parametrize(
    ("rounds", "kinds"),
    [
        ([Told("timed-out", (1,))], "pxpp"),
        (
            [Told("timed-out", (1,)), Told("taken-over", (2,), (0, 2), (0, 2, 3)), Told("sent-away", (3,), (), (0,))],
            "pxxx",
        ),
        ([Told("left", (3,), (), (0,))] * MOST_BROKEN, "pppp"),
        ([Told("left", (3,), (), (0,))] * (MOST_BROKEN + 1), "pppa"),
        ([Told("timed-out", (1, 2, 3), ())], "pxxx"),
    ],
)
def test_every_round_that_was_broken_off_is_told(rounds: list[Told], kinds: str) -> None:
    warnings = verify(rounds, kinds)
    assert [warning.split(" was broken off")[0] for warning in warnings] == [f"round {n}" for n in range(len(rounds))]


def said_before_the_deal(table: TableState, rng: Random) -> Message:
    """Anything that a person, the host or the clock may say while cards are shuffled."""
    seat = rng.choice(ALL)
    number = table.progress.round.number
    menu: list[Message] = [
        *[said(table, seat, "commit", commitment_of(table, seat))] * 6,
        *[said(table, seat, "reveal", share_of(seat, number))] * 6,
        said(table, seat, "leave"),
        said(table, seat, "take-over"),
        HostMessage(table.id, "leave", seat),
        HostMessage(table.id, "take-over", seat),
        *[HostMessage(table.id, "sit", seat, f"Player {number} of {seat}")] * 3,
        HostMessage(table.id, "seat-agent", seat, "random"),
        HostMessage(table.id, "deal"),
        ClockMessage(table.id),
    ]
    return rng.choice(menu)


@cache
def shuffled(seed: int) -> TableState:
    """A table that was dealt after all sorts of things, and played to its end."""
    rng = Random(seed)
    third, fourth = Seat() if seed % 2 else person("Cy"), agent("random") if seed % 3 else Seat()
    table = open_table(setup_of(KUHN, seats=(person("Ann"), person("Bob"), third, fourth), stand_in="random"))
    while not table.progress.is_dealt:
        message = said_before_the_deal(table, rng)
        due = rings_ms(table) if isinstance(message, ClockMessage) else None
        answer = execute(table, message, at_ms=due)
        table = answer.table if isinstance(answer, Accepted) else table
    for seat in ALL:
        if table.seats[seat].is_person:
            table = taken(table, said(table, seat, "resign"))
    return play_agents(table)


def test_whatever_happens_before_a_deal_its_record_is_verified() -> None:
    """Many rounds of many tables, none of them said to be impossible."""
    rounds, causes = 0, set()
    for seed in range(300):
        found = shuffle_record(shuffled(seed))
        check_record(found, commitment=found["joint"])
        rounds += len(found["broken"])
        causes |= {(ended[3], bool(ended[2])) for ended in found["broken"]}
    assert rounds > 300
    assert causes == {("left", False)} | {
        (cause, shown) for cause in ("taken-over", "timed-out", "sent-away") for shown in (False, True)
    }


def unseen(states: set[str], number: int) -> set[str]:
    """Where seats can be after all that leaves no trace: before anybody has committed in a round.

    A letter each: a person, an empty seat, an agent, a person who is away.
    """
    nexts = {"p": "xe" if number < MOST_BROKEN else "xa", "e": "pa", "a": "", "x": ""}
    found, left = set(states), list(states)
    while left:
        state = left.pop()
        after = {state[:place] + new + state[place + 1 :] for place, was in enumerate(state) for new in nexts[was]}
        left += after - found
        found |= after
    return found


def ways_out(told: Told, state: str, number: int) -> Iterator[tuple[set[int], str]]:
    """Who can drop out of a round as it is told, and what becomes of their seats."""
    people = {seat for seat, kind in enumerate(state) if kind == "p"}
    committed, revealed, gone = set(told.committed), set(told.revealed), set(told.gone)
    is_joint = committed == people
    if "e" in state or not committed <= people or not gone <= people or revealed == people:
        return
    if revealed and not is_joint:
        return
    if told.cause == "timed-out":
        if gone <= people - (revealed if is_joint else committed):
            yield gone, "x"
    elif len(gone) == 1:
        if told.cause != "left":
            yield gone, "x"
        if told.cause != "taken-over" and not is_joint:
            yield gone, "e" if number < MOST_BROKEN else "a"


def can_have_been(rounds: list[Told], kinds: str) -> bool:
    """Whether any table comes through these rounds to these seats: all that it can have been is gone through."""
    states = {"".join(state) for state in product("pea", repeat=len(kinds))}
    for number, told in enumerate(rounds):
        states = {
            "".join(new if seat in gone else kind for seat, kind in enumerate(state))
            for state in unseen(states, number)
            for gone, new in ways_out(told, state, number)
        }
    return kinds in unseen(states, len(rounds))


def told_at_random(rng: Random, seats: int) -> Told:
    committed = sorted(rng.sample(range(seats), rng.randint(1, seats)))
    revealed = sorted(rng.sample(committed, rng.randint(0, len(committed)))) if rng.random() < 0.5 else []
    gone = sorted(rng.sample(range(seats), rng.choice((1, 1, rng.randint(1, seats)))))
    cause = rng.choice(("left", "taken-over", "timed-out", "sent-away"))
    return Told(cause, tuple(gone), tuple(revealed), tuple(committed))


def test_exactly_those_rounds_are_refused_that_no_table_can_have_come_through() -> None:
    """Rounds told at random, against all that can be said at a table, gone through without a word of the shuffle's."""
    named, possible, impossible = {"p": "person", "x": "absent", "a": "agent"}, 0, 0
    for seed in range(4_000):
        rng = Random(seed)
        seats = rng.choice((1, 2, 2, 3, 3))
        rounds = [told_at_random(rng, seats) for _ in range(rng.choice((1, 1, 2, 3, MOST_BROKEN + 1)))]
        if rng.random() < 0.3:
            rounds = [rounds[0]] * len(rounds)
        kinds = "".join(rng.choice("ppxa") for _ in range(seats))
        broken = [
            BrokenRound("", tuple((seat, "") for seat in one.committed), one.revealed, one.cause, one.gone)
            for one in rounds
        ]
        found = find_impossible(broken, [RoundSeat(named[kind], "") for kind in kinds])
        assert bool(found) != can_have_been(rounds, kinds), (rounds, kinds, found)
        possible, impossible = possible + (not found), impossible + bool(found)
    assert min(possible, impossible) > 300


@pytest.mark.parametrize("name", ["", " Ann", "x" * 41, "a\u2066b"])
def test_a_record_whose_people_have_names_that_nobody_can_have_is_refused(name: str) -> None:
    record = shuffle_record(shuffled(0))
    seats = [["person", name], *record["seats"][1:]]
    with pytest.raises(ShuffleError) as error:
        check_record(record | {"seats": seats})
    assert error.value.code == "shuffle.bad-record"
