"""Solving any small game exactly, for two players or more, with proof of how close the answer is."""

import sys
from types import ModuleType
from typing import Any

from deckwright.solve.agent import StrategyAgent
from deckwright.solve.algorithms import ALGORITHMS, Algorithm, get_algorithm
from deckwright.solve.errors import SolveError
from deckwright.solve.expansion import TreeEstimate, estimate, expand
from deckwright.solve.solution import Look, Solution
from deckwright.solve.solving import solve
from deckwright.solve.strategy import SetStrategy, Strategy


class _Room(ModuleType):
    """The room is also the verb: `deckwright.solve(game)` and `deckwright.solve.estimate(game)` both work."""

    def __call__(self, *args: Any, **named: Any) -> Solution:
        """Solve a game."""
        return solve(*args, **named)


sys.modules[__name__].__class__ = _Room

__all__ = [
    "ALGORITHMS",
    "Algorithm",
    "Look",
    "SetStrategy",
    "Solution",
    "SolveError",
    "Strategy",
    "StrategyAgent",
    "TreeEstimate",
    "estimate",
    "expand",
    "get_algorithm",
    "solve",
]
