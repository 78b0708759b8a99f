"""How one's choices compare with those of an agent that tries every move in playouts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from deckwright.engine import State
from deckwright.play.link import LinkedGame

DEFAULT_PLAYOUTS = 200
MOST_CHOICES = 60
"""So many choices are looked at, spread over the game."""


@dataclass(frozen=True)
class Judged:
    """One choice, between what the playouts liked least (0) and most (1)."""

    step: int
    chosen: str
    best: str
    quality: float


@dataclass(frozen=True)
class Rating:
    """What `flat:N` would say of a seat's choices. It plays on at random, so it is no judge of the truth."""

    playouts: int
    choices: int
    """How many there were; those that were looked at are `judged`."""
    judged: tuple[Judged, ...]

    @property
    def percent(self) -> float:
        """The mean quality: 100 is always what the playouts liked most, 0 always what they liked least."""
        return 100 * sum(choice.quality for choice in self.judged) / len(self.judged) if self.judged else 100.0

    @property
    def agreed(self) -> int:
        """How often the choice was one that the playouts liked most."""
        return sum(choice.quality >= 1 for choice in self.judged)

    @property
    def costliest(self) -> Judged | None:
        """The choice that they liked least, if there is one that they did not like most."""
        worst = min(self.judged, key=lambda choice: choice.quality, default=None)
        return worst if worst is not None and worst.quality < 1 else None


def rate(linked: LinkedGame, seat: int, *, playouts: int = DEFAULT_PLAYOUTS) -> Rating:
    """The choices of a seat in a game, each judged on what the seat knew then."""
    states = linked.states()
    chosen = [number for number, state in enumerate(states) if state.seat == seat and len(state.actions()) > 1]
    chosen = [number for number in chosen if number < len(linked.moves)]
    step = -(-len(chosen) // MOST_CHOICES) or 1
    return Rating(playouts, len(chosen), tuple(_judged(states, chosen[::step], playouts)))


def _judged(states: Sequence[State], steps: Sequence[int], playouts: int) -> Iterator[Judged]:
    for step in steps:
        state, action = states[step], states[step + 1].history[-1]
        means = state.appraise(playouts, seed=step)
        low, high = min(means.values()), max(means.values())
        if high - low < 1e-9:
            continue  # it makes no difference
        best = max(means, key=lambda other: means[other])
        yield Judged(step, action.text, best.text, (means[action] - low) / (high - low))
