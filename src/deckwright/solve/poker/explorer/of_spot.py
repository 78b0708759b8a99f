"""A solved spot under an explorer: a path of actions and cards (`check, bet 5, call, Td`) leads to a frame."""

from __future__ import annotations

import math
from array import array
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING, Final

from deckwright.solve.poker.cards import parse_cards
from deckwright.solve.poker.classes import COMBOS
from deckwright.solve.poker.explorer.frame import (
    DEAL,
    DECISION,
    END,
    Frame,
    Hand,
    Runout,
    Seat,
    Step,
    mean_value,
    totals,
    with_equities,
    without_board,
    words_of,
)
from deckwright.solve.poker.spots import PLAYERS, UNIT, SolvedSpot, action_labels, step_of

if TYPE_CHECKING:
    from deckwright._kernel import NodeData

CHIPS: Final = "chips"
STREETS: Final = {3: "flop", 4: "turn", 5: "river"}
MOST_PLACES: Final = 64
"""That are remembered: a walk back asks for them again."""

Steps = tuple[tuple[str, int], ...]


class SpotExplorer:
    """Frames of a solved spot. Several threads may ask; one is answered at a time."""

    def __init__(self, solved: SolvedSpot) -> None:
        self.solved = solved
        self._lock = Lock()
        self._seen: OrderedDict[Steps, NodeData] = OrderedDict()

    def frame(self, path: str | Sequence[str] = ()) -> Frame:
        """What is at the end of a path; SolveError names the first word that cannot be."""
        with self._lock:
            trail, history = self._walk(words_of(path))
        data = trail[-1][1]
        board = self._board(trail)
        street = STREETS[len(board)]
        if data["kind"] == "decision":
            hands = self._hands(data)
            seats = with_equities(self._seats(data, board), board)
            player = PLAYERS[data["player"]]
            return Frame(
                DECISION, street, board, data["pot"] / UNIT, CHIPS, seats, history, player,
                actions=tuple(action_labels(data)), hands=hands, details={"value": mean_value(hands)},
            )  # fmt: skip
        pot, seats = self._after(trail, board)
        if data["kind"] == "deal":
            return Frame(DEAL, STREETS[len(board) + 1], board, pot, CHIPS, seats, history, cards_needed=1)
        return Frame(END, street, board, pot, CHIPS, seats, history)

    def runouts(self, path: str | Sequence[str] = ()) -> tuple[Runout, ...]:
        """For each card that may come there: what whoever acts next does, and what that is worth."""
        with self._lock:
            trail, _ = self._walk(words_of(path))
            steps, data = trail[-1]
            if data["kind"] != "deal":
                return ()
            after = {card: self.solved.walk((*steps, ("deal", card))) for card in data["cards"]}
        found = []
        for card, place in after.items():
            if place["kind"] == "decision":
                hands = self._hands(place)
                labels = tuple(action_labels(place))
                shares = tuple(totals(hands, len(labels))[0])
                found.append(Runout(card, PLAYERS[place["player"]], labels, shares, mean_value(hands)))
        return tuple(found)

    def _walk(self, words: Sequence[str]) -> tuple[list[tuple[Steps, NodeData]], tuple[Step, ...]]:
        """All places on the way, and what was done there."""
        steps: Steps = ()
        data = self._place(steps)
        trail, history = [(steps, data)], []
        for word in words:
            step = step_of(word, data)
            if step[0] == "act":
                labels = action_labels(data)
                street = STREETS[data["board"].bit_count()]
                history.append(Step(labels[step[1]], PLAYERS[data["player"]], street, tuple(labels)))
            else:
                history.append(Step(word=word))
            steps = (*steps, step)
            data = self._place(steps)
            trail.append((steps, data))
        return trail, tuple(history)

    def _place(self, steps: Steps) -> NodeData:
        found = self._seen.pop(steps, None) or self.solved.walk(steps)
        self._seen[steps] = found
        if len(self._seen) > MOST_PLACES:
            self._seen.popitem(last=False)
        return found

    def _board(self, trail: Sequence[tuple[Steps, NodeData]]) -> tuple[int, ...]:
        """The cards as they came."""
        return (*parse_cards(self.solved.spot.board), *(number for kind, number in trail[-1][0] if kind == "deal"))

    def _hands(self, data: NodeData) -> tuple[Hand, ...]:
        reach = array("d", data["reach"])
        often = zip(*(array("d", row) for row in data["often"]), strict=True)
        worth = zip(*(array("d", row) for row in data["values"]), strict=True)
        rows = zip(data["combos"], reach, often, worth, strict=True)
        return tuple(
            Hand(combo, there, shares, tuple(None if math.isnan(one) else one / UNIT for one in values))
            for combo, there, shares, values in rows
            if there > 0
        )

    def _ranges(self, data: NodeData, board: Sequence[int], *, after: int | None = None) -> list[tuple[float, ...]]:
        """What both may hold at a decision, or after one of its actions."""
        reach = array("d", data["reach"])
        if after is not None:
            taken = array("d", data["often"][after])
            reach = array("d", (one * often for one, often in zip(reach, taken, strict=True)))
        ranges = []
        for combos, weights in ((data["combos"], reach), (data["others"], array("d", data["others_reach"]))):
            held = [0.0] * COMBOS
            for combo, weight in zip(combos, weights, strict=True):
                held[combo] = weight
            ranges.append(tuple(without_board(held, board)))
        return ranges[::-1] if data["player"] else ranges

    def _seats(self, data: NodeData, board: Sequence[int]) -> tuple[Seat, ...]:
        ranges = self._ranges(data, board)
        return tuple(
            Seat(player, data["stacks"][seat] / UNIT, "acts" if seat == data["player"] else "in", ranges[seat])
            for seat, player in enumerate(PLAYERS)
        )

    def _after(self, trail: Sequence[tuple[Steps, NodeData]], board: Sequence[int]) -> tuple[float, tuple[Seat, ...]]:
        """The pot and the seats after the last action of a trail."""
        acted = [(steps, data) for steps, data in trail[:-1] if data["kind"] == "decision"]
        if not acted:  # nobody has chips to bet: cards come at once
            spot = self.solved.spot
            held = [without_board(one.weights, board) for one in spot.ranges]
            seats = [Seat(player, spot.stack, "in", tuple(held[seat])) for seat, player in enumerate(PLAYERS)]
            return spot.pot, with_equities(seats, board)
        steps, before = acted[-1]
        action = next(later for later, _ in trail if len(later) == len(steps) + 1)[-1][1]
        seat, (kind, to) = before["player"], before["actions"][action]
        stacks = list(before["stacks"])
        wanted = before["to_call"] if kind == "call" else 0 if kind == "fold" else to - before["in_front"]
        paid = min(wanted, stacks[seat])
        stacks[seat] -= paid
        ranges = self._ranges(before, board, after=action)
        folded = seat if kind == "fold" else None
        seats = [
            Seat(player, stacks[at] / UNIT, "folded" if at == folded else "in", () if at == folded else ranges[at])
            for at, player in enumerate(PLAYERS)
        ]
        return (before["pot"] + paid) / UNIT, with_equities(seats, board)
