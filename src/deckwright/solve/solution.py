"""What solving a game gives: how to play, what it is worth, and how close it is to perfect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from deckwright import _kernel
from deckwright.engine import Game
from deckwright.solve.strategy import Strategy, make_strategy


@dataclass(frozen=True)
class Look:
    """The quality after some iterations."""

    iterations: int
    values: tuple[float, ...]
    gains: tuple[float, ...]

    @property
    def nash_conv(self) -> float:
        """The sum of the gains."""
        return sum(self.gains)


@dataclass(frozen=True)
class Solution:
    """A strategy for every seat with exact proof of its quality."""

    game: Game
    algorithm: str
    settings: Mapping[str, float]
    updates: str
    seed: int
    iterations: int
    values: tuple[float, ...]
    """What each seat earns on average if all play this strategy."""
    gains: tuple[float, ...]
    """What each seat could gain by a best response of its own, the others staying as they are."""
    trace: tuple[Look, ...]
    seconds: float
    config_hash: str
    tree: _kernel.GameTree = field(repr=False)
    policy: bytes = field(repr=False)
    """The average strategy as numbers."""
    stopped: str
    """Why it stopped: `iterations`, `target` or `interrupted`."""

    @property
    def nash_conv(self) -> float:
        """What all seats together could gain, each alone: 0 at an equilibrium."""
        return sum(self.gains)

    @property
    def epsilon(self) -> float:
        """The largest gain: no seat can gain more than this."""
        return max(self.gains)

    @property
    def exploitability(self) -> float | None:
        """Half of NashConv in a zero-sum game for two; None elsewhere, where the word means nothing."""
        return self.nash_conv / 2 if len(self.gains) == 2 and self.tree.is_zero_sum else None

    @property
    def information_sets(self) -> int:
        """How many different things a seat can know when it decides."""
        return self.tree.information_sets

    @cached_property
    def strategy(self) -> Strategy:
        """What to play, in words."""
        return make_strategy(self.game, self.tree, self.policy, self.about())

    def about(self) -> dict[str, Any]:
        """How it was found, to be told with the strategy."""
        return {
            "game": self.game.id,
            "options": dict(self.game.options),
            "algorithm": self.algorithm,
            "settings": dict(self.settings),
            "updates": self.updates,
            "seed": self.seed,
            "iterations": self.iterations,
            "values": list(self.values),
            "gains": list(self.gains),
            "nash_conv": self.nash_conv,
            "config_hash": self.config_hash,
        }

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data, without the strategy's table."""
        tree = self.tree
        return {
            **self.about(),
            "information_sets": tree.information_sets,
            "unmerged_information_sets": tree.unmerged_information_sets,
            "nodes": tree.nodes,
            "leaves": tree.leaves,
            "memory_mb": tree.size_bytes / 1e6,
            "epsilon": self.epsilon,
            "exploitability": self.exploitability,
            "zero_sum": tree.is_zero_sum,
            "stopped": self.stopped,
            "seconds": self.seconds,
            "trace": [{"iterations": look.iterations, "nash_conv": look.nash_conv} for look in self.trace],
        }
