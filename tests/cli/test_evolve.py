"""`deckwright evolve`: games in a folder, a run that can be stopped and goes on, and refusals in a sentence."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.cli.interrupted import interrupted

from deckwright.cli.evolve import print_result
from deckwright.evolve.archive import Archive, Elite
from deckwright.evolve.distance import distance
from deckwright.evolve.evaluation import Evaluation
from deckwright.evolve.evolution import EvolutionResult
from deckwright.evolve.library import library_figures, library_genomes
from deckwright.evolve.styles import load_style
from deckwright.genome.codec import load_genome

QUICK = ("--population", "3", "--from", "kuhn,betting-war", "--threads", "1", "--seed", "3")


def test_a_run_leaves_games_and_tells_what_it_found(run: Run, tmp_path: Path) -> None:
    done = run("evolve", *QUICK, "--generations", "2", "--out", str(tmp_path), "--json")
    assert done.code == 0, done.err
    assert done.data["generations"] == 2
    assert done.data["style"] == "balanced"
    assert done.data["best"]["genome"]["genome_id"]
    assert done.err.count("generation ") == 2
    assert " left" in done.err
    files = sorted((tmp_path / "genomes").iterdir())
    assert len(files) == done.data["cells"] == len(done.data["games"])
    for file in files:
        load_genome(file)
    again = run("evolve", *QUICK, "--generations", "2", "--out", str(tmp_path), "--resume", "--json")
    assert again.data == done.data


def test_what_was_found_is_told_with_the_game_it_is_nearest_to(capsys: pytest.CaptureFixture[str]) -> None:
    genome = library_genomes()["hearts"]
    figures = library_figures()["hearts"].with_(novelty=0.31, play_novelty=0.2, nearest="knock-out-whist")
    archive = Archive(load_style("balanced"), distance=distance)
    archive.tell(Elite("digest", genome, Evaluation(figures, 4), 0))
    print_result(EvolutionResult((genome,), genome, archive, ({},), 32), None)
    shown = capsys.readouterr().out
    assert shown.startswith("1 kind of new games found in 1 generation, 32 judgements (style balanced).")
    [row] = [line for line in shown.splitlines() if line.startswith("Hearts")]
    assert "knock-out-whist" in row
    assert "0.31" in row


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_interrupted_is_saved_and_goes_on(run: Run, tmp_path: Path, number: signal.Signals) -> None:
    long = ("evolve", "--population", "60", "--from", "kuhn", "--threads", "1", "--out", str(tmp_path))
    stopped = interrupted(*long, "--generations", "50", number=number)
    assert stopped.returncode == (130 if number == signal.SIGINT else 143), stopped.stderr
    assert "--resume" in stopped.stderr
    assert (tmp_path / "run.sqlite").exists()
    changed = run("evolve", *QUICK, "--generations", "1", "--out", str(tmp_path), "--resume")
    assert changed.code == 2
    assert "population (it was 60, found 3)" in changed.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--style", "fun"), "there is no style 'fun'"),
        (("--generations", "2", "--minutes", "1"), "--generations and --minutes"),
        (("--generations", "0"), "generations: found 0"),
        (("--minutes", "-1"), "minutes: found -1"),
        (("--from", "herts"), "there is no game 'herts'"),
        (("--from", "cambio"), "it has no genome"),
        (("--players", "many"), "--players: found 'many'"),
        (("--family", "none"), "family: found 'none'"),
        (("--search", "tabu"), "--search: found 'tabu'"),
        (("--resume",), "a run goes on from the folder"),
        (("--ratings", "/nowhere.json"), "No such file"),
        (("--store", "nonsense"), "is no database URL"),
        (("--threads", "0"), "--threads: found 0"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(run: Run, arguments: tuple[str, ...], told: str) -> None:
    done = run("evolve", *arguments)
    assert done.code == 2
    assert told in done.err
    assert done.err.count("\n") <= 2


def test_a_style_of_ones_own_is_a_file(run: Run, tmp_path: Path) -> None:
    style = tmp_path / "mine.yaml"
    style.write_text("{name: mine, text: anything goes, limits: {least_consequence: 2}}", encoding="utf-8")
    done = run("evolve", *QUICK, "--generations", "1", "--style", str(style))
    assert done.code == 2
    assert "mine.yaml: $.limits.least_consequence" in done.err
    style.write_text(json.dumps({"name": "mine", "text": "anything goes"}), encoding="utf-8")
    done = run("evolve", *QUICK, "--generations", "1", "--style", str(style), "--json")
    assert done.data["style"] == "mine"
