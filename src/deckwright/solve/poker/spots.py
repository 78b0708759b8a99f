"""Exact spots for two players: from a board on, what to do with every hand, and proof of how close that is."""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from deckwright import _kernel
from deckwright.games.errors import quoted
from deckwright.solve.errors import SolveError
from deckwright.solve.poker.cards import format_cards, parse_cards
from deckwright.solve.poker.classes import combo_name
from deckwright.solve.poker.locks import MOST_LOCKS, Lock
from deckwright.solve.poker.ranges import Range
from deckwright.solve.poker.refusals import kernel_refusals

UNIT: Final = 100
"""Parts of a chip in which the kernel counts."""
DEFAULT_ITERATIONS: Final = 1000
DEFAULT_MEMORY_MB: Final = 4000.0
MOST_SIZES: Final = 8
MOST_CHIPS: Final = 10_000_000

PLAYERS: Final = ("OOP", "IP")
"""Out of position, who acts first on every street; and in position."""


@dataclass(frozen=True)
class Bets:
    """What may be bet on a street: sizes are parts of the pot after calling."""

    bets: tuple[float, ...] = (0.5, 1.0)
    raises: tuple[float, ...] = (1.0,)
    cap: int = 3
    """Bets and raises on a street, at most."""
    all_in: bool = True
    all_in_from: float = 0.9
    """A bet that takes at least this part of a stack takes all of it."""

    def check(self) -> None:
        """SolveError if it cannot be."""
        sizes = (*self.bets, *self.raises)
        if len(sizes) > 2 * MOST_SIZES or not all(math.isfinite(size) and 0 < size <= 100 for size in sizes):
            raise SolveError(
                "spot.bad-size", f"found sizes {sizes}, expected at most {MOST_SIZES} of each kind, parts of the pot"
            )
        if not 0 <= self.cap <= 10 or not 0 < self.all_in_from <= 1:
            raise SolveError("spot.bad-size", f"found cap {self.cap}, all-in from {self.all_in_from}")


@dataclass(frozen=True)
class Spot:
    """A spot: chips are any unit. `bets` is for all streets and both players, or one for each player."""

    board: str
    oop: str | Range
    ip: str | Range
    pot: float
    stack: float
    bets: Bets | tuple[Bets, Bets] = field(default_factory=Bets)
    rake: float = 0.0
    """The part of a pot that the house takes."""
    rake_cap: float = math.inf
    locks: tuple[Lock, ...] = ()
    """Decisions whose play is fixed."""

    @property
    def ranges(self) -> tuple[Range, Range]:
        """What each player may hold."""
        named = zip(PLAYERS, (self.oop, self.ip), strict=True)
        first, second = (one if isinstance(one, Range) else Range.parse(one, what=name) for name, one in named)
        return first, second


@dataclass(frozen=True)
class SpotSize:
    """How large a spot is, told before memory is taken."""

    action_nodes: int
    boards: int
    suit_symmetries: int
    hands: tuple[int, int]
    size_bytes: int


@dataclass(frozen=True)
class SpotNode:
    """One decision: by combination how often each action is taken, its worth in chips, and how likely it is there."""

    player: str
    board: str
    pot: float
    actions: tuple[str, ...]
    often: Mapping[str, tuple[float, ...]]
    values: Mapping[str, tuple[float | None, ...]]
    reach: Mapping[str, float]

    @property
    def shares(self) -> tuple[float, ...]:
        """How often each action is taken by all hands that come here."""
        total = sum(self.reach.values())
        if not total:
            return tuple(0.0 for _ in self.actions)
        sums = [0.0] * len(self.actions)
        for combo, reach in self.reach.items():
            for at, often in enumerate(self.often[combo]):
                sums[at] += reach * often
        return tuple(one / total for one in sums)

    def to_dict(self) -> dict[str, Any]:
        """For JSON; hands that cannot be there are left out."""
        here = [combo for combo, reach in self.reach.items() if reach > 0]
        return {
            "player": self.player,
            "board": self.board,
            "pot": self.pot,
            "actions": list(self.actions),
            "shares": dict(zip(self.actions, self.shares, strict=True)),
            "strategy": {combo: list(self.often[combo]) for combo in here},
            "values": {combo: list(self.values[combo]) for combo in here},
            "reach": {combo: self.reach[combo] for combo in here},
        }


Progress = Callable[[int, float | None], bool]
"""Told the iterations, and the exploitability as a part of the pot where it was looked at; False stops."""


