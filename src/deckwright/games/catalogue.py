"""The library as a whole: every module of this folder that defines a GAME."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from deckwright.games.entry import GameEntry
from deckwright.games.errors import UnknownGameError, nearest_hint, quoted
from deckwright.genome.schema import GameGenome

_PACKAGE = __package__ or "deckwright.games"


@cache
def catalogue() -> Mapping[str, GameEntry]:
    """Every game by its id, in order."""
    found: dict[str, GameEntry] = {}
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        entry = getattr(import_module(f"{_PACKAGE}.{module.name}"), "GAME", None)
        if isinstance(entry, GameEntry):
            if entry.id in found:
                raise RuntimeError(
                    f"two games are called {entry.id!r}: {found[entry.id].create.__module__} and {module.name}"
                )
            found[entry.id] = entry
    return MappingProxyType(dict(sorted(found.items())))


def find_game(name: str) -> GameEntry | None:
    """The game of that id, if there is one; case and underscores do not matter."""
    return catalogue().get(name.strip().lower().replace("_", "-").replace(" ", "-"))


def get_game(name: str) -> GameEntry:
    """The game of that id; UnknownGameError suggests the nearest."""
    entry = find_game(name)
    if entry is None:
        raise UnknownGameError("game.unknown", f"there is no game {quoted(name)}{nearest_hint(name, catalogue())}")
    return entry


def get_seed_genomes() -> tuple[GameGenome, ...]:
    """The seed design's eighteen games, as far as they have been written."""
    return tuple(entry.default_genome for entry in catalogue().values() if entry.seed)
