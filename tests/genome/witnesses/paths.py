"""A field of a genome by its path: `turn_structure.phases[0].ties`."""

from __future__ import annotations

import re
from typing import Any

from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model

Path = tuple[str | int, ...]


def parse_path(text: str) -> Path:
    """The steps of a path."""
    return tuple(int(step[1:-1]) if step[0] == "[" else step for step in re.findall(r"\w+|\[\d+\]", text))


def value_at(genome: GameGenome, path: Path) -> Any:
    """What stands there."""
    value: Any = genome
    for step in path:
        value = getattr(value, step) if isinstance(step, str) else value[step]
    return value


def changed_at(value: Any, path: Path, new: Any) -> Any:
    """The same value with something else there; types are checked again."""
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return (*value[:step], changed_at(value[step], rest, new), *value[step + 1 :])
    return value.copy_with(**{step: changed_at(getattr(value, step), rest, new)})


def fields_on(genome: GameGenome, path: Path) -> list[tuple[str, str]]:
    """The class and name of every field that a path goes through, the last one last."""
    value: Any = genome
    found = []
    for step in path:
        if isinstance(step, str):
            assert isinstance(value, Model)
            found.append((type(value).__name__, step))
            value = getattr(value, step)
        else:
            value = value[step]
    return found
