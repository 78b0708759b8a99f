"""`python -m deckwright.web.checking`: checks the genome on standard input and prints what was found, as JSON.

The first line has the options that it is to be played with, as JSON; the genome follows. A sound one is tried as well:
its levels are worked out, which takes as long here as it will take the server that opens a table.
"""

from __future__ import annotations

import json
import sys
from time import process_time
from typing import Any

from deckwright.agents.levels import default_levels
from deckwright.engine import load
from deckwright.games.errors import OptionError
from deckwright.genome.codec import load_genome, text_issues
from deckwright.genome.errors import Issue
from deckwright.web.trial import is_slow_to_show

TRIAL_S = 3.0
"""CPU time that a few games of random moves may take: those of the library take some hundredths."""


def main() -> None:
    """Read, check, tell."""
    options = json.loads(sys.stdin.buffer.readline())
    text = sys.stdin.buffer.read().decode("utf-8", "replace") + "\n"  # with a line end it is no name of a file
    sys.stdout.write(json.dumps(checked(text, options)))


def checked(text: str, options: dict[str, Any]) -> dict[str, Any]:
    """What is told of a genome: its defects, or what it is."""
    found = {"ok": False, "issues": list(map(issue_data, text_issues(text))), "genome": None, "digest": "", "name": ""}
    if found["issues"]:
        return found
    try:
        game = load(load_genome(text), **options)
    except OptionError as error:
        return found | {"issues": [{"code": error.code, "path": "$", "line": 0, "message": error.message}]}
    began_s = process_time()
    default_levels(game)
    if process_time() - began_s > TRIAL_S or is_slow_to_show(game):
        told = "a game of it takes too long to be played or shown: lower its limits, or what there is to do in a turn"
        return found | {"issues": [{"code": "check.too-slow", "path": "$", "line": 0, "message": told}]}
    about = {"genome": game.genome.to_dict(), "digest": game.definition.digest, "name": game.name}
    return found | {"ok": True, **about}


def issue_data(issue: Issue) -> dict[str, str | int]:
    """A defect for a page."""
    text = str(issue).removeprefix(f"{issue.path}: ")
    return {"code": issue.code, "path": issue.path, "line": issue.line, "message": text}


if __name__ == "__main__":
    main()
