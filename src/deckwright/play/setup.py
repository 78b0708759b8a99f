"""What is settled before anything happens at a table."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from deckwright.engine import Deal, Game
from deckwright.play.errors import TableError
from deckwright.play.seats import Seat, is_agent
from deckwright.play.shuffle import FairShuffle, open_shuffle

DEFAULT_PATIENCE_MS = 60_000
DEFAULT_STAND_IN = "flat:50"
LONGEST_ID = 64


@dataclass(frozen=True, slots=True)
class TableSetup:
    """A table before its first input."""

    id: str
    game: Game
    chance: FairShuffle | Deal = field(repr=False)
    """A fair shuffle; or a deal that is known already, to try other moves in a game that is over."""
    seats: tuple[Seat, ...]
    patience_ms: int = DEFAULT_PATIENCE_MS
    """How long a person is waited for."""
    stand_in: str = DEFAULT_STAND_IN
    """The agent that takes over for whoever is not waited for any longer."""
    may_undo: bool = False
    """Whether a person who plays alone may take moves back."""
    branched_from: tuple[str, int] | None = None
    """The finished table, and after how many of its moves another way is tried."""

    @property
    def commitment(self) -> str:
        """What was promised about the shuffle; empty without one."""
        return self.chance.commitment if isinstance(self.chance, FairShuffle) else ""


def make_setup(
    game: Game,
    seats: tuple[Seat, ...],
    *,
    id: str = "",  # noqa: A002
    chance: FairShuffle | Deal | None = None,
    patience_ms: int = DEFAULT_PATIENCE_MS,
    stand_in: str = DEFAULT_STAND_IN,
    may_undo: bool = False,
    branched_from: tuple[str, int] | None = None,
) -> TableSetup:
    """A setup whose parts fit together; TableError if they do not."""
    name = id or secrets.token_hex(8)
    if len(name) > LONGEST_ID or not name.isascii() or not name.replace("-", "").isalnum():
        message = f"found the table id {name[:40]!r}, expected letters, digits and hyphens, at most {LONGEST_ID}"
        raise TableError("table.bad-id", message)
    if len(seats) != game.seats:
        raise TableError("table.wrong-seats", f"found {len(seats)} seats, expected {game.seats}")
    if not is_agent(stand_in):
        raise TableError("table.bad-stand-in", f"there is no agent {stand_in[:40]!r} to stand in")
    if patience_ms < 1:
        raise TableError("table.bad-patience", f"found a patience of {patience_ms} ms, expected at least 1")
    if may_undo and sum(seat.is_person for seat in seats) != 1:
        raise TableError("table.undo-not-alone", "moves can be taken back only where one person plays alone")
    chosen = chance if chance is not None else open_shuffle(name, game)
    return TableSetup(name, game, chosen, seats, patience_ms, stand_in, may_undo, branched_from)
