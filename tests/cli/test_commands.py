"""games, rules and show."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from deckwright.engine import load
from deckwright.games import catalogue, library
from deckwright.genome.codec import dump_yaml, parse_data
from deckwright.genome.schema import GameGenome

from .conftest import Run


def test_games_lists_what_scripts_rely_on(run: Run) -> None:
    data = run("games", "--json").data
    assert [game["id"] for game in data] == list(library())
    for game in data:
        assert {"id", "name", "players", "teams"} <= set(game)
        assert set(game["players"]) == {"min", "max", "default"}
        assert isinstance(game["teams"], bool)


def test_games_lists_them_for_people(run: Run) -> None:
    out = run("games").out
    assert all(entry.id in out and entry.name in out for entry in library().values())


@pytest.mark.parametrize("game", sorted(catalogue()))
def test_what_show_prints_passes_check(run: Run, game: str) -> None:
    shown = run("show", game)
    assert GameGenome.from_dict(parse_data(shown.out)) == load(game).genome
    checked = run("check", "-", "--json", stdin=shown.out)
    assert (checked.code, checked.data["ok"]) == (0, True)


def test_show_takes_options(run: Run) -> None:
    assert parse_data(run("show", "kuhn", "-o", "players=3").out)["player_count"] == 3


@pytest.mark.parametrize("game", sorted(library()))
def test_every_command_about_a_game_has_text_for_people_and_one_json_document_for_scripts(run: Run, game: str) -> None:
    assert run("games", game, "--json").data["id"] == game
    markdown = run("rules", game)
    assert markdown.code == 0
    assert markdown.out.startswith(f"# {library()[game].name}\n")
    book = run("rules", game, "--json").data
    assert (book["id"], book["format"]) == (game, "md")
    assert book["rulebook"].rstrip() == markdown.out.rstrip()
    page = run("rules", game, "--format", "html").out
    assert page.startswith("<!doctype html>")
    assert page.rstrip().endswith("</html>")
    assert run("show", game, "--json").out == run("show", game).out


@pytest.mark.parametrize("game", [name for name, entry in library().items() if not entry.has_genome])
def test_show_tells_the_options_of_a_game_without_a_genome(run: Run, game: str) -> None:
    shown = run("show", game, "-o", "players=3")
    assert (shown.code, shown.data["id"], shown.data["options"]["players"]) == (0, game, 3)
    assert run("check", "-", stdin=shown.out).code == 1, "that is no genome"


def test_a_genome_of_ones_own_is_a_game_too(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(dump_yaml(load("kuhn").genome.copy_with(name="Mine & <mine>")), encoding="utf-8")
    assert run("simulate", str(file), "--games", "10", "--json").data["games_played"] == 10
    assert run("simulate", str(file), "-o", "players=3", "--games", "10", "--json").data["decisions"] > 0
    assert "Mine &amp; &lt;mine&gt;" in run("rules", str(file), "--format", "html").out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("show", "h" * 5000), 2, "there is no game 'hhh"),
        (("show", "hearst"), 2, "there is no game 'hearst'; did you mean 'hearts'?"),
        (("rules", "kuhn", "-o", "playres=3"), 2, "did you mean 'players'?"),
        (("show", "kuhn", "-o", "players=many"), 2, "found 'many', expected a whole number"),
        (("show", "kuhn", "-o", "players"), 2, "-o players: expected NAME=VALUE"),
        (("simulate", "kuhn", "--agents", "randm"), 2, "did you mean 'random'?"),
        (("simulate", "kuhn", "--agents", "random,random,random"), 2, "found 3 agents, expected 1 to 2"),
        (("simulate", "kuhn", "--games", "0"), 2, "games: found 0"),
        (("simulate", "kuhn", "--agents", "smart"), 2, "does not play Kuhn Poker; random, greedy, flat:N"),
        (("arena", "bridge", "--agents", "random,greedy,random"), 2, "found 3, but Bridge cannot be played by"),
        (("simulate", "nowhere.yaml"), 1, "deckwright: nowhere.yaml: No such file or directory"),
        (("rules", "kuhn", "--format", "pdf"), 2, "pdf"),
        (("dance",), 2, "dance"),
    ],
)
def test_a_refusal_is_a_sentence_on_standard_error(
    run: Run, arguments: tuple[str, ...], code: int, message: str
) -> None:
    outcome = run(*arguments)
    assert (outcome.code, outcome.out) == (code, "")
    assert message in outcome.err
    assert "Traceback" not in outcome.err


def test_without_arguments_it_says_what_it_can_do(run: Run) -> None:
    outcome = run()
    told = outcome.out + outcome.err
    assert all(name in told for name in ("demo", "games", "rules", "show", "new", "check", "simulate"))


def test_the_installed_command_runs() -> None:
    command = Path(sys.executable).with_name("deckwright")
    done = subprocess.run([command, "simulate", "kuhn", "--games", "5", "--json"], capture_output=True, check=True)
    assert done.stderr == b""
    assert done.stdout.startswith(b"{")


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = f"{Path(sys.executable).with_name('deckwright')} show hearts | head -c 10"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=True)
    assert b"Traceback" not in done.stderr


def test_games_tells_about_one_game(run: Run) -> None:
    entry = library()["hearts"]
    out = run("games", "hearts").out
    assert entry.rules in out
    assert all(f"  {option.name} (" in out and option.text in out for option in entry.options)
    assert run("games", "Hearts", "--json").data["id"] == "hearts"
    wrong = run("games", "heart")
    assert wrong.code == 2
    assert "did you mean 'hearts'" in wrong.err


def test_a_broken_module_takes_no_other_game_down(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named, the others go on, and the exit code says so."""
    module: Any = import_module("deckwright.games.catalogue")

    def import_but_war(name: str) -> object:
        if name.endswith(".war"):
            raise SyntaxError("half written")
        return import_module(name)

    monkeypatch.setattr(module, "import_module", import_but_war)
    for cached in (module.library, module.catalogue):
        cached.cache_clear()
    try:
        listed = run("games", "--json")
        assert "hearts" in [game["id"] for game in listed.data]
        assert "war" not in [game["id"] for game in listed.data]
        assert listed.code == 1
        assert "games/war.py is left out: SyntaxError: half written" in listed.err
    finally:
        module.broken_modules.clear()
        for cached in (module.library, module.catalogue):
            cached.cache_clear()


@pytest.mark.parametrize("game", sorted(catalogue()))
def test_show_plan_says_how_each_node_is_played_and_why_not_faster(run: Run, game: str) -> None:
    plans = run("show", game, "--plan", "--json").data
    assert [plan["node"] for plan in plans] == list(range(len(plans)))
    text = run("show", game, "--plan").out
    for plan in plans:
        assert plan["plans"], "every node has a plan, the general one if no other"
        for name, reasons in plan["missing"].items():
            assert reasons
            assert f"not {name}: {'; '.join(reasons)}" in text
        if plan["kind"] in ("choice", "trick") and plan["plans"] == ["general"]:
            assert plan["missing"], "there is a reason for the general plan"


def test_tricks_of_hearts_are_played_by_a_fast_plan(run: Run) -> None:
    tricks = [plan for plan in run("show", "hearts", "--plan", "--json").data if plan["kind"] == "trick"]
    assert [plan["plans"] for plan in tricks] == [["fast trick", "next trick at once"]]


@pytest.mark.parametrize("game", [name for name, entry in library().items() if not entry.has_genome])
def test_a_game_without_a_genome_has_no_plans(run: Run, game: str) -> None:
    shown = run("show", game, "--plan")
    assert shown.code != 0
    assert "no plans" in shown.err
