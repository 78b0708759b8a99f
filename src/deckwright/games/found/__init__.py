"""Games that `deckwright evolve` found: `ID.json` the genome, `ID.rules.md` the rulebook, `ID.md` what to expect.

They stand beside the library, not in it: nobody played them before, and nobody has rated them yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from types import MappingProxyType

from deckwright.games.entry import GameEntry, Option
from deckwright.games.hands import over_hands
from deckwright.genome.codec import parse_data
from deckwright.genome.schema import GameGenome

_HANDS = Option("hands", int, default=None, low=1, high=1000, text="stop after so many hands; none: as its rules say")
_ENDING = ".json"
_FOLDER = "deckwright.games.found"


@dataclass(frozen=True, kw_only=True)
class FoundGame(GameEntry):
    """A game that evolution found, with what is to be said of it."""

    notes: str
    """Markdown: what is new, how it plays, what is weak, how it was found."""
    rulebook: str
    """Markdown; the same as is made from the genome."""


@cache
def found_games() -> Mapping[str, FoundGame]:
    """The gallery of found games, by id, in order."""
    names = sorted(
        entry.name.removesuffix(_ENDING) for entry in files(_FOLDER).iterdir() if entry.name.endswith(_ENDING)
    )
    return MappingProxyType({name: _entry(name) for name in names})


def _entry(name: str) -> FoundGame:
    create = partial(_genome, name)
    return FoundGame(
        id=name,
        name=create().name,
        create=create,
        options=(_HANDS,) if create().max_hands > 1 else (),
        rules="found by deckwright evolve",
        notes=_read(f"{name}.md"),
        rulebook=_read(f"{name}.rules.md"),
    )


@cache
def _genome(name: str, *, hands: int | None = None) -> GameGenome:
    if hands is not None:
        return GameGenome.parse(over_hands(_genome(name), hands).to_dict())
    return GameGenome.parse(parse_data(_read(name + _ENDING)))


def _read(name: str) -> str:
    return (files(_FOLDER) / name).read_text(encoding="utf-8")
