"""Several cards of one move, named in any order: they are kept here until they make a move, then played in the order in
which the rules take them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from deckwright.engine import Action, State

MOST_TRIES = 80
"""So many positions are looked at to find out whether cards go together."""


@dataclass(frozen=True)
class Gathering:
    """Cards chosen so far for one pick, by the slot of the kernel's actions that choose them."""

    state: State
    """Before the first of them."""
    slot: int
    values: tuple[int, ...] = ()

    def plus(self, value: int) -> Gathering:
        """With one card more."""
        return Gathering(self.state, self.slot, (*self.values, value))

    def less(self) -> Gathering:
        """Without the last card."""
        return Gathering(self.state, self.slot, self.values[:-1])

    @cached_property
    def exact(self) -> tuple[tuple[Action, ...], State] | None:
        """The actions that choose these cards and no other, and where they lead; None if the rules need others too."""
        return self._way(self.state, Counter(self.values), fillers=False, tries=[MOST_TRIES])

    @property
    def is_complete(self) -> bool:
        """Whether nothing can be added, nor is anything to be confirmed."""
        return self.exact is not None and not is_drafting(self.exact[1], self.slot, self.state.seat)

    @cached_property
    def candidates(self) -> tuple[int, ...]:
        """The cards that can be added, in the order in which the rules list them."""
        return tuple(value for value in self._universe if self._is_possible(value))

    def _is_possible(self, value: int) -> bool:
        need = Counter((*self.values, value))
        return self._way(self.state, need, fillers=True, tries=[MOST_TRIES]) is not None

    @cached_property
    def _universe(self) -> tuple[int, ...]:
        """Every card that is offered somewhere on the way."""
        found: set[int] = set()
        waiting, looked = [self.state], 0
        while waiting and looked < MOST_TRIES:
            state, looked = waiting.pop(), looked + 1
            for action in reversed(list(self._offered(state))):
                if action.value not in found or looked < 8:
                    waiting.append(state.apply(action))
                found.add(action.value)
        return tuple(sorted(found))

    def _offered(self, state: State) -> Iterator[Action]:
        if state.seat == self.state.seat and (state is self.state or state.view(state.seat).draft):
            yield from (action for action in state.actions() if action.slot == self.slot)

    def _way(
        self, state: State, need: Counter[int], *, fillers: bool, tries: list[int]
    ) -> tuple[tuple[Action, ...], State] | None:
        """Actions that choose all that is needed, the first that is offered first; with others between if need be."""
        if not need.total():
            return (), state
        offered = list(self._offered(state))
        steps = [action for action in offered if need[action.value]]
        steps += [action for action in offered if not need[action.value]] if fillers else []
        for action in steps:
            if not tries[0]:
                return None
            tries[0] -= 1
            left = need - Counter([action.value])
            found = self._way(state.apply(action), left, fillers=fillers, tries=tries)
            if found is not None:
                return (action, *found[0]), found[1]
        return None


def is_drafting(state: State, slot: int, seat: int | None) -> bool:
    """Whether a move of this seat goes on in which more cards of the slot, or a confirmation, are asked for."""
    if seat is None or state.seat != seat or not state.view(seat).draft:
        return False
    kinds = state.game.notation.names.slots
    return any(action.slot == slot or kinds[action.slot].kind == "Commit" for action in state.actions())


def takes_several(state: State, action: Action) -> bool:
    """Whether an action is one card of a pick that takes several."""
    if state.game.notation.names.slots[action.slot].kind != "Card":
        return False
    first = next(other for other in state.actions() if other.slot == action.slot)
    return is_drafting(state.apply(first), action.slot, state.seat)
