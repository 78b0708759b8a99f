"""A mechanic is told in one place: what else there is asks it, and does not know its name."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from deckwright.genome.effects import EFFECTS
from deckwright.genome.phases import PHASES
from deckwright.genome.picks import PICKS

SOURCE = Path(__file__).parents[2] / "src" / "deckwright"
GENOME = SOURCE / "genome"
USERS = SOURCE / "games"
"""Games are made of mechanics, and name them."""
TRIAL = Path(__file__).parent / "trial"

LOWERED = [phase for phase in PHASES if "lower" in vars(phase)]
TELLING = re.compile(r"(effects|phases|picks|rulebook)/|checks/names.py")
"""Where effects are named by their classes: other mechanics are made of them, and sentences tell some in one breath."""


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


@pytest.mark.parametrize("effect", EFFECTS, ids=lambda effect: effect.__name__)
def test_an_effect_is_imported_where_other_mechanics_or_sentences_are_made_of_it_alone(effect: type) -> None:
    importing = re.compile(rf"import [^\n]*\b{effect.__name__}\b")
    files = {
        file.relative_to(GENOME).as_posix()
        for file in GENOME.rglob("*.py")
        if importing.search(file.read_text(encoding="utf-8"))
    }
    assert "effects/__init__.py" in files
    assert {file for file in files if not TELLING.match(file)} == set()


def kinds_named(file: Path) -> list[str]:
    """Comparisons of something's `kind` with the name of a kind of pick."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute) and node.left.attr == "kind":
            texts = {inner.value for inner in ast.walk(node) if isinstance(inner, ast.Constant)}
            found += [f"{file.name}:{node.lineno}" for _ in texts & PICKS.keys()]
    return found


@pytest.mark.parametrize("room", ["genome", "engine"])
def test_what_is_done_with_a_pick_depends_on_what_its_kind_says_and_not_on_its_name(room: str) -> None:
    assert [place for file in (SOURCE / room).rglob("*.py") for place in kinds_named(file)] == []


def types_named(file: Path, types: set[str]) -> list[str]:
    """Where something is compared with the type of a phase, or looked for by it."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Compare(comparators=asked):
                texts = {inner.value for one in asked for inner in ast.walk(one) if isinstance(inner, ast.Constant)}
            case ast.Call(args=asked):
                texts = {one.value for one in asked if isinstance(one, ast.Constant)}
            case ast.MatchValue(value=ast.Constant(value=text)):
                texts = {text}
            case _:
                continue
        found += [f"{file.name}:{node.lineno}" for _ in texts & types]
    return found


def test_nobody_but_operators_that_change_its_fields_looks_for_a_phase_that_is_lowered_by_its_type() -> None:
    types = {phase.model_fields["type"].default for phase in LOWERED}
    files = [
        file
        for file in SOURCE.rglob("*.py")
        if not file.is_relative_to(USERS) and file.parent.name not in ("operators", "phases")
    ]
    assert [place for file in files for place in types_named(file, types)] == []


LISTS = {
    "phases": {
        "from deckwright.genome.phases.phase import": "from deckwright.genome.phases.passing import PassingPhase\n",
        "BettingPhase | ClaimPhase": "PassingPhase | ",
    },
    "picks": {
        "KINDS:": "from deckwright.genome.picks.place import PlaceKind\n",
        "    CardKind(),": "    PlaceKind(),\n",
    },
    "effects": {
        "Effect =": "from deckwright.genome.effects.bonus import Bonus\n"
        "from deckwright.genome.effects.exchange import Exchange\n",
        "Move | Sweep": "Bonus | Exchange | ",
    },
}
"""What is added to the lists of three folders, and before what."""


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What comes of a new phase, kind of pick and two new effects, each a file and a line of a list in a copy."""
    copy = tmp_path_factory.mktemp("trial") / "deckwright"
    shutil.copytree(SOURCE, copy, copy_function=os.symlink, ignore=shutil.ignore_patterns("__pycache__"))
    for folder, name in (("phases", "passing"), ("picks", "place"), ("effects", "exchange"), ("effects", "bonus")):
        shutil.copy(TRIAL / f"{name}.py", copy / "genome" / folder)
    for folder, added in LISTS.items():
        path = copy / "genome" / folder / "__init__.py"
        text = path.read_text(encoding="utf-8")
        for marker, line in added.items():
            text = text.replace(marker, line + marker, 1)
        path.unlink()  # a link to the package itself
        path.write_text(text, encoding="utf-8")
    run = [sys.executable, str(TRIAL / "play.py")]
    found = subprocess.run(run, env=os.environ | {"PYTHONPATH": str(copy.parent)}, capture_output=True, check=False)
    assert found.returncode == 0, found.stderr.decode()
    return dict(json.loads(found.stdout))


def test_an_added_mechanic_has_its_sentence_in_the_rulebook(trial: dict[str, Any]) -> None:
    picked = "Choose a numbered place, 1 to 2, of your row as the place *own*"
    assert picked in trial["rulebook"]
    assert "Exchange the card of the place *own* and the card of the place *theirs* unseen." in trial["rulebook"]
    assert "The winner of the last trick scores 10 points." in trial["rulebook"]
    assert "Everybody hands one card to the left, all at the same time." in trial["passing"]["rulebook"]


def test_an_added_mechanic_is_played_and_shown_at_a_table(trial: dict[str, Any]) -> None:
    assert trial["labels"] == ["row 1", "row 2"]
    first, second = trial["back"][:2], trial["back"][2:]
    assert trial["both"] == [*second, *first]
    assert [one["points"] for one in trial["scored"]] == [10]
    before, after = (trial["passing"][when] for when in ("before", "after"))
    assert [set(hand) for hand in after] == [{*before[0][1:], before[1][0]}, {*before[1][1:], before[0][0]}]


def test_an_added_mechanic_is_written_in_random_games_and_told_in_pedigrees(trial: dict[str, Any]) -> None:
    assert trial["random"] == ["place", "exchange", "bonus", "passing"]
    assert trial["pedigree"] == ["bonus happens", "the phase 'passing'"]
