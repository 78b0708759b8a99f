"""The library: one module per game, found by the catalogue."""

from deckwright.games.catalogue import (
    catalogue,
    find_game,
    find_own_game,
    get_game,
    get_seed_genomes,
    library,
    own_games,
)
from deckwright.games.entry import Entry, GameEntry, Option, OptionValue, OwnEntry, PlayerRange
from deckwright.games.errors import GameLibraryError, OptionError, UnknownGameError

__all__ = [
    "Entry",
    "GameEntry",
    "GameLibraryError",
    "Option",
    "OptionError",
    "OptionValue",
    "OwnEntry",
    "PlayerRange",
    "UnknownGameError",
    "catalogue",
    "find_game",
    "find_own_game",
    "get_game",
    "get_seed_genomes",
    "library",
    "own_games",
]