class SolvedSpot:
    """A spot that was solved, as far as it was. `run` goes on."""

    def __init__(self, spot: Spot, *, threads: int = 1, max_memory_mb: float = DEFAULT_MEMORY_MB) -> None:
        self.spot = spot
        board = parse_cards(spot.board, what="board")
        trees = spot.bets if isinstance(spot.bets, tuple) else (spot.bets, spot.bets)
        for tree in trees:
            tree.check()
        for name, chips in (("pot", spot.pot), ("stack", spot.stack)):
            if not (math.isfinite(chips) and 1 / UNIT <= chips <= MOST_CHIPS):
                raise SolveError("spot.bad-chips", f"{name}: found {chips:g}, expected 0.01 to {MOST_CHIPS:,}")
        if not 0 <= spot.rake < 1 or spot.rake_cap < 0:
            raise SolveError("spot.bad-rake", f"found rake {spot.rake:g}, expected a part of the pot from 0 to below 1")
        for name, one in zip(PLAYERS, spot.ranges, strict=True):
            one.check_left(board, what=name)
        chips = round(spot.stack * UNIT)
        streets = [
            [(list(one.bets), list(one.raises), one.cap, one.all_in, one.all_in_from)] * (6 - len(board))
            for one in trees
        ]
        if len(spot.locks) > MOST_LOCKS:
            raise SolveError("spot.bad-lock", f"found {len(spot.locks)} locks, expected at most {MOST_LOCKS}")
        with kernel_refusals():
            self._solver = _kernel.SpotSolver(
                [one.to_bytes() for one in spot.ranges],
                sum(1 << card for card in board),
                round(spot.pot * UNIT),
                (chips, chips),
                streets,
                1,
                (spot.rake, min(spot.rake_cap * UNIT, 1e18)),
                [lock.to_kernel(UNIT) for lock in spot.locks],
                threads,
            )
        nodes, boards, symmetries, hands, size_bytes = self._solver.size()
        self.size = SpotSize(nodes, boards, symmetries, (hands[0], hands[1]), size_bytes)
        if size_bytes > max_memory_mb * 1e6:
            raise SolveError(
                "spot.too-large",
                f"it would take {size_bytes / 1e6:,.0f} MB, {max_memory_mb:,.0f} MB are allowed: "
                f"{nodes:,} decisions of betting, {boards:,} boards, {hands[0]} and {hands[1]} hands. "
                "Take fewer sizes, a lower cap or narrower ranges, or allow more memory",
            )
        self.iterations = 0
        self.seconds = 0.0
        self.values = (0.0, 0.0)
        self.gains = (math.inf, math.inf)

    @property
    def exploitability(self) -> float:
        """What a player could gain on average by changing alone, as a part of the pot."""
        return sum(self.gains) / 2 / self.spot.pot

    def run(
        self, *, iterations: int = DEFAULT_ITERATIONS, target: float | None = None, progress: Progress | None = None
    ) -> None:
        """Go on until so many iterations in all, or until exploitability is at most `target` of the pot."""
        if iterations < 1 or (target is not None and not target > 0):
            raise SolveError(
                "spot.bad-target", f"found {iterations} iterations and target {target}, expected more than 0"
            )

        def told(done: int, values: list[float] | None, gains: list[float] | None) -> bool:  # noqa: ARG001
            if progress is None:
                return True
            return progress(done, None if gains is None else sum(gains) / 2 / UNIT / self.spot.pot)

        started = time.perf_counter()
        chips = None if target is None else target * self.spot.pot * UNIT
        with kernel_refusals():
            done, values, gains = self._solver.run(iterations, chips, told)
        self.seconds += time.perf_counter() - started
        self.iterations = done
        self.values = (values[0] / UNIT, values[1] / UNIT)
        self.gains = (gains[0] / UNIT, gains[1] / UNIT)

    def node(self, path: str | Sequence[str] = ()) -> SpotNode:
        """The decision at the end of a path: actions (`check`, `bet 5`, `raise 20`, `all-in`) and cards (`Td`)."""
        words = [word.strip() for word in (path.split(",") if isinstance(path, str) else path)]
        steps: list[tuple[str, int]] = []
        data = self.walk(steps)
        for word in filter(None, words):
            steps.append(step_of(word, data))
            data = self.walk(steps)
        if data["kind"] != "decision":
            what = "a card is to come" if data["kind"] == "deal" else "the hand is over"
            raise SolveError("spot.no-decision", f"{', '.join(words) or 'the start'}: {what} there, nobody decides")
        return self._node(data)

    def walk(self, steps: Sequence[tuple[str, int]]) -> _kernel.NodeData:
        """What is at the end of steps, each by `step_of`."""
        self._check_solved()
        with kernel_refusals():
            return self._solver.walk(list(steps))

    def play(self) -> bytes:
        """The average play of both, for `load_play`."""
        self._check_solved()
        return self._solver.play()

    def _check_solved(self) -> None:
        if not self.iterations:
            raise SolveError("spot.not-solved", "nothing is solved yet: run it first")

    def load_play(self, play: bytes, *, iterations: int, seconds: float) -> None:
        """Take over play that was found before for the same spot; SolveError if it is of another."""
        with kernel_refusals():
            self._solver.load_play(iterations, play)
        self.iterations, self.seconds = iterations, seconds

    def _node(self, data: _kernel.NodeData) -> SpotNode:
        names = [combo_name(combo) for combo in data["combos"]]
        reach = array("d", data["reach"])
        often = list(zip(*(array("d", row) for row in data["often"]), strict=True))
        rows = list(zip(*(array("d", row) for row in data["values"]), strict=True))
        values = [tuple(None if math.isnan(one) else one / UNIT for one in row) for row in rows]
        cards = [card for card in range(52) if data["board"] >> card & 1]
        return SpotNode(
            PLAYERS[data["player"]],
            format_cards(cards),
            data["pot"] / UNIT,
            tuple(action_labels(data)),
            dict(zip(names, often, strict=True)),
            dict(zip(names, values, strict=True)),
            dict(zip(names, reach, strict=True)),
        )

    def to_dict(self, *, path: str | Sequence[str] = ()) -> dict[str, Any]:
        """For JSON: how good it is, and one decision."""
        return {
            "board": self.spot.board,
            "ranges": {name: str(one) for name, one in zip(PLAYERS, self.spot.ranges, strict=True)},
            "pot": self.spot.pot,
            "stack": self.spot.stack,
            "algorithm": "dcfr",
            "iterations": self.iterations,
            "values": list(self.values),
            "gains": list(self.gains),
            "exploitability": self.exploitability,
            "exploitability_percent": 100 * self.exploitability,
            "action_nodes": self.size.action_nodes,
            "boards": self.size.boards,
            "suit_symmetries": self.size.suit_symmetries,
            "memory_mb": self.size.size_bytes / 1e6,
            "seconds": self.seconds,
            "locks": [lock.to_dict() for lock in self.spot.locks],
            "node": self.node(path).to_dict(),
        }


