"""Which parts of the language occur in genomes: fields, their named values, and the words of expressions."""

from __future__ import annotations

import typing
from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, Literal

from deckwright.genome.checks.walk import expressions_in
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.facts import DOMAINS, FUNCTIONS, REGISTER_FACTS
from deckwright.genome.expressions.parse import GATHERS, ExpressionError, parse_expression
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model

OPERATORS = (
    "+", "-", "*", "//", "%", "==", "!=", "<", "<=", ">", ">=", "in", "not in", "and", "or", "not", "negative",
    "if", "list", "index",
)  # fmt: skip
WORDS = ("none", "players", "trick", "bank", "all")
"""Words of the language that are neither facts nor functions."""


def language_parts() -> frozenset[str]:
    """Everything that could occur: `Pick.kind=card`, `Zone.build`, `fact turn`, `function left`, `gather sum`..."""
    parts = {f"operator {name}" for name in OPERATORS}
    parts |= {f"fact {name}" for name in REGISTER_FACTS}
    parts |= {f"function {name}" for name in FUNCTIONS}
    parts |= {f"domain {name}" for name in DOMAINS}
    parts |= {f"gather {name}" for name in GATHERS}
    parts |= {f"word {name}" for name in WORDS}
    for model in _models(GameGenome, set()):
        for name, field in model.model_fields.items():
            values = tuple(_named_values(field.annotation))
            parts |= {f"{model.__name__}.{name}={value}" for value in values} or {f"{model.__name__}.{name}"}
    return frozenset(parts)


def genome_parts(genome: GameGenome) -> Counter[str]:
    """The parts that occur in a genome, and how often; a field counts where it does not hold its default."""
    found: Counter[str] = Counter()
    _count_fields(genome, found)
    for written in expressions_in(genome):
        _count_words(written.text, found)
    return found


def language_coverage(genomes: Iterable[GameGenome]) -> dict[str, int]:
    """For every part of the language, how many of the genomes have it."""
    counts = dict.fromkeys(sorted(language_parts()), 0)
    for genome in genomes:
        for part in genome_parts(genome):
            if part in counts:
                counts[part] += 1
    return counts


def _models(model: type[Model], seen: set[type[Model]]) -> Iterator[type[Model]]:
    if model in seen:
        return
    seen.add(model)
    yield model
    for field in model.model_fields.values():
        for inner in _models_in(field.annotation):
            yield from _models(inner, seen)


def _models_in(annotation: Any) -> Iterator[type[Model]]:
    if isinstance(annotation, type) and issubclass(annotation, Model):
        yield annotation
    for part in typing.get_args(annotation):
        yield from _models_in(part)


def _named_values(annotation: Any) -> Iterator[str]:
    """The values that a field may have by name: of a literal, of an enum, true and false."""
    if typing.get_origin(annotation) is Literal:
        yield from map(str, typing.get_args(annotation))
    elif annotation is bool:
        yield from ("True", "False")
    elif isinstance(annotation, type) and issubclass(annotation, Enum):
        yield from (str(member.value) for member in annotation)
    else:
        for part in typing.get_args(annotation):
            yield from _named_values(part)


def _count_fields(value: Any, found: Counter[str]) -> None:
    if isinstance(value, tuple):
        for item in value:
            _count_fields(item, found)
    if not isinstance(value, Model):
        return
    for name, field in type(value).model_fields.items():
        inner = getattr(value, name)
        where = f"{type(value).__name__}.{name}"
        if isinstance(inner, (str, bool)):
            found[f"{where}={inner.value if isinstance(inner, Enum) else inner}"] += 1
        if field.is_required() or inner != field.get_default(call_default_factory=True):
            found[where] += 1
        _count_fields(inner, found)


def _count_words(text: str, found: Counter[str]) -> None:
    if text in ("bank", "all"):
        found[f"word {text}"] += 1
    try:
        nodes = parse_expression(text).walk()
    except ExpressionError:
        return
    for node in nodes:
        match node:
            case s.Word(name=name):
                for kind, names in (("fact", REGISTER_FACTS), ("function", FUNCTIONS), ("word", WORDS)):
                    if name in names:
                        found[f"{kind} {name}"] += 1
            case s.Call(name=name):
                found[f"function {name}"] += 1
            case s.Loop(gather=gather, domain=domain):
                found[f"gather {gather}"] += 1
                if isinstance(domain, (s.Word, s.Call)):
                    found[f"domain {domain.name}"] += 1
            case s.Unary(operator="-"):
                found["operator negative"] += 1
            case s.Unary(operator=operator) | s.Binary(operator=operator) | s.Compare(operator=operator):
                found[f"operator {operator}"] += 1
            case s.Logic(operator=operator):
                found[f"operator {operator}"] += 1
            case s.Choose():
                found["operator if"] += 1
            case s.Index(value=s.Group()):
                found["operator list"] += 1
            case s.Index():
                found["operator index"] += 1
