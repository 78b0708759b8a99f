"""What a table looks like to one seat, to a spectator, and, once it is over, to everyone."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from deckwright.engine import Deal, GameResult, PlayerView, State
from deckwright.play.errors import TableError
from deckwright.play.offers import TableTransition, transitions
from deckwright.play.progress import told_revision
from deckwright.play.rounds import Round
from deckwright.play.seats import Seat, names_apart, seat_names
from deckwright.play.shuffle import BySeat, FairShuffle, RoundSeat, broken_digest
from deckwright.play.table import Consensus, TableState
from deckwright.play.words import say


class PublicSeat(NamedTuple):
    """Who sits in a seat. What the game says of its player is in the view; no field can hold a card."""

    seat: int
    name: str
    kind: str
    is_away: bool


@dataclass(frozen=True, slots=True)
class ShuffleView:
    """All that is known of a fair shuffle before the game is over; a page can check every hash of it by itself."""

    rules: str
    round: int
    commitment: str
    """The table's, to its secret of this round."""
    before: str
    """The hash of the rounds that were broken off; `-` if there were none."""
    broken: tuple[tuple[str, tuple[int, ...]], ...]
    """Why each of them ended, and who dropped out."""
    commitments: BySeat
    revealed: tuple[int, ...]
    seats: tuple[RoundSeat, ...]
    """Who sat where when everyone had committed; empty before."""
    joint: str
    """The joint commitment, to be noted before one reveals; empty before everyone has committed."""

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return {
            "rules": self.rules,
            "round": self.round,
            "commitment": self.commitment,
            "before": self.before,
            "broken": [[cause, list(seats)] for cause, seats in self.broken],
            "commitments": [list(pair) for pair in self.commitments],
            "revealed": list(self.revealed),
            "seats": [list(seat) for seat in self.seats],
            "joint": self.joint,
        }


@dataclass(frozen=True, slots=True)
class Reveal:
    """The secret of a fair shuffle, when the game is over."""

    secret: str
    shares: BySeat
    seed: str

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return {"secret": self.secret, "shares": [list(pair) for pair in self.shares], "seed": self.seed}


