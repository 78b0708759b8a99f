"""What commands share: help with an example, the version, completion, signals, files that cannot be written."""

from __future__ import annotations

import inspect
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from errno import ENOSPC
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import get_type_hints

import pytest
from typer.models import OptionInfo

from deckwright.cli.commands import EXAMPLES, NAMES

from .conftest import Run
from .interrupted import interrupted


def test_the_version_is_printed(run: Run) -> None:
    assert run("--version").out == f"deckwright {version('deckwright')}\n"


def test_help_and_version_load_no_game() -> None:
    told = "[name for name in sys.modules if name.startswith(('pydantic', 'deckwright.genome', 'deckwright.games'))]"
    for asked in ("--help", "--version"):
        code = f"import sys, atexit; sys.argv = ['deckwright', {asked!r}]; from deckwright.cli import main\n"
        code += f"atexit.register(lambda: print({told}))\nmain()"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-1] == "[]"


def test_the_list_of_commands_says_of_each_what_it_says_itself(run: Run) -> None:
    listed = run("--help").out
    for name in NAMES:
        about = inspect.getdoc(getattr(import_module(f"deckwright.cli.{name}"), name)) or ""
        assert re.search(rf"{name} +{re.escape(about.split()[0])} ", listed), name
    assert run("games", "kuhn").code == 0, "the commands themselves are still there"


def test_the_package_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "deckwright"]
    done = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"deckwright {version('deckwright')}\n"
    told = subprocess.run([*command, "rules", "heartz"], capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert told.stderr == "deckwright: there is no game 'heartz'; did you mean 'hearts'?\n"


@pytest.mark.parametrize("name", NAMES)
def test_every_command_shows_an_example(run: Run, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    text = run(name, "--help").out
    for example in EXAMPLES[name]:
        assert example in re.sub(r"\s+", " ", text)
        assert f"deckwright {name}" in example


CHEAP = [
    example for name in ("games", "rules", "show", "agents", "simulate", "solve", "arena") for example in EXAMPLES[name]
]


@pytest.mark.parametrize("example", CHEAP)
def test_examples_work(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, example: str) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(example)[1:]
    shorter = {"--games": "4", "--matches": "4", "--target": "0.1"}
    given = [shorter.get(before, word) for before, word in zip(["", *words], words, strict=False)]
    assert run(*given).code == 0


def test_the_shell_completes_commands_options_and_games() -> None:
    def completed(words: str, *, shell: str = "bash") -> list[str]:
        setting = {
            "_DECKWRIGHT_COMPLETE": f"complete_{shell}",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split(" ")) - 1),
        }
        code = "import sys; sys.argv = ['deckwright']; from deckwright.cli import main; main()"
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False, env={**os.environ, **setting}
        )
        return done.stdout.split()

    assert completed("deckwright si") == ["simulate"]
    assert "--target" in completed("deckwright solve --ta")
    assert set(completed("deckwright rules te")) == {"texas-42"}


def test_completion_can_be_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")  # nothing need run in a shell
    assert "_DECKWRIGHT_COMPLETE" in run("--show-completion", "bash").out


def test_being_terminated_is_told_as_an_interrupt_is(tmp_path: Path) -> None:
    kept = tmp_path / "leduc.checkpoint"
    done = interrupted("solve", "leduc", "--target", "1e-12", "--checkpoint", str(kept), number=signal.SIGTERM)
    assert done.returncode == 143, done.stderr
    assert "saved in" in done.stderr
    assert kept.stat().st_size > 0


