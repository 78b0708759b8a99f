"""Reports as one page of HTML that needs nothing else: its style, its policy, tables and headings."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape

STYLE = """
:root { color-scheme: light dark; --ink: #1d2433; --soft: #5b6575; --line: #d6dae1; --page: #ffffff; --tint: #f3f5f8;
  --bar: #2f6f5e; --mark: #b4552d; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaee; --soft: #9aa3b2; --line: #3a4150; --page: #171a21;
  --tint: #1f242d; --bar: #59b398; --mark: #e08a5b; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); margin: 0 auto;
  max-width: 60rem; padding: 1.5rem 1rem 4rem; overflow-wrap: break-word; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .2rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
p { max-width: 46rem; } p.lead, td.soft, .soft { color: var(--soft); } .scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: middle; }
td.number { text-align: right; white-space: nowrap; } th.number { text-align: right; }
svg.spark { width: 100%; min-width: 9rem; height: 1.2rem; display: block; }
svg.chart { width: 100%; max-width: 40rem; height: auto; display: block; margin: .75rem 0; }
svg.chart text { font-family: inherit; }
code { font-size: .95em; overflow-wrap: anywhere; }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: .5rem; padding: .8rem; overflow-x: auto; }
@media (max-width: 32rem) { svg.chart text { font-size: 17px; } svg.spark { min-width: 4rem; }
  table { font-size: .85rem; } td.number { white-space: normal; } th, td { padding-right: .4rem; }
  ul { padding-left: 1.1rem; } }
@media print { body { max-width: none; } svg, tr { break-inside: avoid; } }
"""


def page(title: str, parts: Iterable[str], *, style: str = "", script: str = "") -> str:
    """A whole page. Its policy lets nothing in but the page's own style and script."""
    css = STYLE + style
    policy = f"default-src 'none'; style-src {_source(css)}; base-uri 'none'; form-action 'none'"
    if script:
        policy += f"; script-src {_source(script)}"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f'<title>{escape(title)}</title><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{css}</style></head><body>{''.join(parts)}"
        f"{f'<script>{script}</script>' if script else ''}</body></html>\n"
    )


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Cells are HTML; those that begin with a digit stand to the right, and so does the heading of such a column."""
    rows = list(rows)
    first = rows[0] if rows else ()
    right = [place < len(first) and _is_number(first[place]) for place in range(len(headings))]
    head = "".join(
        f'<th class="number">{escape(heading)}</th>' if is_right else f"<th>{escape(heading)}</th>"
        for heading, is_right in zip(headings, right, strict=True)
    )
    body = "".join("<tr>" + "".join(_cell(cell) for cell in row) + "</tr>" for row in rows)
    return f'<div class="scroll" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _cell(cell: str) -> str:
    return f'<td class="number">{cell}</td>' if _is_number(cell) else f"<td>{cell}</td>"


def _is_number(cell: str) -> bool:
    return cell[:1].isdecimal() or cell[:1] == "-"


def _source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
