"""How one's choices compare with those of one's opponents, by what the strongest level thinks of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from deckwright.agents import Agent, choose, explain, parse_agent
from deckwright.engine import Action, Explanation, State
from deckwright.play.link import LinkedGame

JUDGE = "best"
MOST_CHOICES = 60
"""So many choices are looked at, spread over the game."""


@dataclass(frozen=True)
class Judged:
    """One choice, between what the judge liked least (0) and most (1)."""

    step: int
    chosen: str
    best: str
    quality: float
    others: tuple[float, ...] = ()
    """The same of what each opponent would have done there."""


@dataclass(frozen=True)
class Rating:
    """What `best` says of a seat's choices. It searches for less than a second, so it is no judge of the truth."""

    choices: int
    """How many there were; those that were looked at are `judged`."""
    judged: tuple[Judged, ...]
    opponents: tuple[str, ...] = ()

    @property
    def percent(self) -> float:
        """The mean quality: 100 is always what the judge liked most, 0 always what it liked least."""
        return 100 * fmean(choice.quality for choice in self.judged) if self.judged else 100.0

    @property
    def opponents_percent(self) -> dict[str, float]:
        """The same of what opponents would have done in this seat's place."""
        if not self.judged:
            return {}
        means = (fmean(found) for found in zip(*(choice.others for choice in self.judged), strict=True))
        return {name: 100 * mean for name, mean in zip(self.opponents, means, strict=True)}

    @property
    def agreed(self) -> int:
        """How often the choice was one that the judge liked most."""
        return sum(choice.quality >= 1 for choice in self.judged)

    @property
    def costliest(self) -> Judged | None:
        """The choice that it liked least, if there is one that it did not like most."""
        worst = min(self.judged, key=lambda choice: choice.quality, default=None)
        return worst if worst is not None and worst.quality < 1 else None


def rate(linked: LinkedGame, seat: int, opponents: Sequence[Agent] = ()) -> Rating:
    """The choices of a seat in a game, each judged on what the seat knew then, beside those of its opponents."""
    states = linked.states()
    chosen = [number for number, state in enumerate(states) if state.seat == seat and len(state.actions()) > 1]
    chosen = [number for number in chosen if number < len(linked.moves)]
    step = -(-len(chosen) // MOST_CHOICES) or 1
    judged = tuple(_judged(states, chosen[::step], opponents))
    return Rating(len(chosen), judged, tuple(opponent.name for opponent in opponents))


def _judged(states: Sequence[State], steps: Sequence[int], opponents: Sequence[Agent]) -> Iterator[Judged]:
    judge = parse_agent(JUDGE)
    for step in steps:
        state, action = states[step], states[step + 1].history[-1]
        found = explain(judge, state, seed=step)
        if spread(found) < 1e-9:
            continue  # it makes no difference
        others = [quality(found, choose(opponent, state, seed=step)) for opponent in opponents]
        yield Judged(step, action.text, found.best.action.text, quality(found, action), tuple(others))


def spread(found: Explanation) -> float:
    """How far what a search would do is from the worst that it looked at."""
    return found.best.value - min(each.value for each in found.actions if each.visits)


def quality(found: Explanation, action: Action) -> float:
    """Where an action is between the worst (0) and what a search would do (1); what it never looked at is the worst."""
    value = next((each.value for each in found.actions if each.action == action and each.visits), None)
    if value is None:
        return 0.0
    return min(1.0, 1 - (found.best.value - value) / spread(found))
