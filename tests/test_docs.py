"""What the documents show is run as it stands."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import deckwright.genome.schema
from deckwright import load, simulate
from deckwright.games.entry import GameEntry, Option

ROOT = Path(__file__).parent.parent


def python_blocks(name: str) -> list[str]:
    """Python code of a document."""
    return re.findall(r"```python\n(.*?)```", (ROOT / name).read_text(), re.DOTALL)


def test_the_ten_lines_of_the_readme_do_what_they_say(capsys) -> None:
    (code,) = python_blocks("README.md")
    shown: dict[str, object] = {}
    exec(code, shown)
    printed = capsys.readouterr().out
    assert "your hand" in printed
    assert "# Hearts" in printed
    wins = shown["result"].wins  # type: ignore[attr-defined]
    assert wins[0] == max(wins), "searching beats playing at random"


def test_the_example_game_of_the_guide_can_be_played() -> None:
    genome_code, entry_code = python_blocks("docs/add-a-game.md")
    names = vars(deckwright.genome.schema) | {"GameEntry": GameEntry, "Option": Option}
    exec(genome_code, names)
    exec(entry_code, names)
    game = load(names["GAME"].genome(players=3))
    assert simulate(game, games=50, seed=1).games_played == 50


def test_the_files_of_the_kernel_that_the_architecture_names_exist() -> None:
    core = ROOT / "kernel" / "core" / "src"
    rows = re.findall(r"^\| (`.*`) \|", (ROOT / "docs/architecture.md").read_text(), re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([\w/]+(?:\.rs|/))`", row)}
    assert len(named) > 20
    assert [name for name in sorted(named) if not (core / name).exists()] == []


@pytest.mark.parametrize("room", ["plan", "run"])
def test_every_file_of_the_interpreter_is_in_its_document(room: str) -> None:
    folder = ROOT / "kernel/core/src/rules" / room
    there = {path.name for path in folder.glob("*.rs")} - {"mod.rs"}
    table = (ROOT / "docs/kernel.md").read_text().partition(f"| File of `{room}/` |")[2].partition("\n\n")[0]
    assert there == set(re.findall(r"`(\w+\.rs)`", table))


def test_every_file_of_the_interpreters_folders_is_in_its_document() -> None:
    folder = ROOT / "kernel/core/src/rules"
    there = {path.name for path in folder.rglob("*.rs")} - {"mod.rs"}
    named = set(re.findall(r"`(?:\w+/)*(\w+\.rs)`", (ROOT / "docs/kernel.md").read_text()))
    assert sorted(there - named) == []


def test_every_room_of_the_package_is_in_the_architecture_and_the_readme() -> None:
    rooms = {path.parent.name for path in (ROOT / "src" / "deckwright").glob("*/__init__.py")}
    told = set(re.findall(r"^      (\w+) {2,}", (ROOT / "docs/architecture.md").read_text(), re.MULTILINE))
    listed = set(re.findall(r"`src/deckwright/(\w+)`", (ROOT / "README.md").read_text()))
    assert rooms == told == listed


def test_commands_of_the_readme_exist() -> None:
    from typer.main import get_command

    from deckwright.cli import app

    known = set(get_command(app).commands)  # type: ignore[attr-defined]
    told = set(re.findall(r"^    deckwright (\w+)", (ROOT / "README.md").read_text(), re.MULTILINE))
    assert told
    assert told <= known


def test_the_lines_of_the_solvers_guide_do_what_they_say(capsys) -> None:
    (code,) = python_blocks("docs/solver.md")
    exec(code, {})
    values, nash_conv, shares = capsys.readouterr().out.splitlines()
    assert values.startswith("(-0.055")
    assert float(nash_conv) < 0.01
    assert shares.startswith("{'fold': ")


def test_the_lines_of_cambios_guide_give_a_reason_and_its_commands_exist(capsys) -> None:
    from typer.main import get_command

    from deckwright.cli import app

    (code,) = python_blocks("docs/cambio.md")
    exec(code, {})
    assert capsys.readouterr().out == "took the discard: improves slot 1 by 5\n"
    commands = get_command(app).commands  # type: ignore[attr-defined]
    lines = re.findall(r"^    deckwright (\w+)(.*)", (ROOT / "docs/cambio.md").read_text(), re.MULTILINE)
    assert {command for command, _ in lines} == {"arena", "games", "rules", "tune"}
    for command, rest in lines:
        flags = {flag for parameter in commands[command].params for flag in parameter.opts}
        assert set(re.findall(r"(?<= )--?\w+", rest)) <= flags, f"{command}{rest}"


def test_the_example_of_a_frame_runs() -> None:
    (code,) = python_blocks("docs/table-data.md")
    shown: dict[str, object] = {}
    exec(code, shown)
    frame = shown["frame"]
    assert isinstance(frame, dict)
    listed = (ROOT / "docs" / "table-data.md").read_text()
    assert not [name for name in frame if f"`{name}`" not in listed], "every field is described"
    example, change = map(json.loads, re.findall(r"```json\n(.*?)```", listed, re.DOTALL))
    assert list(example) == list(frame)
    assert set(change["frame"]) < set(frame)
    assert set(change) > {"frame", "seats", "regions", "events"}
    for part in ("seats", "regions", "events"):
        assert set(example[part][0]) == set(frame[part][0])


def test_the_lines_of_the_guide_to_measures_do_what_they_say(capsys) -> None:
    (code,) = python_blocks("docs/measures.md")
    exec(code, {})
    assert capsys.readouterr().out.split() == ["1.0", "0.0", "True"]


def test_the_lines_of_the_guide_to_operators_do_what_they_say() -> None:
    (code,) = python_blocks("docs/operators.md")
    made: dict[str, Any] = {}
    exec(code, made)
    assert made["child"].sentence
    assert made["both"].genome.name


def test_agents_of_ones_own_play_and_fail_as_the_guide_says(capsys) -> None:
    first, *_, stubborn = python_blocks("docs/python.md")
    names: dict[str, object] = {}
    exec(first.split("\n")[0], names)
    names |= {"game": load("hearts", hands=1)}
    exec(stubborn, names)
    assert "stubborn 0 20 agent.raised" in capsys.readouterr().out
