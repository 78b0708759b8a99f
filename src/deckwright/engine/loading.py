"""Finding the game that someone means: an id, a path, plain data or a genome."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from deckwright.engine.errors import LoadError
from deckwright.engine.game import Game
from deckwright.engine.teams import can_repair_teams, repair_teams
from deckwright.games.catalogue import find_game, library
from deckwright.games.entry import Option, OptionValue
from deckwright.games.errors import OptionError, UnknownGameError, nearest_hint, quoted
from deckwright.games.hands import over_hands
from deckwright.genome.codec import load_genome
from deckwright.genome.errors import GenomeError
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import check_genome, without_collecting

GENOME_SUFFIXES = (".json", ".yaml", ".yml")

GameSource = str | Path | Mapping[str, Any] | GameGenome
"""An id, a path to a genome file, a genome as plain data, or a genome."""

OWN_OPTIONS = (
    Option("players", int, default=2, low=1, high=16, text="how many play, where the genome is valid for so many"),
    Option("hands", int, default=1, low=1, high=1_000_000, text="stop after so many hands"),
)
"""The options of a genome of one's own."""


def load(source: GameSource | Game, /, **options: OptionValue) -> Game:
    """A game by id, path, data or genome, with its options by name.

    UnknownGameError and OptionError suggest the nearest name; GenomeError lists every defect.
    """
    if isinstance(source, Game):
        if source.definition.genome is None:
            return load(source.id, **{**source.options, **options})
        source = source.definition.genome
    with without_collecting():
        if isinstance(source, str) and (entry := find_game(source)) is not None:
            return Game(entry.define(**options), options=options)
        genome = _genome_of(source)
        return Game(_with_options(genome, options), options=options)


def load_with_texts(source: str, options: Mapping[str, str]) -> Game:
    """The same with options as text, as a command line has them."""
    entry = find_game(source)
    if entry is not None:
        return load(source, **entry.parse_options(options))
    own = {option.name: option for option in OWN_OPTIONS}
    return load(source, **{name: own[name].parse(text) if name in own else text for name, text in options.items()})


def restore(data: Mapping[str, Any]) -> Game:
    """The game that `Game.to_dict` wrote down; KeyError, TypeError or ValueError where it cannot be one."""
    name, options = data["id"], data["options"]
    if data["genome"] is None:
        return load(name, **options)
    return Game(load(data["genome"]).genome, id=name, options=options)


def looks_like_path(source: str) -> bool:
    """Whether a text means a file rather than an id."""
    is_file = os.path.isfile(source)  # noqa: PTH113 - a name that is too long is none
    return source.lower().endswith(GENOME_SUFFIXES) or "/" in source or "\\" in source or is_file


def _genome_of(source: GameSource) -> GameGenome:
    if isinstance(source, GameGenome):
        check_genome(source)
        return source
    if isinstance(source, Mapping):
        return GameGenome.from_dict(dict(source))
    if isinstance(source, Path):
        return load_genome(source)
    if not isinstance(source, str):
        raise LoadError(
            "load.wrong-type", f"found {type(source).__name__}, expected an id, a path, a dict or a GameGenome"
        )
    if looks_like_path(source):
        return load_genome(Path(source))
    hint = (
        nearest_hint(source, library()) or "; `deckwright games` lists them, a file is a path ending in .json or .yaml"
    )
    raise UnknownGameError("game.unknown", f"there is no game {quoted(source)}{hint}")


def _with_options(genome: GameGenome, options: Mapping[str, OptionValue]) -> GameGenome:
    known = {option.name: option for option in OWN_OPTIONS}
    fields = {"players": "player_count", "hands": "max_hands"}
    for name in options:
        if name not in known:
            hint = nearest_hint(name, known)
            raise OptionError(
                "option.unknown", f"a genome of one's own has no option {quoted(name)}: it has {', '.join(known)}{hint}"
            )
    changes: dict[str, Any] = {fields[name]: known[name].check(value) for name, value in options.items()}
    if not changes:
        return genome
    players = changes.get("player_count", genome.player_count)
    if genome.team_mode and can_repair_teams(genome.teams, players):
        changes["teams"] = repair_teams(genome.teams, players)
    hands = changes.pop("max_hands", genome.max_hands)
    try:
        changed = over_hands(genome.copy_with(**changes), hands)
        check_genome(changed)
    except GenomeError as error:
        told = ", ".join(f"{name}={value}" for name, value in options.items())
        raise OptionError("option.invalid-genome", f"with {told} the genome is not valid:\n{error}") from None
    return changed
