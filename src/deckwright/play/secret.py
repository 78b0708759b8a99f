"""Choices that are made in secret, and parts of choices: what a seat may choose from before it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.engine import Played, State
from deckwright.play.inputs import AgentMessage, find_action_id

if TYPE_CHECKING:
    from deckwright.play.table import TableState

MOST_PICKS = 2_000
"""Picks that are tried to find out whom the game will ask."""


def was_seen(played: Played) -> bool:
    """Whether anybody has seen anything of a move."""
    return any(pause.state.seen_events(None) for pause in played.pauses) or bool(played.state.seen_events(None))


def is_drafting(played: Played, seat: int) -> bool:
    """Whether a move is not complete: the seat is asked for more of it."""
    if played.pauses or was_seen(played) or played.state.seat != seat:
        return False
    return played.state.position.observe(seat)["draft"] is not None


def is_part(table: TableState, message: AgentMessage) -> bool:
    """Whether more of its choice is asked of an agent after this: nobody sees anything of it until then."""
    turn, found = table.progress.turn, find_action_id(message.id)
    if turn is None or table.state is None or not isinstance(found, tuple) or len(found) > 1:
        return False
    action = table.state.find_action(*found[0])
    return action is not None and is_drafting(table.state.play(action), turn)


def asked_state(state: State, seat: int) -> State | None:
    """The state in which a seat is asked for its choice in secret; None if it is not asked any more.

    The seats before it choose anything: what a seat may choose does not depend on what others choose in secret.
    """
    if not state.is_secret:
        return None
    for _ in range(MOST_PICKS):
        if state.seat == seat:
            return state
        if state.seat is None:
            return None
        state = state.apply(state.actions()[0])
        if not state.is_secret or state.position.events(None):
            return None
    return None


def deciding_state(table: TableState, seat: int) -> State | None:
    """The state in which the person in a seat decides now; None if it does not."""
    state, progress = table.state, table.progress
    if state is None or progress.beats or progress.is_paused or not table.seats[seat].is_present:
        return None
    if progress.turn == seat:
        return state
    has_chosen = any(number == seat for number, _ in progress.early)
    return None if has_chosen else asked_state(state, seat)


def is_all_secret(table: TableState) -> bool:
    """Whether all choose in secret now: what is offered and told may not depend on whom the game asks."""
    return table.state is not None and not table.progress.beats and table.state.is_secret


def is_asked_early(table: TableState, seat: int) -> bool:
    """Whether a seat may choose in secret while the game asks another."""
    return is_all_secret(table) and table.progress.turn != seat
