"""What commands print: one JSON document or text on standard output, everything else on standard error."""

from __future__ import annotations

import json
import sys
from typing import Any, NoReturn

from rich.console import Console

WRONG_INPUT = 1
"""Exit code when a file has defects or something cannot be done."""
WRONG_USE = 2
"""Exit code when the command was not asked rightly: an unknown game, agent or option."""

INTERRUPTED = 130
"""Exit code when somebody pressed Ctrl-C."""


def print_text(text: str) -> None:
    """Text, as it is."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def print_json(document: Any) -> None:
    """One JSON document and nothing else."""
    print_text(json.dumps(document, indent=2, ensure_ascii=False))


def console() -> Console:
    """For tables: as wide as the terminal, and plain where there is none."""
    return Console(highlight=False)


def error_console() -> Console:
    """For progress and remarks."""
    return Console(stderr=True, highlight=False)


def refuse(message: str, *, code: int) -> NoReturn:
    """Say on standard error why it cannot be done, and leave."""
    sys.stderr.write(f"deckwright: {message}\n")
    raise SystemExit(code)
