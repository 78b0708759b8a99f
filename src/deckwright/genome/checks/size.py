"""No part of a genome is so large that looking at it would take long; nothing else is checked in one that is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from deckwright.genome.errors import Issue
from deckwright.genome.limits import MAX_REGISTERS, MAX_ZONES
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model, held_by

MOST_OF = {
    "zones": MAX_ZONES, "strains": 64, "registers": MAX_REGISTERS, "terms": 100, "tables": 64, "rows": 256,
    "patterns": 256, "card_scoring": 256, "scoring_rules": 256, "special_effects": 256, "win_conditions": 32,
    "phases": 200,
}  # fmt: skip
"""Items of each list; the kernel holds no more, or has no use for more."""
MOST_PARTS = 2_500
"""Parts of a genome altogether: phases, offers, picks, effects and whatever else has fields."""


def size_issues(genome: GameGenome) -> Iterator[Issue]:
    """Lists that are too long, and genomes with too many parts."""
    return iter(()) if _parts_of(genome) <= MOST_PARTS else _find_issues(genome)


def _parts_of(value: Model) -> int:
    """How many parts a value has; more than there may be, if a list of it is too long."""
    parts = 1
    for name, held in held_by(value):
        if isinstance(held, Model):
            parts += _remembered_parts(held)
        else:
            if len(held) > MOST_OF.get(name, MOST_PARTS):
                return MOST_PARTS + 1
            parts += sum(_remembered_parts(item) for item in held if isinstance(item, Model))
    return parts


_remembered_parts = lru_cache(maxsize=8192)(_parts_of)


def _find_issues(genome: GameGenome) -> Iterator[Issue]:
    parts = 0
    waiting: list[tuple[Any, str]] = [(genome, "$")]
    while waiting:
        value, path = waiting.pop()
        parts += 1
        if parts > MOST_PARTS:
            yield Issue("genome.too-large", "$", message=f"more than {MOST_PARTS:,} parts")
            return
        for name in type(value).model_fields:
            held = getattr(value, name)
            here = f"{path}.{name}"
            if isinstance(held, Model):
                waiting.append((held, here))
            elif isinstance(held, tuple):
                most = MOST_OF.get(name, MOST_PARTS)
                if len(held) > most:
                    yield Issue("genome.too-large", here, f"{len(held)} items", f"at most {most}")
                    continue
                waiting += [(item, f"{here}[{place}]") for place, item in enumerate(held) if isinstance(item, Model)]
