"""The library as a whole: every module of this folder that defines a GAME."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from deckwright.games.entry import Entry, GameEntry
from deckwright.games.errors import UnknownGameError, nearest_hint, quoted
from deckwright.games.found import found_games
from deckwright.genome.schema import GameGenome

_PACKAGE = __package__ or "deckwright.games"


broken_modules: dict[str, str] = {}
"""Modules of this folder that cannot be imported, and why."""


@cache
def library() -> Mapping[str, Entry]:
    """Every game by its id, in order: those that are genomes, and the kernel's own."""
    found: dict[str, Entry] = {}
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        try:
            entry = getattr(import_module(f"{_PACKAGE}.{module.name}"), "GAME", None)
        except Exception as error:  # someone's game in the making; the others can be played
            broken_modules[module.name] = f"{type(error).__name__}: {error}"
            continue
        if isinstance(entry, Entry):
            if entry.id in found:
                raise RuntimeError(f"two games are called {entry.id!r}: the second is in {module.name}")
            found[entry.id] = entry
    return MappingProxyType(dict(sorted(found.items())))


@cache
def catalogue() -> Mapping[str, GameEntry]:
    """Every game that is a genome, by its id, in order; `library` has the others too."""
    return MappingProxyType({name: entry for name, entry in library().items() if isinstance(entry, GameEntry)})


def find_game(name: str) -> Entry | None:
    """The game of that id, of the library or found, if there is one; case and underscores do not matter."""
    return library().get(_as_id(name)) or found_games().get(_as_id(name))


def _as_id(name: str) -> str:
    return name.strip().lower().replace("_", "-").replace(" ", "-")


def get_game(name: str) -> Entry:
    """The game of that id; UnknownGameError suggests the nearest."""
    entry = find_game(name)
    if entry is None:
        names = (*library(), *found_games())
        raise UnknownGameError("game.unknown", f"there is no game {quoted(name)}{nearest_hint(name, names)}")
    return entry


def get_seed_genomes() -> tuple[GameGenome, ...]:
    """The seed design's eighteen games."""
    return tuple(entry.default_genome for entry in catalogue().values() if entry.seed)
