"""Agents at a table, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckwright.agents.agent import Agent, context_of
from deckwright.agents.errors import AgentError
from deckwright.agents.kernel import kernel_form
from deckwright.engine import Action, Explanation, Seed, State, Transition, seed_bytes, seed_number
from deckwright.engine.errors import SeatError


def choose(agent: Agent, state: State, *, seed: Seed) -> Action:
    """What an agent does in the seat that is to act. It gets that seat's information and no more."""
    seat = state.seat
    if seat is None:
        raise SeatError("seat.game-over", "nobody is to act: the game is over")
    chosen = agent.choose(
        state.information(seat), context_of(state.game, seat), seed=seed_number(seed, domain="choose")
    )
    return chosen.action if isinstance(chosen, Transition) else chosen


def explain(agent: Agent, state: State, *, seed: Seed, threads: int = 1) -> Explanation:
    """What a searching agent thinks of each action of the seat to act, which it would choose first of all."""
    form = kernel_form(agent, state.game)
    if form is None:
        raise AgentError(
            "agent.not-searching", f"{agent.name} does not search: ismcts:N, flat:N and levels can explain"
        )
    return state.explain(form, seed=seed_number(seed, domain="choose"), threads=threads)


def play(state: State, agents: Sequence[Agent], *, seed: Seed) -> Iterator[State]:
    """The states that agents, one a seat, bring about, until the game is over."""
    stream = seed_bytes(seed, domain="play")
    number = 0
    while state.seat is not None:
        action = choose(agents[state.seat], state, seed=stream + number.to_bytes(8, "big"))
        state = state.apply(action)
        number += 1
        yield state
