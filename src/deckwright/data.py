"""Plain data from text in JSON or YAML, safe against hostile input, with the line of every value.

YAML is read from parser events with the rules of YAML 1.2's core schema, so `no` and `on` are words, and there are no
aliases, tags, dates or floats. Both formats refuse repeated keys.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import yaml

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


MAX_SIZE_BYTES = 1_000_000
MAX_DEPTH = 40
MAX_NODES = 15_000
MAX_DIGITS = 18

_INTEGER = re.compile(r"[-+]?[0-9]+\Z")


class DataError(ValueError):
    """A text that is not read: a stable code, what is wrong with it, and the line; 0 where that is the whole of it."""

    def __init__(self, code: str, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.code, self.message, self.line = code, message, line

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, self.message, self.line)


def read_text(source: str | Path) -> str:
    """The text of a file, if it is not too large; a text that can be no name of a file is its own."""
    if isinstance(source, str) and ("\n" in source or source.lstrip().startswith("{") or len(source) > 4096):
        return source
    path = Path(source)
    try:
        with path.open("rb") as file:
            content = file.read(MAX_SIZE_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: no name of a file holds a null
        _refuse("file.unreadable", f"{path}: {getattr(error, 'strerror', None) or error}")
    if len(content) > MAX_SIZE_BYTES:
        _refuse_size("more")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _refuse("file.not-text", f"{path}: not UTF-8 text (byte {error.start})")


def parse_data(text: str) -> Any:
    """Plain data from JSON or YAML text."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_SIZE_BYTES:
        _refuse_size(f"{size:,} bytes")
    data = _parse_json(text) if text.lstrip().startswith(("{", "[")) else _parse_yaml(text)
    _check_shape(data)
    return data


def lines_by_path(text: str) -> dict[str, int]:
    """The line of every value, by its path, as far as the text can be read: JSON is YAML, nearly."""
    lines: dict[str, int] = {}
    with suppress(DataError, yaml.YAMLError, RecursionError):
        _read_events(yaml.parse(text, Loader=_LOADER), lines)
    return lines


def _refuse(code: str, message: str, *, line: int = 0) -> NoReturn:
    raise DataError(code, message, line)


def _refuse_size(found: str) -> NoReturn:
    _refuse("file.too-large", f"found {found}, expected at most {MAX_SIZE_BYTES:,} bytes")


def _check_shape(data: Any) -> None:
    """Bound the depth and number of nodes, without recursion."""
    level, nodes, depth = [data], 0, 0
    while level:
        depth += 1
        nodes += len(level)
        if depth > MAX_DEPTH:
            _refuse("file.too-deep", f"nested deeper than {MAX_DEPTH} levels")
        if nodes > MAX_NODES:
            _refuse("file.too-many-values", f"more than {MAX_NODES:,} values")
        lists = (node.values() if isinstance(node, dict) else node for node in level if isinstance(node, (dict, list)))
        level = [child for children in lists for child in children]


def _parse_json(text: str) -> Any:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = dict(pairs)
        if len(keys) != len(pairs):
            seen: set[str] = set()
            twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
            _refuse("file.repeated-key", f"the key {twice[:60]!r} appears twice in one object")
        return keys

    def no_constant(name: str) -> NoReturn:
        _refuse("file.not-a-number", f"{name} is not a number that a genome can hold")

    try:
        return json.loads(text, object_pairs_hook=unique, parse_constant=no_constant, parse_int=_parse_integer)
    except json.JSONDecodeError as error:
        _refuse("file.syntax", f"not JSON: {error.msg}, column {error.colno}", line=error.lineno)
    except RecursionError:
        _refuse("file.too-deep", f"nested deeper than {MAX_DEPTH} levels")


def _parse_integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        _refuse("file.huge-number", f"a number with {len(text)} digits")
    return int(text)


def _parse_yaml(text: str) -> Any:
    try:
        return _read_events(yaml.parse(text, Loader=_LOADER), {}, most=2 * MAX_NODES)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f", column {mark.column + 1}" if mark is not None else ""
        line = mark.line + 1 if mark is not None else 0
        _refuse("file.syntax", f"not YAML: {error.problem or error}{where}", line=line)
    except yaml.YAMLError as error:
        _refuse("file.syntax", f"not YAML: {str(error).splitlines()[0]}")
    except RecursionError:
        _refuse("file.too-deep", f"nested deeper than {MAX_DEPTH} levels")


