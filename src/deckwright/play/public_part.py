"""What everyone sees alike of a table: made once for all frames of it, as the text that goes to clients."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from deckwright.engine import Deal, State
from deckwright.engine.scene import Standing, standing
from deckwright.engine.scene.story import Story
from deckwright.engine.scene.text import to_text
from deckwright.play.progress import awaited, due_ms
from deckwright.play.rounds import Round
from deckwright.play.seats import Seat, seat_names
from deckwright.play.shuffle import FairShuffle
from deckwright.play.table import TableState
from deckwright.play.view import consensus_data, notices_of, reveal_of, shuffle_seen, status_of

NO_ENDING = '"notices":[],"result":null,"reveal":null'
MOST_KEPT = 512
"""Tables whose public parts are kept: as many as change at about the same time."""


class SeatSeen(NamedTuple):
    """Who sits in a seat, and what everyone sees of its game. No field can hold a card."""

    seat: int
    name: str
    kind: str
    """`person`, `agent` or `empty`."""
    is_away: bool
    has_resigned: bool
    team: int | None
    is_turn: bool
    is_dealer: bool
    hand_count: int
    score: int
    tricks: int | None
    bid: int | None
    chips: int | None
    bet: int | None
    has_folded: bool
    is_out: bool


class Clock(NamedTuple):
    """How long people are waited for, by the server's clock. A server says with each frame what time it is."""

    awaited: tuple[int, ...]
    """The seats that are waited for; nobody in particular while all choose in secret."""
    due_ms: int | None
    """When the server stops waiting; None while nobody is waited for."""
    used_ms: tuple[int, ...] | None
    """How long each seat had been waited for in all before what is waited for now; None while all choose in secret."""
    patience_ms: int
    total_ms: int

    def to_text(self) -> str:
        """The same as JSON."""
        due = "null" if self.due_ms is None else self.due_ms
        used = "null" if self.used_ms is None else _numbers(self.used_ms)
        spans = f'"used_ms":{used},"patience_ms":{self.patience_ms},"total_ms":{self.total_ms}'
        return f'{{"awaited":{_numbers(self.awaited)},"due_ms":{due},{spans}}}'


class PublicPart(NamedTuple):
    """Those fields of a frame that are the same for every seat and every spectator.

    Nothing of what a seat alone may know is worked out here: `state` is only ever asked for what all see.
    """

    table: str
    status: str
    phase: str
    kind: str
    """What is being decided: `choice`, `trick`, `auction` or `betting`."""
    turn: int | None
    """Who is to act; nobody while all choose in secret."""
    is_secret: bool
    """All choose at once, in secret."""
    seats: tuple[SeatSeen, ...]
    standing: Standing | None
    clock: Clock
    is_paused: bool
    undo: dict[str, Any] | None
    """Who would like to take a choice back, and who has agreed."""
    undone: int
    """How often something was taken back: from then on numbers of events are given again."""
    status_text: str
    turn_text: str
    seat_texts: tuple[str, ...]
    standing_texts: tuple[str, ...]
    rest_texts: tuple[str, ...]


def public_part(table: TableState) -> PublicPart:
    """What everyone sees of a table, made once for all who ask."""
    found = table.public
    if found is None:
        found = _public_part(table)
        object.__setattr__(table, "public", found)
    return found


def _public_part(table: TableState) -> PublicPart:
    state, progress, picture = table.shown, table.progress, table.picture
    is_secret = state is not None and state.is_secret
    if picture.settled is None:
        picture.settled = _settled(state, table.story)
    settled, standing_texts = picture.settled
    if picture.seats is None:
        dealer = None if settled is None else settled.dealer
        picture.seats = _seats(state, table.seats, progress.resigned, table.setup.game.notation.teams, dealer)
    seats, seat_texts = picture.seats
    clock = clock_of(table, is_secret=is_secret)
    asked = progress.undo
    undo = None if asked is None else {"seat": asked.seat, "allowed": sorted(asked.allowed)}
    consensus = consensus_data(table.consensus)
    asking = (
        f'"is_paused":{"true" if progress.is_paused else "false"},'
        f'"undo":{"null" if undo is None else to_text(undo)},"undone":{progress.undone},'
        f'"consensus":{"null" if consensus is None else to_text(consensus)}'
    )
    shuffle = _shuffle_text(table.setup.chance, progress.round, tuple(table.setup.agents))
    notices = notices_of(table)
    ending = _ending(table, notices) if progress.is_over or notices else NO_ENDING
    status = status_of(table)
    phase = "" if state is None else state.phase.replace("_", " ")
    kind = "" if state is None else state.kind.lower()
    turn = None if state is None or is_secret else state.seat
    return PublicPart(
        table=table.id,
        status=status,
        phase=phase,
        kind=kind,
        turn=turn,
        is_secret=is_secret,
        seats=seats,
        standing=settled,
        clock=clock,
        is_paused=progress.is_paused,
        undo=undo,
        undone=progress.undone,
        status_text=_status_text(status, phase, kind),
        turn_text=_turn_text(turn, is_secret),
        seat_texts=seat_texts,
        standing_texts=standing_texts,
        rest_texts=(f'"clock":{clock.to_text()}', asking, shuffle, ending),
    )


