"""At a beat the table waits until everyone has seen what happened; nobody sees on before."""

from __future__ import annotations

from tests.conformance.walks import Variant
from tests.play.tables import dealt, everything, said, send, setup_of, taken, walked

from deckwright.engine import load
from deckwright.play import (
    Accepted,
    ClockMessage,
    HostMessage,
    Refused,
    SeatMessage,
    TableState,
    agent,
    execute,
    person,
    play_agents,
    spectator_view,
    table_view,
    transitions,
)

TRICK, HAND = "agree-complete-trick", "agree-score-hand"


def play_one(table: TableState) -> TableState:
    turn = table.progress.turn
    assert turn is not None
    return send(table, turn, transitions(table, turn)[0].id)


def played(table: TableState, moves: int) -> TableState:
    """The table after so many moves, everyone agreeing to everything on the way."""
    for number in range(moves):
        table = play_one(table)
        while number < moves - 1 and table.consensus:
            for seat in table.consensus.waiting_for:
                table = send(table, seat, TRICK if table.consensus.beat == "trick" else HAND)
    return table


def four_people(**options: int) -> TableState:
    return dealt(setup_of(load("hearts", passing="none", **options)))


def test_a_complete_trick_lies_there_until_all_have_agreed() -> None:
    table = played(four_people(hands=1), 4)
    assert table.consensus is not None
    assert (table.consensus.beat, table.consensus.agreed) == ("trick", ())
    for seat in range(4):
        seen = table_view(table, seat)
        assert seen.status == "waiting"
        assert seen.view is not None
        assert len(seen.view.plays) == 4, "the whole trick can be seen"
        assert seen.view.turn is None
        assert [transition.id for transition in seen.transitions][:2] == [TRICK, "take-over"]
        assert not any(transition.kind == "move" for transition in seen.transitions)
        winner = seen.view.facts["winner"]
        assert seen.view.players[int(str(winner))].tricks == 0, "it has not been taken"
    for seat in (2, 0, 3):
        table = send(table, seat, TRICK)
        assert table.consensus is not None
    frames = [table_view(table, seat).view for seat in range(4)]
    assert all(frame is not None and len(frame.plays) == 4 for frame in frames)
    assert table.progress.waiting_for == (1,)
    table = send(table, 1, TRICK)
    assert table.progress.beats == ()
    seen = table_view(table, 0)
    assert seen.view is not None
    assert seen.view.plays == ()
    assert sum(player.tricks or 0 for player in seen.view.players) == 1


def test_nobody_moves_while_the_table_waits() -> None:
    table = played(four_people(hands=1), 4)
    after = table.state
    assert after is not None
    move = after.actions()[0]
    assert after.seat is not None
    answer = execute(table, said(table, after.seat, f"{move.slot}.{move.value}"))
    assert answer == Refused("table.waiting")


def test_agreements_may_cross() -> None:
    table = played(four_people(hands=1), 4)
    sent = [said(table, seat, TRICK) for seat in range(4)]
    for action in sent:
        answer = execute(table, action)
        assert isinstance(answer, Accepted)
        expected = "revision.stale" if answer.table.consensus is None else "agreement.given"
        assert execute(answer.table, action) == Refused(expected), "once is enough"
        table = answer.table
    later = played(table, 4)
    assert execute(later, sent[0]) == Refused("revision.stale"), "it was for the first trick"


def test_agreeing_to_something_else_is_refused() -> None:
    table = four_people(hands=1)
    assert execute(table, SeatMessage(table.id, table.revision, 0, TRICK)) == Refused("agreement.nothing")
    table = played(table, 4)
    assert execute(table, SeatMessage(table.id, table.revision, 0, HAND)) == Refused("agreement.another")
    assert execute(table, HostMessage(table.id, TRICK, 0)) == Refused("action.not-yours")


def test_a_scored_hand_is_agreed_to_before_the_next_is_seen() -> None:
    table = played(four_people(hands=2), 52)
    for _ in range(4):
        assert table.consensus is not None
        table = send(table, table.consensus.waiting_for[0], TRICK)
    assert table.consensus is not None
    assert table.consensus.beat == "hand"
    seen = table_view(table, 2)
    assert seen.view is not None
    assert sum(seen.view.scores) in (26, 78), "the hand is scored"
    assert seen.view.hand == (), "and no new one is to be seen"
    assert not any("Hand 2 is dealt" in line for line in seen.events)
    for seat in range(4):
        table = send(table, seat, HAND)
    seen = table_view(table, 2)
    assert seen.view is not None
    assert len(seen.view.hand) == 13
    assert any("Hand 2 is dealt" in line for line in seen.events)


