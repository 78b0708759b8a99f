"""`deckwright rules`: the rulebook of a game."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from deckwright.cli.options import GameArgument, OptionList, load_game
from deckwright.cli.output import print_text
from deckwright.genome.rulebook import generate_rulebook, rulebook_html


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
    genome = load_game(game, option).genome
    print_text(generate_rulebook(genome) if format is RulesFormat.MD else rulebook_html(genome))
