"""A whole choice is one input; what is picked before is nobody else's business; and secret choices are made at once."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from tests.conformance.walks import Variant
from tests.play.tables import dealt, everything, said, send, setup_of, taken, walked
from tests.solve.goofspiel import goofspiel_genome

from deckwright.engine import Game, load
from deckwright.play import (
    Accepted,
    ClockMessage,
    HostMessage,
    Refused,
    SeatMessage,
    TableError,
    TableState,
    agent,
    agent_message,
    execute,
    person,
    play_agents,
    rebuild,
    table_frame,
    valid_messages,
)
from deckwright.play.frame import deciding_state
from deckwright.play.inputs import AGREE_ID
from deckwright.play.offers import host_transitions
from deckwright.play.progress import due_ms

PATIENCE_MS = 60_000


def picked(table: TableState, seat: int, rng: Random) -> tuple[str, ...]:
    """A whole choice of a seat, picked as a page would: from frame to frame."""
    path: tuple[str, ...] = ()
    for _ in range(60):
        frame = table_frame(table, seat, draft=path)
        chosen = rng.choice(frame.choices)
        path = (*path, chosen.id)
        if chosen.completes or table_frame(table, seat, draft=path).draft.is_whole:
            assert table_frame(table, seat, draft=path).draft.is_whole
            return path
    raise AssertionError("a choice that never ends")


def test_a_choice_picked_from_frame_to_frame_is_one_input(variant: Variant) -> None:
    tables = walked(variant)
    rng = Random(f"{variant}")
    for table in tables[:: max(1, len(tables) // 12)]:
        turn = table.progress.turn
        if turn is None or deciding_state(table, turn) is None:
            continue
        if table_frame(table, turn).draft.parts or _is_drafting(table, turn):
            continue
        others = [seat for seat in (*range(len(table.seats)), None) if seat != turn]
        before = [table_frame(table, seat).to_json() for seat in others]
        path = picked(table, turn, rng)
        assert [table_frame(table, seat).to_json() for seat in others] == before
        after = send(table, turn, ",".join(path))
        assert after.revision == table.revision + 1
        stepwise = table
        for place, move in enumerate(path, 1):
            stepwise = send(stepwise, turn, move, at_ms=table.progress.stamp_ms + 1_000 * place)
            if place < len(path):  # nobody sees that somebody has begun to choose, by no clock either
                assert [table_frame(stepwise, seat).to_json() for seat in others] == before
        assert after.progress.moves == stepwise.progress.moves
        assert after.state is not None
        assert stepwise.state is not None
        assert after.state.position.layout() == stepwise.state.position.layout()
        if len(path) > 1:
            part = execute(table, said(table, turn, ",".join(path[:-1])))
            assert isinstance(part, Refused) == (len(path) > 2)
            more = execute(table, said(table, turn, ",".join((*path, path[-1]))))
            assert isinstance(more, Refused)
        assert everything(rebuild(after.setup, after.history))[:5] == everything(after)[:5]


def _is_drafting(table: TableState, seat: int) -> bool:
    assert table.state is not None
    return table.state.position.observe(seat)["draft"] is not None


def test_a_draft_that_cannot_be_picked_is_refused() -> None:
    table = dealt(setup_of(load("hearts")))
    turn = table.progress.turn
    assert turn is not None
    first = table_frame(table, turn).choices[0].id
    hostile: list[Any] = [(7,), (None,), (["0.0"],), ("",), ("0.0" * 200,), ("leave",), ("undo",)]
    for draft in ((first, first), ("999.1",), ("x",), (f"{first},{first}",), *hostile):
        with pytest.raises(TableError) as error:
            table_frame(table, turn, draft=draft)
        assert error.value.code == "draft.not-legal"


def passing() -> TableState:
    return dealt(setup_of(load("hearts")))


def test_all_choose_at_once_in_secret_and_nobody_sees_who_has() -> None:
    table, rng = passing(), Random(3)
    start = table
    turn = table.progress.turn
    assert turn is not None
    assert all(frame.choices for frame in (table_frame(table, seat) for seat in range(4)))
    assert all(table_frame(table, seat).public.turn is None for seat in (0, 1, 2, 3, None))
    order = [(turn + step) % 4 for step in (2, 0, 3, 1)]
    chosen = {seat: picked(table, seat, rng) for seat in order}
    for place, seat in enumerate(order):
        others = [other for other in (*order[place + 1 :], None) if other != seat]
        before = {other: table_frame(table, other).to_json() for other in others}
        answer = execute(table, said(start, seat, ",".join(chosen[seat])))
        assert isinstance(answer, Accepted), answer
        table = answer.table
        if place < 3:
            assert {other: table_frame(table, other).to_json() for other in others} == before
            assert table_frame(table, seat).choices == ()
            again = execute(table, said(table, seat, ",".join(chosen[seat])))
            assert isinstance(again, Refused)
    assert not table_frame(table, 0).public.is_secret
    in_turn = start
    for step in range(4):
        seat = (turn + step) % 4
        in_turn = send(in_turn, seat, ",".join(chosen[seat]))
    assert in_turn.state is not None
    assert table.state is not None
    assert in_turn.state.position.layout() == table.state.position.layout()
    assert everything(rebuild(table.setup, table.history)) == everything(table)
    assert table_frame(rebuild(table.setup, table.history), 2).to_json() == table_frame(table, 2).to_json()


LOOK_AND_GUESS: dict[str, Any] = {
    "genome_id": "look-and-guess",
    "player_count": 2,
    "deck": {"suits": ["hearts"], "ranks": list("23456789")},
    "zones": [
        {"name": "row", "role": "tableau", "owner": "seat", "seen_by": "none"},
        {"name": "stock", "role": "stock", "seen_by": "none"},
    ],
    "registers": [{"name": "guess", "per": "seat"}],
    "setup": {
        "cards_per_player": 0,
        "deal": [{"type": "each", "var": "p", "domain": "seats", "effects": [
            {"type": "move", "cards": "stock", "to": "row[p]", "count": "2"},
        ]}],
    },
    "turn_structure": {"type": "turns", "order": "sequence", "phases": [
        {"type": "turns", "order": "once", "phases": [{"type": "choice", "offers": [
            {"name": "look", "effects": [{"type": "show", "cards": "row", "to": "actor"}]},
            {"name": "wait"},
        ]}]},
        {"type": "turns", "order": "together", "phases": [{"type": "choice", "offers": [
            {"name": "guess", "picks": [{"name": "n", "kind": "number", "low": 2, "high": 9}],
             "effects": [{"type": "set", "name": "guess[actor]", "value": "n"}]},
        ]}]},
    ]},
    "scoring_rules": [{"points": "1", "when": "guess == sum(rank(c) for c in row)"}],
    "win_conditions": [
        {"type": "high_score", "trigger_mode": "threshold_gate", "gate": "hands_played", "threshold": 1},
    ],
}  # fmt: skip
"""Who looks last sees their cards lie open when all choose in secret."""


def secret_tables() -> list[TableState]:
    """All choose in secret: at the beginning, and when much has been seen already."""
    later, rng = dealt(setup_of(load("hearts", hands=2))), Random(9)
    while later.progress.moves < 52 or not _is_asking_in_secret(later):
        if beats := later.progress.beats:
            later = send(later, later.progress.waiting_for[0], AGREE_ID[beats[0]])
        else:
            assert later.progress.turn is not None
            later = send(later, later.progress.turn, ",".join(picked(later, later.progress.turn, rng)))
    bids = Game(goofspiel_genome())
    bidding = dealt(setup_of(bids))
    for seat in (0, 1):
        bidding = send(bidding, seat, table_frame(bidding, seat).choices[0].id)
    looking = dealt(setup_of(load(LOOK_AND_GUESS)))
    for seat in (0, 1):
        looking = send(looking, seat, "0.0")
    found = [passing(), later, dealt(setup_of(bids)), bidding, looking]
    assert all(map(_is_asking_in_secret, found))
    return found


def _is_asking_in_secret(table: TableState) -> bool:
    return table.state is not None and table.state.is_secret and not table.progress.beats


@pytest.mark.parametrize("table", secret_tables(), ids=lambda table: f"{table.setup.game.id} {table.progress.moves}")
@pytest.mark.parametrize("also", ["", "pause", "resume", "ask-undo", "take-over", "chosen", "choose"])
@pytest.mark.parametrize("gap_ms", [7_000, 10 * PATIENCE_MS], ids=["at once", "after a gap"])
def test_nobody_sees_who_has_chosen_in_secret_whatever_else_is_said(table: TableState, also: str, gap_ms: int) -> None:
    """What was told stays, nobody's time says who was asked, and nothing becomes possible by another's choice."""
    rng, begun_ms = Random(5), table.progress.stamp_ms
    seats = range(len(table.seats))
    compared = 0
    for chooser in seats:
        for other in seats:
            if other == chooser or (len(seats) == 2 and also in ("chosen", "choose")):
                continue
            before = table
            if also == "chosen":
                before = send(before, other, ",".join(picked(before, other, rng)), at_ms=begun_ms + 1_000)
            chosen = send(before, chooser, ",".join(picked(before, chooser, rng)), at_ms=begun_ms + gap_ms)
            worlds = [before, chosen]
            if also in ("pause", "resume"):
                pause, resume = HostMessage(table.id, "pause"), HostMessage(table.id, "resume")
                worlds = [taken(world, pause, begun_ms + gap_ms + 2_000) for world in worlds]
                if also == "resume":
                    worlds = [taken(world, resume, begun_ms + gap_ms + 5_000) for world in worlds]
            elif also not in ("", "chosen"):
                path = ",".join(picked(before, other, rng)) if also == "choose" else also
                message = SeatMessage(table.id, table_frame(before, other).revision, other, path)
                answers = [execute(world, message, at_ms=begun_ms + gap_ms + 2_000) for world in worlds]
                assert isinstance(answers[0], Refused) == isinstance(answers[1], Refused)
                worlds = [answer.table for answer in answers if isinstance(answer, Accepted)]
            for seat in (*(seat for seat in seats if seat != chooser), None):
                for again in (False, True):
                    shown = [rebuild(world.setup, world.history) if again else world for world in worlds]
                    assert len({table_frame(world, seat).to_json() for world in shown}) <= 1
                    compared += len(shown) > 1
    assert compared or also in ("ask-undo", "chosen", "choose")


@pytest.mark.parametrize("table", secret_tables(), ids=lambda table: f"{table.setup.game.id} {table.progress.moves}")
def test_no_refusal_tells_how_many_have_chosen_in_secret(table: TableState) -> None:
    """Not to who asks with one revision after another, either."""
    seats, rng = range(len(table.seats)), Random(8)
    for chooser in seats:
        chosen = send(table, chooser, ",".join(picked(table, chooser, rng)))
        for other in (seat for seat in seats if seat != chooser):
            for revision in range(table.progress.since - 1, chosen.revision + 3):
                for id_ in ("hand-back", "refuse-undo", "agree-score-hand", "999.0"):
                    message = SeatMessage(table.id, revision, other, id_)
                    assert execute(table, message) == execute(chosen, message)


@pytest.mark.parametrize("table", secret_tables(), ids=lambda table: f"{table.setup.game.id} {table.progress.moves}")
def test_who_chooses_again_in_secret_is_refused_alike_whoever_has_chosen(table: TableState) -> None:
    """A choice that waits and one that was made have one refusal: otherwise a seat would learn who has chosen."""
    seats, rng = range(len(table.seats)), Random(6)
    for other in seats:
        path = ",".join(picked(table, other, rng))
        before = send(table, other, path)
        if not _is_asking_in_secret(before):
            continue
        for chooser in (seat for seat in seats if seat != other):
            chosen = send(before, chooser, ",".join(picked(before, chooser, rng)))
            frame = table_frame(before, other)
            if frame.to_json() == table_frame(chosen, other).to_json():  # some have still to choose
                message = SeatMessage(table.id, frame.revision, other, path)
                assert execute(before, message) == execute(chosen, message) == Refused("seat.has-chosen")


def test_no_refusal_tells_that_another_seat_is_picking() -> None:
    """Who sends the picks of a choice one by one is not seen to, and nothing that others try tells of it."""
    tables = walked(Variant("cheat", (("hands", 1),)), most=80)
    begun = [(one, two) for one, two in pairwise(tables) if two.progress.since == one.progress.since]
    begun = [(one, two) for one, two in begun if one.progress.moves < two.progress.moves]
    assert begun
    for one, two in begun:
        for other in (seat for seat in range(len(one.seats)) if seat != two.progress.turn):
            for revision in range(one.progress.since - 1, two.revision + 3):
                message = SeatMessage(one.id, revision, other, "999.0")
                assert execute(one, message) == execute(two, message)


@pytest.mark.parametrize("table", secret_tables(), ids=lambda table: f"{table.setup.game.id} {table.progress.moves}")
@pytest.mark.parametrize("comes", ["hand-back", "sit"])
def test_who_comes_back_while_all_choose_in_secret_plays_again_after_it(table: TableState, comes: str) -> None:
    """Whether it is their agent's turn is nobody's business, so the answer and what is shown do not hang on it."""
    rng, turn = Random(6), table.progress.turn
    assert turn is not None
    away = (turn + 1) % len(table.seats)
    gone = send(table, away, "take-over" if comes == "hand-back" else "leave")
    waiting, asked = gone, send(gone, turn, ",".join(picked(gone, turn, rng)))
    assert (waiting.progress.turn, asked.progress.turn) == (turn, away)
    message: SeatMessage | HostMessage = SeatMessage(table.id, gone.progress.since, away, "hand-back")
    if comes == "sit":
        message = HostMessage(table.id, "sit", away, "Zoe")
        assert host_transitions(waiting, away) == host_transitions(asked, away)
    for world in (waiting, asked):
        offered = {(message.seat, message.id) for message in valid_messages(world) if isinstance(message, SeatMessage)}
        assert ((away, "hand-back") in offered) == (comes == "hand-back")
    worlds = [taken(world, message) for world in (waiting, asked)]
    for seat in (*(seat for seat in range(len(table.seats)) if seat != turn), None):
        assert len({table_frame(world, seat).to_json() for world in worlds}) == 1
    assert all(world.seats[away].is_away for world in worlds)
    assert all("hand-back" not in {offer.id for offer in table_frame(world, away).commands} for world in worlds)
    assert execute(worlds[0], SeatMessage(table.id, worlds[0].revision, away, "hand-back")) == Refused("seat.coming")
    after = play_agents(worlds[1])
    while after.progress.since < worlds[1].revision:
        assert after.progress.turn is not None
        seat = after.progress.turn
        after = play_agents(send(after, seat, ",".join(picked(after, seat, rng))))
    assert after.seats[away].is_present
    assert everything(rebuild(after.setup, after.history)) == everything(after)


@pytest.mark.parametrize("table", secret_tables(), ids=lambda table: f"{table.setup.game.id} {table.progress.moves}")
def test_who_is_away_does_not_see_when_their_agent_chooses_in_secret(table: TableState) -> None:
    """Agents choose when the game asks them: whoever saw that would know that those before have chosen."""
    rng = Random(7)
    for away in range(len(table.seats)):
        now = send(table, away, "take-over")
        begun, told, has_chosen = now.progress.since, table_frame(now, away).to_json(), False
        while now.progress.since == begun:
            assert table_frame(now, away).to_json() == told
            turn = now.progress.turn
            assert turn is not None
            has_chosen = has_chosen or turn == away
            message = agent_message(now)
            now = taken(now, message) if message else send(now, turn, ",".join(picked(now, turn, rng)))
        assert has_chosen


def test_the_clock_that_is_told_in_secret_is_the_one_that_rings() -> None:
    table = taken(passing(), HostMessage("table-1", "pause"), 30_000)
    table = taken(table, HostMessage("table-1", "resume"), 45_000)
    told = table_frame(table, None).public.clock.due_ms
    assert told == due_ms(table.setup, table.progress) == 15_000 + PATIENCE_MS
    rung = taken(table, ClockMessage("table-1"), told)
    assert [seat.is_away for seat in rung.seats].count(True) == 1
    turn = table.progress.turn
    assert turn is not None
    chosen = send(table, turn, ",".join(picked(table, turn, Random(1))), at_ms=50_000)
    assert due_ms(chosen.setup, chosen.progress) == told
    later = send(chosen, (turn + 1) % 4, "take-over", at_ms=51_000)
    back = taken(later, ClockMessage("table-1"), 1_000)  # the server's clock was set back
    assert table_frame(back, None).public.clock.due_ms == 1_000 + PATIENCE_MS


def test_a_client_cannot_say_that_its_choice_was_early() -> None:
    table = passing()
    turn = table.progress.turn
    assert turn is not None
    path = ",".join(picked(table, turn, Random(1)))
    assert execute(table, said(table, turn, path, "early")) == Refused("action.bad-data")
    assert execute(table, said(table, (turn + 1) % 4, path, "early")) == Refused("action.bad-data")
    away = send(table, turn, "take-over")
    assert execute(away, said(away, turn, "hand-back", "early")) == Refused("action.bad-data")


def test_a_choice_sent_twice_counts_once() -> None:
    table = passing()
    turn = table.progress.turn
    assert turn is not None
    message = said(table, turn, ",".join(picked(table, turn, Random(1))))
    after = taken(table, message)
    assert isinstance(execute(after, message), Refused)


def test_undo_takes_a_whole_choice_back() -> None:
    seats = (person("Ann"), agent("random"), agent("random"), agent("random"))
    table = play_agents(dealt(setup_of(load("hearts"), seats=seats, may_undo=True)))
    while table.progress.turn != 0:
        table = play_agents(table)
    before = table.progress.moves
    after = send(table, 0, ",".join(picked(table, 0, Random(1))))
    undone = send(after, 0, "undo")
    assert undone.progress.moves == before
    assert (table_frame(after, 0).public.undone, table_frame(undone, 0).public.undone) == (0, 1)
