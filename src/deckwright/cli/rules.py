"""`deckwright rules`: the rulebook of a game."""

from __future__ import annotations

from enum import StrEnum
from html import escape
from typing import Annotated

import typer
from markdown_it import MarkdownIt

from deckwright.cli.options import GameArgument, OptionList, load_game
from deckwright.cli.output import print_text
from deckwright.engine import rulebook

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>body {{ max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }}</style>
{body}</html>
"""


class RulesFormat(StrEnum):
    """How a rulebook is printed."""

    MD = "md"
    HTML = "html"


def rules(
    game: GameArgument,
    option: OptionList = None,
    format: Annotated[RulesFormat, typer.Option(help="Markdown, or a page of HTML.")] = RulesFormat.MD,  # noqa: A002
) -> None:
    """Print the rulebook of a game, generated from its genome."""
    loaded = load_game(game, option)
    text = rulebook(loaded)
    print_text(text if format is RulesFormat.MD else format_page(loaded.name, text))


def format_page(title: str, markdown: str) -> str:
    """Markdown as a page of HTML. Text of a genome cannot become markup."""
    renderer = MarkdownIt("commonmark", {"html": False}).enable("table")
    return PAGE.format(title=escape(title), body=renderer.render(markdown))
