"""`deckwright rules`: the rulebook of a game."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from deckwright.cli.options import GameArgument, JsonFlag, OptionList, load_game
from deckwright.cli.output import print_json, print_text
from deckwright.engine import rulebook, rulebook_page


class RulesFormat(StrEnum):
    """How a rulebook is printed."""

    MD = "md"
    HTML = "html"


def rules(
    game: GameArgument,
    option: OptionList = None,
    format: Annotated[RulesFormat, typer.Option(help="Markdown, or a page of HTML.")] = RulesFormat.MD,  # noqa: A002
    json: JsonFlag = False,
) -> None:
    """Print the rulebook of a game, generated from its genome, with an example hand that was really played."""
    loaded = load_game(game, option)
    text = rulebook(loaded) if format is RulesFormat.MD else rulebook_page(loaded)
    if json:
        print_json({"id": loaded.id, "name": loaded.name, "format": format.value, "rulebook": text})
    else:
        print_text(text)
