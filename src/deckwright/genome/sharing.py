"""Equal parts of genomes as one object: whatever looks a part up then finds it at once, without comparing it whole."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any, TypeVar

from deckwright.genome.phases import TurnStructure
from deckwright.genome.values import Model

M = TypeVar("M", bound=Model)

MOST_PARTS = 8192
"""Parts that are known, those used last."""

_known: OrderedDict[Model, Model] = OrderedDict()
_lock = Lock()


def shared(genome: M) -> M:
    """An equal genome, made of zones, phases, rules and the like of earlier ones where they are equal.

    Within a genome no part is used twice: two that are equal are still two, each in its place.
    """
    return _with_shared_parts(genome, set())


def _with_shared_parts(model: M, used: set[int]) -> M:
    parts = {name: _shared(value, used) for name, value in model if isinstance(value, (Model, tuple))}
    return model.model_copy(update=parts)


def _shared(value: Any, used: set[int]) -> Any:
    if isinstance(value, tuple):
        return tuple(_shared(item, used) for item in value) if value and isinstance(value[0], Model) else value
    if isinstance(value, TurnStructure):
        return _with_shared_parts(value, used)
    return _one(value, used) if isinstance(value, Model) else value


def _one(part: Model, used: set[int]) -> Model:
    with _lock:
        found = _known.setdefault(part, part)
        _known.move_to_end(found)
        if len(_known) > MOST_PARTS:
            _known.popitem(last=False)
    # A report tells which rules were said, and which are as they are by default: equal is not all.
    if id(found) in used or found.model_fields_set != part.model_fields_set:
        return part
    used.add(id(found))
    return found


def forget() -> None:
    """Know nothing."""
    with _lock:
        _known.clear()
