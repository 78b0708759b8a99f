"""A small picture of a game's table as SVG, drawn from what kind of game it is: no file, no request."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

_SUITS = ("♠", "♥", "♣", "♦")
_RED = {"♥", "♦"}


def picture(name: str, kind: str) -> str:
    """An SVG of 160 by 100: cards as they lie in a game of this kind; the same game has always the same cards."""
    dice = sha256(name.encode()).digest()
    parts = "".join(_parts(kind, dice))
    felt = '<rect width="160" height="100" rx="8" class="felt"/>'
    return f'<svg class="picture" viewBox="0 0 160 100" aria-hidden="true">{felt}{parts}</svg>'


def _parts(kind: str, dice: bytes) -> Iterator[str]:
    match kind:
        case "tricks":
            for place, (x, y, turn) in enumerate(((80, 62, 0), (58, 50, 90), (80, 38, 180), (102, 50, 270))):
                yield _card(x, y, turn, dice, place)
        case "betting":
            yield from (_card(56 + 24 * place, 36, 0, dice, place) for place in range(3))
            yield from _chips(80, 78)
        case "bluffing":
            yield from (_back(70 + 6 * place, 50 - 2 * place, place * 9 - 9) for place in range(4))
        case "melds":
            yield from (_card(34 + 15 * place, 40, 0, dice, place) for place in range(3))
            yield from (_card(96 + 15 * place, 60, 0, dice, place + 4) for place in range(3))
        case "patience":
            for column in range(5):
                yield from (_back(28 + 26 * column, 28 + 5 * row, 0) for row in range(column))
                yield _card(28 + 26 * column, 30 + 5 * column, 0, dice, column)
        case "memory":
            for place in range(8):
                draw = _card if place == 5 else None
                x, y = 47 + 22 * (place % 4), 32 + 36 * (place // 4)
                yield _card(x, y, 0, dice, place) if draw else _back(x, y, 0)
        case "shedding":
            yield _back(60, 50, 0)
            yield from (_card(98 + 2 * place, 50 - place, place * 7 - 7, dice, place) for place in range(3))
        case _:
            yield from (_card(32 + 24 * place, 50, 0, dice, place) for place in range(5))


def _card(x: float, y: float, turn: float, dice: bytes, place: int) -> str:
    suit = _SUITS[dice[place] % 4]
    rank = "A23456789XJQK"[dice[place + 8] % 13].replace("X", "10")
    ink = "pip-red" if suit in _RED else "pip-black"
    return (
        f'<g transform="translate({x} {y}) rotate({turn})">'
        '<rect x="-10" y="-14" width="20" height="28" rx="2.5" class="card-face"/>'
        f'<text y="1" text-anchor="middle" font-size="10" class="{ink}">{rank}</text>'
        f'<text y="11" text-anchor="middle" font-size="9" class="{ink}">{suit}</text></g>'
    )


def _back(x: float, y: float, turn: float) -> str:
    return (
        f'<g transform="translate({x} {y}) rotate({turn})">'
        '<rect x="-10" y="-14" width="20" height="28" rx="2.5" class="card-back"/>'
        '<rect x="-7" y="-11" width="14" height="22" rx="1.5" class="card-back-line"/></g>'
    )


def _chips(x: float, y: float) -> Iterator[str]:
    for place in range(5):
        yield f'<circle cx="{x - 20 + 10 * place}" cy="{y}" r="7" class="chip chip-{place % 3}"/>'
