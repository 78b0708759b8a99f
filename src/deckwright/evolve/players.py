"""Who plays when a game is judged: a policy that is learned, and a fixed order of preference."""

from __future__ import annotations

from deckwright.agents.policies.learning import hands_per_update, learn
from deckwright.agents.policies.recipe import DEFAULT_RECIPE, Recipe
from deckwright.engine import Game
from deckwright.measure.learned import LearnedAgent

LEAST_HANDS = 256
MOST_HANDS = 20_000
COST = 2
"""A decision that is learned from costs about so many at random."""
FIXED = Recipe(is_fixed=True)


def hands_for(budget: int, hand_length: float) -> int:
    """How many hands are learned from within a budget of decisions."""
    wanted = budget / (COST * max(1.0, hand_length))
    hands = int(min(MOST_HANDS, max(LEAST_HANDS, wanted)))
    return -(-hands // hands_per_update()) * hands_per_update()


def learn_player(game: Game, hands: int, seed: bytes, *, recipe: Recipe = DEFAULT_RECIPE) -> LearnedAgent:
    """A policy for a game. What was learned until an interrupt is nothing to judge a game by."""
    policy = learn(game, hands=hands, seed=seed, threads=1, recipe=recipe, curve=False)
    if policy.manifest["interrupted"]:
        raise KeyboardInterrupt
    return LearnedAgent.of(policy)


def learn_fixed(game: Game, hands: int, seed: bytes) -> LearnedAgent:
    """The best fixed order of preference among actions that so many hands teach: it knows nothing of the situation."""
    learned = learn_player(game, hands, seed, recipe=FIXED)
    return LearnedAgent(learned.policy, learned.file, "fixed order")
