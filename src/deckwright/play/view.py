"""What a table looks like to one seat, to a spectator, and, once it is over, to everyone."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from deckwright.engine import GameResult, PlayerView
from deckwright.play.errors import TableError
from deckwright.play.offers import TableTransition, transitions
from deckwright.play.seats import Seat, seat_names
from deckwright.play.shuffle import FairShuffle
from deckwright.play.table import Consensus, TableState


class PublicSeat(NamedTuple):
    """Who sits in a seat. What the game says of its player is in the view; no field can hold a card."""

    seat: int
    name: str
    kind: str
    is_away: bool


@dataclass(frozen=True, slots=True)
class Reveal:
    """The secret of a fair shuffle, when the game is over."""

    secret: str
    entropy: tuple[tuple[int, str], ...]
    seed: str


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
    commitment: str
    result: GameResult | None = None
    reveal: Reveal | None = field(default=None, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data, always in the same order."""
        consensus = self.consensus
        return {
            "table": self.table,
            "revision": self.revision,
            "seat": self.seat,
            "status": self.status,
            "seats": [seat._asdict() for seat in self.seats],
            "view": None if self.view is None else self.view.to_dict(),
            "transitions": [transition.to_dict() for transition in self.transitions],
            "consensus": None
            if consensus is None
            else {
                "beat": consensus.beat.value,
                "agreed": list(consensus.agreed),
                "waiting_for": list(consensus.waiting_for),
            },
            "events": list(self.events),
            "commitment": self.commitment,
            "result": None if self.result is None else self.result.to_dict(),
            "reveal": None
            if self.reveal is None
            else {
                "secret": self.reveal.secret,
                "entropy": [list(pair) for pair in self.reveal.entropy],
                "seed": self.reveal.seed,
            },
        }

    def to_json(self) -> str:
        """The frame that goes to a client; two views are the same exactly when their frames are."""
        return json.dumps(self.to_dict(), separators=(",", ":"), ensure_ascii=False)


def table_view(table: TableState, seat: int) -> TableView:
    """What a seat may see; TableError if there is no such seat."""
    if type(seat) is not int or not 0 <= seat < len(table.seats):
        raise TableError("seat.unknown", f"found seat {seat!r}, expected 0 to {len(table.seats) - 1}")
    return _view(table, seat, transitions(table, seat))


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
        progress.revision,
        seat,
        _status(table),
        _public_seats(progress.seats),
        None if shown is None else shown.view(seat),
        offered,
        table.consensus,
        tuple(events),
        table.setup.commitment,
        table.result if is_over else None,
        _reveal(table) if is_over else None,
    )


@lru_cache(maxsize=1024)
def _public_seats(seats: tuple[Seat, ...]) -> tuple[PublicSeat, ...]:
    named = enumerate(zip(seat_names(seats), seats, strict=True))
    return tuple(PublicSeat(number, name, seat.kind.value, seat.is_away) for number, (name, seat) in named)


def _status(table: TableState) -> str:
    if not table.progress.is_dealt:
        return "gathering"
    if table.progress.beats:
        return "waiting"
    return "over" if table.is_over else "playing"


def _reveal(table: TableState) -> Reveal | None:
    chance, deal = table.setup.chance, table.deal
    if not isinstance(chance, FairShuffle) or deal is None:
        return None
    return Reveal(chance.secret.hex(), table.progress.entropy, deal.seed.hex())
