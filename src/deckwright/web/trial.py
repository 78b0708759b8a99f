"""A game that somebody brought, shown for a while as a page would show it: nobody may have to wait for that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from time import thread_time

from deckwright.engine import Deal, Game
from deckwright.engine.scene import game_sheet, read_rules
from deckwright.play import Accepted, HostMessage, SeatMessage, TableState, execute, make_setup, open_table, person
from deckwright.play.frame import Frame, table_frame

SHEET_S = 0.5
"""CPU time for what a page is told of a game once, for which some hundred decks are dealt."""
FRAME_S = 0.25
"""CPU time for what one seat is shown of one state: the library's take some thousandths."""
ENOUGH_S = 1.0
"""After so long no further state is looked at."""
MOST_STATES = 60
MOST_PICKS = 140


def is_slow_to_show(game: Game) -> bool:
    """Whether a page would be told of a game, or of a state of one that is played at random, only after a long time."""
    began_s = thread_time()
    read_rules(game)
    game_sheet(game)
    return thread_time() - began_s > SHEET_S or any(took_s > FRAME_S for took_s in _frames_s(game))


def _frames_s(game: Game) -> Iterator[float]:
    """How long each frame takes of a game of people who choose at random."""
    people = tuple(person(f"Player {seat + 1}") for seat in range(game.seats))
    setup, dice, began_s = make_setup(game, people, chance=Deal(bytes(32))), Random(1), thread_time()
    answer = execute(open_table(setup), HostMessage(setup.id, "deal"))
    for _ in range(MOST_STATES):
        if not isinstance(answer, Accepted) or thread_time() - began_s > ENOUGH_S:
            return
        table, frames = answer.table, list[Frame]()
        for seat in (*range(game.seats), None):
            frame, took_s = _timed(table, seat)
            frames.append(frame)
            yield took_s
        said = next(_agreed(table, frames), None)
        asked = [frame for frame in frames if frame.choices]
        if said is None and asked:
            frame, path = dice.choice(asked), list[str]()
            while frame.choices and len(path) < MOST_PICKS:
                picked = dice.choice(frame.choices)
                path.append(picked.id)
                if picked.completes:
                    break
                frame, took_s = _timed(table, frame.seat, path)
                yield took_s
            assert frame.seat is not None
            said = SeatMessage(table.id, frame.revision, frame.seat, ",".join(path))
        if said is None:
            return
        answer = execute(table, said)


def _timed(table: TableState, seat: int | None, draft: Sequence[str] = ()) -> tuple[Frame, float]:
    """A frame, and how long it takes to be made and written."""
    began_s = thread_time()
    frame = table_frame(table, seat, draft=draft)
    frame.to_json()
    return frame, thread_time() - began_s


def _agreed(table: TableState, frames: Sequence[Frame]) -> Iterator[SeatMessage]:
    """What seats may agree to."""
    for frame in frames:
        for command in frame.commands:
            if frame.seat is not None and command.id.startswith("agree"):
                yield SeatMessage(table.id, frame.revision, frame.seat, command.id)
