"""A small picture of a game's table as SVG, drawn from what kind of game it is: no file, no request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from itertools import cycle, islice

from deckwright.cards import Card

_SIGNS = {"spades": "♠", "hearts": "♥", "clubs": "♣", "diamonds": "♦"}
_RED = {"hearts", "diamonds"}
_COLOURS = {"red", "yellow", "green", "blue"}
_LETTERS = {
    "ace": "A",
    "jack": "J",
    "queen": "Q",
    "knight": "C",
    "king": "K",
    "skip": "⊘",
    "reverse": "⇄",
    "draw-two": "+2",
}
_PIPS = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
"""Of half a domino, by number: places of a square of nine."""
MOST_CARDS = 16


def picture(name: str, kind: str, deck: Sequence[Card]) -> str:
    """An SVG of 160 by 100: cards of its deck as they lie in a game of this kind; a game has always the same ones."""
    plain = [card for card in dict.fromkeys(deck) if card.is_domino or card.suit] or list(deck)
    shuffled = sorted(plain, key=lambda card: sha256(f"{name} {card.code}".encode()).digest())
    parts = "".join(_parts(kind, list(islice(cycle(shuffled), MOST_CARDS))))
    felt = '<rect width="160" height="100" rx="8" class="felt"/>'
    return f'<svg class="picture" viewBox="0 0 160 100" aria-hidden="true">{felt}{parts}</svg>'


def _parts(kind: str, cards: Sequence[Card]) -> Iterator[str]:
    match kind:
        case "tricks":
            for place, (x, y, turn) in enumerate(((80, 62, 0), (58, 50, 90), (80, 38, 180), (102, 50, 270))):
                yield _card(x, y, turn, cards[place])
        case "betting":
            yield from (_card(56 + 24 * place, 36, 0, cards[place]) for place in range(3))
            yield from _chips(80, 78)
        case "bluffing":
            yield from (_back(70 + 6 * place, 50 - 2 * place, place * 9 - 9) for place in range(4))
        case "melds":
            yield from (_card(34 + 15 * place, 40, 0, cards[place]) for place in range(3))
            yield from (_card(96 + 15 * place, 60, 0, cards[place + 4]) for place in range(3))
        case "patience":
            for column in range(5):
                yield from (_back(28 + 26 * column, 28 + 5 * row, 0) for row in range(column))
                yield _card(28 + 26 * column, 30 + 5 * column, 0, cards[column])
        case "memory":
            for place in range(8):
                x, y = 47 + 22 * (place % 4), 32 + 36 * (place // 4)
                yield _card(x, y, 0, cards[place]) if place == 5 else _back(x, y, 0)
        case "shedding":
            yield _back(60, 50, 0)
            yield from (_card(98 + 2 * place, 50 - place, place * 7 - 7, cards[place]) for place in range(3))
        case _:
            yield from (_card(32 + 24 * place, 50, 0, cards[place]) for place in range(5))


def _card(x: float, y: float, turn: float, card: Card) -> str:
    face = "".join(_tile(card) if card.is_domino else _face(card))
    return (
        f'<g transform="translate({x} {y}) rotate({turn})">'
        f'<rect x="-10" y="-14" width="20" height="28" rx="2.5" class="card-face"/>{face}</g>'
    )


def _face(card: Card) -> Iterator[str]:
    rank = escape(_LETTERS.get(card.rank, card.rank if len(card.rank) < 3 else "★"))
    if card.suit in _COLOURS:
        yield f'<rect x="-8" y="-12" width="16" height="24" rx="2" class="block {card.suit}"/>'
        yield f'<text y="4" text-anchor="middle" font-size="11" class="on-block">{rank}</text>'
        return
    ink = "pip-red" if card.suit in _RED else "pip-black"
    yield f'<text y="1" text-anchor="middle" font-size="10" class="{ink}">{rank}</text>'
    if card.suit in _SIGNS:
        yield f'<text y="11" text-anchor="middle" font-size="9" class="{ink}">{_SIGNS[card.suit]}</text>'
    else:
        yield f'<text y="10" text-anchor="middle" font-size="5" class="{ink}">{escape(card.suit[:8])}</text>'


def _tile(card: Card) -> Iterator[str]:
    yield '<path d="M-7 0H7" class="tile-line"/>'
    for end, middle in ((card.suit, -7), (card.second_suit, 7)):
        pips = _PIPS[int(end)] if end.isdecimal() and int(end) < len(_PIPS) else ()
        yield from (f'<circle cx="{place % 3 * 5 - 5}" cy="{middle + place // 3 * 4 - 4}" r="1.3"/>' for place in pips)


def _back(x: float, y: float, turn: float) -> str:
    return (
        f'<g transform="translate({x} {y}) rotate({turn})">'
        '<rect x="-10" y="-14" width="20" height="28" rx="2.5" class="card-back"/>'
        '<rect x="-7" y="-11" width="14" height="22" rx="1.5" class="card-back-line"/></g>'
    )


def _chips(x: float, y: float) -> Iterator[str]:
    for place in range(5):
        yield f'<circle cx="{x - 20 + 10 * place}" cy="{y}" r="7" class="chip chip-{place % 3}"/>'
