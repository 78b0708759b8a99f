"""What to play: for every information set, how often to take each action."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from deckwright import _kernel
from deckwright.engine import Action, Game, Information, State, restore
from deckwright.solve.documents import read_document, write_document
from deckwright.solve.errors import SolveError
from deckwright.solve.labels import action_texts, label_of


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
    keys: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
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

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SetStrategy:
        """A set again from plain data."""
        keys = tuple(
            (int(key, 16), tuple((int(slot), int(value)) for slot, value in actions)) for key, actions in data["keys"]
        )
        probabilities = tuple(float(share) for share in data["probabilities"])
        return cls(int(data["seat"]), str(data["label"]), tuple(data["actions"]), probabilities, data["reach"], keys)


class Strategy(Sequence[SetStrategy]):
    """A whole profile: what every seat plays everywhere."""

    def __init__(self, game: Game, sets: Sequence[SetStrategy], about: Mapping[str, Any]) -> None:
        self.game = game
        self.about = dict(about)
        """How it was found: algorithm, settings, iterations, values, gains."""
        self._sets = tuple(sets)

    def __len__(self) -> int:
        return len(self._sets)

    def __getitem__(self, number: Any) -> Any:
        return self._sets[number]

    def __iter__(self) -> Iterator[SetStrategy]:
        return iter(self._sets)

    def of_seat(self, seat: int) -> tuple[SetStrategy, ...]:
        """The sets of one seat, in the order of play."""
        return tuple(found for found in self._sets if found.seat == seat)

    def find(self, label: str, *, seat: int | None = None) -> SetStrategy:
        """A set by its words; SolveError if there is none."""
        for found in self._sets:
            if found.label == label and seat in (None, found.seat):
                return found
        raise SolveError(
            "strategy.unknown-label", f"no information set is {label!r}; the first is {self._sets[0].label!r}"
        )

    def shares(self, information: Information) -> dict[tuple[int, int], float]:
        """How often to take each action (slot, value) on this information; SolveError where nothing is said."""
        is_of_this_game = information.game == self.game  # keys of two games may be the same
        candidates = self._by_key.get((information.seat, information.key)) if is_of_this_game else None
        if not candidates:
            raise SolveError(
                "strategy.unknown-position",
                f"the strategy knows no such position of seat {information.seat}: it was found for "
                f"{self.about.get('game', self.game.id)} with {self.about.get('options') or 'no options'}",
            )
        actions, found = max(candidates, key=lambda candidate: candidate[1].reach)
        return dict(zip(actions, found.probabilities, strict=True))

    def choose(self, information: Information, drawn: float) -> Action:
        """An action by the strategy; `drawn` is a number from 0 up to 1 that decides."""
        if len(information.transitions) == 1:
            return information.transitions[0].action  # a forced move is no decision
        shares = self.shares(information)
        offered = {(t.action.slot, t.action.value): t.action for t in information.transitions}
        played = {action: share for action, share in shares.items() if action in offered and share > 0}
        if not played:
            raise SolveError("strategy.unknown-position", "the strategy's actions are not those of this position")
        left = drawn * sum(played.values())
        for action, share in played.items():
            left -= share
            if left < 0:
                return offered[action]
        return offered[next(reversed(played))]

    def at(self, state: State) -> dict[str, float]:
        """How often the seat to act takes each action, by its text."""
        if state.seat is None:
            raise SolveError("strategy.game-over", "nobody is to act: the game is over")
        if len(state.actions()) == 1:
            return {state.actions()[0].text: 1.0}
        shares = self.shares(state.information(state.seat))
        return {action.text: shares.get((action.slot, action.value), 0.0) for action in state.actions()}

    def save(self, path: str | Path) -> None:
        """Write it to a file."""
        content = {
            **self.about,
            "genome": self.game.to_dict()["genome"],
            "sets": [found.to_dict() for found in self._sets],
        }
        write_document(path, "strategy", content)

    @classmethod
    def load(cls, path: str | Path) -> Strategy:
        """Read it from a file; SolveError if that is damaged or something else."""
        content = read_document(path, "strategy")
        try:
            game = restore({"id": content["game"], "options": content["options"], "genome": content.pop("genome")})
            sets = [SetStrategy.from_dict(data) for data in content.pop("sets")]
        except (KeyError, TypeError, ValueError) as error:
            if hasattr(error, "code"):
                raise
            raise SolveError("file.damaged", f"{path}: a strategy lacks what it needs: {error}") from None
        return cls(
            game,
            sets,
            {name: value for name, value in content.items() if name not in ("format", "checksum", "version")},
        )

    @cached_property
    def _by_key(self) -> dict[tuple[int, int], list[tuple[tuple[tuple[int, int], ...], SetStrategy]]]:
        found: dict[tuple[int, int], list[tuple[tuple[tuple[int, int], ...], SetStrategy]]] = {}
        for place in self._sets:
            for key, actions in place.keys:
                found.setdefault((place.seat, key), []).append((actions, place))
        return found


def make_strategy(game: Game, tree: _kernel.GameTree, policy: bytes, about: Mapping[str, Any]) -> Strategy:
    """A policy of the kernel as a strategy in words."""
    shares = array("d", policy)
    reach = _reaches(tree, shares)
    sets = []
    for number, (seat, first, count) in enumerate(tree.sets()):
        found = tree.set(number)
        keys = tuple((key, tuple(actions)) for key, actions in found["keys"])
        sets.append(
            SetStrategy(
                seat=seat,
                label=label_of(game, found),
                actions=action_texts(game, found),
                probabilities=tuple(shares[first : first + count]),
                reach=reach[found["parent"]],
                keys=keys,
            )
        )
    return Strategy(game, sets, about)


def _reaches(tree: _kernel.GameTree, shares: Sequence[float]) -> dict[int, float]:
    reach = {tree.root_sequence(seat): 1.0 for seat in range(tree.seats)}
    for number, (seat, first, count) in enumerate(tree.sets()):
        before = reach[tree.set(number)["parent"]]
        for action in range(first, first + count):
            reach[action + seat + 1] = before * shares[action]
    return reach