def _ending(table: TableState, notices: Sequence[str]) -> str:
    """What is told at the end, and what everyone should know before it."""
    result, reveal = (table.result, reveal_of(table)) if table.progress.is_over else (None, None)
    told = {
        "notices": list(notices),
        "result": None if result is None else result.to_dict(),
        "reveal": None if reveal is None else reveal.to_dict(),
    }
    return fields_text(told)


def _settled(state: State | None, story: Story) -> tuple[Standing | None, tuple[str, ...]]:
    """What everyone goes by, and that and what has happened as JSON."""
    settled = None if state is None else standing(state, story.brought_in)
    stands = fields_text({"standing": None if settled is None else settled.to_dict()})
    scores = _numbers(() if state is None else state.team_scores)
    return settled, (stands, *story.to_texts(), f'"team_scores":{scores}')


@lru_cache(maxsize=MOST_KEPT)
def _shuffle_text(chance: FairShuffle | Deal, round_: Round, agents: tuple[str, ...]) -> str:
    shuffle = shuffle_seen(chance, round_)
    return fields_text({"shuffle": None if shuffle is None else shuffle.to_dict(), "agents": list(agents)})


@lru_cache(maxsize=MOST_KEPT)
def _status_text(status: str, phase: str, kind: str) -> str:
    return fields_text({"status": status, "phase": phase, "kind": kind})


@lru_cache(maxsize=MOST_KEPT)
def _turn_text(turn: int | None, is_secret: bool) -> str:  # noqa: FBT001
    return fields_text({"turn": turn, "is_secret": is_secret})


@lru_cache(maxsize=8 * MOST_KEPT)
def _seat_text(seat: SeatSeen) -> str:
    return to_text(seat._asdict())


def _numbers(values: Sequence[int]) -> str:
    return f"[{','.join(map(str, values))}]"


def fields_text(data: dict[str, Any]) -> str:
    """Some fields of a frame as JSON, without the braces around them."""
    return to_text(data)[1:-1]


def clock_of(table: TableState, *, is_secret: bool) -> Clock:
    """Time as everyone may see it: who chooses in secret is waited for like everybody, whoever has chosen."""
    setup, progress = table.setup, table.progress
    waiting = awaited(setup, progress)
    due = due_ms(setup, progress)
    if is_secret and not progress.is_paused:
        is_timed = any(seat.is_present for seat in table.seats)
        waiting, due = (), progress.asked_ms + progress.paused_ms + setup.patience_ms if is_timed else None
    used = None if is_secret else progress.told_ms  # it says how long whoever was asked took
    return Clock(waiting, due, used, setup.patience_ms, setup.total_ms)


def _seats(
    state: State | None,
    sitting: tuple[Seat, ...],
    resigned: frozenset[int],
    teams: tuple[int | None, ...],
    dealer: int | None,
) -> tuple[tuple[SeatSeen, ...], tuple[str, ...]]:
    """Who sits where, and the same as JSON."""
    players = None if state is None else state.public.players
    seats = tuple(
        SeatSeen(
            number,
            name,
            seat.kind.value,
            seat.is_away,
            number in resigned,
            teams[number],
            state is not None and state.seat == number and not state.is_secret,
            dealer == number,
            *(
                (0, 0, None, None, None, None, False, False)
                if players is None
                else (
                    players[number].hand_count,
                    players[number].score,
                    players[number].tricks,
                    players[number].bid,
                    players[number].chips,
                    players[number].bet,
                    players[number].has_folded,
                    players[number].is_out,
                )
            ),
        )
        for number, (name, seat) in enumerate(zip(seat_names(sitting), sitting, strict=True))
    )
    return seats, tuple(map(_seat_text, seats))
