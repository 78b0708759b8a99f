"""Who a person may play against at a table of a game: a level, an agent that was made for the game, a blueprint.

A client says a name, never a spec: blueprints are looked up among those on the shelf.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from deckwright.agents import agent_kinds
from deckwright.solve.poker.agent import GAME as HOLDEM
from deckwright.solve.poker.training_config import STREET_NAMES
from deckwright.web.errors import WebError
from deckwright.web.levels import LEVELS, level_agents
from deckwright.web.poker.shelf import Shelf

BLUEPRINTS: Final = ("blueprint", "blueprint+")
"""Kinds of agents that play a bundle."""
LEVEL, RULE, BUNDLE = "level", "rule", "bundle"


class Opponent(NamedTuple):
    """Somebody to choose."""

    name: str
    group: str
    """`level`, `rule` (made for this game, needs nothing) or `bundle` (a blueprint of this server)."""
    players: int = 0
    """How many play; 0: any number."""
    options: Mapping[str, Any] = {}
    """House rules that it was made for."""


def find_opponents(game: str, shelf: Shelf) -> list[Opponent]:
    """Everybody who plays a game, levels first."""
    made_for_it = [name for name, kind in agent_kinds().items() if kind.games == game and kind.form == name]
    found = [Opponent(name, LEVEL) for name in LEVELS] + [Opponent(name, RULE) for name in made_for_it]
    return found + (blueprint_opponents(shelf.bundle_cards()) if game == HOLDEM else [])


def blueprint_opponents(cards: Sequence[Mapping[str, Any]]) -> list[Opponent]:
    """The players of each bundle that can be read."""
    readable = [card for card in cards if "players" in card]
    return [
        Opponent(f"{kind}:{card['name']}", BUNDLE, card["players"], _options(card["config"]["game"]))
        for kind in BLUEPRINTS
        for card in readable
    ]


def table_agents(game: str, chosen: str, shelf: Shelf) -> dict[str, str]:
    """The agents of a table by the names that clients say, with their specs: the levels, and who was chosen."""
    levels = level_agents()
    if chosen in levels:
        return levels
    if chosen not in (opponent.name for opponent in find_opponents(game, shelf)):
        raise WebError("level.unknown", f"there is no such opponent: there is {', '.join(LEVELS)}{_more(game)}")
    kind, _, bundle = chosen.partition(":")
    return levels | {chosen: f"{kind}:{shelf.bundle_folder(bundle).resolve()}" if bundle else chosen}


def _more(game: str) -> str:
    has_more = any(kind.games == game for kind in agent_kinds().values())
    return f", and what /api/games/{game}/opponents lists" if has_more else ""


def _options(game: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules of the game that a blueprint was trained for; it knows no other stacks."""
    sizes = game["bet_sizes"]
    streets = [sizes[street] for street in STREET_NAMES] if isinstance(sizes, Mapping) else [sizes]
    percents = [sorted({max(1, round(100 * size)) for size in street}) for street in streets]  # as the game counts them
    written = "/".join(",".join(f"{size / 100:g}" for size in street) or "-" for street in percents)
    return {"players": game["num_players"], "stack": max(1, round(game["stack_depth"])), "sizes": written}
