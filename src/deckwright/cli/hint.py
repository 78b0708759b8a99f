"""A hint: what an agent would do that knows what the seat knows and no more, and what it thinks of each move."""

from __future__ import annotations

from deckwright.agents import agent_kinds, choose, explain, parse_agent
from deckwright.cli.spoken import Speech, genome_of
from deckwright.engine import Action, Explanation, State

ADVISER = "best"
MOST_MOVES = 8
BY_SCORE = ("high_score", "low_score", "first_to_score")
LOOKED_AT = 0.02
"""The part of the simulations that a move must have had to be told: of others hardly anything is known."""
MOST_STEPS = 16


def hint_lines(state: State, speech: Speech, *, seed: int) -> list[str]:
    """The suggestion, and the moves by how often they were searched, with what each is worth and how sure that is."""
    assert state.seat is not None
    view = state.view(state.seat)
    found = explain(parse_agent(ADVISER), state, seed=seed)
    lines = [f"{ADVISER} would: {suggested(state, speech, ADVISER, seed=seed, first=found.best.action)}."]
    if specialist := best_agent(state):
        lines.insert(0, f"{specialist} would: {suggested(state, speech, specialist, seed=seed)}.")
    searched = [each for each in found.actions if each.visits > LOOKED_AT * found.simulations][:MOST_MOVES]
    if len(found.actions) > 1 and searched:
        told = [f"{speech.move(each.action, view)} {worth(each.value, each.error)}" for each in searched]
        others = len(found.actions) - len(searched)
        rest = f" It hardly looked at the {f'{others} others' if others > 1 else 'other'}." if others else ""
        lines.append(f"{value_text(state)}, ± what is uncertain: {', '.join(told)}.{rest}")
    if expected := continuation(found, speech, state):
        lines.append(f"After that it expects: {expected}.")
    if len(found.actions) > 1 and searched:
        lines.append(
            f"It played {found.simulations:,} hands on from here, knowing what you know: a yardstick, not the truth."
        )
    return lines


def value_text(state: State) -> str:
    """What the values of a search say: a lead in points where points decide, as the kernel compares ends of hands."""
    genome = genome_of(state.game)
    by_score = genome is not None and genome.win_conditions[:1] and genome.win_conditions[0].type in BY_SCORE
    if genome is None or not by_score or genome.utility not in ("win", "score", "low_score") or state.game.seats == 1:
        return "What each is worth at the end of the hand"
    unit = genome.score_unit if genome.utility == "win" or genome.utility_unit == 1 else "unit"
    return f"How many {unit}s ahead it should leave {'your side' if state.game.teams else 'you'} after this hand"


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
