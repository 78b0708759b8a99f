"""Blocks as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from deckwright.genome.rulebook.document import Block, Box, Heading, Listing, Paragraph


def to_markdown(blocks: Sequence[Block]) -> str:
    """The text of a document."""
    return "\n\n".join("\n".join(_lines(block)) for block in blocks) + "\n"


def _lines(block: Block) -> list[str]:
    match block:
        case Heading(level=level, text=text):
            return [f"{'#' * level} {text}"]
        case Paragraph(text=text):
            return [text]
        case Listing():
            return _list_lines(block)
        case Box(title=title, lines=lines):
            return [f"> **{title}**", ">", *(f"> - **{label}**: {text}" for label, text in lines)]


def _list_lines(block: Listing) -> list[str]:
    lines: list[str] = []
    for number, item in enumerate(block.items, 1):
        mark = f"{number}. " if block.numbered else "- "
        indent = " " * len(mark)
        lines.append(mark + item.text)
        for inside in item.inside:
            if isinstance(inside, Paragraph):
                lines.append("")
            lines += [indent + line if line else "" for line in _lines(inside)]
    return lines
