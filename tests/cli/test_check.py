"""check and new: files that people write."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from deckwright.cli.sections import SECTIONS
from deckwright.engine import load
from deckwright.games import catalogue
from deckwright.genome.codec import dump_json, load_genome
from deckwright.genome.schema import GameGenome

from .conftest import Run


def kuhn_data() -> dict[str, Any]:
    return load("kuhn").genome.to_dict()


def test_every_defect_of_every_file_is_reported(run: Run, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(dump_json(load("kuhn").genome), encoding="utf-8")
    bad.write_text(
        json.dumps(kuhn_data() | {"player_count": "two", "max_hands": -1, "colour": "red"}), encoding="utf-8"
    )
    outcome = run("check", str(good), str(bad), "--json")
    assert outcome.code == 1
    assert outcome.data["ok"] is False
    first, second = outcome.data["files"]
    assert first == {"file": str(good), "ok": True, "issues": []}
    assert (second["file"], second["ok"]) == (str(bad), False)
    assert {issue["path"] for issue in second["issues"]} == {"$.player_count", "$.max_hands", "$.colour"}
    assert all({"code", "path", "message"} <= set(issue) for issue in second["issues"])


def test_people_are_told_the_path_and_the_code(run: Run) -> None:
    outcome = run("check", "-", stdin=json.dumps(kuhn_data() | {"max_hands": -1}))
    assert outcome.code == 1
    assert outcome.out == "-: 1 defect\n  $.max_hands: found -1, expected at least 0 [schema.out-of-range]\n"


def test_a_game_that_cannot_be_played_is_reported_beyond_its_types(run: Run) -> None:
    data = kuhn_data()
    data["setup"]["starting_chips"] = 0
    outcome = run("check", "-", "--json", stdin=json.dumps(data))
    [report] = outcome.data["files"]
    assert outcome.code == 1
    assert any("starting_chips" in issue["message"] + issue["path"] for issue in report["issues"])


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file.empty"),
        (b"[]", "schema.wrong-type"),
        (b"{", "file.syntax"),
        (b"a: [1", "file.syntax"),
        (b"\xff\xfe\x00", "file.not-text"),
        (b"a: &x [*x]", "file.alias"),
        (b"a: &x 1", "file.alias"),
        (b"a: !!python/object:os.system 1", "file.tag"),
        (b"{" + b'"a":' * 1000, "file.syntax"),
        (b"[" * 100_000 + b"]" * 100_000, "file.too-deep"),
        (b'{"max_hands": ' + b"9" * 500 + b"}", "file.huge-number"),
        (b'{"a": 1, "a": 2}', "file.repeated-key"),
        (b" " * 10_000_000, "file.too-large"),
        (b"x: " + b"y" * 10_000_000, "file.too-large"),
    ],
)
def test_hostile_input_is_refused_in_a_second(run: Run, tmp_path: Path, content: bytes, code: str) -> None:
    file = tmp_path / "hostile.yaml"
    file.write_bytes(content)
    for source, stdin in ((str(file), b""), ("-", content)):
        started = time.perf_counter()
        outcome = run("check", source, "--json", stdin=stdin)
        assert time.perf_counter() - started < 1
        [report] = outcome.data["files"]
        assert outcome.code == 1
        assert report["issues"][0]["code"] == code


def test_a_file_that_is_not_there_is_a_defect_and_the_others_are_still_checked(run: Run, tmp_path: Path) -> None:
    good = tmp_path / "good.json"
    good.write_text(dump_json(load("kuhn").genome), encoding="utf-8")
    outcome = run("check", str(tmp_path / "none.json"), str(tmp_path), str(good), "--json")
    assert [report["ok"] for report in outcome.data["files"]] == [False, False, True]
    assert outcome.data["files"][0]["issues"][0]["code"] == "file.unreadable"


# new


def test_a_game_that_is_given_as_an_id_has_a_name_for_people(run: Run) -> None:
    out = run("new", "my-game", "--from", "kuhn", "--out", "-").out
    assert {"genome_id: my-game", "name: My Game"} <= set(out.splitlines())


@pytest.mark.parametrize("game", sorted(catalogue()))
def test_a_new_genome_is_the_old_one_with_comments_and_another_name(run: Run, tmp_path: Path, game: str) -> None:
    file = tmp_path / "mine.yaml"
    assert run("new", " My  Game!", "--from", game, "--out", str(file)).code == 0
    genome = load_genome(file)
    assert (genome.genome_id, genome.name) == ("my-game", "My Game!")
    original = load(game).genome
    dealers = [one.player_count - 1 if (d := one.setup.first_dealer) is None else d for one in (genome, original)]
    assert dealers[0] == dealers[1]
    setup = original.setup.copy_with(first_dealer=genome.setup.first_dealer)
    assert genome == original.copy_with(genome_id="my-game", name="My Game!", setup=setup)
    assert run("check", str(file)).code == 0
    lines = file.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if line and not line.startswith((" ", "#", "-")):
            assert lines[number - 1].startswith("# ")


def test_every_section_of_a_genome_has_a_comment() -> None:
    assert list(SECTIONS) == list(GameGenome.model_fields)


def test_new_does_not_overwrite_unless_asked(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "Mine", "--from", "kuhn").code == 0
    assert (tmp_path / "mine.yaml").is_file()
    refused = run("new", "Mine", "--from", "kuhn")
    assert refused.code == 1
    assert "mine.yaml exists" in refused.err
    assert run("new", "Mine", "--from", "leduc", "--force").code == 0
    assert load_genome(tmp_path / "mine.yaml").deck == load("leduc").genome.deck


def test_new_takes_options_and_prints_to_standard_output(run: Run) -> None:
    outcome = run("new", "Three", "--from", "kuhn", "-o", "players=3", "--out", "-")
    assert "player_count: 3" in outcome.out
    assert outcome.err == ""


def test_a_name_needs_letters(run: Run) -> None:
    outcome = run("new", "!!!", "--from", "kuhn")
    assert (outcome.code, outcome.out) == (2, "")
    assert "expected letters or digits" in outcome.err
    assert run("new", "long " * 40, "--from", "kuhn", "--out", "-").code == 2


def test_a_name_cannot_break_out_of_the_comments(run: Run, tmp_path: Path) -> None:
    outcome = run("new", "Mine\nplayer_count: 9", "--from", "kuhn", "--out", "-")
    file = tmp_path / "mine.yaml"
    file.write_text(outcome.out, encoding="utf-8")
    assert load_genome(file).player_count == 2


def test_a_new_game_says_who_deals_first_only_if_it_is_not_the_last_seat(run: Run) -> None:
    assert "first_dealer" not in run("new", "Mine", "--from", "hearts", "--out", "-").out
    assert "first_dealer: 0" in run("new", "Mine", "--from", "push-or-fold", "--out", "-").out


def test_a_file_is_checked_without_waiting_for_what_only_other_commands_need() -> None:
    """Loading the kernel, tables and solvers takes longer than most files do."""
    code = "import sys\nfrom deckwright.cli import main\nsys.argv[1:] = ['check', '-']\ntry:\n    main()\nfinally:\n"
    code += "    print(*sorted(sys.modules), file=sys.stderr)"
    left = subprocess.run([sys.executable, "-c", code], input=b"{", capture_output=True, check=False)
    loaded = set(left.stderr.decode().split())
    assert left.returncode == 1
    assert "deckwright.genome.validate" in loaded
    assert not loaded & {
        "deckwright.engine",
        "deckwright._kernel",
        "deckwright.play",
        "deckwright.genome.rulebook.book",
    }
    assert "sqlalchemy" not in loaded


def test_a_name_too_long_for_a_file_is_told_as_one(run: Run) -> None:
    outcome = run("check", "h" * 5000, "--json")
    [report] = outcome.data["files"]
    assert (outcome.code, report["issues"][0]["code"]) == (1, "file.unreadable")
