"""A text as a document: headings, paragraphs, lists and boxes, set as Markdown or as one HTML page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape


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


_STYLE = """
:root { color-scheme: light dark; --ink: #1d2420; --paper: #fbfaf6; --quiet: #5c665f; --line: #d8d4c6; --felt: #1f6b4a;
  --box: #f0f4ee; --red: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e6df; --paper: #161a18; --quiet: #9aa59d; --line: #37403a; --felt: #7cc9a2; --box: #1e2622;
    --red: #ff8a80; }
}
* { box-sizing: border-box; }
body { margin: 0; overflow-wrap: break-word; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.6 Charter, 'Bitstream Charter', Georgia, 'Times New Roman', serif; }
main { max-width: 44rem; margin: 0 auto; padding: 3rem 1.25rem 4rem; overflow-wrap: break-word; }
h1, h2, h3, aside, nav { font-family: system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif; }
h1 { font-size: 2.25rem; line-height: 1.15; margin: 0 0 .4rem; letter-spacing: -.01em; }
h1 + p { font-size: 1.15rem; color: var(--quiet); margin: 0 0 1.5rem; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.4rem 0 .6rem; padding-top: .6rem; border-top: 2px solid var(--felt);
  scroll-margin-top: 1rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .3rem; color: var(--felt); }
p { margin: .6rem 0; }
ul, ol { padding-left: 1.4rem; margin: .5rem 0; }
li { margin: .35rem 0; }
li::marker { color: var(--felt); }
code { font-size: .9em; }
.red { color: var(--red); }
aside { background: var(--box); border: 1px solid var(--line); border-left: 4px solid var(--felt); border-radius: .4rem;
  padding: .9rem 1.1rem; margin: 1.25rem 0; font-size: .95rem; line-height: 1.5; }
aside div { font-weight: 700; font-size: 1.05rem; margin-bottom: .4rem; }
dl { display: grid; grid-template-columns: minmax(6.5rem, max-content) 1fr; gap: .3rem 1rem; margin: 0; }
dt { font-weight: 600; color: var(--quiet); }
dd { margin: 0; }
nav { font-size: .9rem; line-height: 1.9; margin: 1rem 0 0; }
nav a { color: var(--felt); text-decoration: none; margin-right: .9rem; white-space: nowrap; }
nav a:hover, nav a:focus { text-decoration: underline; }
@media (max-width: 34rem) {
  main { padding-top: 1.5rem; }
  h1 { font-size: 1.8rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .45rem; }
}
@media print {
  :root { --ink: #000; --paper: #fff; --quiet: #333; --line: #999; --felt: #000; --box: #fff; --red: #000;
    color-scheme: light; }
  body { font-size: 10.5pt; line-height: 1.4; }
  main { max-width: none; padding: 0; }
  nav { display: none; }
  h1 { font-size: 20pt; }
  h2 { font-size: 13pt; margin-top: 14pt; border-top-width: 1px; }
  h2, h3 { break-after: avoid; }
  h2 + p, h3 + p { break-before: avoid; }
  li, aside, dd { break-inside: avoid; }
  p { orphans: 3; widows: 3; }
}
@page { margin: 18mm; }
""".strip()

_RED_SUITS = re.compile("(?:10|[2-9JQKA])?[♥♦](?: (?:10|[2-9JQKA])\\b)*")


def to_html(blocks: Sequence[Block]) -> str:
    """The document as a page."""
    title = next((block.text for block in blocks if isinstance(block, Heading)), "Rules")
    return (
        "<!doctype html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(_unescaped(title))}: rules</title>\n<style>\n{_STYLE}\n</style>\n</head>\n"
        f"<body>\n<main>\n{to_body(blocks)}\n</main>\n</body>\n</html>\n"
    )


def to_body(blocks: Sequence[Block]) -> str:
    """The document without a page around it, for a page that has a style of its own."""
    sections = [block.text for block in blocks if isinstance(block, Heading) and block.level == 2]
    links = "\n".join(f'<a href="#{_anchor(text)}">{_inline(text)}</a>' for text in sections)
    parts = [_element(block) for block in blocks]
    first = next((place for place, block in enumerate(blocks) if isinstance(block, Heading) and block.level == 2), 0)
    if links:
        parts.insert(first, f'<nav aria-label="Sections">\n{links}\n</nav>')
    return "\n".join(parts)


def _element(block: Block) -> str:
    match block:
        case Heading(level=2, text=text):
            return f'<h2 id="{_anchor(text)}">{_inline(text)}</h2>'
        case Heading(level=level, text=text):
            return f"<h{level}>{_inline(text)}</h{level}>"
        case Box(title=title, lines=lines):
            entries = "\n".join(f"<dt>{_inline(label)}</dt><dd>{_inline(text)}</dd>" for label, text in lines)
            return f"<aside>\n<div>{_inline(title)}</div>\n<dl>\n{entries}\n</dl>\n</aside>"
        case Paragraph(text=text):
            return f"<p>{_inline(text)}</p>"
        case Listing(items=items, numbered=numbered):
            tag = "ol" if numbered else "ul"
            entries = "\n".join(
                f"<li>{_inline(item.text)}{''.join(_element(inside) for inside in item.inside)}</li>" for item in items
            )
            return f"<{tag}>\n{entries}\n</{tag}>"


def _anchor(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-")


_TOKEN = re.compile(r"\\(.)|(\*\*)|(\*)|`([^`]*)`")


def _inline(text: str) -> str:
    """Bold and italics; a backslash keeps the character after it as it is."""
    parts: list[str] = []
    open_tags: list[str] = []
    position = 0
    for match in _TOKEN.finditer(text):
        parts.append(_plain(text[position : match.start()]))
        position = match.end()
        if match.group(4) is not None:
            parts.append(f"<code>{escape(match.group(4))}</code>")
            continue
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
    parts.append(_plain(text[position:]))
    parts += [f"</{tag}>" for tag in reversed(open_tags)]
    return "".join(parts)


def _plain(text: str) -> str:
    """Text without markup; hearts and diamonds are red."""
    return _RED_SUITS.sub(r'<span class="red">\g<0></span>', escape(text))


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)
