"""Every field of the schema that matters has a genome in which changing it changes the rulebook."""

from __future__ import annotations

import itertools
import types
import typing
from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import Any, get_args, get_origin

import pytest
from tests.genome.rulebook.samples import all_samples
from tests.genome.witnesses.classes import schema_classes

from deckwright.document import to_markdown
from deckwright.genome.rulebook import generate_rulebook
from deckwright.genome.rulebook.book import write
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model

SILENT = {
    ("GameGenome", "schema_version"),
    ("GameGenome", "genome_id"),
    ("GameGenome", "generation"),
    ("Term", "label"),
}
"""What the rulebook does not tell: where a genome comes from, and what tables show while a condition holds."""

EXPRESSIONS = (
    "1", "0", "2", "3", "turn", "dealer", "right(dealer)", "none", "all", "bank", "hand", "stock", "discard",
    "captured", "board", "table", "sets", "hand[dealer]", "sets[dealer]", "size(hand) > 3", "rank(c) == 'Q'",
    "suit(c) == 'hearts'", "follows(c)", "rank(c)", "level", "level + index", "actor != dealer", "hands_played",
    "seats", "live", "'spades'", "'misere'", "suit(c) == s", "done", "fines", "bags", "stake[pile(columns, 1)]",
    "pile(columns, 1)", "onto", "times", "chips", "size(match)", "wild(c)",
)  # fmt: skip
"""Something for every place where an expression may stand; what does not fit there is passed over."""

Path = tuple[str | int, ...]


def schema_fields() -> list[tuple[str, str]]:
    """Every field, names of things and discriminators aside."""
    return [
        (model.__name__, name)
        for model in schema_classes()
        for name in model.model_fields
        if name != "type" or model.__name__ == "WinCondition"
        if (model.__name__, name) not in SILENT
        if not is_label(model.__name__, name)
    ]


def is_label(model: str, field: str) -> bool:
    """A name that the author chose; `Set.name` says which register, and is not one."""
    return (field == "name" and model != "Set") or (model, field) == ("Each", "var")


@cache
def places() -> dict[tuple[str, str], list[tuple[GameGenome, Path]]]:
    """Where each field occurs in the samples."""
    found: dict[tuple[str, str], list[tuple[GameGenome, Path]]] = {}
    for genome in all_samples():
        for model, path in models_in(genome, ()):
            for name in type(model).model_fields:
                found.setdefault((type(model).__name__, name), []).append((genome, (*path, name)))
    return found


def models_in(value: Any, path: Path) -> Iterator[tuple[Model, Path]]:
    if isinstance(value, Model):
        yield value, path
        for name in type(value).model_fields:
            yield from models_in(getattr(value, name), (*path, name))
    elif isinstance(value, tuple):
        for place, item in enumerate(value):
            yield from models_in(item, (*path, place))


def value_at(genome: GameGenome, path: Path) -> Any:
    value: Any = genome
    for step in path:
        value = getattr(value, step) if isinstance(step, str) else value[step]
    return value


def changed(value: Any, path: Path, new: Any) -> Any:
    """The same value with something else at a path; types are checked again."""
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return (*value[:step], changed(value[step], rest, new), *value[step + 1 :])
    if step == "team_mode":  # teams come and go with it
        pairs = tuple(tuple(range(team, value.player_count, 2)) for team in range(2))
        return value.copy_with(team_mode=new, teams=(value.teams or pairs) if new else ())
    return value.copy_with(**{step: changed(getattr(value, step), rest, new)})


@cache
def text_of(genome: GameGenome) -> str:
    return generate_rulebook(genome)


def try_text(genome: GameGenome, path: Path, new: Any) -> str | None:
    """The rulebook after a change; None if the change makes no sense there."""
    try:
        return to_markdown(write(changed(genome, path, new)))
    except (ValueError, LookupError):
        return None


def choices(annotation: Any) -> tuple[Any, ...] | None:
    """The values of a field that has only a few."""
    if annotation is bool:
        return (False, True)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return tuple(annotation)
    if get_origin(annotation) is typing.Literal:
        return get_args(annotation)
    if get_origin(annotation) is typing.Annotated:
        return choices(get_args(annotation)[0])
    return None


def base_of(annotation: Any) -> Any:
    return base_of(get_args(annotation)[0]) if get_origin(annotation) is typing.Annotated else annotation


def other_values(current: Any, annotation: Any) -> list[Any]:
    """Values that a field might have instead."""
    few = choices(annotation)
    if few is not None:
        return [value for value in few if value != current]
    if isinstance(annotation, types.UnionType) or get_origin(annotation) is typing.Union:
        found = [value for part in get_args(annotation) for value in other_values(current, part)]
        return [None, *found] if type(None) in get_args(annotation) and current is not None else found
    if isinstance(current, tuple):
        more = tuple(item + 1 if isinstance(item, int) else item for item in current)
        return [more, current[:-1], current[1:], current + current[-1:], current[::-1]]
    if isinstance(current, int) or (current is None and base_of(annotation) is int):
        number = current or 0
        return [number + 1, number + 2, 4]
    if isinstance(current, Model):
        return []
    return [text for text in (*EXPRESSIONS, "5", "Q", "hearts", "diamonds", "slam") if text != current]


@pytest.mark.parametrize(("model", "field"), schema_fields())
def test_changing_a_field_changes_the_rulebook(model: str, field: str) -> None:
    assert (model, field) in places(), "no sample has it"
    for genome, path in places()[model, field]:
        annotation = type(value_at(genome, path[:-1])).model_fields[field].annotation
        current = value_at(genome, path)
        if isinstance(current, Model):
            return  # its own fields are tested
        for new in other_values(current, annotation):
            text = try_text(genome, path, new)
            if text is not None and text != text_of(genome):
                return
    pytest.fail(f"no sample in which {model}.{field} changes the rulebook")


def finite_fields() -> list[tuple[str, str]]:
    models = {model.__name__: model for model in schema_classes()}
    return [(model, field) for model, field in schema_fields() if choices(models[model].model_fields[field].annotation)]


@pytest.mark.parametrize(("model", "field"), finite_fields())
def test_no_two_values_of_a_choice_read_the_same_everywhere(model: str, field: str) -> None:
    annotation = next(one for one in schema_classes() if one.__name__ == model).model_fields[field].annotation
    values = choices(annotation)
    assert values is not None
    missing = set(itertools.combinations(range(len(values)), 2))
    for genome, path in places()[model, field]:
        texts = [try_text(genome, path, value) for value in values]
        missing -= {
            (i, j) for i, j in missing if texts[i] is not None and texts[j] is not None and texts[i] != texts[j]
        }
        if not missing:
            break
    assert not missing, [(values[i], values[j]) for i, j in missing]
