"""Arguments that several commands take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deckwright.cli.output import WRONG_USE, refuse

if TYPE_CHECKING:
    from deckwright.engine import Game


def complete_games(incomplete: str) -> list[str]:
    """The ids that begin so, for a shell that completes."""
    from deckwright.games import library

    return [name for name in library() if name.startswith(incomplete)]


GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="The id of a game, or the path of a genome file.", autocompletion=complete_games
    ),
]
OptionList = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="Set an option of the game (`deckwright games GAME` explains them); may be repeated.",
    ),
]
JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


def load_game(source: str, options: list[str] | None) -> Game:
    """The game that the arguments mean."""
    from deckwright.engine.loading import load_with_texts  # `check` needs no engine

    return load_with_texts(source, parse_assignments(options or []))


def parse_assignments(texts: list[str]) -> dict[str, str]:
    """`NAME=VALUE` arguments by name."""
    found: dict[str, str] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            refuse(f"-o {text}: expected NAME=VALUE, as in -o players=3", code=WRONG_USE)
        if name.strip() in found:
            refuse(f"-o {name.strip()}: found twice, expected once", code=WRONG_USE)
        found[name.strip()] = value
    return found
