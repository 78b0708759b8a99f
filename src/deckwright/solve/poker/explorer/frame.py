"""A place in the tree of a solution as an explorer shows it: the same for blueprints and for exact spots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from deckwright.solve.errors import SolveError
from deckwright.solve.poker.cards import format_card, format_cards
from deckwright.solve.poker.classes import CHART, CLASS_NAMES, COMBO_CARDS, COMBOS, class_of, combo_name
from deckwright.solve.poker.equity import equity
from deckwright.solve.poker.ranges import Range

DECISION: Final = "decision"
DEAL: Final = "deal"
END: Final = "end"

MOST_WORDS: Final = 80
"""Of a path; hands of six players with every raise there is are shorter."""
EQUITY_DEALS: Final = 20_000
LEAST_REACH: Final = 1e-9
_DIGITS: Final = 5
_CLASS_OF: Final = tuple(class_of(combo) for combo in range(COMBOS))
_CARDS_OF: Final = tuple(frozenset(pair) for pair in COMBO_CARDS)


@dataclass(frozen=True)
class Seat:
    """A seat: its chips, whether it is still in, and what it may hold there."""

    position: str
    stack: float
    state: str
    """`acts`, `in` or `folded`."""
    range: Sequence[float] = ()
    """A weight for each combination; none for who has folded."""
    equity: float | None = None
    """Of the ranges that are in, if all cards came now."""

    def to_dict(self) -> dict[str, Any]:
        """By class, in the order of a chart's rows."""
        return {
            "position": self.position,
            "stack": round(self.stack, _DIGITS),
            "state": self.state,
            "range": class_means(self.range) if self.range else [],
            "combinations": round(sum(self.range), 2),
            "equity": None if self.equity is None else round(self.equity, _DIGITS),
        }


@dataclass(frozen=True)
class Step:
    """A step of the path: who could have done what, and what was done; or the cards that came."""

    word: str
    position: str = ""
    street: str = ""
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hand:
    """A combination of whoever acts: how likely it is there, what it does, and what that is worth."""

    combo: int
    reach: float
    shares: tuple[float, ...]
    values: tuple[float | None, ...] | None = None


@dataclass(frozen=True)
class Frame:
    """A place. Chips are in `unit`s."""

    kind: str
    street: str
    board: tuple[int, ...]
    pot: float
    unit: str
    seats: tuple[Seat, ...]
    history: tuple[Step, ...]
    player: str = ""
    actions: tuple[str, ...] = ()
    hands: tuple[Hand, ...] = ()
    cards_needed: int = 0
    alike: bool = False
    """All combinations of a class do the same: nothing tells them apart yet."""
    learned: float = 1.0
    """The part of what is met there that the solution has learned something of."""
    details: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """For JSON; hands that cannot be there are left out."""
        here = [hand for hand in self.hands if hand.reach > LEAST_REACH]
        return {
            "kind": self.kind,
            "street": self.street,
            "board": [format_card(card) for card in self.board],
            "cards_needed": self.cards_needed,
            "pot": round(self.pot, _DIGITS),
            "unit": self.unit,
            "player": self.player,
            "seats": [seat.to_dict() for seat in self.seats],
            "history": [
                {"word": one.word, "position": one.position, "street": one.street, "options": list(one.options)}
                for one in self.history
            ],
            "actions": self._actions(here),
            "cells": cells_of(here, len(self.actions)),
            "hands": {} if self.alike else {combo_name(hand.combo): _numbers(hand) for hand in here},
            "alike": self.alike,
            "learned": round(self.learned, _DIGITS),
            **self.details,
        }

    def _actions(self, here: Sequence[Hand]) -> list[dict[str, Any]]:
        shares, values = totals(here, len(self.actions))
        return [
            {"word": word, "share": _rounded(share), "value": _rounded(value)}
            for word, share, value in zip(self.actions, shares, values, strict=True)
        ]


@dataclass(frozen=True)
class Runout:
    """A card that may come, and what whoever acts next does after it."""

    card: int
    player: str
    actions: tuple[str, ...]
    shares: tuple[float, ...]
    value: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        shown = [_rounded(share) for share in self.shares]
        return {
            "card": format_card(self.card),
            "player": self.player,
            "actions": list(self.actions),
            "shares": shown,
            "value": _rounded(self.value),
        }


