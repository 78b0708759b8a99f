"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path
from stat import S_IMODE

LEFT_OVER_S = 3_600.0
"""What nobody has written to for so long is what somebody left who was killed while writing."""


def write_whole(
    path: str | Path, content: str | Iterable[bytes], *, is_synced: bool = False, is_new: bool = False
) -> None:
    """Write a file beside its place and put it there when it is complete: what was there before stays until then.

    `is_synced`: it is on the disk before it takes its place. A link stays a link; what is no file (`/dev/null`, a pipe)
    is written to and never replaced. Who may read what was there may read what replaces it, and nobody else. `is_new`:
    FileExistsError if something is there. OSError or ValueError if it cannot be written.
    """
    if is_new:
        Path(path).open("xb").close()  # the name is taken
    target = Path(path).resolve()
    parts = (content.encode(),) if isinstance(content, str) else content
    if target.exists() and not target.is_file():
        with target.open("wb") as out:
            out.writelines(parts)
        return
    for old in target.parent.glob(f".{_plain(target.name)}.*.part"):
        _drop_left_over(old)
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with beside.open("wb") as out:
            if target.exists():
                beside.chmod(S_IMODE(target.stat().st_mode))
            out.writelines(parts)
            if is_synced:
                out.flush()
                os.fsync(out.fileno())
        beside.replace(target)
    except BaseException as error:  # Ctrl-C, too, leaves nothing behind
        beside.unlink(missing_ok=True)
        if is_new:
            target.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise


def _plain(name: str) -> str:
    """A name in a pattern that it alone fits."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


def _drop_left_over(part: Path) -> None:
    try:
        if time.time() - part.stat().st_mtime > LEFT_OVER_S:
            part.unlink(missing_ok=True)
    except OSError:
        return  # somebody else's, or gone meanwhile
