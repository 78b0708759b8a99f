"""The games of the library as evolution sees them: what to start from, and what a found game must not be."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from deckwright.evolve.evaluation import CHEAP, evaluate
from deckwright.evolve.figures import Figures
from deckwright.evolve.styles import Limits, Style, Wanted
from deckwright.games import catalogue
from deckwright.genome.codec import dump_json
from deckwright.genome.schema import GameGenome

FIGURES = "library_figures.json"
OPEN = Style(
    name="open",
    text="everything is measured, and nothing stopped",
    limits=Limits(
        least_choices=0, most_decisions=1e9, least_completion=0, most_draws=1, skill_errors=0, least_difference=0,
        most_bias=1e9, least_consequence=0, least_reach=0, most_foremost=1, most_rulebook_words=10**9,
    ),
    wanted=Wanted(seats=(1, 16), chance=True),
)  # fmt: skip


@cache
def library_genomes() -> Mapping[str, GameGenome]:
    """Every game of the library that is a genome, by id."""
    return MappingProxyType({name: entry.default_genome for name, entry in catalogue().items()})


@cache
def library_figures() -> Mapping[str, Figures]:
    """How the games of the library play: what comes with the package; where rules have changed, measured now."""
    known = _read()
    found: dict[str, Figures] = {}
    for name, genome in library_genomes().items():
        entry = known.get(name)
        if entry is not None and entry["digest"] == digest_of(genome):
            found[name] = Figures.from_dict(entry["figures"])
        else:
            found[name] = measure_library_game(genome)
    return MappingProxyType(found)


def measure_library_game(genome: GameGenome) -> Figures:
    """How a game plays, whatever a style might think of it."""
    return evaluate(genome, OPEN, 0, tier=CHEAP).figures


def digest_of(genome: GameGenome) -> str:
    """SHA-256 of a genome."""
    return sha256(dump_json(genome).encode()).hexdigest()


def _read() -> dict[str, Any]:
    place = files("deckwright.evolve") / FIGURES
    if not place.is_file():
        return {}
    known: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
    return known


def library_document() -> str:
    """What `library_figures.json` should say; games whose rules have not changed are taken over from it."""
    rows = {
        name: {"digest": digest_of(library_genomes()[name]), "figures": figures.to_dict()}
        for name, figures in library_figures().items()
    }
    return json.dumps(rows, indent=1, sort_keys=True) + "\n"
