"""Ranges: which hands a player may hold, and how likely each. `QQ+, AKs:0.5, T9s-65s`.

    QQ  AKs  AKo  AK       a class; without s or o both kinds
    QQ+  ATs+              that and better: higher pairs; a higher second card
    QQ-99  A5s-A2s         from one to the other, the first card being the same
    T9s-65s                from one to the other, the gap being the same
    AsKd                   one combination
    any                    every hand
    AKs:0.5                a weight from 0 to 1; without it 1

What is said later counts where hands are named twice.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Self

from deckwright.games.errors import quoted
from deckwright.solve.errors import SolveError
from deckwright.solve.poker.cards import RANK_LETTERS, format_cards, parse_cards
from deckwright.solve.poker.classes import (
    CLASS_NAMES,
    COMBO_CARDS,
    COMBOS,
    RANKS,
    class_number,
    combo_name,
    combo_number,
    combos_of_class,
)
from deckwright.text import find_decimal

MOST_TEXT: Final = 20_000
ANY: Final = "any"

_CLASS: Final = r"([2-9TJQKA])([2-9TJQKA])([so]?)"
_TOKEN: Final = re.compile(rf"{_CLASS}(?:(\+)|-{_CLASS})?", re.IGNORECASE | re.ASCII)
_COMBO: Final = re.compile(r"([2-9TJQKA][cdhs]){2}", re.IGNORECASE | re.ASCII)
_SPACES_AT_SIGNS: Final = re.compile(r"\s*([-:])\s*")


@dataclass(frozen=True)
class Range:
    """A weight from 0 to 1 for each of the 1,326 combinations."""

    weights: tuple[float, ...]

    @classmethod
    def parse(cls, text: str, *, what: str = "range") -> Self:
        """The range that a text says; SolveError names what cannot be read in it."""
        if len(text) > MOST_TEXT:
            raise SolveError("range.too-long", f"{what}: found {len(text)} letters, expected at most {MOST_TEXT}")
        weights = [0.0] * COMBOS
        tokens = [token for token in re.split(r"[,;\s]+", _SPACES_AT_SIGNS.sub(r"\1", text)) if token]
        if not tokens:
            raise SolveError("range.empty", f"{what}: found nothing, expected hands such as QQ+, AKs:0.5, T9s-65s")
        for token in tokens:
            hands, sign, weight = token.partition(":")
            value = _parse_weight(weight, token, what) if sign else 1.0
            for combo in _combos(hands, token, what):
                weights[combo] = value
        if not any(weights):
            raise SolveError("range.empty", f"{what}: found only weights of 0, expected some hand")
        return cls(tuple(weights))

    @classmethod
    def any_two(cls) -> Self:
        """Every hand alike."""
        return cls((1.0,) * COMBOS)

    @classmethod
    def from_classes(cls, weights: Sequence[float]) -> Self:
        """A weight for each of the 169 classes."""
        found = [0.0] * COMBOS
        for number, weight in enumerate(weights):
            for combo in combos_of_class(number):
                found[combo] = weight
        return cls(tuple(found))

    @property
    def combinations(self) -> float:
        """How many combinations there are, weighted."""
        return sum(self.weights)

    def without(self, cards: Iterable[int]) -> Self:
        """What is left if some cards are elsewhere."""
        gone = set(cards)
        kept = (0.0 if gone & set(COMBO_CARDS[combo]) else weight for combo, weight in enumerate(self.weights))
        return type(self)(tuple(kept))

    def check_left(self, cards: Sequence[int], *, what: str) -> None:
        """SolveError if no hand is left where some cards are elsewhere."""
        if not any(self.without(cards).weights):
            found = format_cards(cards)
            raise SolveError("range.empty", f"{what}: every hand of the range has one of {found}: none is left")

    def to_bytes(self) -> bytes:
        """As the kernel takes it."""
        return array("d", self.weights).tobytes()

    def __str__(self) -> str:
        """A text that reads back as this range."""
        return ", ".join(_texts(self.weights))


def _parse_weight(text: str, token: str, what: str) -> float:
    value = find_decimal(text)
    if value is None or not 0 <= value <= 1:
        raise SolveError("range.bad-weight", f"{what}: {quoted(token)}: expected a weight from 0 to 1, as in AKs:0.5")
    return value


def _combos(hands: str, token: str, what: str) -> Iterator[int]:
    """The combinations of one part of a range."""
    if hands.lower() in (ANY, "random", "*", "100%"):
        yield from range(COMBOS)
        return
    if _COMBO.fullmatch(hands):
        one, other = parse_cards(hands, what=f"{what}: {token}")
        yield combo_number(one, other)
        return
    found = _TOKEN.fullmatch(hands)
    if found is None:
        raise SolveError(
            "range.unreadable", f"{what}: {quoted(token)}: expected hands such as QQ+, AKs:0.5, T9s-65s, AsKd or any"
        )
    first, second, kind, plus, to_first, to_second, to_kind = found.groups()
    start = _ranks(first, second)
    kind = kind.lower()
    if start[0] == start[1] and (kind or to_kind):
        raise SolveError("range.unreadable", f"{what}: {quoted(token)}: a pair is neither suited nor offsuit")
    if plus:
        pairs = _better(start)
    elif to_first:
        if to_kind.lower() != kind:
            raise SolveError(
                "range.unreadable", f"{what}: {quoted(token)}: expected s or o at both ends, or at neither"
            )
        pairs = _between(start, _ranks(to_first, to_second), token, what)
    else:
        pairs = [start]
    for high, low in pairs:
        for suited in (True, False):
            if high == low or not kind or (kind == "s") == suited:
                yield from combos_of_class(class_number(high, low, suited=suited))


def _ranks(first: str, second: str) -> tuple[int, int]:
    one, other = RANK_LETTERS.index(first.upper()), RANK_LETTERS.index(second.upper())
    return max(one, other), min(one, other)


def _better(start: tuple[int, int]) -> list[tuple[int, int]]:
    high, low = start
    if high == low:
        return [(rank, rank) for rank in range(high, RANKS)]
    return [(high, rank) for rank in range(low, high)]


def _between(start: tuple[int, int], end: tuple[int, int], token: str, what: str) -> list[tuple[int, int]]:
    (one, other), (to_one, to_other) = start, end
    if one == to_one and one != other and to_one != to_other:
        return [(one, rank) for rank in range(min(other, to_other), max(other, to_other) + 1)]
    if one - other == to_one - to_other:
        low = min(one, to_one)
        return [(high, high - (one - other)) for high in range(low, max(one, to_one) + 1)]
    raise SolveError(
        "range.unreadable",
        f"{what}: {quoted(token)}: expected ends with the same first card, or the same gap between cards",
    )


def _texts(weights: Sequence[float]) -> Iterator[str]:
    """The parts of a range's text: runs of classes with one weight, then what is left by combination."""
    if min(weights) == max(weights) and weights[0] > 0:
        yield ANY + _suffix(weights[0])
        return
    whole: dict[int, float] = {}
    single: list[int] = []
    for number in range(len(CLASS_NAMES)):
        of_class = [weights[combo] for combo in combos_of_class(number)]
        if min(of_class) == max(of_class):
            whole[number] = of_class[0]
        else:
            single += [combo for combo in combos_of_class(number) if weights[combo] > 0]
    yield from _runs([class_number(rank, rank, suited=True) for rank in reversed(range(RANKS))], whole)
    for high in reversed(range(1, RANKS)):
        for suited in (True, False):
            line = [class_number(high, low, suited=suited) for low in reversed(range(high))]
            yield from _runs(line, whole)
    yield from (combo_name(combo) + _suffix(weights[combo]) for combo in reversed(single))


def _runs(line: Sequence[int], whole: dict[int, float]) -> Iterator[str]:
    """Runs of one weight in a line of classes, from the best."""
    start = 0
    while start < len(line):
        weight = whole.get(line[start], 0.0)
        end = start
        while end + 1 < len(line) and whole.get(line[end + 1], 0.0) == weight:
            end += 1
        if weight > 0:
            first, last = CLASS_NAMES[line[start]], CLASS_NAMES[line[end]]
            text = first if start == end else f"{last}+" if start == 0 else f"{first}-{last}"
            yield text + _suffix(weight)
        start = end + 1


def _suffix(weight: float) -> str:
    return "" if weight == 1 else f":{weight!r}"
