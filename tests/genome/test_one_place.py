"""A mechanic is told in one place: what else there is asks it, and does not know its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deckwright.genome.effects import EFFECTS
from deckwright.genome.phases import PHASES
from deckwright.genome.picks import KINDS, PickName

SOURCE = Path(__file__).parents[2] / "src" / "deckwright"
GENOME = SOURCE / "genome"
USERS = SOURCE / "games"
"""Games are made of mechanics, and name them."""

LOWERED = [phase for phase in PHASES if "lower" in vars(phase)]
TOLD_TOGETHER = {"Move", "Set", "Show", "Each", "If", "Out", "End"}
"""Effects that other mechanics are lowered to, or that a rulebook tells in one breath with others."""


def files_naming(name: str) -> set[str]:
    """The files of the package in which a word stands, but for games and the file that is called after it."""
    word = re.compile(rf"\b{name}\b")
    return {
        file.relative_to(SOURCE).as_posix()
        for file in SOURCE.rglob("*.py")
        if not file.is_relative_to(USERS) and word.search(file.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("phase", LOWERED, ids=lambda phase: phase.__name__)
def test_a_phase_that_is_lowered_is_named_in_its_file_and_in_the_list(phase: type) -> None:
    own = Path(phase.__module__.replace(".", "/")).name
    assert files_naming(phase.__name__) == {f"genome/phases/{own}.py", "genome/phases/__init__.py"}


@pytest.mark.parametrize(
    "effect", [one for one in EFFECTS if one.__name__ not in TOLD_TOGETHER], ids=lambda e: e.__name__
)
def test_an_effect_is_imported_by_the_list_alone(effect: type) -> None:
    importing = re.compile(rf"import [^\n]*\b{effect.__name__}\b")
    files = {
        file.relative_to(GENOME).as_posix()
        for file in GENOME.rglob("*.py")
        if importing.search(file.read_text(encoding="utf-8"))
    }
    assert files == {"effects/__init__.py"}


def test_every_kind_of_pick_that_can_be_written_is_in_the_list() -> None:
    assert sorted(kind.name for kind in KINDS) == sorted(PickName.__args__)  # type: ignore[attr-defined]
