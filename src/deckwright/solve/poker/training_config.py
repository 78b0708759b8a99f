"""What `deckwright train` reads: a game and how to learn it, as YAML, every defect told with its path."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError, model_validator

from deckwright.solve.errors import SolveError
from deckwright.text import read_yaml

CHIPS_A_BLIND: Final = 100
"""Chips of a big blind inside."""
STREET_NAMES: Final = ("preflop", "flop", "turn", "river")
MOST_CONFIG_BYTES: Final = 100_000

MOST_WALKS: Final = 10**15
"""More than anybody can wait for; the kernel counts further."""
ALIKE, BY_STREET = "alike", "by street"

Size = Annotated[float, Field(gt=0, le=100)]
Sizes = Annotated[tuple[Size, ...], Field(max_length=8)]
Cap = Annotated[int, Field(ge=0, le=6)]


def _kind_of(value: Any) -> str:
    """Whether something is told for all streets alike or street by street: defects are told of that form alone."""
    return BY_STREET if isinstance(value, dict | _Part) else ALIKE


_TOLD_BY = Discriminator(_kind_of)


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)


class StreetSizes(_Part):
    """Sizes of bets by street, parts of the pot after calling."""

    preflop: Sizes = ()
    flop: Sizes = ()
    turn: Sizes = ()
    river: Sizes = ()


class StreetCaps(_Part):
    """Bets and raises by street, at most."""

    preflop: Cap = 3
    flop: Cap = 3
    turn: Cap = 3
    river: Cap = 3


class GameConfig(_Part):
    """What is played: everyone has the same stack, the small blind is half a big one."""

    num_players: Annotated[int, Field(ge=2, le=6)] = 2
    stack_depth: Annotated[float, Field(ge=2, le=1000)] = 25
    """Big blinds."""
    bet_sizes: Annotated[
        Annotated[Sizes, Tag(ALIKE)] | Annotated[StreetSizes, Tag(BY_STREET)],
        _TOLD_BY,
    ] = (0.5, 1.0)
    max_raises_per_street: Annotated[Annotated[Cap, Tag(ALIKE)] | Annotated[StreetCaps, Tag(BY_STREET)], _TOLD_BY] = 3
    all_in: bool = True
    all_in_from: Annotated[float, Field(gt=0, le=1)] = 0.7
    """A bet that takes at least this part of a stack takes all of it."""

    def sizes(self, street: str) -> tuple[float, ...]:
        """The sizes of a street."""
        return tuple(getattr(self.bet_sizes, street)) if isinstance(self.bet_sizes, StreetSizes) else self.bet_sizes

    def cap(self, street: str) -> int:
        """The cap of a street."""
        caps = self.max_raises_per_street
        return int(getattr(caps, street)) if isinstance(caps, StreetCaps) else caps


class TrainingConfig(_Part):
    """How it is learned."""

    iterations: Annotated[int, Field(ge=1, le=10**12)]
    mccfr_samples: Annotated[int, Field(ge=1, le=10**9)] = 500
    """Walks an iteration."""
    deal_count: Annotated[int, Field(ge=0, le=10**12)] = 0
    """Deals to choose from; 0 for ever new ones."""
    abstraction_mode: Literal["hand_class_v2", "strength", "equity_kmeans"] = "hand_class_v2"
    strength_bins: Annotated[int, Field(ge=2, le=50)] = 8
    kmeans_buckets: Annotated[int, Field(ge=2, le=500)] = 30
    """With equity_kmeans: buckets on flop and turn, in place of strength_bins."""
    river_bins: Annotated[int, Field(ge=2, le=200)] = 12
    seed: Annotated[int, Field(ge=0, lt=2**64)] = 1
    discount_steps: Annotated[int, Field(ge=0, le=1000)] = 20
    """In so many steps over the first half of training, what was learned counts for less (linear weighting)."""
    regret_floor: Annotated[float, Field(lt=0, ge=-1e9)] = -1000
    """Big blinds below which regrets do not fall."""
    prune_below: Annotated[float, Field(lt=0, ge=-1e9)] = -300
    """Actions with lower regrets are skipped nineteen times of twenty, after a tenth of training."""

    batch_walks: Annotated[int, Field(ge=64, le=10**7)] = 512
    """Walks of a batch at most: all see what was learned before it. Large ones suit a cluster, and cost strength."""

    @model_validator(mode="after")
    def _fits_together(self) -> TrainingConfig:
        if self.regret_floor > self.prune_below:
            raise ValueError("regret_floor must be below prune_below")
        if self.walks > MOST_WALKS:
            raise ValueError(
                f"iterations times mccfr_samples are {self.walks:,} walks, expected at most {MOST_WALKS:,}"
            )
        return self

    @property
    def walks(self) -> int:
        """Walks in all."""
        return self.iterations * self.mccfr_samples


class Config(_Part):
    """A whole file."""

    game: GameConfig = GameConfig()
    training: TrainingConfig

    def document(self) -> dict[str, Any]:
        """As JSON, with every default."""
        return self.model_dump(mode="json")

    @property
    def digest(self) -> str:
        """SHA-256 of all of it: what a checkpoint must be of."""
        return sha256(json.dumps(self.document(), sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def parse_config(document: Any, *, what: str = "config") -> Config:
    """A config from data; SolveError lists every defect with its path."""
    try:
        return Config.model_validate(document)
    except ValidationError as error:
        lines = []
        for defect in error.errors():
            words = [str(part) for part in defect["loc"] if part not in (ALIKE, BY_STREET)]
            path = "".join(f"[{word}]" if word.isdecimal() else f".{word}" for word in words)
            # pydantic names the classes that a mapping is read into.
            told = re.sub(r"a valid dictionary or instance of \w+", "a mapping of names to values", defect["msg"])
            lines.append(f"{what}: ${path}: {told}")
        raise SolveError("config.invalid", "\n".join(dict.fromkeys(lines))) from None


def load_config(path: str | Path) -> Config:
    """A config from a YAML file."""
    source = Path(path)
    try:
        if source.stat().st_size > MOST_CONFIG_BYTES:
            raise SolveError("file.too-large", f"{source}: expected at most {MOST_CONFIG_BYTES:,} bytes")
        document = read_yaml(source.read_text(encoding="utf-8"))
    except OSError as error:
        raise SolveError("file.cannot-read", f"{source}: {error.strerror or error}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise SolveError("config.unreadable", f"{source}: it is not YAML: {error}") from None
    return parse_config(document, what=str(source))
