"""What the kernel's sources must keep to."""

import re
from pathlib import Path

import pytest

from deckwright.games.catalogue import catalogue, library

CORE = Path(__file__).parent.parent / "kernel" / "core" / "src"
SUITS = {"spades", "hearts"}
OWN_GAMES = ("games", "agents", "poker")
"""Games written directly against the waist, who plays them, and the solver of one family."""
INTERPRETER = [path for path in CORE.rglob("*.rs") if path.relative_to(CORE).parts[0] not in OWN_GAMES]


@pytest.mark.parametrize("path", sorted(INTERPRETER), ids=lambda path: str(path.relative_to(CORE)))
def test_the_rule_interpreter_names_no_game(path: Path) -> None:
    source = path.read_text().lower()
    named = {entry.name.lower() for entry in catalogue().values()} | set(catalogue())
    assert not [name for name in named - SUITS if re.search(rf"\b{re.escape(name)}\b", source)]
    assert not SUITS & set(re.findall(r"\w+", source)), "not even a suit"


def test_the_core_has_no_unsafe_code() -> None:
    assert "#![forbid(unsafe_code)]" in (CORE / "lib.rs").read_text()


ROOT = Path(__file__).parent.parent
SURFACE = [
    *(ROOT / "kernel" / "python" / "src").glob("*.rs"),
    ROOT / "src" / "deckwright" / "_kernel.pyi",
    *(path for room in ("engine", "measure", "play", "solve", "genome") for path in
      (ROOT / "src" / "deckwright" / room).rglob("*.py") if "poker" not in path.parts),
    *(ROOT / "src" / "deckwright" / "agents").glob("*.py"),
]  # fmt: skip
"""What every game goes through: between the folder of a game in the core and the one in the library. The
solver of poker knows the game that its blueprints play, and what is measured of poker alone knows it too."""


@pytest.mark.parametrize("path", sorted(SURFACE), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_game_of_the_kernels_own_is_named_in_its_folders_alone(path: Path) -> None:
    own = [name for name, entry in library().items() if not entry.has_genome]
    assert own
    source = path.read_text().lower()
    assert not [name for name in own if name.replace("-", "_") in source or name in source]
