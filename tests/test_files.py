"""Files are written whole or not at all, and what is no file is never replaced by one."""

from __future__ import annotations

import ast
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from deckwright.files import write_whole

SOURCE = Path(__file__).parents[1] / "src" / "deckwright"
OTHERWISE = {
    "files.py": "this is how",
    "cli/output.py": "tries whether a file can be written, before the work",
    "solve/poker/training_job.py": "a lock",
}
"""Modules that open files for writing by themselves, and why."""
SMALL_BYTES = 64


def failing(first: bytes) -> Iterator[bytes]:
    """Content whose end cannot be written: the disk is full."""
    yield first
    raise OSError(28, "No space left on device")


def test_what_was_there_stays_when_the_new_content_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    write_whole(file, "old")
    with pytest.raises(OSError, match="No space") as told:
        write_whole(file, failing(b"new"))
    assert file.read_text(encoding="utf-8") == "old"
    assert told.value.filename == str(file)
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_who_is_interrupted_leaves_nothing_behind(tmp_path: Path) -> None:
    def interrupted() -> Iterator[bytes]:
        yield b"new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "new.yaml", interrupted(), is_new=True)
    assert list(tmp_path.iterdir()) == []


def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    """Whoever is root and says `--out /dev/null` keeps /dev/null."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, "told")
    assert os.read(reader, 10) == b"told"
    os.close(reader)
    assert pipe.is_fifo()


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    link.symlink_to(file)
    write_whole(link, "told")
    assert link.is_symlink()
    assert file.read_text(encoding="utf-8") == "told"


def test_what_a_killed_process_left_is_cleared_away_in_time(tmp_path: Path) -> None:
    file = tmp_path / "strategy[1].bin"
    names = ("strategy[1].bin.1", "strategy[1].bin.2", "strategy1.bin.3")
    old, fresh, other = (tmp_path / f".{name}.part" for name in names)
    for part in (old, fresh, other):
        part.write_bytes(b"half")
    for part in (old, other):
        os.utime(part, (0, 0))
    write_whole(file, (b"who", b"le"), is_synced=True)
    assert file.read_bytes() == b"whole"
    assert (old.exists(), fresh.exists(), other.exists()) == (False, True, True)


def opens_to_write(call: ast.Call) -> bool:
    """Whether a call writes a file, or opens one for that."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in ("write_text", "write_bytes"):
        return True
    modes = [one.value for one in call.args[:2] if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return name == "open" and any(set(mode) <= set("wxabt+r") and set(mode) & set("wxa+") for mode in modes)


def test_every_module_writes_files_whole_or_says_why_not() -> None:
    found = {
        file.relative_to(SOURCE).as_posix()
        for file in SOURCE.rglob("*.py")
        if any(
            isinstance(node, ast.Call) and opens_to_write(node)
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        )
    }
    assert found == set(OTHERWISE)


def on_a_full_disk(*command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A command none of whose files may be longer than a few bytes."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL_BYTES, SMALL_BYTES))

    return subprocess.run(
        [sys.executable, *command],
        cwd=cwd,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=limit,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("more", [(), ("--force",)])
def test_a_new_game_on_a_full_disk_is_no_file(tmp_path: Path, more: tuple[str, ...]) -> None:
    done = on_a_full_disk("-m", "deckwright", "new", "mine", "--from", "kuhn", *more, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "mine.yaml: File too large" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_replaced_with_its_permissions_and_a_new_one_replaces_nothing(tmp_path: Path) -> None:
    place = tmp_path / "file"
    write_whole(place, "one", is_new=True)
    with pytest.raises(FileExistsError):
        write_whole(place, "two", is_new=True)
    assert place.read_text(encoding="utf-8") == "one"
    place.chmod(0o600)
    write_whole(place, "three")
    assert place.read_text(encoding="utf-8") == "three"
    assert place.stat().st_mode & 0o777 == 0o600
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "another", failing(b"new"), is_new=True)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
