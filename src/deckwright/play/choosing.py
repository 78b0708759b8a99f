"""How far a table has come after a choice in the game: one that the game asked for, or one made in secret before."""

from __future__ import annotations

from deckwright.genome.enums import Beat
from deckwright.play.inputs import Authority, Input, Moves
from deckwright.play.progress import (
    NOBODY,
    Line,
    Progress,
    elapsed,
    keys_after,
    pass_beats,
    waits_after,
    waits_anew,
    with_value,
    with_whole_wait,
)
from deckwright.play.setup import TableSetup


def after_move(
    setup: TableSetup,
    progress: Progress,
    given: Input,
    moves: Moves,
    *,
    choices: tuple[int, ...],
    beats: tuple[Beat, ...],
    turn: int | None,
    was_seen: bool,
) -> Progress:
    """A legal choice has been made; the beats came on the way, and then it is `turn`'s.

    As long as nobody has seen anything of it, the others are still asked what they were asked.
    """
    assert given.seat is not None
    now, used = elapsed(setup, progress, given.at_ms)
    if given.by is Authority.SEAT:
        used = with_whole_wait(progress, used, now, given.seat)
    revision = progress.revision + 1
    helped = progress.helped | {(given.seat, given.data)} if given.data else progress.helped
    moved = Progress(
        progress.seats,
        True,
        turn,
        beats,
        NOBODY,
        revision,
        revision if was_seen else progress.since,
        waits_after(progress, revision) if was_seen else progress.waits,
        NOBODY if was_seen else progress.returned,
        now,
        given.at_ms,
        now if was_seen else progress.waiting_since_ms,
        used,
        progress.round,
        lengthened(progress.line, given.seat, moves, choices, revision),
        helped,
        progress.own if was_seen else own_after(progress, given),
        False,
        progress.resigned,
        None if was_seen else progress.undo,
        progress.cuts,
        keys_after(progress, given),
        progress.early,
        progress.paused_ms,
        progress.sat,
        given.at_ms - progress.paused_ms if was_seen else progress.asked_ms,
        progress.coming,
        used if was_seen else progress.told_ms,
        helped if was_seen else progress.told_helped,
        progress.commands,
        progress.spare_ms,
    )
    if progress.coming and was_seen:
        moved = waits_anew(moved)
    return pass_beats(moved) if beats else moved


def own_after(progress: Progress, given: Input) -> tuple[int, ...]:
    """How many unseen moves each seat's person has made, after one more; who is away does not see their agent's."""
    if given.by is Authority.AGENT or given.seat is None:
        return progress.own
    return with_value(progress.own, given.seat, progress.own[given.seat] + 1)


def lengthened(line: Line | None, seat: int, moves: Moves, choices: tuple[int, ...], revision: int) -> Line | None:
    """The line with one more choice."""
    first = 1 if line is None else line.number + 1
    for number, (move, count) in enumerate(zip(moves, choices, strict=True)):
        line = Line(line, first + number, seat, move, count, first, revision)
    return line


def after_early_choice(setup: TableSetup, progress: Progress, given: Input) -> Progress:
    """A seat has chosen in secret before it was asked: nobody sees that, and the same is waited for."""
    assert given.seat is not None
    now, used = elapsed(setup, progress, given.at_ms)
    return progress._replace(
        revision=progress.revision + 1,
        now_ms=now,
        stamp_ms=given.at_ms,
        used_ms=with_whole_wait(progress, used, now, given.seat),
        own=own_after(progress, given),
        keys=keys_after(progress, given),
        early=(*progress.early, (given.seat, given.id)),
    )


def after_opened_choice(
    progress: Progress,
    seat: int,
    moves: Moves,
    *,
    choices: tuple[int, ...],
    beats: tuple[Beat, ...],
    turn: int | None,
    was_seen: bool,
) -> Progress:
    """A choice that had been made before is done now that its seat is asked."""
    made = progress._replace(
        turn=turn,
        beats=beats,
        line=lengthened(progress.line, seat, moves, choices, progress.revision),
        early=tuple(pair for pair in progress.early if pair[0] != seat),
    )
    if was_seen:
        made = waits_anew(made)
    return pass_beats(made) if beats else made
