"""Cards as numbers, `rank * 4 + suit`, and their text: `As`, `Td`, `10d`, `2♣`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from deckwright.games.errors import quoted
from deckwright.solve.errors import SolveError

RANK_LETTERS: Final = "23456789TJQKA"
SUIT_LETTERS: Final = "cdhs"
CARDS: Final = 52

_SYMBOLS: Final = str.maketrans({"♣": "c", "♦": "d", "♥": "h", "♠": "s"})
_CARD: Final = re.compile(r"(10|[2-9TJQKA])([cdhs])", re.IGNORECASE | re.ASCII)
_SEPARATORS: Final = re.compile(r"[\s,]+")
MOST_TEXT: Final = 500


def format_card(card: int) -> str:
    """The text of a card: a rank in upper case, a suit in lower."""
    return RANK_LETTERS[card // 4] + SUIT_LETTERS[card % 4]


def format_cards(cards: Iterable[int]) -> str:
    """Cards one after the other, without spaces."""
    return "".join(map(format_card, cards))


def parse_cards(text: str, *, what: str = "cards") -> tuple[int, ...]:
    """The different cards that a text names, with or without spaces; SolveError if it is anything else."""
    plain = _SEPARATORS.sub("", text.translate(_SYMBOLS))
    if len(plain) > MOST_TEXT:
        raise SolveError("cards.unreadable", f"{what}: found {len(plain)} letters, expected cards such as AsKdTc")
    cards: list[int] = []
    at = 0
    while at < len(plain):
        found = _CARD.match(plain, at)
        if found is None:
            raise SolveError("cards.unreadable", f"{what}: found {quoted(plain[at:])}, expected cards such as AsKdTc")
        rank = found[1].upper().replace("10", "T")
        card = RANK_LETTERS.index(rank) * 4 + SUIT_LETTERS.index(found[2].lower())
        if card in cards:
            raise SolveError("cards.repeated", f"{what}: found {format_card(card)} twice, expected different cards")
        cards.append(card)
        at = found.end()
    return tuple(cards)


def check_distinct(**groups: Sequence[int]) -> None:
    """SolveError if a card is in two of the groups, which are named by their arguments."""
    seen: dict[int, str] = {}
    for name, cards in groups.items():
        for card in cards:
            if card in seen:
                raise SolveError(
                    "cards.repeated", f"found {format_card(card)} in {seen[card]} and in {name}, expected it once"
                )
            seen[card] = name
