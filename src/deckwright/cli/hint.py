"""A hint: what an agent would do that knows what the seat knows and no more, and what it thinks of each move."""

from __future__ import annotations

from deckwright.agents import agent_kinds, choose, parse_agent
from deckwright.cli.spoken import Speech
from deckwright.engine import Action, State

PLAYOUTS = 400
MOST_MOVES = 8
MOST_STEPS = 16


def hint_lines(state: State, speech: Speech, *, seed: int) -> list[str]:
    """The suggestion, and the moves by what they came to on average in playouts, best first."""
    assert state.seat is not None
    view = state.view(state.seat)
    means = sorted(state.appraise(PLAYOUTS, seed=seed).items(), key=lambda pair: -pair[1])
    flat = f"flat:{PLAYOUTS}"
    lines = [f"{flat} would: {suggested(state, speech, flat, seed=seed, first=means[0][0])}."]
    if specialist := best_agent(state):
        lines.insert(0, f"{specialist} would: {suggested(state, speech, specialist, seed=seed)}.")
    if len(means) > 1:
        told = [f"{speech.move(action, view)} {mean:+.2f}" for action, mean in means[:MOST_MOVES]]
        more = f", and {len(means) - MOST_MOVES} lower" if len(means) > MOST_MOVES else ""
        lines.append(f"What each came to on average in {PLAYOUTS} playouts: {', '.join(told)}{more}.")
        lines.append("Playouts know what you know and play the rest at random: a yardstick, not the truth.")
    return lines


def best_agent(state: State) -> str:
    """The last of the agents made for this game alone; none for most games."""
    return next((kind.name for kind in reversed([*agent_kinds().values()]) if kind.games == state.game.id), "")


def suggested(state: State, speech: Speech, name: str, *, seed: int, first: Action | None = None) -> str:
    """The whole move of an agent, all its picks; the first may be known."""
    seat, agent, told = state.seat, parse_agent(name), []
    assert seat is not None
    for step in range(MOST_STEPS):
        action = first if first is not None and not step else choose(agent, state, seed=seed + step)
        told.append(speech.move(action, state.view(seat)))
        state = state.apply(action)
        if state.seat != seat or not state.view(seat).draft:
            break
    return ", ".join(told)
