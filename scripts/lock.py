"""Renews requirements.lock (what running needs) and requirements-dev.lock (what tests need besides): `make lock`.

python scripts/lock.py SCRATCH_FOLDER
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = "maturin>=1.9,<2"


def freeze(folder: Path, wanted: list[str]) -> list[str]:
    """The versions that an empty environment gets when these are installed."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", *wanted], check=True)
    listed = subprocess.run([python, "-m", "pip", "freeze"], check=True, capture_output=True, text=True).stdout
    return sorted(listed.splitlines(), key=str.lower)


def main(scratch: Path) -> None:
    """Write both files; the second holds nothing that is in the first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    run = freeze(scratch / "run", [*project["dependencies"], BUILD])
    both = freeze(scratch / "dev", [*run, *project["optional-dependencies"]["dev"]])
    for name, what, lines in (
        ("requirements.lock", "What building and running need, pinned.", run),
        ("requirements-dev.lock", "What tests, lint and benchmarks need besides requirements.lock, pinned.", both),
    ):
        own = [line for line in lines if name == "requirements.lock" or line not in run]
        text = "\n".join([f"# {what} Renew with `make lock`.", *own, ""])
        (ROOT / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
