"""Gives a use to what has a name and none: the validator refuses what nothing mentions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from deckwright.genome.expressions.types import HELD, Type
from deckwright.genome.random.lexicon import Data, WritingPlace
from deckwright.genome.random.skeletons import SkeletonWriter

_WORD = re.compile(r"[A-Za-z_]\w*")


def put_to_use(data: Data, writer: SkeletonWriter) -> None:
    """Set registers, score by terms and tables, and look for patterns that nothing mentions yet."""
    lists = list(effect_lists(data["turn_structure"]))
    used = _words(data)
    for register in data["registers"]:
        if used.get(register["name"], 0) < 2 and lists:
            writer.dice.one(lists).append(_set(writer, register))
    for name in [term["name"] for term in data["terms"]]:
        if used.get(name, 0) < 2:
            to = {} if not writer.lexicon.teams else {"to": "dealer"}
            data["scoring_rules"].append({"points": name, **to})
    for table in data["deck"]["tables"]:
        if used.get(table["name"], 0) < 2:
            hand = writer.lexicon.hand
            data["scoring_rules"].append({"points": f"sum({table['name']}(x) for x in {hand})"})
    for pattern in data["patterns"]:
        if used.get(pattern["name"], 0) < 2 and lists and writer.dice.chance(0.7):
            sweep = writer.effect_of("sweep")
            writer.dice.one(lists).append(sweep | {"pattern": pattern["name"]})


def _set(writer: SkeletonWriter, register: Data) -> Data:
    place = WritingPlace(reads="what all know")
    kind = HELD[register["holds"]]
    name = writer.register(register, place, 1)
    value = f"{name} + 1" if kind is Type.INT and writer.dice.chance(0.5) else writer.value(kind, place, 1)
    return {"type": "set", "name": name, "value": value}


def effect_lists(node: Any) -> Iterator[list[Data]]:
    """Every list of effects below a phase."""
    match node:
        case {"type": "do", "effects": effects}:
            yield effects
        case {"type": "choice", "offers": offers}:
            yield from (offer.setdefault("effects", []) for offer in offers)
        case {"phases": phases}:
            for phase in phases:
                yield from effect_lists(phase)


def _words(data: Data) -> dict[str, int]:
    counts: dict[str, int] = {}
    stack: list[Any] = [data]
    while stack:
        value = stack.pop()
        match value:
            case dict():
                stack += value.values()
            case list():
                stack += value
            case str():
                for word in _WORD.findall(value):
                    counts[word] = counts.get(word, 0) + 1
    return counts