def test_an_interrupt_is_told_by_a_command_that_has_nothing_to_save(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("deckwright.cli.show.load_game", interrupt)
    outcome = run("show", "kuhn")
    assert (outcome.code, outcome.err.strip()) == (130, "deckwright: interrupted")


@pytest.mark.parametrize(
    "command",
    [
        ("solve", "leduc", "--target", "1e-12", "--out"),
        ("solve", "leduc", "--target", "1e-12", "--html"),
        ("solve", "leduc", "--target", "1e-12", "--checkpoint"),
        ("arena", "hearts", "--agents", "flat:999999,random,random,random", "--html"),
        ("play", "kuhn", "--no-rating", "--record"),
    ],
)
@pytest.mark.parametrize("where", ["nowhere/x.json", "folder", "a" * 300])
def test_a_file_that_cannot_be_written_is_told_before_the_work(
    run: Run, tmp_path: Path, command: tuple[str, ...], where: str
) -> None:
    (tmp_path / "folder").mkdir()
    outcome = run(*command, str(tmp_path / where))
    assert outcome.code == 2
    assert command[-1] in outcome.err
    assert outcome.out == ""
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_target_that_was_missed_is_told(run: Run) -> None:
    arguments = ("solve", "kuhn", "--iterations", "3", "--target", "1e-9")
    missed = run(*arguments)
    assert missed.code == 3
    assert "missed" in missed.err
    data = run(*arguments, "--json")
    assert (data.code, data.data["target"], data.data["target_reached"]) == (3, 1e-9, False)
    reached = run("solve", "kuhn", "--target", "0.1", "--json")
    assert (reached.code, reached.data["target_reached"]) == (0, True)
    assert run("solve", "kuhn", "--iterations", "3", "--json").data["target_reached"] is None


def test_a_preset_is_said_once(run: Run) -> None:
    outcome = run("arena", "cambio", "--agents", "smart,smart", "--preset", "seed", "-o", "preset=default")
    assert outcome.code == 2
    assert "--preset" in outcome.err
    assert "-o preset" in outcome.err


def test_an_option_is_said_once(run: Run) -> None:
    outcome = run("simulate", "hearts", "-o", "players=3", "-o", "players=4")
    assert outcome.code == 2
    assert "players" in outcome.err


YAML = """\
genome_id: mine
name: Mine
player_count: 2
setup:
  cards_per_player: [1, 2]
turn_structure:
  phases:
    - {type: choice,
       offers: 3}
win_conditions: []
"""


def test_defects_of_a_yaml_file_have_their_lines(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(YAML, encoding="utf-8")
    issues = run("check", str(file), "--json").data["files"][0]["issues"]
    lines = {issue["path"]: issue["line"] for issue in issues}
    assert lines["$.setup.cards_per_player"] == 5
    assert lines["$.turn_structure.phases[0].offers"] == 9
    assert "line 5" in run("check", str(file)).out
    assert "line 5" in run("rules", str(file)).err
    as_json = json.dumps({"name": "Mine", "player_count": "two"}, indent=1)
    issues = run("check", "-", "--json", stdin=as_json).data["files"][0]["issues"]
    assert {issue["path"]: issue["line"] for issue in issues}["$.player_count"] == 3


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: 1\nb: [\n", 3),
        ("a: 1\na: 2\n", 2),
        ("a: 1\n? [x]\n: 2\n", 2),
        ("a: 1\nb: *c\n", 2),
        ("a: 1\n---\nb: 2\n", 2),
        ("a: 1\nb: " + "[" * 300, 2),
        ("a: 1\n\tb: 2\n", 2),
        ("a: 1\nb: !!map {}\n", 2),
    ],
)
def test_a_file_that_is_no_yaml_is_told_with_the_line(run: Run, text: str, line: int) -> None:
    [issue] = run("check", "-", "--json", stdin=text).data["files"][0]["issues"]
    assert issue["line"] == line
    assert f"line {line}" in issue["message"]


READ = {("evolve", "ratings"), ("serve", "bundles")}
"""Options that name a file to read."""
OPENED = {("play", "store")}
"""Those that name a store: opening it comes first, and tells why it cannot be opened."""


def written_files() -> list[tuple[str, str]]:
    """Every option of every command that names a file or a folder to write."""
    found = []
    for name in NAMES:
        command = getattr(import_module(f"deckwright.cli.{name}"), name)
        for option, hint in get_type_hints(command, include_extras=True).items():
            is_option = any(isinstance(part, OptionInfo) for part in getattr(hint, "__metadata__", ()))
            if is_option and "Path" in str(hint) and (name, option) not in READ | OPENED:
                found.append((name, option))
    return found


@pytest.mark.parametrize(("name", "option"), written_files())
def test_every_file_that_is_written_is_tried_before_the_work(name: str, option: str) -> None:
    source = inspect.getsource(getattr(import_module(f"deckwright.cli.{name}"), name))
    tried = rf"check_(writable|folder)\([^)]*\b{option}="
    assert re.search(tried, source), f"--{option} of {name} is found after the work"


CONFIG = Path(__file__).parents[2] / "configs" / "two.yaml"


@pytest.mark.parametrize("command", [("evolve", "--generations", "1000"), ("train", str(CONFIG))])
@pytest.mark.parametrize("where", ["file", "file/inside", "a" * 300])
def test_a_folder_that_cannot_be_written_is_told_before_the_work(
    run: Run, tmp_path: Path, command: tuple[str, ...], where: str
) -> None:
    (tmp_path / "file").touch()
    outcome = run(*command, "--out", str(tmp_path / where))
    assert outcome.code == 2
    assert "--out" in outcome.err
    assert outcome.out == ""


def test_a_file_that_goes_wrong_on_the_way_is_told_in_a_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device", "kuhn.json")

    monkeypatch.setattr("deckwright.cli.show.print_json", full)
    outcome = run("show", "kuhn", "--json")
    assert (outcome.code, outcome.err) == (1, "deckwright: kuhn.json: No space left on device\n")


def test_constants_that_cannot_be_saved_are_refused_before_the_search(run: Run, tmp_path: Path) -> None:
    place = tmp_path / "missing" / "constants.json"
    outcome = run("tune", "cambio", "--save", str(place), "--generations", "1", "--population", "4", "--matches", "10")
    assert outcome.code == 2
    assert "No such file or directory" in outcome.err
    assert "generation" not in outcome.err
