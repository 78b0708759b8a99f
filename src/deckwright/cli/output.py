"""What commands print: one JSON document or text on standard output, everything else on standard error."""

from __future__ import annotations

import json
import os
import sys
from errno import EACCES, ENOTDIR
from pathlib import Path
from typing import Any, NoReturn

from rich.console import Console

WRONG_INPUT = 1
"""Exit code when a file has defects or something cannot be done."""
WRONG_USE = 2
"""Exit code when the command was not asked rightly: an unknown game, agent or option."""

MOST_PATH_CHARS = 120

MISSED = 3
"""Exit code when the work was done and did not reach the target that was asked for."""
INTERRUPTED = 130
"""Exit code when somebody pressed Ctrl-C."""
TERMINATED = 143
"""Exit code when the process was asked to end (SIGTERM)."""


def print_text(text: str) -> None:
    """Text, as it is, and at once: whoever reads our output through a pipe waits for it."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
    sys.stdout.flush()


def print_json(document: Any) -> None:
    """One JSON document and nothing else."""
    print_text(json.dumps(document, indent=2, ensure_ascii=False))


def console() -> Console:
    """For tables: as wide as the terminal, and plain where there is none."""
    return Console(highlight=False)


def error_console() -> Console:
    """For progress and remarks."""
    return Console(stderr=True, highlight=False)


def check_writable(**files: Path | None) -> None:
    """Refuse, before the work, files (by the options that name them) that cannot be written after it."""
    for option, path in files.items():
        if path is None:
            continue
        try:
            if path.exists():
                path.open("ab").close()
            else:
                path.open("xb").close()
                path.unlink()
        except OSError as error:
            _refuse_place(option, path, error)


def check_folder(**folders: Path | None) -> None:
    """Refuse, before the work, folders (by the options that name them) in which nothing could be written after it."""
    for option, path in folders.items():
        if path is None:
            continue
        try:
            there = next(place for place in (path, *path.parents) if place.exists())
            if not there.is_dir():
                raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR))
            if not os.access(there, os.W_OK | os.X_OK):
                raise PermissionError(EACCES, os.strerror(EACCES))
        except OSError as error:
            _refuse_place(option, path, error)


def _refuse_place(option: str, path: Path, error: OSError) -> NoReturn:
    shown = str(path) if len(str(path)) <= MOST_PATH_CHARS else f"{str(path)[:MOST_PATH_CHARS]}..."
    refuse(f"--{option} {shown}: {error.strerror}", code=WRONG_USE)


class Refusal(SystemExit):
    """Leaving after it was said why."""


def refuse(message: str, *, code: int) -> NoReturn:
    """Say on standard error why it cannot be done, and leave."""
    sys.stderr.write(f"deckwright: {message}\n")
    raise Refusal(code)
