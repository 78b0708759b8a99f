"""The story of a table, folded up when somebody asks for it and kept from then on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce

from deckwright.engine import State
from deckwright.engine.scene.story import Story, begin_story, go_on

LONGEST_WAIT = 64
"""So many steps may wait to be folded up; states are large."""


class Tale:
    """A story, and the states that are not in it yet. It looks like a value: what it says never changes."""

    __slots__ = ("_make", "_story", "_waiting")

    def __init__(self, make: Callable[[], Story], waiting: tuple[State, ...] = ()) -> None:
        self._make: Callable[[], Story] | None = make
        self._waiting = waiting
        self._story: Story | None = None

    def then(self, states: Iterable[State]) -> Tale:
        """The tale with the next states that were shown."""
        more = tuple(states)
        if not more:
            return self
        if self._story is not None or len(self._waiting) >= LONGEST_WAIT:
            story = self.story
            return Tale(lambda: story, more)
        make = self._make
        assert make is not None
        return Tale(make, (*self._waiting, *more))

    @property
    def story(self) -> Story:
        """What has happened."""
        if self._story is None:
            assert self._make is not None
            self._story = reduce(go_on, self._waiting, self._make())
            self._make, self._waiting = None, ()
        return self._story


def new_tale(seats: int) -> Tale:
    """Before the deal."""
    return Tale(lambda: begin_story(seats))
