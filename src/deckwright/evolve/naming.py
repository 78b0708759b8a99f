"""Ids and names of found games, decided by their rules: games with the same rules have the same."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import Any

from deckwright.genome.schema import GameGenome

_NOT_RULES = ("schema_version", "genome_id", "name", "generation")
_ONSETS = (
    "b", "br", "c", "cl", "d", "dr", "f", "fl", "g", "gr", "h", "j", "k", "l", "m", "n", "p", "pr", "qu", "r", "s",
    "sh", "st", "t", "tr", "v", "w", "z",
)  # fmt: skip
_VOWELS = ("a", "e", "i", "o", "u", "a", "e", "o")
_CODAS = ("", "", "", "l", "n", "r", "s", "t", "m", "x")
_ENDINGS = ("", "", "o", "a", "ette", "ino", "er", "elle", "ic", "on")


def rules_of(genome: GameGenome) -> dict[str, Any]:
    """The data of a genome without what it is called."""
    return {name: value for name, value in genome.to_dict().items() if name not in _NOT_RULES}


@lru_cache(maxsize=1024)
def rules_digest(genome: GameGenome) -> str:
    """The same for the same rules, whatever the game is called."""
    text = json.dumps(rules_of(genome), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def pronounceable(digest: str) -> str:
    """A name of two or three syllables that a digest decides."""
    number = int(digest[:16], 16)
    syllables: list[str] = []
    for _ in range(2 + number % 2):
        number //= 2
        number, onset = divmod(number, len(_ONSETS))
        number, vowel = divmod(number, len(_VOWELS))
        syllables.append(_ONSETS[onset] + _VOWELS[vowel])
    number, coda = divmod(number, len(_CODAS))
    number, ending = divmod(number, len(_ENDINGS))
    stem = "".join(syllables)
    tail = _CODAS[coda]
    if _ENDINGS[ending]:
        tail = tail or "n"
    return (stem + tail + _ENDINGS[ending]).capitalize()


def named(genome: GameGenome, *, generation: int) -> GameGenome:
    """The same rules under a name and an id of their own."""
    digest = rules_digest(genome)
    changes = {"genome_id": f"g-{digest[:12]}", "name": pronounceable(digest), "generation": generation}
    return genome.model_copy(update=changes)
