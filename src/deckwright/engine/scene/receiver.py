"""To whom cards go that a seat gives."""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deckwright.engine.state import State

MOST_STEPS = 16
"""Picks of one seat that are played on."""
PATIENCE_S = 0.1
"""CPU time of all of them, many times what the library's take: somebody's own game may be slow, and all wait."""


def receiver(state: State, seat: int) -> int | None:
    """Whose hand the cards go to that the seat gives now, if they go to another's.

    It is found by playing on in a world that the seat thinks possible, since the rules say it and no secret decides it.
    """
    if state.seat != seat or state.game.seats < 2:
        return None
    kinds = state.game.notation.names.slots
    if not all(kinds[action.slot].kind in ("Card", "Commit", "Cancel") for action in state.actions()):
        return None
    hands = {f"hand[{number}]": number for number in range(state.game.seats)}
    world = state.resample(seat, seed=0)
    phase = world.phase
    began_s = thread_time()
    for _ in range(MOST_STEPS * state.game.seats):
        if world.seat is None or world.phase != phase or thread_time() - began_s > PATIENCE_S:
            return None
        last = world.actions()[-1] if kinds[world.actions()[-1].slot].kind == "Commit" else world.actions()[0]
        world = world.apply(last)
        for event in world.events(None):
            start, end = str(event.detail.get("from")), str(event.detail.get("to"))
            if event.kind == "moved" and hands.get(start) == seat and hands.get(end) not in (None, seat):
                return hands[end]
    return None
