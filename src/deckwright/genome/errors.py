"""Defects of a genome: what was found, what was expected, and where."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from deckwright.errors import DeckwrightError
from deckwright.genome.values import Model, changed
from deckwright.text import find_nearest

MOST_ISSUES = 200
"""A file with more defects than this is cut short."""
MOST_DEFECTS = 5 * MOST_ISSUES
"""Several of pydantic's defects may be one issue, but no more of them are looked at."""
MOST_FOUND_CHARS = 60


@dataclass(frozen=True)
class Issue:
    """One defect, with a stable code and a path such as `$.setup.deal[0].to`."""

    code: str
    path: str
    found: str = ""
    expected: str = ""
    message: str = ""
    line: int = 0
    """Where it is in the file; 0 where that is not known, or says nothing."""
    used_at: str = ""
    """Of a defect in a term: the path of an expression that uses it."""

    def __str__(self) -> str:
        text = self.message
        if not text:
            text = f"found {self.found}" if self.found else self.code
            if self.expected:
                text += f", expected {self.expected}"
        if self.used_at:
            text += f", where {self.used_at} uses it"
        where = f" (line {self.line})" if self.line else ""
        return f"{self.path}: {text}{where}"


def inert(path: str, why: str) -> Issue:
    """A field that does nothing."""
    return Issue("field.no-effect", path, message=f"has no effect: {why}")


def inert_fields(value: Model, path: str, why: str, *names: str) -> Iterator[Issue]:
    """Those of a value's fields that differ from their default, and do nothing."""
    return (inert(f"{path}.{name}", why) for name in changed(value, *names))


class GenomeError(DeckwrightError):
    """A genome that cannot be used, with every defect; its code is that of the first."""

    def __init__(self, issues: Iterable[Issue]) -> None:
        self.issues: tuple[Issue, ...] = tuple(issues)
        code = self.issues[0].code if self.issues else "genome.defective"
        super().__init__(code, "\n".join(str(issue) for issue in self.issues))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.issues,)


_CODES = {
    "missing": "schema.missing",
    "extra_forbidden": "schema.unknown-field",
    "union_tag_invalid": "schema.unknown-type",
    "union_tag_not_found": "schema.missing",
    "enum": "schema.unknown-value",
    "literal_error": "schema.unknown-value",
    "greater_than_equal": "schema.out-of-range",
    "less_than_equal": "schema.out-of-range",
    "string_too_long": "schema.too-long",
    "too_long": "schema.too-long",
    "unprintable": "schema.unprintable",
}


def schema_issues(error: ValidationError, data: object, model: type[BaseModel]) -> tuple[Issue, ...]:
    """Pydantic's errors about data for a model, as issues; alternatives of one value are reported together."""
    merged: dict[str, Issue] = {}
    defects = error.errors(include_url=False)
    for defect in defects[:MOST_DEFECTS]:
        if isinstance(own := defect.get("ctx", {}).get("error"), GenomeError):
            merged |= {str(issue): issue for issue in own.issues}
            continue
        path = _path_of(defect["loc"], data)
        kind = defect["type"]
        if kind == "union_tag_not_found":
            path += ".type"
        expected = _fields_instead(model, defect["loc"]) if kind == "extra_forbidden" else _expected(defect)
        issue = Issue(_CODES.get(kind, "schema.wrong-type"), path, _found(kind, defect["input"]), expected)
        before = merged.get(path)
        if before is not None and issue.expected not in before.expected:
            issue = Issue(before.code, path, before.found, f"{before.expected} or {issue.expected}")
        merged[path] = issue
    issues = tuple(merged.values())
    if len(issues) > MOST_ISSUES:
        count = len(issues) - MOST_ISSUES + max(0, len(defects) - MOST_DEFECTS)
        more = Issue("schema.too-many-defects", "$", message=f"and {count} more defects")
        return (*issues[:MOST_ISSUES], more)
    return issues


def _path_of(location: Sequence[int | str], data: Any) -> str:
    """Pydantic's location as a path; the tags it inserts for unions are left out by walking the data alongside."""
    path, node = "$", data
    for position, step in enumerate(location):
        last = position == len(location) - 1
        if isinstance(step, int):
            path += f"[{step}]"
            node = node[step] if isinstance(node, (list, tuple)) and step < len(node) else None
            continue
        fields = node if isinstance(node, dict) else getattr(node, "__dict__", None)
        if fields is None or (step not in fields and not last):
            continue
        is_plain = step.isidentifier() and len(step) <= MOST_FOUND_CHARS
        path += f".{step if is_plain else repr(step[:MOST_FOUND_CHARS])}"
        node = fields.get(step)
    return path


def _fields_instead(root: type[BaseModel], location: Sequence[int | str]) -> str:
    """The fields there are where an unknown one was found; the nearest first."""
    *way, unknown = location
    models = [root]
    for step in way:
        if isinstance(step, int):
            continue
        fields = ((model, model.model_fields.get("type")) for model in models)
        tagged = [model for model, field in fields if field is not None and field.default == step]
        holding = (model.model_fields[step] for model in models if step in model.model_fields)
        models = tagged or [inner for field in holding for inner in _models(field.annotation)]
    names = sorted({name for model in models for name in model.model_fields})
    near = find_nearest(str(unknown), names)
    hint = f" (did you mean {near!r}?)" if near is not None else ""
    return f"one of {', '.join(names)}{hint}" if names else "no such field"


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """Models that a type mentions."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models(argument)


def _found(kind: str, value: object) -> str:
    if kind in ("missing", "union_tag_not_found"):
        return "nothing"
    if kind == "extra_forbidden":
        return "a field that does not exist"
    if kind == "union_tag_invalid" and isinstance(value, dict):
        value = value.get("type")
    if isinstance(value, (dict, list, tuple)):
        return {"dict": "an object", "list": "a list"}.get(type(value).__name__, "a tuple")
    if isinstance(value, int) and abs(value) > 10**20:
        return "a huge number"
    text = repr(value)
    return text if len(text) <= MOST_FOUND_CHARS else text[: MOST_FOUND_CHARS - 3] + "..."


def _hint(found: object, expected: str) -> str:
    """The nearest of the values in quotes to one that is none of them."""
    near = find_nearest(found, re.findall(r"'([^']*)'", expected)) if isinstance(found, str) else None
    return f" (did you mean {near!r}?)" if near is not None else ""


def _expected(defect: Any) -> str:
    context = defect.get("ctx", {})
    match defect["type"]:
        case "union_tag_invalid" | "union_tag_not_found":
            tags = context.get("expected_tags", "its types")
            return f"one of {tags}{_hint(context.get('tag'), tags)}"
        case "enum" | "literal_error":
            return f"one of {context['expected']}{_hint(defect['input'], context['expected'])}"
        case "greater_than_equal":
            return f"at least {context['ge']}"
        case "less_than_equal":
            return f"at most {context['le']}"
        case kind:
            return _TYPES.get(kind) or str(defect["msg"]).removeprefix("Input should be ").lower()


_TYPES = {
    "missing": "a value", "tuple_type": "a list", "model_type": "an object", "model_attributes_type": "an object",
    "dict_type": "an object", "int_type": "a whole number", "bool_type": "true or false", "string_type": "text",
}  # fmt: skip
