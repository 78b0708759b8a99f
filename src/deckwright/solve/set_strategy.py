"""What a seat plays at one information set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Numbers = tuple[tuple[int, int], ...]
"""Actions as the kernel numbers them: slot and value."""


@dataclass(frozen=True)
class SetStrategy:
    """What a seat plays at one information set."""

    seat: int
    label: str
    """What the seat knows there, in words."""
    actions: tuple[str, ...]
    probabilities: tuple[float, ...]
    reach: float
    """How likely the seat's own choices lead here, if nothing else stood in the way."""
    keys: tuple[tuple[int, Numbers], ...]
    """The keys the set goes by (`state.key(seat)`), each with its actions in the order of `actions`."""

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data; keys in hexadecimal."""
        keys = [[f"{key:016x}", [list(action) for action in actions]] for key, actions in self.keys]
        return {
            "seat": self.seat,
            "label": self.label,
            "actions": list(self.actions),
            "probabilities": list(self.probabilities),
            "reach": self.reach,
            "keys": keys,
        }
