"""Solving any small game exactly, for two players or more, with proof of how close the answer is."""

import sys
from inspect import signature
from types import ModuleType
from typing import Any

from deckwright.solve.agent import StrategyAgent
from deckwright.solve.algorithms import ALGORITHMS, Algorithm, get_algorithm
from deckwright.solve.errors import SolveError
from deckwright.solve.expansion import TreeEstimate, estimate, expand
from deckwright.solve.poker.equity import Equity, equity
from deckwright.solve.poker.hands import rank_hand, rank_hands
from deckwright.solve.poker.push_or_fold import PushOrFold, push_or_fold
from deckwright.solve.poker.ranges import Range
from deckwright.solve.poker.spots import Bets, SolvedSpot, Spot, solve_spot
from deckwright.solve.set_strategy import SetStrategy
from deckwright.solve.solution import Look, Solution
from deckwright.solve.solving import solve
from deckwright.solve.strategy import Strategy


class _Room(ModuleType):
    """The room is also the verb: `deckwright.solve(game)` and `deckwright.solve.estimate(game)` both work."""

    def __call__(self, *args: Any, **named: Any) -> Solution:
        """Solve a game."""
        return solve(*args, **named)


# What help(deckwright.solve) and inspect.signature say: the verb first, then the room.
__signature__ = signature(solve)
_call = ", ".join(str(word.replace(annotation=word.empty)) for word in __signature__.parameters.values())
__doc__ = f"""Solve a small game: deckwright.solve({_call})

{solve.__doc__}
    >>> import deckwright
    >>> print(deckwright.solve("kuhn", iterations=1000).nash_conv < 0.01)
    True

It is a room as well: `deckwright.solve.estimate(game)` says how large a game is before it is solved.
"""
sys.modules[__name__].__class__ = _Room

__all__ = [
    "ALGORITHMS",
    "Algorithm",
    "Bets",
    "Equity",
    "Look",
    "PushOrFold",
    "Range",
    "SetStrategy",
    "Solution",
    "SolveError",
    "SolvedSpot",
    "Spot",
    "Strategy",
    "StrategyAgent",
    "TreeEstimate",
    "equity",
    "estimate",
    "expand",
    "get_algorithm",
    "push_or_fold",
    "rank_hand",
    "rank_hands",
    "solve",
    "solve_spot",
]
