"""Rounds of a shuffle that were broken off: a record tells of none that no table can have had."""

from __future__ import annotations

import secrets
from functools import cache
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
from deckwright.play.rounds import MOST_BROKEN
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
