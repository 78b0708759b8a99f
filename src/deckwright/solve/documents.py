"""Files that are checked: JSON with a kind, a version and a checksum (docs/solver.md describes them).

A file is written whole or not at all: into a new file beside it first, which then takes its place.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG
from typing import Any

from deckwright.engine import Game
from deckwright.errors import file_reason
from deckwright.files import write_whole
from deckwright.games.errors import quoted
from deckwright.solve.errors import SolveError

FORMAT = "deckwright"
VERSION = 1
MOST_BYTES = 2_000_000_000


def write_document(path: str | Path, kind: str, content: Mapping[str, Any]) -> None:
    """Save a document of a kind (`strategy`, `checkpoint`)."""
    document = {"format": f"{FORMAT}-{kind}", "version": VERSION, **content}
    document["checksum"] = checksum(document)
    target, text = Path(path), json.dumps(document, ensure_ascii=False)
    try:
        write_whole(target, text)
    except (OSError, ValueError) as error:
        raise SolveError("file.cannot-write", f"{target}: {file_reason(error)}") from None


def read_document(path: str | Path, kind: str) -> dict[str, Any]:
    """A document of a kind; SolveError if it is another, of another version, or damaged."""
    source = Path(path)
    try:
        about = source.stat()
    except (OSError, ValueError) as error:
        raise SolveError("file.cannot-read", f"{source}: {file_reason(error)}") from None
    if not S_ISREG(about.st_mode):  # a device may never end
        raise SolveError("file.cannot-read", f"{source}: it is no file")
    if about.st_size > MOST_BYTES:
        told = f"found {about.st_size:,} bytes, expected at most {MOST_BYTES:,}"
        raise SolveError("file.too-large", f"{source}: {told}")
    try:
        text = source.read_text(encoding="utf-8")
    except OSError as error:
        raise SolveError("file.cannot-read", f"{source}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise SolveError("file.damaged", f"{source}: it is not text: damaged, or no {kind} at all") from None
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise SolveError("file.damaged", f"{source}: it is not JSON: damaged, or no {kind} at all") from None
    found = document.get("format") if isinstance(document, dict) else None
    if found != f"{FORMAT}-{kind}":
        raise SolveError("file.wrong-kind", f"{source}: found {quoted(found)}, expected a {FORMAT}-{kind}")
    version = document.get("version")
    if version != VERSION or isinstance(version, bool):
        raise SolveError("file.wrong-version", f"{source}: found version {quoted(version)}, expected {VERSION}")
    try:
        fits = document.get("checksum") == checksum(document)
    except (ValueError, RecursionError):  # what no file of ours can hold, such as half a character
        fits = False
    if not fits:
        raise SolveError("file.damaged", f"{source}: its checksum does not fit what it says; it was changed or damaged")
    return dict(document)


def checksum(document: Mapping[str, Any]) -> str:
    """SHA-256 of a document without its checksum, as JSON with sorted keys and no spaces."""
    rest = {name: value for name, value in document.items() if name != "checksum"}
    return sha256(json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()).hexdigest()


def config_hash(game: Game, settings: Mapping[str, Any]) -> str:
    """What a run is of: the same game, solved in the same way, has the same hash."""
    config = {"genome": game.definition.document(), **settings}
    return sha256(json.dumps(config, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def pack_bytes(content: bytes) -> str:
    """Bytes as base64."""
    return base64.b64encode(content).decode()


def unpack_bytes(text: object) -> bytes:
    """The bytes again."""
    try:
        return base64.b64decode(str(text), validate=True)
    except binascii.Error:
        raise SolveError("file.damaged", "an array is not base64") from None
