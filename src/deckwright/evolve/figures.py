"""What is known of a game when it is judged: figures with intervals, as plain data and back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from pydantic import ConfigDict

from deckwright.measure import Estimate, from_plain, to_plain
from deckwright.measure.plain import STRICT


@dataclass(frozen=True)
class Figures:
    """Figures of a game, filled in tier by tier. What was not measured, or cannot be, is None."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    family: str
    seats: int
    sides: int
    """Teams, or seats without teams; 1 if all win or lose together."""
    rulebook_words: int = 0
    # random play
    hand_length: float = 0.0
    """Decisions of a hand at random, forced ones included."""
    choices: float = 0.0
    """Decisions with more than one action, of a player in a hand, by the better of random and learned play."""
    decisions: float = 0.0
    """Decisions of a player in a hand, by whoever takes fewer."""
    branching: float = 0.0
    completion: Estimate | None = None
    """Of hands, those that play ends and no limit, by whoever ends more of them."""
    by_progress: bool = False
    """A game for one that random play never wins: it is measured by how far one comes."""
    draws: float = 0.0
    """Of matches, those that nobody wins."""
    # learned play
    skill: Estimate | None = None
    """What the best way of playing found returns over random play, in standard deviations."""
    difference: Estimate | None = None
    """The clearest difference between two ways of playing, whoever is the better."""
    bias: Estimate | None = None
    """By how much the best seat is ahead of the worst over matches among equals, in standard deviations of a return."""
    consequence: Estimate | None = None
    """Of choices, those that can change the result."""
    reach: Estimate | None = None
    """Of choices, those that change what somebody else can do in the rest of the hand."""
    sway: Estimate | None = None
    """Those, and those that change which answer is better for whoever is next."""
    matter: Estimate | None = None
    """Of choices, those that change the result on average, as far as a few worlds show."""
    gain: Estimate | None = None
    """What the best action brings over any action, in standard deviations."""
    luck: Estimate | None = None
    """The share of a hand's result that the deal explains."""
    # search
    foremost: Estimate | None = None
    """How often a fixed order of preference among moves is as good as any move, in hindsight, where it matters."""
    right: Estimate | None = None
    """How often nothing is better on average than what that order prefers, as far as a few worlds show."""
    kingmaking: Estimate | None = None
    """Of what choices change in who wins, the part changed by players who cannot win."""
    depth: Estimate | None = None
    """What search returns over the learned policy, in standard deviations."""
    dead: float | None = None
    """Of its parts, those that can be taken away without a change in play."""
    novelty: float | None = None
    """The least distance of its rules from any game of the library."""
    nearest: str = ""
    """That game."""
    play_novelty: float | None = None
    """The least distance of its play from any game of the library."""
    liked: Estimate | None = None
    """What people may think of it, from 1 to 5, by what they said of games like it."""
    spent: int = 0
    """Decisions played to find all this, as far as they are counted."""

    def with_(self, **changes: Any) -> Figures:
        """The same with more known."""
        return replace(self, **changes)

    def trajectory(self) -> tuple[float, ...]:
        """How it plays, as numbers from 0 to 1 that do not depend on units: what games are compared by."""
        return (
            _squash(self.choices, 12),
            _squash(self.hand_length / max(1, self.seats), 24),
            _squash(self.branching - 1, 4),
            _value(self.luck),
            _value(self.consequence),
            _value(self.reach),
            _squash(_value(self.gain), 0.25),
            _squash(max(0.0, _value(self.skill)), 1),
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return to_plain(self)

    @classmethod
    def from_dict(cls, data: Any) -> Figures:
        """The figures that plain data says."""
        return from_plain(cls, data)


def play_distance(one: Figures, other: Figures) -> float:
    """How differently two games play: the mean difference of their normalised trajectories, from 0 to 1."""
    pairs = zip(one.trajectory(), other.trajectory(), strict=True)
    differences = [abs(a - b) for a, b in pairs]
    return sum(differences) / len(differences)


def _squash(value: float, half: float) -> float:
    """From 0 on to 0 to 1, with a half where it is said."""
    return max(0.0, value) / (max(0.0, value) + half)


def _value(found: Estimate | None) -> float:
    return 0.0 if found is None else found.value
