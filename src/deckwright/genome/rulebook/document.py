"""The rulebook before it is Markdown or HTML: headings, paragraphs, lists and boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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


@dataclass(frozen=True)
class Box:
    """Lines to be looked up, set apart: a label and what belongs to it."""

    title: str
    lines: tuple[tuple[str, str], ...]


Block = Heading | Paragraph | Listing | Box


def texts_of(blocks: Iterable[Block]) -> Iterator[str]:
    """Every piece of text in blocks, in order."""
    for block in blocks:
        match block:
            case Heading(text=text) | Paragraph(text=text):
                yield text
            case Listing(items=items):
                for item in items:
                    yield item.text
                    yield from texts_of(item.inside)
            case Box(lines=lines):
                yield from (f"{label}: {text}" for label, text in lines)


def bullets(texts: Iterable[str]) -> tuple[Block, ...]:
    """A plain list of texts; nothing for none."""
    items = tuple(Item(text) for text in texts if text)
    return (Listing(items),) if items else ()
