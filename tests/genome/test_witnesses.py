"""Every field of the schema matters: changing it changes the play of some small game, and its rulebook.

A field without a witness fails `test_every_field_has_a_witness`; so does a value of a field that has only a few.
"""

from __future__ import annotations

import types
import typing
from enum import Enum
from itertools import combinations
from typing import Any

import pytest

from deckwright.genome import schema
from deckwright.genome.compile.scoring import WIN_TYPES
from deckwright.genome.values import Model

from .witnesses.classes import schema_classes
from .witnesses.paths import fields_on
from .witnesses.playing import rulebook_of, story_of
from .witnesses.table import ALL
from .witnesses.witness import DEALS, Witness

LABELS = {
    ("GameGenome", "schema_version"), ("GameGenome", "genome_id"), ("GameGenome", "generation"),
    ("GameGenome", "score_unit"), ("Register", "label"), ("Term", "label"), ("Each", "var"), ("Zone", "memory"),
}  # fmt: skip
"""Where a genome comes from, names, and what tables remind people of: they change no game.

`Set.name` says which register, and is no label. What `Zone.memory` changes is tested with the scene of a table.
"""


@pytest.mark.parametrize("witness", ALL, ids=str)
def test_every_value_of_a_field_makes_a_different_game(witness: Witness) -> None:
    genomes = {str(value): witness.genome(value) for value in witness.values}
    for (one, first), (other, second) in combinations(genomes.items(), 2):
        differs = any(
            story_of(first, seed, views=witness.views) != story_of(second, seed, views=witness.views)
            for seed in range(DEALS)
        )
        assert differs, f"{one} plays like {other}"
        assert rulebook_of(first) != rulebook_of(second), f"{one} reads like {other}"


def fields() -> list[tuple[type[Model], str]]:
    """Every field of every class of the schema, labels and discriminators aside."""
    return [
        (model, name)
        for model in schema_classes()
        for name in model.model_fields
        if (model.__name__, name) not in LABELS
        if name != "name" or model is schema.Set
        if name != "type" or model is schema.WinCondition
    ]


def few_values(annotation: Any) -> set[Any]:
    """The values that a type lists; other values are not counted."""
    if annotation is bool:
        return {False, True}
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return set(annotation)
    if typing.get_origin(annotation) is typing.Literal:
        return set(typing.get_args(annotation))
    if typing.get_origin(annotation) is typing.Annotated:
        return few_values(typing.get_args(annotation)[0])
    if isinstance(annotation, types.UnionType) or typing.get_origin(annotation) is typing.Union:
        return {value for part in typing.get_args(annotation) for value in few_values(part)}
    return set()


def holds_models(annotation: Any) -> bool:
    """Whether the values of a field are parts of the schema themselves."""
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return True
    return any(holds_models(part) for part in typing.get_args(annotation))


@pytest.mark.parametrize(("model", "name"), fields(), ids=lambda part: getattr(part, "__name__", part))
def test_every_field_has_a_witness(model: type[Model], name: str) -> None:
    field = (model.__name__, name)
    annotation = model.model_fields[name].annotation
    if holds_models(annotation):
        on_the_way = {step for witness in ALL for step in fields_on(witness.genome(witness.values[0]), witness.path)}
        assert field in on_the_way, "no witness goes through it"
        return
    shown = {value for witness in ALL if witness.field == field for value in witness.values}
    assert len(shown) > 1, "no witness"
    wanted = set(WIN_TYPES) if field == ("WinCondition", "type") else few_values(annotation)
    assert wanted <= shown, f"no witness of {sorted(map(str, wanted - shown))}"
