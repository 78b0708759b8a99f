"""How a policy was learned: the numbers of the recipe, and how strong it was on the way."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Recipe:
    """The numbers of policy gradient: the step, which falls to nought, and the entropy bonus of each half."""

    rate: float = 0.02
    entropy: tuple[float, float] = (0.04, 0.01)
    is_fixed: bool = False
    """Learns a fixed order of preference among actions, which knows nothing of the situation."""

    def to_dict(self) -> dict[str, object]:
        """As plain data."""
        return {"rate": self.rate, "entropy": list(self.entropy), **({"is_fixed": True} if self.is_fixed else {})}


DEFAULT_RECIPE = Recipe()


@dataclass(frozen=True)
class CurvePoint:
    """After so many hands: the mean gain a hand over random play, on duplicate deals with seats exchanged."""

    hands: int
    gain: float
    error: float
    """Its standard error."""

    def to_dict(self) -> dict[str, float]:
        """As plain data."""
        return asdict(self)
