"""What a run is: everything that decides its archive."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any, Literal

from deckwright.evolve.constraints import Constraints
from deckwright.evolve.errors import EvolveError
from deckwright.evolve.ratings import Rating
from deckwright.evolve.styles import Style
from deckwright.evolve.tiers import DEFAULT_BUDGET, Budget
from deckwright.evolve.variation import Rates
from deckwright.genome.schema import GameGenome

MOST_POPULATION = 10_000
Search = Literal["archive", "random"]


@dataclass(frozen=True)
class RunConfig:
    """The same config gives the same archive after the same number of generations, whoever does the work."""

    style: Style
    seed: int
    population: int
    parents: tuple[tuple[str, GameGenome], ...]
    """The games it starts from, by name."""
    search: Search = "archive"
    """`archive`: parents are elites and the games it starts from; `random`: the latter alone, which is the null."""
    constraints: Constraints | None = None
    rates: Rates | None = None
    budget: Budget = field(default=DEFAULT_BUDGET)
    ratings: tuple[Rating, ...] = ()
    """What people said of games; if there are any, being liked comes before all other preferences."""

    def __post_init__(self) -> None:
        if not 1 <= self.population <= MOST_POPULATION:
            told = f"population: found {self.population}, expected a whole number from 1 to {MOST_POPULATION:,}"
            raise EvolveError("run.bad-population", told)
        if not self.parents:
            raise EvolveError("run.no-parents", "there is no game to start from")

    @property
    def judged_by(self) -> Style:
        """The style that decides: with ratings, being liked first."""
        if not self.ratings:
            return self.style
        return self.style.model_copy(update={"prefers": ("liked", *self.style.prefers)})

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data: what has to be the same when a run goes on."""
        return {
            "style": self.style.to_dict(),
            "seed": self.seed,
            "population": self.population,
            "parents": {name: _digest(genome.to_dict()) for name, genome in self.parents},
            "search": self.search,
            "constraints": None if self.constraints is None else _plain(asdict(self.constraints)),
            "rates": None if self.rates is None else _plain(asdict(self.rates)),
            "budget": asdict(self.budget),
            "ratings": _digest([rating.to_dict() for rating in self.ratings]) if self.ratings else None,
        }


def config_changes(before: dict[str, Any], now: dict[str, Any], where: str = "") -> list[str]:
    """What differs between two configs, each with its path."""
    changes: list[str] = []
    for name in sorted({*before, *now}):
        one, other, path = before.get(name), now.get(name), f"{where}{name}"
        if isinstance(one, dict) and isinstance(other, dict):
            changes += config_changes(one, other, f"{path}.")
        elif one != other:
            changes.append(f"{path} (it was {_short(one)}, found {_short(other)})")
    return changes


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value, default=dict))


def _digest(value: Any) -> str:
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
