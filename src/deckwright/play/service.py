"""What a server asks of a table beside its frames: what happened since, a hint, another game with the same people."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from deckwright.agents import Agent, choose
from deckwright.engine import Action, State
from deckwright.engine.scene import choices
from deckwright.engine.scene.story import EVENT_STEP
from deckwright.play.agent_list import make_agent
from deckwright.play.errors import TableError
from deckwright.play.moments import Moment
from deckwright.play.progress import line_moves
from deckwright.play.seats import names_apart
from deckwright.play.secret import deciding_state, is_drafting
from deckwright.play.setup import TableSetup, checked_setup
from deckwright.play.shuffle import open_shuffle
from deckwright.play.table import TableState, newly_shown
from deckwright.play.telling.table_event import TableEvent

if TYPE_CHECKING:
    from deckwright.engine import Seed

MOST_PICKS = 128


def events_since(table: TableState, seat: int | None, number: int) -> tuple[TableEvent, ...]:
    """What a seat, or a spectator, saw after an event with this number; from the deal on with -1.

    The game is played again for it: the last few events are in every frame.
    """
    shown = [moment for moment in _moments(table) if moment.was_seen]
    found: list[TableEvent] = []
    for place, moment in enumerate(shown):
        if (place + 1) * EVENT_STEP > number:
            found += moment.events(seat, names_apart(table.names), number=place * EVENT_STEP)
    return tuple(event for event in found if event.number > number)


def _moments(table: TableState) -> Iterator[Moment]:
    """Every state that was shown, from the deal on."""
    if table.deal is None:
        return
    state = table.setup.game.start(table.deal)
    yield Moment(state)
    moves = line_moves(table.progress.line)
    for place, move in enumerate(moves):
        action = state.find_action(*move)
        assert action is not None
        played = state.play(action)
        state = played.state
        yield from newly_shown(played.pauses, state, len(table.pauses) if place == len(moves) - 1 else 0)


@dataclass(frozen=True, slots=True)
class Hint:
    """A whole choice that an agent would make on what the seat knows."""

    path: tuple[str, ...]
    labels: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return {"path": list(self.path), "labels": list(self.labels)}


def hint(table: TableState, seat: int, agent: str, *, seed: Seed) -> Hint:
    """What a listed agent would do in a seat that has to decide; TableError if it does not, or there is no such agent.

    It may take long: a server asks for it off its event loop.
    """
    state = deciding_state(table, seat)
    if state is None:
        raise TableError("hint.not-asked", "this seat has nothing to choose now")
    if agent not in table.setup.agents:
        raise TableError("agent.not-listed", f"the table's list has no agent {agent[:40]!r}")
    player = make_agent(table.setup.agents[table.setup.present_agent(agent)])
    path: list[str] = []
    labels: list[str] = []
    for _ in range(MOST_PICKS):
        chosen = _chosen(player, state, seed)
        path.append(f"{chosen.slot}.{chosen.value}")
        labels.append(_label(state, path[-1], names_apart(table.names)))
        played = state.play(chosen)
        if not is_drafting(played, seat):
            return Hint(tuple(path), tuple(labels))
        state = played.state
    raise TableError("hint.none", "the agent came to no end")


def _chosen(player: Agent, state: State, seed: Seed) -> Action:
    try:
        chosen = choose(player, state, seed=seed)
    except Exception as error:  # an agent may be anybody's code
        raise TableError("hint.none", f"the agent could not choose ({type(error).__name__})") from None
    found = state.find_action(chosen.slot, chosen.value)
    if found is None:
        raise TableError("hint.none", "the agent chose what cannot be done")
    return found


def _label(state: State, id: str, names: tuple[str, ...]) -> str:  # noqa: A002
    return next(choice.label for choice in choices(state, names) if choice.id == id)


def rematch(table: TableState, *, id: str = "", opened_ms: int = 0) -> TableSetup:  # noqa: A002
    """The same game with the same people and agents, everyone one seat further on; TableError before the end."""
    if not table.is_over:
        raise TableError("table.not-over", "another game is played when this one is over")
    name = id or secrets.token_hex(8)
    seats = tuple(seat.handed_back() if seat.is_person else seat for seat in table.seats)
    alone = sum(seat.is_person for seat in seats) == 1
    return checked_setup(
        replace(
            table.setup,
            id=name,
            chance=open_shuffle(name, table.setup.game),
            seats=(*seats[-1:], *seats[:-1]),
            opened_ms=opened_ms,
            may_undo=table.setup.may_undo and alone,
            branched_from=None,
        )
    )
