"""A whole choice is one input; what is picked before is nobody else's business; and secret choices are made at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from tests.conformance.walks import Variant
from tests.play.look_and_guess import LOOK_AND_GUESS
from tests.play.tables import dealt, everything, next_message, picked, said, send, setup_of, taken, walked
from tests.properties.small_games import small_genome
from tests.solve.goofspiel import goofspiel_genome

from deckwright.engine import Deal, Game, load
from deckwright.evolve.random import generate_random_genome
from deckwright.genome.schema import ChoicePhase, Offer, Pick, TurnStructure
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
    progress,
    rebuild,
    spectator_view,
    table_frame,
    table_view,
    transitions,
    valid_messages,
)
from deckwright.play.agent_list import LAST_RESORT
from deckwright.play.clock import rings_ms
from deckwright.play.execute import after_input
from deckwright.play.inputs import AGREE_ID, Authority, Input
from deckwright.play.offers import host_transitions
from deckwright.play.progress import told_revision
from deckwright.play.secret import deciding_state

PATIENCE_MS = 60_000


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
            stepwise = stepped(stepwise, turn, move, at_ms=table.progress.stamp_ms + 1_000 * place)
            if place < len(path):  # nobody sees that somebody has begun to choose, by no clock either
                assert [table_frame(stepwise, seat).to_json() for seat in others] == before
        assert after.progress.moves == stepwise.progress.moves
        assert after.state is not None
        assert stepwise.state is not None
        assert after.state.position.layout() == stepwise.state.position.layout()
        if len(path) > 1:
            part = execute(table, said(table, turn, ",".join(path[:-1])))
            assert isinstance(part, Refused) == (len(path) > 2 or _is_asking_in_secret(table))
            more = execute(table, said(table, turn, ",".join((*path, path[-1]))))
            assert isinstance(more, Refused)
        assert everything(rebuild(after.setup, after.history))[:5] == everything(after)[:5]
        assert everything(rebuild(after.setup, stepwise.history))[:5] == everything(stepwise)[:5]


def stepped(table: TableState, seat: int, pick: str, *, at_ms: int) -> TableState:
    """The table after one pick, as histories have it: in secret none is heard any more, but tables load."""
    found = after_input(table, Input(Authority.SEAT, seat, pick, at_ms=at_ms))
    assert isinstance(found, TableState), found
    return found


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


def _is_asking_in_secret(table: TableState) -> bool:
    return table.state is not None and table.state.is_secret and not table.progress.beats


@cache
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


def secret_game(seed: int) -> Game:
    """All choose in secret, once or twice in a row, among offers of up to three picks of any kind."""
    dice = Random(f"secret {seed}")

    def pick(place: int) -> Pick:
        name = f"p{place}"
        low = dice.randrange(3)
        return dice.choice(
            (
                Pick(name=name, kind="number", low="1", high=str(1 + low)),
                Pick(name=name, kind="seat"),
                Pick(name=name, kind="suit"),
                Pick(name=name, source="hand", to=dice.choice(("discard", "hand[left(turn)]"))),
                Pick(name=name, kind="cards", source="hand", low=str(low), high=str(max(1, low) + dice.randrange(2))),
            )
        )

    def phase() -> TurnStructure:
        offers = [
            Offer(name=f"offer{number}", picks=tuple(map(pick, range(dice.randrange(number > 0, 4)))))
            for number in range(dice.randrange(1, 4))
        ]
        offers.append(Offer(name="offer", picks=(Pick(name="some", kind="cards", source="hand", low="2", high="2"),)))
        return TurnStructure(order="together", phases=(ChoicePhase(offers=tuple(offers)),))

    return Game(
        small_genome(*(phase() for _ in range(dice.randrange(1, 3))), cards=4, each=2, players=dice.randrange(2, 5))
    )


def first_secret(game: Game) -> TableState:
    """A table of a game at which all choose in secret, as soon as that comes."""
    table, rng = dealt(setup_of(game)), Random(1)
    while not _is_asking_in_secret(table):
        table = taken(table, next_message(table, rng))
    return table


def tried_of(table: TableState, seat: int, rng: Random) -> list[str]:
    """Ids that a seat may try: single picks, whole choices, and more or less than these."""
    paths = [picked(table, seat, rng) for _ in range(3)] if deciding_state(table, seat) else []
    tried = {offer.id for offer in transitions(table, seat) if offer.kind == "move"} | {"0.255", "1.1", "0.0,0.0"}
    for path in paths:
        tried |= {",".join(path[: place + 1]) for place in range(len(path))}
        tried |= {",".join(reversed(path)), ",".join((*path, path[-1])), ",".join(path[1:])}
    return sorted(tried - {""})


def code_of(answer: Accepted | Refused) -> str:
    return answer.code if isinstance(answer, Refused) else "accepted"


@pytest.mark.parametrize("table", secret_tables(), ids=lambda table: f"{table.setup.game.id} {table.progress.moves}")
def test_whoever_has_chosen_in_secret_every_message_of_another_gets_the_same_answer(table: TableState) -> None:
    answers_tell_nothing(table)


@pytest.mark.parametrize("seed", range(10))
def test_the_same_in_games_that_are_made_up(seed: int) -> None:
    answers_tell_nothing(first_secret(secret_game(seed)))


@pytest.mark.parametrize("seed", [76, 343])
def test_the_same_in_random_genomes(seed: int) -> None:
    """Two of those in which all choose in secret, and several picks at a time."""
    answers_tell_nothing(first_secret(Game(generate_random_genome(seed))))


def answers_tell_nothing(table: TableState) -> None:
    """Whoever has chosen, a seat that has not is answered and offered the same, with drafts and without."""
    seats, rng = range(len(table.seats)), Random(4)
    parts = 0
    for other in seats:
        worlds = worlds_of(table, other, rng)
        assert len({table_view(world, other).to_json() for world in worlds}) == 1
        for id_ in tried_of(table, other, rng):
            for revision in (told_revision(table.progress, other), table.revision):
                answers = [execute(world, SeatMessage(table.id, revision, other, id_)) for world in worlds]
                [code] = {code_of(answer) for answer in answers}
                parts += code == "action.not-whole" and "," not in id_
                after = [answer.table for answer in answers[:-1] if isinstance(answer, Accepted)]
                assert len({table_frame(one, other).to_json() for one in after}) <= 1
                assert len({table_frame(one, None).to_json() for one in after}) <= 1
            drafts = set()
            for world in worlds:
                try:
                    drafts.add(table_frame(world, other, draft=id_.split(",")).to_json())
                except TableError as error:
                    drafts.add(error.code)
            assert len(drafts) == 1
    takes_several = any(offer.needs == "picks" for seat in seats for offer in transitions(table, seat))
    assert bool(parts) == takes_several, "parts of choices were among them"


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


def taken_back(table: TableState, asking: int, at_ms: int) -> TableState:
    """The table when a seat has asked to take a choice back, which all others allow at once."""
    asked = send(table, asking, "ask-undo", at_ms=at_ms)
    for seat in (seat for seat in range(len(table.seats)) if seat != asking):
        asked = send(asked, seat, "allow-undo", at_ms=at_ms)
    return asked


@pytest.mark.parametrize("gap_ms", [7_000, 10 * PATIENCE_MS], ids=["at once", "after a gap"])
def test_what_is_taken_back_in_secret_tells_nobody_who_had_chosen(gap_ms: int) -> None:
    """Not by how far the table is afterwards, nor by whose time it was."""
    compared = 0
    for table in secret_tables():
        rng, begun_ms, seats = Random(7), table.progress.stamp_ms, range(len(table.seats))
        for asking in (seat for seat in seats if "ask-undo" in {offer.id for offer in transitions(table, seat)}):
            for other in seats:
                worlds = [table]
                for chooser in (seat for seat in seats if seat != other):
                    chosen = ",".join(picked(worlds[-1], chooser, rng))
                    at_ms = begun_ms + gap_ms + 1_000 * len(worlds)
                    worlds.append(send(worlds[-1], chooser, chosen, at_ms=at_ms))
                shown = [taken_back(world, asking, begun_ms + gap_ms + 9_000) for world in worlds]
                assert len({world.revision for world in shown}) == len(worlds)
                for seat in (other, None):
                    assert len({table_frame(world, seat).to_json() for world in shown}) == 1
                assert all(everything(rebuild(world.setup, world.history)) == everything(world) for world in shown)
                compared += 1
    assert compared


def test_a_lone_player_who_takes_back_in_secret_does_not_see_whether_agents_have_chosen() -> None:
    """The same where nobody is asked whether a choice may be taken back."""
    seats = (agent("random"), person("Ann"))
    table = dealt(setup_of(load(LOOK_AND_GUESS), seats=seats, chance=Deal(bytes(32)), stand_in="random", may_undo=True))
    table = play_agents(table, at_ms=1_000)
    table = send(table, 1, table_frame(table, 1).choices[0].id, at_ms=2_000)
    assert _is_asking_in_secret(table)
    worlds = [table, play_agents(table, at_ms=4_000)]
    assert worlds[0].progress.turn != worlds[1].progress.turn
    shown = [send(world, 1, "undo", at_ms=7_000) for world in worlds]
    for seat in (1, None):
        assert len({table_frame(world, seat).to_json() for world in shown}) == 1
    assert all(everything(rebuild(world.setup, world.history)) == everything(world) for world in shown)


@pytest.mark.parametrize("table", secret_tables(), ids=lambda table: f"{table.setup.game.id} {table.progress.moves}")
def test_no_refusal_tells_how_many_have_chosen_in_secret(table: TableState) -> None:
    """Not to who asks with one revision after another, either."""
    seats, rng = range(len(table.seats)), Random(8)
    for chooser in seats:
        chosen = send(table, chooser, ",".join(picked(table, chooser, rng)))
        for other in (seat for seat in seats if seat != chooser):
            for revision in range(told_revision(table.progress, None) - 1, chosen.revision + 3):
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
            for revision in range(told_revision(one.progress, None) - 1, two.revision + 3):
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
    message: SeatMessage | HostMessage = said(gone, away, "hand-back")
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
    """Agents choose when the game asks them: whoever saw that would know that those before have chosen.

    That another agent chose in place of one that could not is told when all have chosen, too.
    """
    rng = Random(7)
    for away in range(len(table.seats)):
        now = send(table, away, "take-over")
        begun, told, has_chosen = now.progress.since, all_told(now, (away, None)), False
        while now.progress.since == begun:
            assert all_told(now, (away, None)) == told
            turn = now.progress.turn
            assert turn is not None
            has_chosen = has_chosen or turn == away
            message = agent_message(now)
            now = (
                taken(now, replace(message, data=LAST_RESORT))
                if message
                else send(now, turn, ",".join(picked(now, turn, rng)))
            )
        assert has_chosen
        assert len(table_view(now, away).notices) == 1
        assert everything(rebuild(now.setup, now.history)) == everything(now)


def all_told(table: TableState, observers: Sequence[int | None]) -> list[str]:
    """All that these are told of a table."""
    frames = [table_frame(table, seat).to_json() for seat in observers]
    views = [spectator_view(table) if seat is None else table_view(table, seat) for seat in observers]
    return [*frames, *(view.to_json() for view in views)]


@pytest.mark.parametrize("table", secret_tables(), ids=lambda table: f"{table.setup.game.id} {table.progress.moves}")
def test_that_too_much_was_said_tells_nothing_of_choices_in_secret(table: TableState) -> None:
    """Nor does it to who says as much as they may: what is left to say would tell how many have chosen."""
    rng, pause = Random(10), HostMessage(table.id, "pause")
    for other in range(len(table.seats)):
        worlds = worlds_of(table, other, rng)
        for most in range(worlds[0].progress.commands, worlds[-1].revision + 2):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(progress, "MOST_COMMANDS", most)
                assert len({table_frame(world, other).to_json() for world in worlds}) == 1
                assert len({code_of(execute(world, pause)) for world in worlds}) == 1


def test_the_clock_that_is_told_in_secret_is_the_one_that_rings() -> None:
    table = taken(passing(), HostMessage("table-1", "pause"), 30_000)
    table = taken(table, HostMessage("table-1", "resume"), 45_000)
    told = table_frame(table, None).public.clock.due_ms
    assert told == rings_ms(table) == 15_000 + PATIENCE_MS
    rung = taken(table, ClockMessage("table-1"), told)
    assert all(seat.is_away for seat in rung.seats), "nobody has chosen"
    turn = table.progress.turn
    assert turn is not None
    chosen = send(table, turn, ",".join(picked(table, turn, Random(1))), at_ms=50_000)
    assert rings_ms(chosen) == told
    later = send(chosen, (turn + 1) % 4, "take-over", at_ms=51_000)
    back = taken(later, ClockMessage("table-1"), 1_000)  # the server's clock was set back
    assert table_frame(back, None).public.clock.due_ms == 1_000 + PATIENCE_MS


def worlds_of(table: TableState, other: int, rng: Random) -> list[TableState]:
    """The table, and as it is when one after another has chosen in secret: all look the same to a seat that has not."""
    worlds, begun_ms = [table], table.progress.stamp_ms
    others = [seat for seat in range(len(table.seats)) if seat != other]
    for place, chooser in enumerate(rng.sample(others, len(others)), 1):
        before = worlds[-1]
        worlds.append(send(before, chooser, ",".join(picked(before, chooser, rng)), at_ms=begun_ms + 10 * place))
    assert len({table_frame(world, other).to_json() for world in worlds}) == 1, "nobody sees that others have chosen"
    return worlds


SHORT_MS = 5_000
"""Less than the patience."""


@cache
def hurried_tables() -> list[TableState]:
    """People have less time in all than for one choice, and all choose in secret."""
    games = [load("hearts"), Game(goofspiel_genome()), secret_game(3), secret_game(6)]
    return [dealt(setup_of(game, total_ms=SHORT_MS, patience_ms=PATIENCE_MS)) for game in games]


@pytest.mark.parametrize("table", hurried_tables(), ids=lambda table: table.setup.game.id)
def test_the_clock_rings_alike_whoever_has_chosen_in_secret(table: TableState) -> None:
    """Whom the game asks, and for how long it has, is heard by no clock, however little time somebody has in all."""
    rng, clock = Random(2), ClockMessage(table.id)
    for other in range(len(table.seats)):
        worlds = worlds_of(table, other, rng)
        assert {rings_ms(world) for world in worlds} == {PATIENCE_MS}
        for at_ms in (100, SHORT_MS, SHORT_MS + 11, PATIENCE_MS - 1):
            assert {execute(world, clock, at_ms=at_ms) for world in worlds} == {Refused("clock.too-early")}
        for chosen, world in enumerate(worlds):
            rung = taken(world, clock, PATIENCE_MS)
            away = [number for number, seat in enumerate(rung.seats) if seat.is_away]
            assert len(away) == len(worlds) - chosen, "nobody is waited for who has not chosen, and everybody else is"
            assert other in away
            assert everything(rebuild(rung.setup, rung.history)) == everything(rung)


@pytest.mark.parametrize("said_first", ["choice", "take-over", "resign", "pause", "clock"])
@pytest.mark.parametrize("table", hurried_tables(), ids=lambda table: table.setup.game.id)
def test_nobody_is_waited_for_longer_in_secret_because_the_servers_clock_was_set_back(
    table: TableState, said_first: str
) -> None:
    """Whoever speaks first after that, the clock or anybody else: the choice had begun in what is the future now."""
    began_ms, now_ms, last = 10**12, 5_000, len(table.seats) - 1
    ahead = replace(table, progress=table.progress._replace(stamp_ms=began_ms, asked_ms=began_ms))
    if said_first == "choice":
        said_back = send(ahead, last, ",".join(picked(ahead, last, Random(6))), at_ms=now_ms)
        said_back = taken(said_back, ClockMessage(table.id), now_ms)  # as a server says at once
    elif said_first == "clock":
        said_back = taken(ahead, ClockMessage(table.id), now_ms)
    elif said_first == "pause":
        paused = taken(ahead, HostMessage(table.id, "pause"), now_ms)
        said_back = taken(paused, HostMessage(table.id, "resume"), now_ms)
    else:
        said_back = send(ahead, last, said_first, at_ms=now_ms)
    clock = table_frame(said_back, 0).to_dict()["clock"]
    assert clock["due_ms"] == rings_ms(said_back) == now_ms + PATIENCE_MS
    late = taken(said_back, ClockMessage(table.id), now_ms + PATIENCE_MS)
    assert sum(seat.is_away for seat in late.seats) == len(table.seats) - (said_first == "choice")


@pytest.mark.parametrize("table", hurried_tables(), ids=lambda table: table.setup.game.id)
def test_no_clock_tells_who_has_chosen_in_secret_where_the_servers_was_set_back(table: TableState) -> None:
    """Not when it is due, and not by whose time has passed if something is taken back."""
    began_ms, later_ms, last = 10**12, 10**12 - 90_000, len(table.seats) - 1
    ahead = replace(table, progress=table.progress._replace(stamp_ms=began_ms, asked_ms=began_ms))
    worlds = [ahead, send(ahead, last, ",".join(picked(ahead, last, Random(6))), at_ms=later_ms)]
    for message, at_ms in ((ClockMessage(table.id), later_ms + 50), (HostMessage(table.id, "pause"), later_ms + 100)):
        assert all(len({table_frame(world, seat).to_json() for world in worlds}) == 1 for seat in (0, None))
        worlds = [taken(world, message, at_ms) for world in worlds]
    assert all(len({table_frame(world, seat).to_json() for world in worlds}) == 1 for seat in (0, None))


@pytest.mark.parametrize(("chosen_ms", "back_ms"), [(-90_000, -70_000), (15_000, 10_000)], ids=["before", "after"])
def test_what_is_taken_back_tells_nobody_who_had_chosen_where_the_clock_was_set_back(
    chosen_ms: int, back_ms: int
) -> None:
    compared, began_ms = 0, 10**12
    for table in secret_tables():
        start = replace(table, progress=table.progress._replace(stamp_ms=began_ms, asked_ms=began_ms))
        seats = range(len(table.seats))
        for asking in (seat for seat in seats if "ask-undo" in {offer.id for offer in transitions(table, seat)}):
            chosen = send(start, asking, ",".join(picked(start, asking, Random(7))), at_ms=began_ms + chosen_ms)
            shown = [taken_back(world, asking, began_ms + back_ms) for world in (start, chosen)]
            for seat in (*(seat for seat in seats if seat != asking), None):
                assert len({table_frame(world, seat).to_json() for world in shown}) == 1
                compared += 1
    assert compared


@pytest.mark.parametrize("table", hurried_tables(), ids=lambda table: table.setup.game.id)
def test_who_has_no_time_left_is_not_waited_for_in_secret_whether_or_not_they_have_chosen(table: TableState) -> None:
    used = tuple(SHORT_MS * (seat == 1) for seat in range(len(table.seats)))
    table = replace(table, progress=table.progress._replace(used_ms=used, told_ms=used))
    for other in (seat for seat in range(len(table.seats)) if seat != 1):
        worlds = worlds_of(table, other, Random(3))
        assert all((rings_ms(world) or 0) <= 100 for world in worlds)
        rung = [taken(world, ClockMessage(table.id), 100) for world in worlds]
        assert len({table_frame(world, other).to_json() for world in rung}) == 1
        assert [seat.is_away for seat in rung[0].seats] == [number == 1 for number in range(len(table.seats))]
        assert {code_of(execute(world, said(world, 1, "hand-back"))) for world in rung} == {"clock.spent"}


@pytest.mark.parametrize("table", hurried_tables(), ids=lambda table: table.setup.game.id)
def test_who_comes_back_in_secret_does_not_hear_how_long_they_were_asked(table: TableState) -> None:
    for seat in range(len(table.seats)):
        codes = set()
        for world in worlds_of(table, seat, Random(4)):
            away = send(world, seat, "take-over", at_ms=2 * SHORT_MS)
            codes.add(code_of(execute(away, said(away, seat, "hand-back"))))
            assert "hand-back" in {command.id for command in table_frame(away, seat).commands}
        assert codes == {"accepted"}


@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize("table", hurried_tables(), ids=lambda table: table.setup.game.id)
def test_everyone_uses_their_own_time_while_all_choose_in_secret(table: TableState, *, is_turned: bool) -> None:
    """Not only whom the game asks: who is as slow as somebody asked before them would have no total at all."""
    seats, rng, clock = len(table.seats), Random(5), ClockMessage(table.id)
    order = list(range(seats))[:: -1 if is_turned else 1]
    chosen = table
    for place, seat in enumerate(order[:-1], 1):
        chosen = send(chosen, seat, ",".join(picked(chosen, seat, rng)), at_ms=place * 1_000)
    last = send(chosen, order[-1], ",".join(picked(chosen, order[-1], rng)), at_ms=seats * 1_000)
    assert last.progress.since > table.progress.since, "all have chosen"
    assert last.progress.used_ms == tuple((order.index(seat) + 1) * 1_000 for seat in range(seats))
    late = taken(table, clock, PATIENCE_MS)
    assert late.progress.used_ms == (PATIENCE_MS,) * seats
    for found in (last, late):
        assert everything(rebuild(found.setup, found.history)) == everything(found)


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