def totals(hands: Sequence[Hand], actions: int) -> tuple[list[float], list[float | None]]:
    """Over all hands that come there: how often each action is taken, and what each is worth to those who take it."""
    sums, worth, met = [0.0] * actions, [0.0] * actions, [0.0] * actions
    whole = 0.0
    for hand in hands:
        whole += hand.reach
        for at, share in enumerate(hand.shares):
            taken = hand.reach * share
            sums[at] += taken
            value = hand.values[at] if hand.values else None
            if value is not None:
                worth[at] += taken * value
                met[at] += taken
    shares = [one / whole if whole else 0.0 for one in sums]
    return shares, [value / taken if taken > LEAST_REACH else None for value, taken in zip(worth, met, strict=True)]


def cells_of(hands: Sequence[Hand], actions: int) -> list[dict[str, Any] | None]:
    """The 169 classes in the order of a chart's rows: how likely, and what they do; nothing where no hand is left."""
    grouped: dict[int, list[Hand]] = {}
    for hand in hands:
        grouped.setdefault(_CLASS_OF[hand.combo], []).append(hand)
    cells: list[dict[str, Any] | None] = []
    for number in (number for row in CHART for number in row):
        members = grouped.get(number, [])
        if not members:
            cells.append(None)
            continue
        shares, _ = totals(members, actions)
        cells.append(
            {
                "reach": _rounded(sum(hand.reach for hand in members) / len(members)),
                "combinations": len(members),
                "shares": [_rounded(share) for share in shares],
                "value": _rounded(mean_value(members)),
            }
        )
    return cells


def mean_value(hands: Sequence[Hand]) -> float | None:
    """What hands are worth as they are played."""
    worth, met = 0.0, 0.0
    for hand in hands:
        for share, value in zip(hand.shares, hand.values or (), strict=False):
            if value is not None:
                worth += hand.reach * share * value
                met += hand.reach * share
    return worth / met if met > LEAST_REACH else None


def class_means(weights: Sequence[float]) -> list[float]:
    """Weights of combinations as means of the 169 classes, in the order of a chart's rows."""
    sums, counts = [0.0] * len(CLASS_NAMES), [0] * len(CLASS_NAMES)
    for combo, weight in enumerate(weights):
        sums[_CLASS_OF[combo]] += weight
        counts[_CLASS_OF[combo]] += 1
    return [round(sums[number] / counts[number], _DIGITS) for row in CHART for number in row]


def with_equities(seats: Sequence[Seat], board: Sequence[int], *, seed: int = 1) -> tuple[Seat, ...]:
    """The same seats with the equities of the ranges that are in: exactly for two after the flop, else by sampling."""
    live = [seat for seat in seats if seat.range]
    if not 2 <= len(live) <= 6 or any(max(seat.range) <= 0 for seat in live):
        return tuple(seats)
    exact = len(live) == 2 and len(board) >= 3
    ranges = [Range(tuple(min(1.0, weight) for weight in seat.range)) for seat in live]
    try:
        found = equity(ranges, board=format_cards(board), exact=exact, deals=EQUITY_DEALS, seed=seed)
    except SolveError as error:
        if not error.code.startswith("range."):
            raise
        return tuple(seats)  # the ranges cannot be held at the same time
    shares = {seat.position: share for seat, share in zip(live, found.shares, strict=True)}
    return tuple(Seat(seat.position, seat.stack, seat.state, seat.range, shares.get(seat.position)) for seat in seats)


def without_board(weights: Sequence[float], board: Sequence[int]) -> list[float]:
    """Weights of combinations, 0 for those that need a card of the board."""
    gone = set(board)
    if not gone:
        return list(weights)
    return [0.0 if _CARDS_OF[combo] & gone else weight for combo, weight in enumerate(weights)]


def words_of(path: str | Sequence[str]) -> list[str]:
    """The words of a path; SolveError if there are too many."""
    words = [word.strip() for word in (path.split(",") if isinstance(path, str) else path)]
    words = [word for word in words if word]
    if len(words) > MOST_WORDS:
        raise SolveError("explorer.path-too-long", f"path: found {len(words)} steps, expected at most {MOST_WORDS}")
    return words


def _numbers(hand: Hand) -> list[Any]:
    shares = [_rounded(share) for share in hand.shares]
    if hand.values is None:
        return [_rounded(hand.reach), shares]
    return [_rounded(hand.reach), shares, [_rounded(value) for value in hand.values]]


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, _DIGITS)
