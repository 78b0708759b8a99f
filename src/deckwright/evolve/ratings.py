"""What people said of games, and what that says of others like them."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

from deckwright.evolve.distance import distance
from deckwright.evolve.errors import EvolveError
from deckwright.genome.errors import GenomeError
from deckwright.genome.schema import GameGenome
from deckwright.measure import Estimate
from deckwright.measure.intervals import bounded
from deckwright.text import parse_json

LOWEST, HIGHEST = 1.0, 5.0
REACH = 0.4
"""A game that is further away says nothing of another."""
MOST_PEOPLE = 10**9
SPREAD = 1.2
"""How far one person's rating lies from another's, as a standard deviation."""


@dataclass(frozen=True)
class Rating:
    """A game and what people gave it on average, from 1 to 5."""

    genome: GameGenome
    stars: float
    people: int = 1

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return {"genome": self.genome.to_dict(), "stars": self.stars, "people": self.people}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Rating:
        """What `to_dict` wrote."""
        return cls(GameGenome.parse(data["genome"]), data["stars"], data["people"])


def load_ratings(path: str | Path) -> tuple[Rating, ...]:
    """The ratings of a file: `{"ratings": [{"genome": {...}, "stars": 4, "people": 3}, ...]}`."""
    try:
        data = parse_json(Path(path).read_bytes())
    except OSError as error:
        raise EvolveError("ratings.unreadable", f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise EvolveError("ratings.does-not-parse", f"{path}: it is no JSON ({error})") from None
    entries = data.get("ratings") if isinstance(data, dict) else None
    if not isinstance(entries, list):
        raise EvolveError("ratings.does-not-parse", f"{path}: $.ratings: expected a list")
    return tuple(_rating(entry, f"{path}: $.ratings[{place}]") for place, entry in enumerate(entries))


def _rating(entry: Any, where: str) -> Rating:
    if not isinstance(entry, dict) or "genome" not in entry:
        raise EvolveError("ratings.does-not-parse", f"{where}: expected genome, stars and people")
    stars, people = entry.get("stars"), entry.get("people", 1)
    if isinstance(stars, bool) or not isinstance(stars, int | float) or not LOWEST <= stars <= HIGHEST:
        raise EvolveError("ratings.does-not-parse", f"{where}.stars: found {stars!r}, expected a number from 1 to 5")
    if isinstance(people, bool) or not isinstance(people, int) or not 1 <= people <= MOST_PEOPLE:
        raise EvolveError("ratings.does-not-parse", f"{where}.people: expected a number from 1 to {MOST_PEOPLE:,}")
    try:
        return Rating(GameGenome.parse(entry["genome"]), float(stars), people)
    except GenomeError as error:
        raise EvolveError("ratings.does-not-parse", f"{where}.genome: {error}") from None


def liked(genome: GameGenome, ratings: tuple[Rating, ...]) -> Estimate | None:
    """What people may think of a game, from what they said of games like it; None where nothing like it was rated.

    Ratings are weighted by nearness of rules (Nadaraya 1964); the interval narrows as there are more of them.
    """
    weights = [(max(0.0, 1 - distance(genome, one.genome) / REACH) ** 2 * one.people, one.stars) for one in ratings]
    total = sum(weight for weight, _ in weights)
    if total <= 0:
        return None
    mean = sum(weight * stars for weight, stars in weights) / total
    return bounded(mean, 1.96 * SPREAD / sqrt(total), low=LOWEST, high=HIGHEST)
