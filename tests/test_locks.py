"""What is installed: running needs what requirements.lock pins, and no lock file names a host."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(name: str) -> dict[str, str]:
    """Distributions of a lock file, with their versions."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    pairs = [line.split("==") for line in lines if not line.startswith("#")]
    return {normal(name): version for name, version in pairs}


def required(requirements: list[str]) -> set[str]:
    return {normal(re.split(r"[\[<>=!~; ]", one)[0]) for one in requirements}


def imported(folder: Path) -> dict[str, Path]:
    """Top-level modules that the files of a folder import, wherever in the file."""
    found: dict[str, Path] = {}
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Import():
                    found |= {alias.name.split(".")[0]: file for alias in node.names}
                case ast.ImportFrom(level=0, module=str(module)):
                    found[module.split(".")[0]] = file
    return found


def test_every_dependency_is_pinned_and_the_locks_share_nothing() -> None:
    run, dev = pinned("requirements.lock"), pinned("requirements-dev.lock")
    assert required(PROJECT["dependencies"]) <= set(run)
    assert required(PROJECT["optional-dependencies"]["dev"]) <= set(run) | set(dev)
    assert not set(run) & set(dev)


def test_the_lock_files_name_no_host() -> None:
    for file in [*ROOT.glob("requirements*.lock"), *ROOT.glob("kernel/Cargo.lock")]:
        hosts = set(re.findall(r"https?://([^/\s\"]+)", file.read_text(encoding="utf-8")))
        assert hosts <= {"github.com"}, f"{file.name}: {hosts}"
        assert "github.com" not in hosts or "github.com/rust-lang/crates.io-index" in file.read_text(encoding="utf-8")


def test_the_package_imports_only_what_running_installs_or_an_extra_names() -> None:
    homes = packages_distributions()
    extras = {
        name
        for extra, wanted in PROJECT["optional-dependencies"].items()
        if extra != "dev"
        for name in required(wanted)
    }
    allowed = set(pinned("requirements.lock")) | extras
    foreign = {
        module: file for module, file in imported(ROOT / "src").items()
        if module not in sys.stdlib_module_names and module not in {"deckwright", "__future__"}
    }  # fmt: skip
    assert "pydantic" in foreign
    missing = {m: str(f) for m, f in foreign.items() if not {normal(home) for home in homes.get(m, ())} & allowed}
    assert missing == {}


def test_what_running_needs_is_small() -> None:
    """Installed, under 200 MB: a demo is no reason to fill a disk. NumPy is 74 of them."""
    names = pinned("requirements.lock")
    files = [file.locate() for name in names for file in distribution(name).files or ()]
    size = sum(Path(str(file)).stat().st_size for file in files if Path(str(file)).is_file())
    assert len(names) > 5
    assert 20e6 < size < 200e6
    assert "plotly" not in names
