"""Genome files: JSON and YAML in and out, with the line of every defect."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from deckwright.data import DataError, lines_by_path, write_yaml
from deckwright.data import parse_data as plain_data
from deckwright.data import read_text as plain_text
from deckwright.genome.errors import GenomeError, Issue
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import check_genome_completeness, salvaged_issues


def with_lines(issues: Iterable[Issue], text: str) -> list[Issue]:
    """The same issues, each with the line of its path; of what is missing, the line of what it is missing in."""
    if "\n" not in text.strip():
        return list(issues)  # a line number says nothing
    lines = lines_by_path(text)
    return [issue if issue.line else replace(issue, line=_nearest(issue.path, lines)) for issue in issues]


def _nearest(path: str, lines: dict[str, int]) -> int:
    """The line of a path, or of what it is in; 0 where that is the whole file."""
    while path not in lines and path != "$":
        path = path[: max(path.rfind("."), path.rfind("["), 1)]
    return 0 if path == "$" else lines[path]


def load_genome(source: str | Path) -> GameGenome:
    """A validated genome from a file, or from text in JSON or YAML."""
    text = read_text(source)
    try:
        return GameGenome.from_dict(parse_data(text))
    except GenomeError as error:
        raise GenomeError(with_lines(error.issues, text)) from None


def read_text(source: str | Path) -> str:
    """The text of a file, if it is not too large; a text that can be no name of a file is its own."""
    try:
        return plain_text(source)
    except DataError as error:
        raise _refusal(error) from None


def parse_data(text: str) -> Any:
    """Plain data from JSON or YAML text."""
    try:
        return plain_data(text)
    except DataError as error:
        raise _refusal(error) from None


def _refusal(error: DataError) -> GenomeError:
    return GenomeError([Issue(error.code, "$", message=error.message, line=error.line)])


def dump_json(genome: GameGenome) -> str:
    """The genome as JSON text."""
    return json.dumps(genome.to_dict(), indent=2, ensure_ascii=False) + "\n"


def dump_yaml(genome: GameGenome) -> str:
    """The genome as YAML text."""
    return write_yaml(genome.to_dict())


def text_issues(text: str) -> list[Issue]:
    """Every defect of a text, each with its line."""
    return with_lines(_issues_in(text), text)


def _issues_in(text: str) -> list[Issue]:
    try:
        data = parse_data(text)
    except GenomeError as error:
        return list(error.issues)
    if data is None:
        return [Issue("file.empty", "$", message="there is nothing in it, expected a genome")]
    try:
        genome = GameGenome.parse(data)
    except GenomeError as error:
        return [*error.issues, *salvaged_issues(data)]
    return list(check_genome_completeness(genome).missing)
