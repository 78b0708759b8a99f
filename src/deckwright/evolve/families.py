"""What sort of game a genome is, told from its rules."""

from __future__ import annotations

from typing import Literal

from deckwright.evolve.features import features_of
from deckwright.genome.schema import GameGenome

Family = Literal["trick-taking", "betting", "claiming", "matching", "fishing", "shedding", "drawing", "other"]
FAMILIES: tuple[Family, ...] = (
    "trick-taking", "betting", "claiming", "matching", "fishing", "shedding", "drawing", "other",
)  # fmt: skip


def family_of(genome: GameGenome) -> Family:
    """The family of a game: by tricks, bets, claims, sets that are collected, captures, running out of cards."""
    features = features_of(genome)
    if "trick" in features:
        return "trick-taking"
    if "betting" in features:
        return "betting"
    if "bluffing" in features:
        return "claiming"
    if "patterns" in features or "sets" in features:
        return "matching"
    if "captured" in features:
        return "fishing"
    if "playing" in features:
        return "shedding"
    return "drawing" if "drawing" in features else "other"
