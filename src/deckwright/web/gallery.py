"""What the gallery says of a game: who plays it, how long, with what, how it is won and what was measured."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from deckwright.games import Entry
from deckwright.games.entry import Option
from deckwright.web.pictures import picture


@lru_cache(maxsize=128)
def game_card(entry: Entry) -> dict[str, Any]:
    """A game of the library as the gallery and programs see it."""
    players = entry.players
    return {
        "id": entry.id,
        "name": entry.name,
        "players": {"min": players.min, "max": players.max, "default": players.default},
        "players_text": players_text(players.min, players.max),
        "teams": entry.teams,
        "kind": kind_of(entry),
        "picture": picture(entry.id, kind_of(entry)),
        "options": [option_data(option) for option in entry.options],
        "rules": entry.rules,
    }


def players_text(low: int, high: int) -> str:
    """`4 players`, `2 to 7 players`, `for one`."""
    if high == 1:
        return "for one"
    return f"{low} players" if low == high else f"{low} to {high} players"


def kind_of(entry: Entry) -> str:
    """A word for what one mainly does: take tricks, bet, meld, shed."""
    if not entry.has_genome:
        return "memory"
    genome = entry.define().genome
    if genome is None:
        return "memory"
    text = str(genome.to_dict()["turn_structure"])
    for word, kind in (("'trick'", "tricks"), ("'betting'", "betting"), ("'claim'", "bluffing")):
        if word in text:
            return kind
    if any(pattern.in_sequence or pattern.of_a_kind for pattern in genome.patterns):
        return "melds"
    if genome.player_count == 1:
        return "patience"
    if any(condition.type == "empty_hand" for condition in genome.win_conditions):
        return "shedding"
    return "capture" if "captured" in {zone.role for zone in genome.zones} else "cards"


def option_data(option: Option) -> dict[str, Any]:
    """An option as a form field."""
    return {
        "name": option.name,
        "label": option.name.replace("_", " "),
        "type": option.kind.__name__,
        "default": option.default,
        "low": option.low,
        "high": option.high,
        "choices": list(option.choices),
        "text": option.text,
        "optional": option.default is None,
    }
