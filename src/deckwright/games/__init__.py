"""The library: one module per game, found by the catalogue."""

from deckwright.games.catalogue import catalogue, find_game, get_game, get_seed_genomes
from deckwright.games.entry import GameEntry, Option, OptionValue, PlayerRange
from deckwright.games.errors import GameLibraryError, OptionError, UnknownGameError

__all__ = [
    "GameEntry",
    "GameLibraryError",
    "Option",
    "OptionError",
    "OptionValue",
    "PlayerRange",
    "UnknownGameError",
    "catalogue",
    "find_game",
    "get_game",
    "get_seed_genomes",
]
