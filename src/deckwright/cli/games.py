"""`deckwright games`: what there is to play."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from deckwright.cli.options import JsonFlag
from deckwright.cli.output import console, print_json
from deckwright.games import Entry, Option, library


def games(json: JsonFlag = False) -> None:
    """List the games of the library."""
    if json:
        print_json([game_data(entry) for entry in library().values()])
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("id", "name", "players", "options"):
        table.add_column(heading)
    for entry in library().values():
        table.add_row(entry.id, entry.name, players_text(entry), " ".join(option.name for option in entry.options))
    console().print(table)


def game_data(entry: Entry) -> dict[str, Any]:
    """A game as scripts rely on it."""
    return {
        "id": entry.id,
        "name": entry.name,
        "players": entry.players._asdict(),
        "teams": entry.teams,
        "options": [option_data(option) for option in entry.options],
        "rules": entry.rules,
    }


def option_data(option: Option) -> dict[str, Any]:
    """An option as scripts rely on it."""
    return {
        "name": option.name,
        "type": option.kind.__name__,
        "default": option.default,
        "expected": option.expected,
        "text": option.text,
    }


def players_text(entry: Entry) -> str:
    """`2 to 7, usually 4`, `4 in teams`."""
    low, high, default = entry.players
    text = str(low) if low == high else f"{low} to {high}, usually {default}"
    return f"{text} in teams" if entry.teams else text
