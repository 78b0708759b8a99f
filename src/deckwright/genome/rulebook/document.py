"""The rulebook before it is Markdown or HTML: headings, paragraphs and lists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Heading:
    """A title; level 1 is the book's."""

    level: int
    text: str


@dataclass(frozen=True)
class Paragraph:
    """Running text."""

    text: str


@dataclass(frozen=True)
class Item:
    """An entry of a list, with what belongs under it."""

    text: str
    inside: tuple[Block, ...] = ()


@dataclass(frozen=True)
class Listing:
    """A list: with bullets, or numbered where the order matters."""

    items: tuple[Item, ...]
    numbered: bool = False


Block = Heading | Paragraph | Listing


def bullets(texts: Iterable[str]) -> tuple[Block, ...]:
    """A plain list of texts; nothing for none."""
    items = tuple(Item(text) for text in texts if text)
    return (Listing(items),) if items else ()
