"""What is settled before anything happens at a table."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from deckwright.engine import Deal, DealError, Game
from deckwright.play.agent_list import LAST_RESORT, AgentList, absent_agents, list_agents, listed_seat
from deckwright.play.errors import TableError
from deckwright.play.inputs import LATEST_MS
from deckwright.play.seats import Seat, SeatKind, is_name
from deckwright.play.shuffle import FairShuffle, open_shuffle

DEFAULT_PATIENCE_MS = 60_000
DEFAULT_TOTAL_MS = 3_600_000
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
    agents: AgentList = field(repr=False)
    """Who may be asked to play, by name; given by the program that opens the table."""
    stand_in: str
    """The one of them that takes over for whoever is not waited for any longer."""
    patience_ms: int = DEFAULT_PATIENCE_MS
    """How long a person is waited for at one decision."""
    total_ms: int = DEFAULT_TOTAL_MS
    """How long a person is waited for in all; then an agent plays the seat to the end."""
    opened_ms: int = 0
    """When it was opened, by the server's clock."""
    may_undo: bool = False
    """Whether a person who plays alone may take moves back."""
    branched_from: tuple[str, int] | None = None
    """The finished table, and after how many of its moves another way is tried."""
    shows_memory: bool = False
    """Whether frames show a seat what it knows of cards that lie face down."""
    absent: frozenset[str] = field(default=frozenset(), compare=False)
    """Listed agents that could not be had when the table was loaded: the stand-in plays for them."""

    @property
    def is_fair(self) -> bool:
        """Whether its people take part in the shuffle."""
        return isinstance(self.chance, FairShuffle)

    def present_agent(self, name: str) -> str:
        """Who plays where a listed agent is asked for: itself, or who stands in for it."""
        for found in (name, self.stand_in):
            if found in self.agents and found not in self.absent:
                return found
        return LAST_RESORT


def make_setup(
    game: Game,
    seats: tuple[Seat, ...],
    *,
    id: str = "",  # noqa: A002
    chance: FairShuffle | Deal | None = None,
    agents: Mapping[str, str] | None = None,
    stand_in: str = DEFAULT_STAND_IN,
    patience_ms: int = DEFAULT_PATIENCE_MS,
    total_ms: int = DEFAULT_TOTAL_MS,
    opened_ms: int = 0,
    may_undo: bool = False,
    branched_from: tuple[str, int] | None = None,
    shows_memory: bool = False,
) -> TableSetup:
    """A setup whose parts fit together; TableError if they do not.

    `agents` maps names to specs (`{"easy": "flat:20"}`): what clients may ask for, beside those that sit here already.
    """
    name = id or secrets.token_hex(8)
    wanted = [*(seat.agent for seat in seats if seat.agent), stand_in]
    listed = list_agents(game, agents or {}, wanted)
    named = tuple(listed_seat(seat, listed) for seat in seats)
    stand = listed_seat(Seat(SeatKind.AGENT, "", stand_in), listed).agent
    chosen = chance if chance is not None else open_shuffle(name, game)
    return checked_setup(
        TableSetup(
            name,
            game,
            chosen,
            named,
            listed,
            stand,
            patience_ms,
            total_ms,
            opened_ms,
            may_undo,
            branched_from,
            shows_memory,
        )
    )


def is_table_id(text: str) -> bool:
    """Whether a table can be called this."""
    return len(text) <= LONGEST_ID and text.isascii() and text.replace("-", "").isalnum()


def checked_setup(setup: TableSetup) -> TableSetup:
    """A setup whose parts fit together; TableError if they do not. It asks nothing of the agents."""
    name, seats = setup.id, setup.seats
    if not is_table_id(name):
        message = f"found the table id {name[:40]!r}, expected letters, digits and hyphens, at most {LONGEST_ID}"
        raise TableError("table.bad-id", message)
    if len(seats) != setup.game.seats:
        raise TableError("table.wrong-seats", f"found {len(seats)} seats, expected {setup.game.seats}")
    for number, seat in enumerate(seats):
        if type(seat.name) is not str or type(seat.agent) is not str:
            raise TableError("table.wrong-seats", f"seat {number}: names are texts")
        if not is_name(seat.name):
            raise TableError(
                "table.bad-name", f"seat {number}: found the name {seat.name[:60]!r}, which nobody can have"
            )
        if seat.is_away or (seat.kind is SeatKind.AGENT) != bool(seat.agent):
            raise TableError("table.wrong-seats", f"seat {number}: an agent's seat has an agent, and no other has")
        if seat.agent and seat.agent not in setup.agents:
            raise TableError("table.bad-agent", f"seat {number}: the list has no agent {seat.agent[:60]!r}")
    if setup.stand_in not in setup.agents:
        raise TableError("table.bad-agent", f"there is no agent {setup.stand_in[:60]!r} to stand in")
    for what, value, low in (
        ("patience_ms", setup.patience_ms, 1),
        ("total_ms", setup.total_ms, 1),
        ("opened_ms", setup.opened_ms, 0),
    ):
        if type(value) is not int or not low <= value <= LATEST_MS:
            raise TableError("table.bad-time", f"{what}: found {value!r}, expected {low} to {LATEST_MS}")
    if isinstance(setup.chance, Deal):
        try:
            setup.game.check_deal(setup.chance)
        except DealError as error:
            raise TableError("table.bad-deal", error.message) from None
    if type(setup.shows_memory) is not bool:
        raise TableError("table.bad-option", f"shows_memory: found {setup.shows_memory!r}, expected true or false")
    if setup.may_undo and sum(seat.kind is not SeatKind.AGENT for seat in seats) != 1:
        raise TableError("table.undo-not-alone", "moves can be taken back only where one person plays alone")
    return setup


def with_absences(setup: TableSetup) -> TableSetup:
    """A kept setup, with which of its agents cannot be had here. It always can be played on."""
    return replace(setup, absent=absent_agents(setup.game, setup.agents))