@dataclass(frozen=True, slots=True)
class TableView:
    """All that one seat, or a spectator (seat None), may see of a table."""

    table: str
    revision: int
    seat: int | None
    status: str
    """`gathering`, `playing`, `waiting` (for everyone, at a beat) or `over`."""
    seats: tuple[PublicSeat, ...]
    view: PlayerView | None
    """The game as this seat sees it; None before the deal."""
    transitions: tuple[TableTransition, ...]
    consensus: Consensus | None
    events: tuple[str, ...]
    """What happened last, in words for this seat."""
    shuffle: ShuffleView | None
    """None where the deal was known already."""
    agents: tuple[str, ...]
    """Who may be asked to take over."""
    notices: tuple[str, ...]
    """What everyone should know about who plays: agents that are not there, and who plays for them."""
    result: GameResult | None = None
    reveal: Reveal | None = field(default=None, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data, always in the same order."""
        return {
            "table": self.table,
            "revision": self.revision,
            "seat": self.seat,
            "status": self.status,
            "seats": [seat._asdict() for seat in self.seats],
            "view": None if self.view is None else self.view.to_dict(),
            "transitions": [transition.to_dict() for transition in self.transitions],
            "consensus": consensus_data(self.consensus),
            "events": list(self.events),
            "shuffle": None if self.shuffle is None else self.shuffle.to_dict(),
            "agents": list(self.agents),
            "notices": list(self.notices),
            "result": None if self.result is None else self.result.to_dict(),
            "reveal": None if self.reveal is None else self.reveal.to_dict(),
        }

    def to_json(self) -> str:
        """The frame that goes to a client; two views are the same exactly when their frames are."""
        return json.dumps(self.to_dict(), separators=(",", ":"), ensure_ascii=False)


def consensus_data(consensus: Consensus | None) -> dict[str, Any] | None:
    """What a table waits for, as plain JSON-able data."""
    if consensus is None:
        return None
    beat, agreed, waiting_for = consensus.beat.value, list(consensus.agreed), list(consensus.waiting_for)
    return {"beat": beat, "agreed": agreed, "waiting_for": waiting_for}


def table_view(table: TableState, seat: int) -> TableView:
    """What a seat may see; TableError if there is no such seat."""
    check_seat(table, seat)
    return _view(table, seat, transitions(table, seat))


def check_seat(table: TableState, seat: int) -> None:
    """TableError if there is no such seat."""
    if type(seat) is not int or not 0 <= seat < len(table.seats):
        raise TableError("seat.unknown", f"found seat {seat!r}, expected 0 to {len(table.seats) - 1}")


def spectator_view(table: TableState) -> TableView:
    """What somebody may see who only watches."""
    return _view(table, None, ())


def omniscient_view(table: TableState) -> dict[str, tuple[str, ...]]:
    """Every card of every zone, bottom first. It exists only for a game that is over."""
    if not table.is_over or table.state is None:
        raise TableError("view.not-over", "while a game goes on, nobody sees every card")
    notation = table.setup.game.notation
    layout = table.state.position.layout()
    return {
        str(zone): tuple(str(notation.card(card)) for card in cards)
        for zone, cards in zip(notation.zones, layout, strict=True)
    }


def _view(table: TableState, seat: int | None, offered: tuple[TableTransition, ...]) -> TableView:
    progress, shown, names = table.progress, table.shown, table.names
    is_over = progress.is_over
    events: list[str] = []
    for moment in table.moments:
        events += moment.told(seat, names)
    return TableView(
        table.setup.id,
        told_revision(progress, seat),
        seat,
        status_of(table),
        _public_seats(progress.seats),
        None if shown is None else _seen(table, shown, seat),
        offered,
        table.consensus,
        tuple(events),
        shuffle_seen(table.setup.chance, progress.round),
        tuple(table.setup.agents),
        notices_of(table),
        table.result if is_over else None,
        reveal_of(table) if is_over else None,
    )


def _seen(table: TableState, state: State, seat: int | None) -> PlayerView:
    """The game as a seat sees it: while all choose in secret it is nobody's turn, and nobody sees an agent pick."""
    view = state.view(seat)
    if not state.is_secret:
        return view
    is_own = seat is not None and table.seats[seat].is_present
    return replace(view, turn=None, draft=view.draft if is_own else ())


@lru_cache(maxsize=1024)
def _public_seats(seats: tuple[Seat, ...]) -> tuple[PublicSeat, ...]:
    named = enumerate(zip(seat_names(seats), seats, strict=True))
    return tuple(PublicSeat(number, name, seat.kind.value, seat.is_away) for number, (name, seat) in named)


def shuffle_seen(chance: FairShuffle | Deal, round_: Round) -> ShuffleView | None:
    """What is known of the shuffle; None where the deal was known already."""
    return _shuffle_view(chance, round_) if isinstance(chance, FairShuffle) else None


@lru_cache(maxsize=256)
def _shuffle_view(shuffle: FairShuffle, round_: Round) -> ShuffleView:
    return ShuffleView(
        shuffle.rules,
        round_.number,
        shuffle.commitment(round_.number),
        broken_digest(round_.broken),
        tuple((ended.cause, ended.seats) for ended in round_.broken),
        round_.commitments,
        tuple(seat for seat, _ in round_.shares),
        round_.seats,
        round_.joint,
    )


def notices_of(table: TableState) -> tuple[str, ...]:
    """In words; what an agent is made from is the server's business."""
    setup, names = table.setup, names_apart(table.names)
    if not setup.absent and not table.progress.told_helped:
        return ()
    absent = {
        (number, setup.present_agent(seat.agent))
        for number, seat in enumerate(table.seats)
        if seat.agent in setup.absent
    }
    gone = [say("notice_absent", who=names[number], other=other) for number, other in sorted(absent)]
    helped = sorted(table.progress.told_helped - absent)
    late = [say("notice_helped", who=names[number], other=other) for number, other in helped]
    return (*gone, *late)


def status_of(table: TableState) -> str:
    """How far a table is: `gathering`, `playing`, `waiting` or `over`."""
    if not table.progress.is_dealt:
        return "gathering"
    if table.progress.beats:
        return "waiting"
    return "over" if table.is_over else "playing"


def reveal_of(table: TableState) -> Reveal | None:
    """The secret of the shuffle of a game that is over; None where there was none."""
    chance, deal = table.setup.chance, table.deal
    if not isinstance(chance, FairShuffle) or deal is None:
        return None
    round_ = table.progress.round
    return Reveal(chance.round_secret(round_.number).hex(), round_.shares, deal.seed.hex())
