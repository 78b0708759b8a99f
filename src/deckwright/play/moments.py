"""What happened last at a table, and what each observer is told of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from deckwright.engine import State
from deckwright.play.telling.step import tell_step
from deckwright.play.telling.table_event import Names, TableEvent, Told

RECENT = 8
"""So many steps are remembered."""


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """A state that everyone has been shown, with what led to it."""

    state: State
    was_seen: bool = field(init=False, repr=False, compare=False)
    """Whether anything happened that anybody saw; not so for a part of a choice."""
    _told: dict[tuple[int | None, Names, int], Told] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "was_seen", bool(self.state.seen_events(None)))

    def told(self, seat: int | None, names: Names) -> tuple[str, ...]:
        """What a seat, or a spectator, saw of it, piles with the numbers that moves are written with, from 0 on."""
        events = tell_step(self.state, seat, names, 0, first_pile=0, says_peeks=True).events
        return tuple(event.text for event in events if event.text)

    def events(self, seat: int | None, names: Names, *, number: int = 0) -> tuple[TableEvent, ...]:
        """The same as data, numbered from `number` on; the first pile is pile 1.

        No card is in it that a seat alone was shown and has to remember: its `peeks` have those.
        """
        return self.tell(seat, names, number).events

    def tell(self, seat: int | None, names: Names, number: int = 0) -> Told:
        """The same, made once for all who ask."""
        found = self._told.get((seat, names, number))
        if found is None:
            found = self._told_like_all(seat, names, number) or tell_step(self.state, seat, names, number)
            self._told[seat, names, number] = found
        return found

    def _told_like_all(self, seat: int | None, names: Names, number: int) -> Told | None:
        """What everybody is told, for a seat that saw no more than that and that no word of it names."""
        if seat is None:
            return None
        if self.state.seen_events(seat) != self.state.seen_events(None):
            return None
        public = self.tell(None, names, number)
        return None if seat in public.named else public
