"""What a search thinks of a position, from what one seat knows: the value of each action, how sure, what follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from deckwright.engine.action import Action


@dataclass(frozen=True)
class Appraisal:
    """An action as a search sees it."""

    action: Action
    visits: int
    """How many simulations began with it."""
    value: float
    """Points at the end of the hand on average: the utility of the seat, or of each member of its team."""
    error: float
    """The standard error of the value: twice as much on either side is where it may well be."""
    continuation: tuple[Action, ...] = ()
    """What may follow it, each action with its seat: the most visited way, in a world that the seat thinks possible."""

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return {
            "id": f"{self.action.slot}.{self.action.value}",
            "action": self.action.text,
            "visits": self.visits,
            "value": self.value if self.visits else None,
            "error": self.error if self.visits else None,
            "continuation": [{"seat": step.seat, "action": step.text} for step in self.continuation],
        }


@dataclass(frozen=True)
class Explanation:
    """Every legal action, the one that the agent would choose first."""

    agent: str
    seat: int
    simulations: int
    actions: tuple[Appraisal, ...]

    @property
    def best(self) -> Appraisal:
        """What it would choose."""
        return self.actions[0]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data, for a page or a file."""
        return {
            "agent": self.agent,
            "seat": self.seat,
            "simulations": self.simulations,
            "actions": [appraisal.to_dict() for appraisal in self.actions],
        }
