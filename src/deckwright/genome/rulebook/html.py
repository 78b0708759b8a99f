"""Blocks as one HTML page that needs nothing else and prints well."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from deckwright.genome.rulebook.document import Block, Heading, Listing, Paragraph

_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.55 Georgia, 'Times New Roman', serif; max-width: 42rem; margin: 2.5rem auto; padding: 0 1.25rem; }
h1 { font-size: 2rem; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; border-bottom: 1px solid #8886; padding-bottom: .2rem; }
h3 { font-size: 1.05rem; margin: 1.25rem 0 .25rem; }
h1 + p { font-style: italic; }
ul, ol { padding-left: 1.4rem; margin: .4rem 0; }
li { margin: .3rem 0; }
@media print {
  body { font-size: 10.5pt; max-width: none; margin: 0; }
  h2, h3 { break-after: avoid; }
  li { break-inside: avoid; }
}
@page { margin: 18mm; }
""".strip()


def to_html(blocks: Sequence[Block]) -> str:
    """The document as a page."""
    title = next((block.text for block in blocks if isinstance(block, Heading)), "Rules")
    body = "\n".join(_element(block) for block in blocks)
    return (
        "<!doctype html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(_unescaped(title))}: rules</title>\n<style>\n{_STYLE}\n</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _element(block: Block) -> str:
    match block:
        case Heading(level=level, text=text):
            return f"<h{level}>{_inline(text)}</h{level}>"
        case Paragraph(text=text):
            return f"<p>{_inline(text)}</p>"
        case Listing(items=items, numbered=numbered):
            tag = "ol" if numbered else "ul"
            entries = "\n".join(
                f"<li>{_inline(item.text)}{''.join(_element(inside) for inside in item.inside)}</li>" for item in items
            )
            return f"<{tag}>\n{entries}\n</{tag}>"


_TOKEN = re.compile(r"\\(.)|(\*\*)|(\*)")


def _inline(text: str) -> str:
    """Bold and italics; a backslash keeps the character after it as it is."""
    parts: list[str] = []
    open_tags: list[str] = []
    position = 0
    for match in _TOKEN.finditer(text):
        parts.append(escape(text[position : match.start()]))
        position = match.end()
        if match.group(1) is not None:
            parts.append(escape(match.group(1)))
            continue
        tag = "strong" if match.group(2) else "em"
        if tag in open_tags:
            open_tags.remove(tag)
            parts.append(f"</{tag}>")
        else:
            open_tags.append(tag)
            parts.append(f"<{tag}>")
    parts.append(escape(text[position:]))
    parts += [f"</{tag}>" for tag in reversed(open_tags)]
    return "".join(parts)


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)
