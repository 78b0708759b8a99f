"""A blueprint under an explorer: a path of actions and cards (`raise 2.5, call, Qs7s2d, check`) leads to a frame."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from deckwright.games.errors import quoted
from deckwright.solve.errors import SolveError
from deckwright.solve.poker.blueprint import Bundle, labels_of
from deckwright.solve.poker.cards import CARDS, parse_cards
from deckwright.solve.poker.classes import COMBO_CARDS, COMBOS, class_of
from deckwright.solve.poker.explorer.frame import (
    DEAL,
    DECISION,
    END,
    LEAST_REACH,
    Frame,
    Hand,
    Runout,
    Seat,
    Step,
    totals,
    with_equities,
    without_board,
    words_of,
)
from deckwright.solve.poker.refusals import kernel_refusals
from deckwright.solve.poker.training_config import CHIPS_A_BLIND, STREET_NAMES

if TYPE_CHECKING:
    from deckwright._kernel import BlueprintNode

UNIT: Final = "bb"
SHOWN_ORDER: Final = ("BTN", "SB", "BB", "UTG", "MP", "CO")
"""How seats are shown: from the button on."""
BOARD_CARDS: Final = (0, 3, 4, 5)
"""On the board, by street."""
_MASKS: Final = tuple(1 << high | 1 << low for high, low in COMBO_CARDS)
_CLASSES: Final = tuple(class_of(combo) for combo in range(COMBOS))


@dataclass
class _Place:
    """Where a walk is."""

    steps: list[int] = field(default_factory=list)
    board: tuple[int, ...] = ()
    history: list[Step] = field(default_factory=list)
    ranges: list[list[float]] = field(default_factory=list)


class BundleExplorer:
    """Frames of a bundle."""

    def __init__(self, bundle: Bundle) -> None:
        self.bundle = bundle

    def frame(self, path: str | Sequence[str] = ()) -> Frame:
        """What is at the end of a path; SolveError names the first word that cannot be."""
        place = self._walk(words_of(path))
        data = self._data(place)
        needed = cards_needed(data, place.board)
        seats = with_equities(self._seats(data, place), place.board)
        street = STREET_NAMES[data["street"]]
        pot = data["pot"] / CHIPS_A_BLIND
        history = tuple(place.history)
        if data["kind"] != "decision":
            return Frame(END, street, place.board, pot, UNIT, seats, history)
        player = self.bundle.positions[data["player"]]
        if needed:
            details: dict[str, Any] = {"next_player": player}
            return Frame(
                DEAL, street, place.board, pot, UNIT, seats, history, player, cards_needed=needed, details=details
            )
        hands, learned = self._hands(data, place.board, place.ranges[data["player"]])
        return Frame(
            DECISION, street, place.board, pot, UNIT, seats, history, player,
            actions=tuple(labels_of(data)), hands=hands, alike=not place.board, learned=learned,
        )  # fmt: skip

    def runouts(self, path: str | Sequence[str] = ()) -> tuple[Runout, ...]:
        """For each card that may come there: what whoever acts next does. None before the flop, where three come."""
        place = self._walk(words_of(path))
        data = self._data(place)
        if data["kind"] != "decision" or cards_needed(data, place.board) != 1:
            return ()
        labels = tuple(labels_of(data))
        player = self.bundle.positions[data["player"]]
        found = []
        for card in sorted(set(range(CARDS)) - set(place.board)):
            board = (*place.board, card)
            hands, _ = self._hands(data, board, without_board(place.ranges[data["player"]], board))
            found.append(Runout(card, player, labels, tuple(totals(hands, len(labels))[0])))
        return tuple(found)

    def _data(self, place: _Place) -> BlueprintNode:
        """What the kernel has there; a file that turns out to be damaged is refused."""
        with kernel_refusals():
            return self.bundle.blueprint.node(place.steps)

    def _walk(self, words: Sequence[str]) -> _Place:
        place = _Place(ranges=[[1.0] * COMBOS for _ in self.bundle.positions])
        for word in words:
            data = self._data(place)
            if data["kind"] != "decision":
                raise SolveError("explorer.no-such-step", f"path: found {quoted(word)} after the end of the hand")
            needed = cards_needed(data, place.board)
            if needed:
                self._deal(place, word, needed)
            else:
                self._act(place, word, data)
        return place

    def _deal(self, place: _Place, word: str, needed: int) -> None:
        cards = parse_cards(word, what="board")
        if len(cards) != needed:
            raise SolveError("board.wrong-number", f"board: found {quoted(word)}, expected {needed} more cards")
        place.board = (*place.board, *cards)
        if len(set(place.board)) != len(place.board):
            raise SolveError("cards.repeated", f"board: found {quoted(word)}, expected cards that are not on it yet")
        place.ranges = [without_board(weights, place.board) for weights in place.ranges]
        place.history.append(Step(word=word))

    def _act(self, place: _Place, word: str, data: BlueprintNode) -> None:
        labels = labels_of(data)
        if word.lower() not in labels:
            raise SolveError(
                "explorer.no-such-step", f"path: found {quoted(word)}, expected one of {', '.join(labels)}"
            )
        at, seat = labels.index(word.lower()), data["player"]
        shares, buckets = self._shares(data, place.board)
        weights = place.ranges[seat]
        place.ranges[seat] = [
            weight * shares[buckets[combo]][at] if weight > 0 else 0.0 for combo, weight in enumerate(weights)
        ]
        position = self.bundle.positions[seat]
        place.history.append(Step(labels[at], position, STREET_NAMES[data["street"]], tuple(labels)))
        place.steps.append(at)

    def _shares(self, data: BlueprintNode, board: Sequence[int]) -> tuple[list[tuple[float, ...]], Sequence[int]]:
        """What each bucket does, and the bucket of each combination; 0 for those that the board excludes."""
        width = len(data["actions"])
        numbers = array("d", data["shares"])
        rows = [tuple(numbers[at : at + width]) for at in range(0, len(numbers), width)]
        if not board:
            return rows, _CLASSES
        gone = sum(1 << card for card in board)
        live = [combo for combo in range(COMBOS) if not _MASKS[combo] & gone]
        with kernel_refusals():
            found = self.bundle.blueprint.buckets([_MASKS[combo] for combo in live], gone)
        buckets = [0] * COMBOS
        for combo, bucket in zip(live, found, strict=True):
            buckets[combo] = bucket
        return rows, buckets

    def _hands(
        self, data: BlueprintNode, board: Sequence[int], weights: Sequence[float]
    ) -> tuple[tuple[Hand, ...], float]:
        """What each combination does, and the part of those that come there of which something was learned."""
        shares, buckets = self._shares(data, board)
        learned = data["learned"]
        hands = tuple(
            Hand(combo, weight, shares[buckets[combo]]) for combo, weight in enumerate(weights) if weight > LEAST_REACH
        )
        whole = sum(hand.reach for hand in hands)
        known = sum(hand.reach for hand in hands if learned[buckets[hand.combo]])
        return hands, known / whole if whole else 0.0

    def _seats(self, data: BlueprintNode, place: _Place) -> tuple[Seat, ...]:
        folded = set(data["folded"])
        acting = data.get("player") if data["kind"] == "decision" else None
        states = [
            "folded" if seat in folded else "acts" if seat == acting else "in" for seat in range(len(place.ranges))
        ]
        seats = [
            Seat(position, chips / CHIPS_A_BLIND, state, () if state == "folded" else tuple(weights))
            for position, chips, state, weights in zip(
                self.bundle.positions, data["stacks"], states, place.ranges, strict=True
            )
        ]
        return tuple(sorted(seats, key=lambda seat: SHOWN_ORDER.index(seat.position)))


def cards_needed(data: BlueprintNode, board: Sequence[int]) -> int:
    """Cards that come before anybody acts there; none at an end."""
    if data["kind"] != "decision":
        return 0
    return max(0, BOARD_CARDS[data["street"]] - len(board))