@dataclass
class _Container:
    """A list or an object that is being read, and the key of what comes next in it."""

    value: Any
    path: str
    key: str | None = None

    @property
    def next_path(self) -> str | None:
        """The path of the value that comes now; None for a key."""
        if isinstance(self.value, list):
            return f"{self.path}[{len(self.value)}]"
        return f"{self.path}.{self.key}" if self.key is not None else None


def _read_events(events: Any, lines: dict[str, int], *, most: float = float("inf")) -> Any:
    """Build lists, dicts and scalars from parser events, noting lines; stop at the first that a genome may not have."""
    root: list[Any] = []
    stack = [_Container(root, "$")]
    documents = 0

    def add(value: Any, line: int) -> None:
        inside = stack[-1]
        if isinstance(inside.value, list):
            inside.value.append(value)
        elif inside.key is None:
            key = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
            if not isinstance(key, str):
                _refuse("file.bad-key", "a key that is not a word", line=line)
            if key in inside.value:
                _refuse("file.repeated-key", f"the key {key[:60]!r} appears twice in one object", line=line)
            inside.key = key
        else:
            inside.value[inside.key] = value
            inside.key = None

    for nodes, event in enumerate(events):
        if nodes > most:
            _refuse("file.too-many-values", f"more than {MAX_NODES:,} values")
        path, line = stack[-1].next_path if len(stack) > 1 else "$", _line(event)
        match event:
            case yaml.AliasEvent():
                _refuse("file.alias", f"YAML aliases are not allowed (*{event.anchor})", line=line)
            case yaml.ScalarEvent() | yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                _refuse_marks(event)
                if path is not None:
                    lines.setdefault(path, line)
                if isinstance(event, yaml.ScalarEvent):
                    add(_scalar(event), line)
                    continue
                if len(stack) > MAX_DEPTH:
                    _refuse("file.too-deep", f"nested deeper than {MAX_DEPTH} levels", line=line)
                stack.append(_Container([] if isinstance(event, yaml.SequenceStartEvent) else {}, path or "$"))
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                add(stack.pop().value, line)
            case yaml.DocumentStartEvent():
                documents += 1
                if documents > 1:
                    _refuse("file.several-documents", "more than one YAML document", line=line)
    return root[0] if root else None


def _refuse_marks(event: Any) -> None:
    if event.anchor is not None:
        _refuse("file.alias", f"YAML anchors are not allowed (&{event.anchor})", line=_line(event))
    if event.tag not in (None, "!"):
        _refuse("file.tag", f"YAML tags are not allowed ({event.tag})", line=_line(event))


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


def _scalar(event: Any) -> Any:
    text: str = event.value
    if event.style:
        return text
    match text:
        case "" | "~" | "null" | "Null" | "NULL":
            return None
        case "true" | "True" | "TRUE":
            return True
        case "false" | "False" | "FALSE":
            return False
    return _parse_integer(text) if _INTEGER.match(text) else text


def write_yaml(data: Any) -> str:
    """Plain data as YAML text, as people write it."""
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)


class _Dumper(yaml.SafeDumper):
    """Short lists and objects in one line; texts that would read as something else in quotes (SafeDumper does so)."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        return True


def _represent_mapping(dumper: yaml.SafeDumper, value: dict[str, Any]) -> yaml.MappingNode:
    flat = all(not isinstance(item, (dict, list)) for item in value.values()) and len(repr(value)) <= 100
    return dumper.represent_mapping("tag:yaml.org,2002:map", value.items(), flow_style=flat)


def _represent_list(dumper: yaml.SafeDumper, value: list[Any]) -> yaml.SequenceNode:
    flat = all(not isinstance(item, (dict, list)) for item in value) and len(repr(value)) <= 100
    return dumper.represent_sequence("tag:yaml.org,2002:seq", value, flow_style=flat)


_Dumper.add_representer(dict, _represent_mapping)
_Dumper.add_representer(list, _represent_list)