def test_the_last_hand_needs_no_agreement() -> None:
    table = played(four_people(hands=1), 52)
    for seat in range(4):
        assert not table.is_over
        assert table.result is None
        assert table_view(table, 0).reveal is None
        table = send(table, seat, TRICK)
    assert table.is_over
    assert table.result is not None


def test_agents_agree_at_once() -> None:
    game = load("hearts", passing="none", hands=1)
    seats = (person("Ann"), agent("random"), agent("random"), agent("random"))
    table = dealt(setup_of(game, seats=seats))
    waited = 0
    while not table.is_over:
        table = play_agents(table)
        if table.consensus:
            assert table.consensus.waiting_for == (0,)
            waited += 1
            table = send(table, 0, TRICK)
        elif not table.is_over:
            table = play_one(table)
    assert waited == 13
    alone = dealt(setup_of(game, seats=(agent("random"),) * 4))
    assert play_agents(alone).is_over


def test_the_clock_agrees_for_those_who_are_away() -> None:
    table = played(four_people(hands=1), 4)
    patience, tick = table.setup.patience_ms, ClockMessage(table.id)
    table = send(table, 0, TRICK, at_ms=1_000)
    assert execute(table, tick, at_ms=patience - 1) == Refused("clock.too-early")
    table = taken(table, tick, patience)
    assert table.consensus is None
    assert all(seat.is_present for seat in table.seats), "they missed a trick, not the game"


def test_an_agent_stands_in_for_whoever_does_not_move_and_hands_back() -> None:
    table = four_people(hands=1)
    turn = table.progress.turn
    assert turn is not None
    table = taken(table, ClockMessage(table.id), table.setup.patience_ms)
    assert table.seats[turn].is_away
    assert spectator_view(table).seats[turn].is_away
    assert execute(table, said(table, turn, "hand-back")) == Refused("seat.agent-to-move")
    table = play_agents(table)
    assert table.progress.turn != turn
    assert execute(table, said(table, turn, "take-over")) == Refused("seat.away")
    table = send(table, turn, "hand-back")
    assert table.seats[turn].is_present
    assert table.seats[turn].name == f"Player {turn}"
    assert execute(table, said(table, turn, "hand-back")) == Refused("seat.not-away")


def test_an_agent_may_be_asked_for_and_agrees_for_its_seat() -> None:
    table = played(four_people(hands=1), 4)
    for seat in range(3):
        table = send(table, seat, "take-over", "random")
        assert table.seats[seat].agent == "random"
    assert table.consensus is not None
    assert table.consensus.waiting_for == (3,)
    table = send(table, 3, TRICK)
    assert table.consensus is None


def test_beats_come_where_the_genome_says(variant: Variant) -> None:
    game = variant.load()
    declared = set(game.definition.beats)
    seen = {beat for table in walked(variant) for beat in table.progress.beats}
    assert seen <= declared
    assert all(len(table.pauses) == len(table.progress.beats) for table in walked(variant))
    if "trick" in declared:
        assert "trick" in seen


def test_what_comes_after_a_beat_changes_nothing_that_is_seen(variant: Variant) -> None:
    """The state beyond a beat is exchanged for another one: not a byte of any frame may change."""
    waiting = [table for table in walked(variant) if table.pauses][:8]
    for table in waiting:
        other = TableState(table.setup, table.progress, walked(variant)[0].state, table.pauses, table.moments, None)
        for seat in range(len(table.seats)):
            assert table_view(other, seat).to_json() == table_view(table, seat).to_json()
        assert spectator_view(other).to_json() == spectator_view(table).to_json()


def test_everything_is_the_same_for_everything() -> None:
    """The comparison that other tests rely on tells tables apart."""
    table = four_people(hands=1)
    assert everything(table) == everything(four_people(hands=1))
    assert everything(table) != everything(play_one(table))
