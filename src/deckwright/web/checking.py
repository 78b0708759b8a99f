"""`python -m deckwright.web.checking`: checks the genome on standard input and prints what was found, as JSON."""

from __future__ import annotations

import json
import sys

from deckwright.games.definition import define_genome
from deckwright.genome.codec import load_genome
from deckwright.genome.errors import Issue
from deckwright.genome.text_check import text_issues


def main() -> None:
    """Read, check, tell."""
    text = sys.stdin.buffer.read().decode("utf-8", "replace") + "\n"  # with a line end it is no name of a file
    issues = text_issues(text)
    found = {"ok": not issues, "issues": list(map(issue_data, issues)), "genome": None, "digest": "", "name": ""}
    if not issues:
        genome = load_genome(text)
        definition = define_genome(genome)
        found |= {"genome": genome.to_dict(), "digest": definition.digest, "name": definition.name}
    sys.stdout.write(json.dumps(found))


def issue_data(issue: Issue) -> dict[str, str | int]:
    """A defect for a page."""
    text = str(issue).removeprefix(f"{issue.path}: ")
    return {"code": issue.code, "path": issue.path, "line": issue.line, "message": text}


if __name__ == "__main__":
    main()
