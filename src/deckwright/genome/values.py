"""The value types every part of the schema is made of: the frozen model, numbers, names and expressions."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, lru_cache
from operator import itemgetter
from typing import Annotated, Any, ClassVar, Self, TypeVar, cast, dataclass_transform, get_args, get_origin

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[T]) -> type[T]:
    """A dataclass that the type checker keeps from being changed: what Python keeps takes three times as long to make.

    For the small values that compiling makes by the thousand.
    """
    return dataclass(unsafe_hash=True)(kind)


LARGEST = 1_000_000
"""No number written in a genome is larger: sums and products of a few of them stay inside 32 bits."""


class Model(BaseModel):
    """A frozen value of the genome. Unknown fields are refused; lists become tuples."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_enum_values=False, allow_inf_nan=False)

    __slots__ = ("_hash", "_parts")

    holds_names: ClassVar[Mapping[str, str]] = {}
    """Fields that hold names and are no expressions: what each is the name of (pattern, table, strain, zone...)."""

    def __eq__(self, other: object) -> bool:
        """By its fields: there is nothing else to it."""
        return self is other or (type(self) is type(other) and self.__dict__ == other.__dict__)

    def __hash__(self) -> int:
        """Worked out once: genomes and their parts are looked up often."""
        try:
            return int(object.__getattribute__(self, "_hash"))
        except AttributeError:
            found = hash(_field_values(type(self))(self.__dict__))
            object.__setattr__(self, "_hash", found)
            return found

    def parts(self) -> tuple[Model, ...]:
        """This value and every one inside it, in order. Worked out once: who writes of a genome asks many times."""
        try:
            found: tuple[Model, ...] = object.__getattribute__(self, "_parts")
        except AttributeError:
            inside = (inner for _, held in held_by(self) for inner in (held if isinstance(held, tuple) else (held,)))
            found = (self, *(part for inner in inside if isinstance(inner, Model) for part in inner.parts()))
            object.__setattr__(self, "_parts", found)
        return found

    def named_fields(self) -> Mapping[str, str]:
        """Those of them that have a meaning in this value."""
        return self.holds_names

    def copy_with(self, **changes: Any) -> Self:
        """The same value with some fields changed; their types are checked."""
        return type(self).model_validate({**dict(self), **changes})

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data without the fields that hold their default."""
        held = self.__dict__
        return {
            name: plain_value(held[name])
            for name, default in _written_fields(type(self))
            if default is _ALWAYS or (held[name] is not default and held[name] != default)
        }


ModelT = TypeVar("ModelT", bound=Model)


def held_by(value: Model) -> list[tuple[str, Any]]:
    """The values and lists in the fields of a value, those that are empty left out."""
    held = value.__dict__
    return [(name, held[name]) for name in nesting_fields(type(value)) if held[name]]


@cache
def nesting_fields(model: type[Model]) -> tuple[str, ...]:
    """The fields of a model that may hold other values, or lists: few, and there are many walks through a genome."""
    return tuple(name for name, field in model.model_fields.items() if _may_nest(field.annotation))


def _may_nest(annotation: Any) -> bool:
    if isinstance(annotation, type) and issubclass(annotation, (Model, tuple)):
        return True
    return get_origin(annotation) is tuple or any(map(_may_nest, get_args(annotation)))


@cache
def defaults_of(model: type[Model]) -> Mapping[str, Any]:
    """The default of each field that has one: values are frozen, so that one does for all."""
    fields = model.model_fields.items()
    return {name: field.get_default(call_default_factory=True) for name, field in fields if not field.is_required()}


_ALWAYS = object()
"""In place of the default of a field that is written whatever it holds."""


@cache
def _written_fields(model: type[Model]) -> tuple[tuple[str, Any], ...]:
    """The fields of a model, in order, each with the value that need not be written."""
    defaults = defaults_of(model)
    always = ("type", "schema_version")
    return tuple((name, _ALWAYS if name in always else defaults.get(name, _ALWAYS)) for name in model.model_fields)


REMEMBERED = 8192
"""Values that are kept to be shared by genomes that have them in common."""


def shared(value: ModelT, known: Container[str] = ()) -> ModelT:
    """The same value, of the parts that it has in common with values that were shared before.

    What is the same object is known to be equal at once, and what was worked out of it is found at once: whoever reads
    a genome that differs from another in one place pays for that place. Its fields come to hold the equal parts; those
    that are `known` hold them already.
    """
    held = value.__dict__
    for name, inner in held_by(value):
        if name in known:
            continue
        if isinstance(inner, Model):
            held[name] = shared(inner)
        elif type(inner) is tuple and isinstance(inner[0], Model):
            held[name] = tuple(map(shared, inner))
    return cast("ModelT", _kept(value))


@lru_cache(maxsize=REMEMBERED)
def _kept(value: Model) -> Model:
    """The first of those that are equal."""
    return value


@cache
def _field_values(model: type[Model]) -> Callable[[dict[str, Any]], Any]:
    """What reads the fields of a model's instance, in order."""
    return itemgetter(*model.model_fields) if model.model_fields else lambda _: ()


def changed(value: Model, *names: str) -> Iterator[str]:
    """Those fields that differ from their default."""
    defaults = defaults_of(type(value))
    yield from (name for name in names if getattr(value, name) != defaults[name])


_PLAIN = frozenset({str, int, bool, type(None)})


def plain_value(value: Any) -> Any:
    """Dicts, lists, strings, numbers and None in place of models, tuples and enums."""
    if type(value) in _PLAIN:  # nearly all are
        return value
    match value:
        case Model():
            return value.to_dict()
        case Enum():
            return value.value
        case tuple() | list():
            return [plain_value(item) for item in value]
    return value


def _expression_text(value: object) -> object:
    return str(int(value)) if isinstance(value, int) else value


def _name_text(value: object) -> object:
    """A rank may be written 10, a suit 6, and either as a member of the enums in `deckwright.cards`."""
    if isinstance(value, Enum):
        return value.value if isinstance(value.value, str) else value.name.lower()
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value


def _printable(text: str) -> str:
    """Names are printed on terminals, which obey what cannot be seen."""
    if not text.isprintable():
        raise PydanticCustomError("unprintable", "characters that can be printed")
    return text


_STRING_OR_INTEGER = WithJsonSchema({"type": ["string", "integer"]})

Int = Annotated[int, Field(strict=True, ge=-LARGEST, le=LARGEST)]
Count = Annotated[int, Field(strict=True, ge=0, le=LARGEST)]
Small = Annotated[int, Field(strict=True, ge=0, le=250)]
"""A number of cards, seats or the like."""
Flag = Annotated[bool, Field(strict=True)]
Expr = Annotated[str, BeforeValidator(_expression_text), _STRING_OR_INTEGER]
"""An expression of LANGUAGE section 4, as text; whole numbers are accepted and become text."""
Name = Annotated[str, Field(max_length=80), AfterValidator(_printable)]
SuitName = Annotated[
    str, Field(max_length=40), BeforeValidator(_name_text), AfterValidator(_printable), _STRING_OR_INTEGER
]
RankName = SuitName
