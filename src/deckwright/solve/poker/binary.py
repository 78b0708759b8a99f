"""Binary files that are checked: a JSON header, numbers, and a checksum over both.

    DWB1, the length of the header (4 bytes, little-endian), the header (JSON: kind, version, ...), the numbers,
    and the SHA-256 of all that.

A file is written whole or not at all: into a new file beside it first, which is flushed and then takes its
place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG
from typing import Any, Final

from deckwright.files import write_whole
from deckwright.games.errors import quoted
from deckwright.solve.errors import SolveError

MAGIC: Final = b"DWB1"
CHECKSUM_BYTES: Final = 32
MOST_BYTES: Final = 16_000_000_000
MOST_HEADER_BYTES: Final = 10_000_000


@dataclass(frozen=True)
class BinaryFile:
    """A file that was read: its header, its numbers, and its checksum in hexadecimal."""

    header: Mapping[str, Any]
    content: memoryview
    checksum: str


def write_binary(path: str | Path, kind: str, version: int, header: Mapping[str, Any], content: bytes) -> str:
    """Save numbers under a kind; the checksum, in hexadecimal."""
    head = json.dumps({"kind": kind, "version": version, **header}, sort_keys=True).encode()
    start = MAGIC + len(head).to_bytes(4, "little") + head
    summed = sha256(start)
    summed.update(content)
    target = Path(path)
    try:
        write_whole(target, (start, content, summed.digest()), is_synced=True)
    except OSError as error:
        raise SolveError("file.cannot-write", f"{target}: {error.strerror or error}") from None
    return summed.hexdigest()


@dataclass(frozen=True)
class BinaryPlace:
    """A file that was opened and not read: its header, where its numbers are, and its checksum in hexadecimal."""

    header: Mapping[str, Any]
    path: Path
    at: int
    length: int
    checksum: str


def find_binary(path: str | Path, kind: str, version: int) -> BinaryPlace:
    """Where a file of a kind and version has its numbers, from its two ends; whoever reads them has to check them."""
    source = Path(path)
    try:
        size = _size_of(source)
        with source.open("rb") as file:
            start = file.read(len(MAGIC) + 4)
            head_bytes = int.from_bytes(start[len(MAGIC) :], "little")
            _check_start(source, kind, start, head_bytes, size)
            head = file.read(head_bytes)
            file.seek(size - CHECKSUM_BYTES)
            checksum = file.read(CHECKSUM_BYTES)
    except OSError as error:
        raise SolveError("file.cannot-read", f"{source}: {error.strerror or error}") from None
    header = _header(source, head, kind, version)
    at = len(start) + head_bytes
    return BinaryPlace(header, source.resolve(), at, size - CHECKSUM_BYTES - at, checksum.hex())


def read_binary(path: str | Path, kind: str, version: int) -> BinaryFile:
    """A file of a kind and version; SolveError if it is anything else, or damaged."""
    source = Path(path)
    try:
        _size_of(source)
        data = memoryview(source.read_bytes())
    except OSError as error:
        raise SolveError("file.cannot-read", f"{source}: {error.strerror or error}") from None
    start = len(MAGIC) + 4
    size = int.from_bytes(data[len(MAGIC) : start], "little")
    _check_start(source, kind, bytes(data[:start]), size, len(data))
    if sha256(data[:-CHECKSUM_BYTES]).digest() != bytes(data[-CHECKSUM_BYTES:]):
        raise SolveError("file.damaged", f"{source}: its checksum does not fit what it says; it was changed or damaged")
    header = _header(source, bytes(data[start : start + size]), kind, version)
    return BinaryFile(header, data[start + size : -CHECKSUM_BYTES], bytes(data[-CHECKSUM_BYTES:]).hex())


def _size_of(source: Path) -> int:
    about = source.stat()
    if not S_ISREG(about.st_mode):
        raise SolveError("file.cannot-read", f"{source}: it is no file")
    if about.st_size > MOST_BYTES:
        raise SolveError("file.too-large", f"{source}: found {about.st_size:,} bytes, expected at most {MOST_BYTES:,}")
    return about.st_size


def _check_start(source: Path, kind: str, start: bytes, head_bytes: int, size: int) -> None:
    if start[: len(MAGIC)] != MAGIC or size < len(MAGIC) + 4 + CHECKSUM_BYTES:
        raise SolveError("file.wrong-kind", f"{source}: expected a {kind} of Deckwright")
    if head_bytes > MOST_HEADER_BYTES or len(start) + head_bytes + CHECKSUM_BYTES > size:
        raise SolveError("file.damaged", f"{source}: it ends too early; it was changed or damaged")


def _header(source: Path, head: bytes, kind: str, version: int) -> dict[str, Any]:
    try:
        header = json.loads(head)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict):
        raise SolveError("file.damaged", f"{source}: its header is not JSON; it was changed or damaged")
    if header.get("kind") != kind:
        raise SolveError("file.wrong-kind", f"{source}: found {quoted(header.get('kind'))}, expected a {kind}")
    if header.get("version") != version:
        raise SolveError(
            "file.wrong-version", f"{source}: found version {quoted(header.get('version'))}, expected {version}"
        )
    return header
