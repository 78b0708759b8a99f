"""Runs: the same archive whoever works, whatever interrupts, and refusals that tell exactly what is the matter."""

from __future__ import annotations

import json
import math
import os
import signal
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from deckwright.evolve import evolution, tasks
from deckwright.evolve.browsing import RunReader
from deckwright.evolve.constraints import Constraints
from deckwright.evolve.errors import EvolveError
from deckwright.evolve.evolution import EvolutionResult, run_evolution
from deckwright.evolve.store import RunStore
from deckwright.evolve.styles import load_style
from deckwright.evolve.tiers import DEFAULT_BUDGET, Budget
from deckwright.evolve.variation import Variation, mutate
from deckwright.games import catalogue
from deckwright.genome.expressions.syntax import ExpressionError
from deckwright.genome.rulebook import generate_rulebook
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import check_genome_completeness, genome_issues
from deckwright.jobs.errors import JobError
from deckwright.jobs.workers import HereWorkers, ProcessWorkers

QUICK = Budget(learning=8_000, comparing=8_000, looking=6_000, matches=6_000, coverage=3_000, search=2_000)
FROM = ["kuhn", "betting-war", "knock-out-whist"]
WIDE: dict[str, Any] = {"style": load_style("balanced").model_copy(update={"least_distance": 0.02})}


def run(out: Path | None, generations: int = 3, **settings: Any) -> EvolutionResult:
    given = {"seed": 5, "parents": FROM, "budget": QUICK, **WIDE, **settings}
    return run_evolution(generations, 5, out=out, **given)


def left(folder: Path) -> dict[str, bytes]:
    """Every file but the database, whose bytes depend on when it was written."""
    return {path.name: path.read_bytes() for path in sorted(folder.rglob("*.json"))}


def rows(folder: Path) -> tuple[Any, Any]:
    """What the database says."""
    store = RunStore(folder / evolution.STORE)
    try:
        return store.genomes(), store.looks()
    finally:
        store.close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[EvolutionResult, Path]:
    """An uninterrupted run."""
    folder = tmp_path_factory.mktemp("whole")
    return run(folder), folder


def test_everything_bred_is_valid_and_complete_with_a_rulebook(whole: tuple[EvolutionResult, Path]) -> None:
    found, _ = whole
    assert found.final_population
    for genome in (*found.final_population, found.best_genome, *(elite.genome for elite in found.archive)):
        assert list(genome_issues(genome)) == []
        assert check_genome_completeness(genome).complete
    book = generate_rulebook(found.best_genome)
    for rule in found.best_genome.card_scoring:
        assert str(abs(rule.points)) in book
    if found.best_genome.hand_evaluation is not None:
        for pattern in found.best_genome.hand_evaluation.patterns:
            assert pattern.name.lower() in book.lower()
    assert len(found.archive) > 0


def test_the_store_tells_where_each_genome_came_from(whole: tuple[EvolutionResult, Path]) -> None:
    found, folder = whole
    genomes, looks = rows(folder)
    known = {row["digest"] for row in genomes} | set(FROM)
    for row in genomes:
        assert set(json.loads(row["parents"])) <= known
        assert row["operator"]
        assert row["sentence"]
        assert json.loads(row["diff"])
    assert {look["digest"] for look in looks} <= known
    assert {elite.digest for elite in found.archive} <= known
    summary = json.loads((folder / "archive.json").read_text(encoding="utf-8"))
    assert sorted(game["file"].partition("/")[2] for game in summary["games"]) == sorted(
        path.name for path in (folder / "genomes").iterdir()
    )
    for elite in found.archive:
        assert elite.looks >= 2  # nobody is kept on one look


def test_a_run_that_is_resumed_comes_to_the_same(whole: tuple[EvolutionResult, Path], tmp_path: Path) -> None:
    run(tmp_path, 1)
    run(tmp_path, 3, resume=True)
    assert left(tmp_path) == left(whole[1])
    assert rows(tmp_path) == rows(whole[1])


def test_a_reader_counts_the_children_that_are_judged_so_far(tmp_path: Path) -> None:
    store = RunStore(tmp_path / evolution.STORE)
    store.begin({"style": {}}, resume=False)
    assert RunReader(tmp_path).drafts() == 0
    store.keep_draft(0, "bred", {0: {"genome": None, "reason": "no"}})
    store.keep_draft(0, "judged", {0: {"evaluations": [{}, {}, {}, {}]}, 2: {"evaluations": [{}]}})
    assert RunReader(tmp_path).drafts() == 5
    store.close()


