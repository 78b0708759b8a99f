"""Why an agent of Cambio does what it does, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deckwright import _kernel
from deckwright.agents.cambio.agent import CambioAgent
from deckwright.agents.cambio.constants import BayesianSearch
from deckwright.agents.errors import AgentError
from deckwright.engine import Seed, State, seed_number

_PHRASES: Final[Mapping[str, str]] = {
    "call.certain": "called cambio: knows every card, and they come to {amount}",
    "call.ahead": "called cambio: expects to be ahead of everybody ({amount})",
    "call.low": "called cambio: expects {amount} points",
    "pass.call": "does not call yet: expects {amount} points",
    "draw.deck": "drew from the deck: the discard would gain too little",
    "take.low": "took the discard: a card worth {amount} is always welcome",
    "take.improves": "took the discard: improves {place} by {amount}",
    "take.nothing-else": "took the discard: the deck is empty",
    "swap.improves": "kept the drawn card: improves {place} by {amount}",
    "swap.better": "kept the drawn card: {amount} better than what lay in {place}",
    "discard": "discarded the drawn card",
    "discard.no-improvement": "discarded the drawn card: it improves nothing",
    "power.peek-own": "used its power to look at a card of its own",
    "power.peek-other": "used its power to look at an opponent's card",
    "power.swap": "used its power to exchange: worth {amount}",
    "power.king": "used the king: worth {amount}",
    "power.third-party": "used its power on two opponents: both lose a card they know",
    "power.king-disrupts": "used the king to look, and to confuse two opponents",
    "peek.own": "looks at {place}, which it does not know",
    "peek.threat": "looks at {place}: its owner is nearest to winning",
    "swap.give": "gives up {place}",
    "swap.lowest-known": "wants {place}, the lowest card it knows, worth {amount}",
    "swap.lowest": "wants {place}: the exchange is worth {amount}",
    "swap.disrupts": "wants {place}: low, and its owner knows it ({amount})",
    "swap.third-party": "moves {place}, which its owner knows",
    "swap.blind": "wants {place}, unseen",
    "king.look": "looks at {place} first",
    "king.steal": "exchanges it: {amount} better than its own worst",
    "king.keep": "exchanges nothing",
    "stick.certain": "sticks {place}: it knows the card",
    "stick": "sticks {place}: it knows the card",
    "pass.stick": "has nothing to stick for certain",
    "give.worst": "gives {place}, its worst",
    "pass": "does nothing",
    "any": "has to choose {place}",
}


def explain(agent: CambioAgent, state: State, *, seed: Seed = 0) -> str:
    """What the agent does for the seat to act, and why: `took the discard: improves slot 2 by 4.9`."""
    try:
        told = _kernel.explain(state.position, agent.kernel_text, seed_number(seed, domain="agent"))
    except ValueError as error:
        said = f"{agent.name} plays Cambio, not {state.game.name}: {error.args[-1]}"
        raise AgentError("agent.other-game", said) from None
    assert told is not None
    slot, value, code, at, amount = told
    if isinstance(agent.constants, BayesianSearch):
        chosen = state.consult(agent.kernel_text, seed=seed)
        if (chosen.slot, chosen.value) != (slot, value):
            return f"{chosen.text}: playing on from there went better than from what V3 would do"
    return _PHRASES[code].format(place=_place(at, state.seat), amount=f"{amount:.1f}".removesuffix(".0"))


def _place(at: tuple[int, int] | None, seat: int | None) -> str:
    if at is None:
        return "a slot"
    owner, slot = at
    return f"slot {slot + 1}" if owner == seat else f"slot {slot + 1} of seat {owner}"
