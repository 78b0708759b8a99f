"""Templates of pages, and of parts of pages that jobs show. Every text in them is escaped."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, select_autoescape
from markupsafe import Markup, escape

from deckwright.web.words import WORDS

_EMPHASIS = re.compile(r"\*([^*<>]+)\*")

templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(default=True, default_for_string=True),
    trim_blocks=True,
    lstrip_blocks=True,
)
templates.globals["words"] = WORDS
templates.globals["version"] = version("deckwright")
templates.filters["emphasis"] = lambda text: Markup(_EMPHASIS.sub(r"<em>\1</em>", str(escape(text))))
templates.filters["svg"] = Markup  # of our own drawing: its texts are escaped where they are written


def part(template: str, /, **values: Any) -> str:
    """A template as a part of a page."""
    return templates.get_template(template).render(**values)
