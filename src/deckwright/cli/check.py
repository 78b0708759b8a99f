"""`deckwright check`: every defect of genome files."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from deckwright.cli.options import JsonFlag
from deckwright.cli.output import WRONG_INPUT, print_json, print_text
from deckwright.data import MAX_SIZE_BYTES
from deckwright.games import find_game
from deckwright.genome.codec import read_text, text_issues
from deckwright.genome.errors import GenomeError, Issue

STANDARD_INPUT = "-"


def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Genome files; - is standard input.")],
    json: JsonFlag = False,
) -> None:
    """Validate genomes and check that they are complete; report every defect."""
    reports = [(file, file_issues(file)) for file in files]
    ok = not any(issues for _, issues in reports)
    if json:
        print_json({"ok": ok, "files": [file_data(*report) for report in reports]})
    else:
        for report in reports:
            print_text(report_text(*report))
    if not ok:
        raise typer.Exit(WRONG_INPUT)


def report_text(file: str, issues: list[Issue]) -> str:
    """A file's report for people: every defect with its path and code."""
    if not issues:
        return f"{file}: ok"
    count = "1 defect" if len(issues) == 1 else f"{len(issues)} defects"
    return "\n".join([f"{file}: {count}", *(f"  {issue} [{issue.code}]" for issue in issues)])


def file_issues(file: str) -> list[Issue]:
    """Every defect of a file, from its text to the game it describes."""
    try:
        text = _read_standard_input() if file == STANDARD_INPUT else _read_file(file)
    except GenomeError as error:
        return list(error.issues)
    return text_issues(text)


def _read_file(file: str) -> str:
    """What is in a file; who names a game of the library instead is told what to write."""
    is_there = os.path.exists(file)  # noqa: PTH110 - a name that is too long is not there either
    if not is_there and (entry := find_game(file)) is not None:
        to_check = f"for the game of the library: deckwright show {file} | deckwright check -"
        no_genome = "the game of that name is the kernel's own: it has no genome to check"
        hint = f"there is no file {file!r}; {to_check if entry.has_genome else no_genome}"
        raise GenomeError([Issue("file.unreadable", "$", message=hint)])
    return read_text(Path(file))


def file_data(file: str, issues: list[Issue]) -> dict[str, Any]:
    """A file's report as scripts rely on it."""
    return {"file": file, "ok": not issues, "issues": [issue_data(issue) for issue in issues]}


def issue_data(issue: Issue) -> dict[str, str | int | None]:
    """A defect as scripts rely on it."""
    message = str(issue).removeprefix(f"{issue.path}: ")
    found = {"found": issue.found, "expected": issue.expected}
    return {"code": issue.code, "path": issue.path, "message": message, "line": issue.line or None, **found}


def _read_standard_input() -> str:
    content = sys.stdin.buffer.read(MAX_SIZE_BYTES + 1)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GenomeError([Issue("file.not-text", "$", message=f"not UTF-8 text (byte {error.start})")]) from None
