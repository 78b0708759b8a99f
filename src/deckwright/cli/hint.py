"""A hint: what an agent would do that knows what the seat knows and no more, and what it thinks of each move."""

from __future__ import annotations

from deckwright.agents import agent_kinds, choose, explain, parse_agent
from deckwright.cli.spoken import Speech
from deckwright.engine import Action, Explanation, State

ADVISER = "best"
MOST_MOVES = 8
MOST_STEPS = 16


def hint_lines(state: State, speech: Speech, *, seed: int) -> list[str]:
    """The suggestion, and the moves by how often they were searched, with what each is worth and how sure that is."""
    assert state.seat is not None
    view = state.view(state.seat)
    found = explain(parse_agent(ADVISER), state, seed=seed)
    lines = [f"{ADVISER} would: {suggested(state, speech, ADVISER, seed=seed, first=found.best.action)}."]
    if specialist := best_agent(state):
        lines.insert(0, f"{specialist} would: {suggested(state, speech, specialist, seed=seed)}.")
    searched = [each for each in found.actions if each.visits]
    if len(searched) > 1:
        told = [f"{speech.move(each.action, view)} {worth(each.value, each.error)}" for each in searched[:MOST_MOVES]]
        more = f", and {len(searched) - MOST_MOVES} more" if len(searched) > MOST_MOVES else ""
        lines.append(f"What each is worth at the end of the hand, ± what is uncertain: {', '.join(told)}{more}.")
    if expected := continuation(found, speech, state):
        lines.append(f"After that it expects: {expected}.")
    if len(searched) > 1:
        lines.append(
            f"It played {found.simulations:,} hands on from here, knowing what you know: a yardstick, not the truth."
        )
    return lines


def worth(value: float, error: float) -> str:
    """`+3.10 ± 0.40`: the value and two standard errors."""
    return f"{value:+.2f} ± {2 * error:.2f}"


def continuation(found: Explanation, speech: Speech, state: State) -> str:
    """What the others may do before one's own next move, as far as the search tells."""
    told = []
    for step in found.best.continuation:
        if step.seat == found.seat or step.seat is None:
            break
        told.append(f"{speech.names[step.seat]} {speech.move(step, state.view(found.seat))}")
    return ", ".join(told)


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
