"""Every phase, offer, effect and expression of a genome, with its path."""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pydantic import BeforeValidator

from deckwright.genome.values import Expr, Model, held_by, nesting_fields

if TYPE_CHECKING:
    from deckwright.genome.effects import Effect
    from deckwright.genome.phases import Offer, Phase, TurnStructure
    from deckwright.genome.picks import Pick
    from deckwright.genome.schema import GameGenome

_EXPRESSION = next(item for item in typing.get_args(Expr) if isinstance(item, BeforeValidator))
T = TypeVar("T")
FEW = 64
"""Genomes whose phases and effects need not be looked for again: many checks ask for those of one genome."""
REMEMBERED = 8192
"""Parts of genomes and expressions that need not be read again."""

_WORDS = re.compile(r"[A-Za-z_]\w*")
_TEXTS = re.compile(r"'([^']*)'|\"([^\"]*)\"")


@lru_cache(maxsize=FEW)
def phases_of(turns: TurnStructure, path: str = "$.turn_structure") -> tuple[tuple[Phase, str], ...]:
    """Every phase below a turn structure, nested structures included."""
    found: list[tuple[Phase, str]] = []
    for number, phase in enumerate(turns.phases):
        found.append((phase, f"{path}.phases[{number}]"))
        if phase.type == "turns":
            found += phases_of(phase, f"{path}.phases[{number}]")
    return tuple(found)


def structures_of(turns: TurnStructure) -> list[TurnStructure]:
    """A turn structure and all that are nested in it."""
    return [turns, *(phase for phase, _ in phases_of(turns) if phase.type == "turns")]


def has_phase(genome: GameGenome, *types: str) -> bool:
    """Whether there is a phase of one of these types."""
    return any(phase.type in types for phase, _ in phases_of(genome.turn_structure))


def offers_of(genome: GameGenome) -> Iterator[tuple[Offer, str]]:
    """Every offer of a genome."""
    for phase, path in phases_of(genome.turn_structure):
        if phase.type == "choice":
            yield from ((offer, f"{path}.offers[{number}]") for number, offer in enumerate(phase.offers))


def picks_of(genome: GameGenome) -> Iterator[Pick]:
    """Every pick of a genome."""
    return (pick for offer, _ in offers_of(genome) for pick in offer.picks)


def effects_in(effects: Sequence[Effect], path: str) -> Iterator[tuple[Effect, str]]:
    """Every effect of a list, nested ones included."""
    for number, effect in enumerate(effects):
        here = f"{path}[{number}]"
        yield effect, here
        for inner, there in effect.inside(here):
            yield from effects_in(inner, there)


def effects_of(phase: Phase, path: str) -> Iterator[tuple[Effect, str]]:
    """Every effect of a phase itself, not of those nested in it."""
    for effects, here in phase.effect_lists(path):
        yield from effects_in(effects, here)


@lru_cache(maxsize=FEW)
def all_effects(genome: GameGenome) -> tuple[tuple[Effect, str], ...]:
    """Every effect of a genome."""
    specials = ((one.effects, f"$.special_effects[{n}].effects") for n, one in enumerate(genome.special_effects))
    lists = ((genome.setup.deal, "$.setup.deal"), *specials)
    found = [one for effects, path in lists for one in effects_in(effects, path)]
    return (*found, *(one for phase, path in phases_of(genome.turn_structure) for one in effects_of(phase, path)))


class Written(NamedTuple):
    """An expression of a genome, with the value that holds it and the field."""

    text: str
    path: str
    holder: Model
    field: str


def expressions_in(value: Any, path: str = "$") -> Sequence[Written]:
    """Every expression of a value, defaults included."""
    return _inside(value, path, _written_in, _remembered_written_in)


def names_held(value: Any, path: str = "$") -> Sequence[tuple[str, str, str]]:
    """Every name in a field that is no expression: what it is the name of, the name, and the path."""
    return _inside(value, path, _names_in, _remembered_names_in)


