"""What the pieces of a game are called: cards, or tiles where it is played with dominoes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from deckwright.cards import Card
from deckwright.genome.rulebook.document import Block, Box, Heading, Item, Listing, Paragraph

_TILES = (
    (re.compile(r"\b([Cc])ard play\b"), lambda found: "Play" if found[1] == "C" else "play"),
    (re.compile(r"\b([Tt])he deck\b"), r"\1he tiles"),
    (re.compile(r"\b([Aa]) deck\b"), r"\1 set of tiles"),
    (re.compile(r"\b([Cc])ards\b"), lambda found: "Tiles" if found[1] == "C" else "tiles"),
    (re.compile(r"\b([Cc])ard\b"), lambda found: "Tile" if found[1] == "C" else "tile"),
)


def are_tiles(pieces: Iterable[Card]) -> bool:
    """Whether a game is played with dominoes alone."""
    return all(piece.is_domino for piece in pieces)


def with_tiles(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """The same text, with tiles for cards."""
    return tuple(_block(block) for block in blocks)


def _block(block: Block) -> Block:
    match block:
        case Heading(text=text) | Paragraph(text=text):
            return replace(block, text=_text(text))
        case Box(lines=lines):
            return replace(block, lines=tuple((_text(label), _text(text)) for label, text in lines))
        case Listing(items=items):
            return replace(block, items=tuple(Item(_text(item.text), with_tiles(item.inside)) for item in items))


def _text(text: str) -> str:
    for word, other in _TILES:
        text = word.sub(other, text)
    return text