class Interrupted(HereWorkers):
    """Workers that are interrupted after so many tasks."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.done = 0

    def map(self, work: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterator[Any]:
        for task in tasks:
            if self.done == self.after:
                raise KeyboardInterrupt
            self.done += 1
            yield work(task)


def test_a_run_that_is_interrupted_in_a_generation_loses_nothing(
    whole: tuple[EvolutionResult, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers = Interrupted(7)
    with monkeypatch.context() as changed:
        changed.setattr(evolution, "make_workers", lambda *_: workers)
        with pytest.raises(KeyboardInterrupt):
            run(tmp_path)
    counted = Interrupted(-1)
    with monkeypatch.context() as changed:
        changed.setattr(evolution, "make_workers", lambda *_: counted)
        run(tmp_path, resume=True)
    assert left(tmp_path) == left(whole[1])
    assert rows(tmp_path) == rows(whole[1])
    uninterrupted = Interrupted(-1)
    with monkeypatch.context() as changed:
        changed.setattr(evolution, "make_workers", lambda *_: uninterrupted)
        run(None)
    assert counted.done == uninterrupted.done - 7  # what was done before is not done again


def test_processes_come_to_the_same_as_one(whole: tuple[EvolutionResult, Path], tmp_path: Path) -> None:
    run(tmp_path, threads=2)
    assert left(tmp_path) == left(whole[1])
    assert rows(tmp_path) == rows(whole[1])


def test_a_worker_that_is_killed_is_replaced_and_its_task_done_again() -> None:
    numbers = [20_000 + number for number in range(8)]
    with ProcessWorkers(2) as workers:
        results = workers.map(math.factorial, numbers)
        found = [next(results)]
        before = set(workers.process_ids)
        os.kill(min(before), signal.SIGKILL)
        found += results
        assert not before & set(workers.process_ids)
    assert found == [math.factorial(number) for number in numbers]


def test_a_task_that_always_kills_its_worker_is_given_up() -> None:
    with ProcessWorkers(1) as workers, pytest.raises(JobError, match="died") as refused:
        list(workers.map(os._exit, [1]))
    assert refused.value.code == "workers.dying"


def test_a_child_that_cannot_be_bred_does_not_end_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = iter(range(1_000))

    def fails_once(genome: GameGenome, *args: Any, **settings: Any) -> Variation:
        if next(calls) == 1:
            raise ExpressionError("expression.too-deep", "nested too deep")
        return mutate(genome, *args, **settings)

    with monkeypatch.context() as changed:
        changed.setattr(tasks, "mutate", fails_once)
        found = run(tmp_path, 1, search="random")
    genomes, _ = rows(tmp_path)
    assert len(genomes) > 0
    assert found.history[0]["bred"] == 4


def test_a_child_that_was_there_before_is_none() -> None:
    task = tasks.BreedTask((catalogue()["kuhn"].default_genome.to_dict(),), (), b"chance")
    child = tasks.breed(task)
    again = tasks.breed(replace(task, seen=frozenset({child["digest"]})))
    assert again == {"genome": None, "reason": tasks.SEEN}
    assert tasks.is_result(again, task)


def test_less_effort_is_less_play() -> None:
    less = DEFAULT_BUDGET.scaled(0.25)
    assert less.learning == DEFAULT_BUDGET.learning // 4
    assert less.most_decisions == DEFAULT_BUDGET.most_decisions
    refused("run.bad-effort", lambda: DEFAULT_BUDGET.scaled(0))


def test_random_search_breeds_from_what_it_started_from_alone(tmp_path: Path) -> None:
    found = run(tmp_path, 2, search="random")
    assert len(found.archive.found) == len(found.archive)  # and so has no use for stepping stones
    genomes, _ = rows(tmp_path)
    bred = [row for row in genomes if row["operator"] != "simplify"]
    assert {parent for row in bred for parent in json.loads(row["parents"])} <= set(FROM)


# refusals


def refused(code: str, call: Callable[[], object]) -> str:
    with pytest.raises(EvolveError) as error:
        call()
    assert error.value.code == code
    return error.value.message


def test_a_resume_with_another_config_names_what_changed_and_keeps_the_run(
    whole: tuple[EvolutionResult, Path], tmp_path: Path
) -> None:
    run(tmp_path, 1)
    before = left(tmp_path)
    told = refused("run.config-changed", lambda: run(tmp_path, 2, resume=True, seed=6))
    assert "seed (it was 5, found 6)" in told
    told = refused("run.config-changed", lambda: run(tmp_path, 2, resume=True, style="party"))
    assert "style.limits" in told
    refused("run.exists", lambda: run(tmp_path, 2))
    assert left(tmp_path) == before


def test_a_store_that_is_damaged_is_told_and_left_alone(tmp_path: Path) -> None:
    run(tmp_path, 1)
    file = tmp_path / evolution.STORE
    with sqlite3.connect(file) as database:
        database.execute("UPDATE evolution_generations SET state = replace(state, 'archive', 'archivf')")
    database.close()
    assert "generation 0" in refused("store.corrupt", lambda: run(tmp_path, 2, resume=True))
    file.write_bytes(b"no database, just some text that is long enough to be looked at" * 20)
    refused("store.corrupt", lambda: run(tmp_path, 2, resume=True))
    assert file.read_bytes().startswith(b"no database")


def test_what_cannot_be_is_told(tmp_path: Path) -> None:
    refused("run.nothing-to-resume", lambda: run(tmp_path / "new", resume=True))
    refused("run.nothing-to-resume", lambda: run(None, resume=True))
    refused("run.bad-length", lambda: run(None, 0))
    refused("run.bad-population", lambda: run_evolution(1, 0, parents=FROM))
    refused("run.bad-length", lambda: run_evolution(None, 5))
    refused("style.unknown", lambda: run_evolution(1, 5, style="fun"))
    told = refused("run.impossible", lambda: run(None, 1, constraints=Constraints(players=(15, 16))))
    assert "kuhn: 2 players, not 15 to 16" in told
    (tmp_path / "file").write_text("", encoding="utf-8")
    refused("run.bad-folder", lambda: run(tmp_path / "file"))
