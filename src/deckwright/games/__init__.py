"""The library: one module per game, found by the catalogue."""

from deckwright.games.catalogue import (
    catalogue,
    find_game,
    get_game,
    get_seed_genomes,
    library,
)
from deckwright.games.definition import Definition, define_genome, define_house_rules
from deckwright.games.entry import Entry, GameEntry, HouseRulesEntry, Option, OptionValue, PlayerRange
from deckwright.games.errors import GameLibraryError, OptionError, UnknownGameError
from deckwright.games.found import FoundGame, found_games

__all__ = [
    "Definition",
    "Entry",
    "FoundGame",
    "GameEntry",
    "GameLibraryError",
    "HouseRulesEntry",
    "Option",
    "OptionError",
    "OptionValue",
    "PlayerRange",
    "UnknownGameError",
    "catalogue",
    "define_genome",
    "define_house_rules",
    "find_game",
    "found_games",
    "get_game",
    "get_seed_genomes",
    "library",
]