def action_labels(data: _kernel.NodeData) -> list[str]:
    """Names of the actions at a decision; amounts are what one's chips of the street come to."""
    all_in = data["in_front"] + data["stacks"][data["player"]]
    labels = []
    for kind, to in data["actions"]:
        if kind == "fold":
            labels.append("fold")
        elif kind == "call":
            labels.append("call" if data["to_call"] else "check")
        elif to >= all_in:
            labels.append("all-in")
        else:
            labels.append(f"{'raise' if data['to_call'] else 'bet'} {to / UNIT:g}")
    return labels


def step_of(word: str, data: _kernel.NodeData) -> tuple[str, int]:
    """The step that a word says at a place: an action by its name or number, or a card."""
    if data["kind"] == "deal":
        [card, *more] = parse_cards(word, what="path") or (None,)
        if card is None or more or card not in data["cards"]:
            raise SolveError("spot.no-such-node", f"path: found {quoted(word)}, expected a card that can come there")
        return "deal", card
    if data["kind"] == "end":
        raise SolveError("spot.no-such-node", f"path: found {quoted(word)} after the end of the hand")
    labels = action_labels(data)
    if word.lower() in labels:
        return "act", labels.index(word.lower())
    if word.isdecimal() and len(word) < 4 and int(word) < len(labels):
        return "act", int(word)
    raise SolveError("spot.no-such-node", f"path: found {quoted(word)}, expected one of {', '.join(labels)}")


def solve_spot(
    spot: Spot,
    *,
    iterations: int = DEFAULT_ITERATIONS,
    target: float | None = None,
    threads: int = 1,
    max_memory_mb: float = DEFAULT_MEMORY_MB,
    progress: Progress | None = None,
) -> SolvedSpot:
    """Solve a spot until exploitability is at most `target` of the pot, or for so many iterations.

    The result is the same for any number of threads. Memory is told by `SolvedSpot(spot).size` before any is taken.
    """
    solved = SolvedSpot(spot, threads=threads, max_memory_mb=max_memory_mb)
    solved.run(iterations=iterations, target=target, progress=progress)
    return solved