def sections_of(genome: GameGenome) -> list[tuple[str, Any]]:
    """The fields of a genome that hold parts, with their paths.

    What is asked of all expressions is worked out and remembered by section: in a genome that differs from another in
    one place, one of them is new.
    """
    return [(f"$.{name}", held) for name, held in held_by(genome)]


@lru_cache(maxsize=FEW)
def texts_of(genome: GameGenome) -> frozenset[str]:
    """The expressions of a genome, each once."""
    return frozenset({genome.utility}).union(*(_texts_written(section) for _, section in sections_of(genome)))


@lru_cache(maxsize=REMEMBERED)
def _texts_written(section: Any) -> frozenset[str]:
    return frozenset(written.text for written in expressions_in(section))


Find = Callable[[Model, str], Sequence[T]]


def _inside(value: Any, path: str, find: Find[T], find_again: Find[T]) -> Sequence[T]:
    """What is found in a value, or in the items of a list."""
    if isinstance(value, Model):
        return (find if path.count(".") > DEEP else find_again)(value, path)
    found: list[T] = []
    if isinstance(value, tuple):
        for number, item in enumerate(value):
            if isinstance(item, (Model, tuple)):
                found += _inside(item, f"{path}[{number}]", find, find_again)
    return found


DEEP = 3
"""Below an offer: to find such a value again takes as long as to walk it."""


def _written_in(value: Model, path: str) -> list[Written]:
    found: list[Written] = []
    held = value.__dict__
    for name, is_written in _walked_fields(type(value)):
        inner = held[name]
        if not is_written:
            if inner:  # many lists are empty
                found += expressions_in(inner, f"{path}.{name}")
        elif isinstance(inner, tuple):
            found += [Written(str(text), f"{path}.{name}[{at}]", value, name) for at, text in enumerate(inner)]
        else:
            found.append(Written(str(inner), f"{path}.{name}", value, name))
    return found


def _names_in(value: Model, path: str) -> tuple[tuple[str, str, str], ...]:
    found: list[tuple[str, str, str]] = []
    for field, kind in value.named_fields().items():
        held = getattr(value, field)
        if isinstance(held, tuple):
            found += [(kind, name, f"{path}.{field}[{at}]") for at, name in enumerate(held)]
        elif held:
            found.append((kind, held, f"{path}.{field}"))
    for name, inner in held_by(value):
        found += names_held(inner, f"{path}.{name}")
    return tuple(found)


_remembered_written_in = lru_cache(maxsize=REMEMBERED)(_written_in)
_remembered_names_in = lru_cache(maxsize=REMEMBERED)(_names_in)
"""What was found once: a genome that differs from another in one place is walked there alone."""


@cache
def expression_fields(model: type[Model]) -> frozenset[str]:
    """The fields of a model that hold expressions."""
    return frozenset(
        name
        for name, field in model.model_fields.items()
        if any(item is _EXPRESSION for item in field.metadata) or _holds_expression(field.annotation)
    )


@cache
def _walked_fields(model: type[Model]) -> tuple[tuple[str, bool], ...]:
    """The fields that hold expressions, or values that may, in order: with whether they are expressions."""
    written, nesting = expression_fields(model), nesting_fields(model)
    return tuple((name, name in written) for name in model.model_fields if name in written or name in nesting)


def _holds_expression(annotation: Any) -> bool:
    if typing.get_origin(annotation) is typing.Annotated:
        return any(item is _EXPRESSION for item in annotation.__metadata__)
    return any(_holds_expression(part) for part in typing.get_args(annotation))


@lru_cache(maxsize=REMEMBERED)
def words_in(text: str) -> frozenset[str]:
    """The names that an expression mentions, those in quotes left out."""
    return frozenset(_WORDS.findall(_TEXTS.sub(" ", text)))


@lru_cache(maxsize=REMEMBERED)
def names_in(text: str) -> frozenset[str]:
    """The names that an expression mentions, those in quotes too: more than what it means does no harm."""
    return frozenset(_WORDS.findall(text))


@lru_cache(maxsize=REMEMBERED)
def texts_in(text: str) -> frozenset[str]:
    """What stands in quotes in an expression."""
    return frozenset(one or other for one, other in _TEXTS.findall(text))
