"""What the kernel's sources must keep to."""

import re
from pathlib import Path

import pytest

from deckwright.games.catalogue import catalogue

CORE = Path(__file__).parent.parent / "kernel" / "core" / "src"
SUITS = {"spades", "hearts"}
OWN_GAMES = ("games", "agents")
"""Games written directly against the waist, and who plays them."""
INTERPRETER = [path for path in CORE.rglob("*.rs") if path.relative_to(CORE).parts[0] not in OWN_GAMES]


@pytest.mark.parametrize("path", sorted(INTERPRETER), ids=lambda path: str(path.relative_to(CORE)))
def test_the_rule_interpreter_names_no_game(path: Path) -> None:
    source = path.read_text().lower()
    named = {entry.name.lower() for entry in catalogue().values()} | set(catalogue())
    assert not [name for name in named - SUITS if re.search(rf"\b{re.escape(name)}\b", source)]
    assert not SUITS & set(re.findall(r"\w+", source)), "not even a suit"


def test_the_core_has_no_unsafe_code() -> None:
    assert "#![forbid(unsafe_code)]" in (CORE / "lib.rs").read_text()
