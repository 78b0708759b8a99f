"""Calls that a reader can learn from: as if nobody bid after them, so that contracts stay within reach."""

from __future__ import annotations

from statistics import fmean

from deckwright.engine.action import Action
from deckwright.engine.seeds import seed_number
from deckwright.engine.state import State
from deckwright.genome.phases import AuctionPhase
from deckwright.genome.rulebook.phrases.names import models

WORLDS = 6
CHEAPEST = 5
"""How many of the lowest bids are weighed."""
MOST_BIDS = 2
"""How often a player bids at all."""
LONGEST = 400


def is_rising_auction(state: State) -> bool:
    """Whether each bid must be higher than the last, so that players who bid at random bid far too much."""
    if state.game.notation.kinds[state.position.observe(None)["node"]] != "Auction":
        return False
    return all(phase.rising for phase in models(state.game.genome.turn_structure, AuctionPhase))


def careful_call(state: State, *, seed: int) -> Action:
    """The call with the best result on average if the others pass and the cards are played at random."""
    calls = state.actions()
    bids = [call for call in calls if call.text.startswith("call ")][:CHEAPEST]
    passes = [call for call in calls if call.text == "pass"]
    before = sum(action.seat == state.seat and action.text.startswith("call ") for action in state.history)
    weighed: list[Action] = [*passes, *(bids if before < MOST_BIDS or not passes else ())] or [*calls]
    if len(weighed) == 1:
        return weighed[0]
    worlds = [state.resample(state.seat or 0, seed=seed * WORLDS + number) for number in range(WORLDS)]
    return max(weighed, key=lambda call: fmean(_outcome(world, call) for world in worlds))


def _outcome(world: State, call: Action) -> float:
    """How far the caller's side is ahead at the end."""
    seat, game = world.seat or 0, world.game
    position = world.position.apply(call.slot, call.value)
    kinds, slots = game.notation.kinds, game.notation.names.slots
    for number in range(LONGEST):
        if position.seat is None:
            break
        legal = position.legal()
        passing = [action for action in legal if slots[action[0]].verb == "pass"]
        if passing and kinds[position.observe(None)["node"]] == "Auction":
            position = position.apply(*passing[0])
        else:
            position = position.apply(*game.consult(position, "random", seed_number(number, domain="example")))
    scores = position.team_scores() or position.scores()
    own = scores[game.player_to_team[seat] if game.teams else seat]
    return own - (sum(scores) - own) / max(1, len(scores) - 1)
