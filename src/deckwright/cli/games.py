"""`deckwright games`: what there is to play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import typer
from rich.table import Table

from deckwright.cli.options import JsonFlag
from deckwright.cli.output import console, print_json, print_text
from deckwright.games import Entry, FoundGame, Option, found_games, get_game, library
from deckwright.games.entry import OptionValue


def games(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="One game: its options, players and sources.")] = "",
    found: Annotated[bool, typer.Option("--found", help="Only the games that evolution found.")] = False,
    json: JsonFlag = False,
) -> None:
    """List the games of the library and those that evolution found, or tell about one of them."""
    if game:
        one = get_game(game)
        if json:
            print_json(game_data(one))
        else:
            print_text(game_text(one))
        return
    if json:
        print_json([game_data(entry) for entry in (found_games() if found else library()).values()])
        return
    if not found:
        _print_games(library().values())
    if found_games():
        console().print(
            "\nFound by evolution; nobody has rated them yet (`deckwright games GAME` says what to expect):"
        )
        _print_games(found_games().values())


def _print_games(entries: Iterable[Entry]) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("id", "name", "players", "options"):
        table.add_column(heading)
    for entry in entries:
        table.add_row(entry.id, entry.name, players_text(entry), " ".join(option.name for option in entry.options))
    console().print(table)


def game_text(entry: Entry) -> str:
    """A game for people: who plays, what can be chosen, and where its rules are published."""
    lines = [f"{entry.name} ({entry.id})", f"players: {players_text(entry)}"]
    if isinstance(entry, FoundGame):
        return "\n".join([*lines, "", entry.notes.strip()])
    lines.append("options:")
    for option in entry.options:
        about = f"; {option.text}" if option.text else ""
        lines.append(f"  {option.name} ({shown_value(option.default)}): {option.expected}{about}")
    return "\n".join([*lines, "rules:", f"  {entry.rules}"])


def shown_value(value: OptionValue) -> str:
    """A value as it is written after `-o`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


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
