"""Where in a file a defect is: the line of each path."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import yaml

from deckwright.genome.errors import Issue

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def with_lines(issues: Iterable[Issue], text: str) -> list[Issue]:
    """The same issues, each with the line of its path; of what is missing, the line of what it is missing in."""
    if "\n" not in text.strip():
        return list(issues)  # a line number says nothing
    lines = lines_by_path(text)
    return [issue if issue.line else replace(issue, line=_nearest(issue.path, lines)) for issue in issues]


def lines_by_path(text: str) -> dict[str, int]:
    """The line of every value, by its path, as far as the text can be read: JSON is YAML, nearly."""
    lines: dict[str, int] = {}
    stack: list[_Container] = []
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            line = event.start_mark.line + 1
            if isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
                stack.pop()
            elif isinstance(event, (yaml.ScalarEvent, yaml.SequenceStartEvent, yaml.MappingStartEvent)):
                text_of = event.value if isinstance(event, yaml.ScalarEvent) else "?"
                path = stack[-1].place(text_of) if stack else "$"
                if path is not None:
                    lines.setdefault(path, line)
                if not isinstance(event, yaml.ScalarEvent):
                    stack.append(_Container(path or "$", is_list=isinstance(event, yaml.SequenceStartEvent)))
    except (yaml.YAMLError, RecursionError):
        return lines
    return lines


class _Container:
    """A list or an object that is being read, and what comes next in it."""

    def __init__(self, path: str, *, is_list: bool) -> None:
        self.path, self.is_list = path, is_list
        self.count = 0
        self.key: str | None = None

    def place(self, text: str) -> str | None:
        """The path of the value that comes now; None for a key."""
        if self.is_list:
            self.count += 1
            return f"{self.path}[{self.count - 1}]"
        if self.key is None:
            self.key = text
            return None
        path, self.key = f"{self.path}.{self.key}", None
        return path


def _nearest(path: str, lines: dict[str, int]) -> int:
    """The line of a path, or of what it is in; 0 where that is the whole file."""
    while path not in lines and path != "$":
        path = path[: max(path.rfind("."), path.rfind("["), 1)]
    return 0 if path == "$" else lines[path]
