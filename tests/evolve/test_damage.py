"""Whatever stands in the store of a run, or in a file of ratings, reading it ends in an error with a code."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.web.lab_runs import figures_of

from deckwright.engine import load
from deckwright.errors import DeckwrightError
from deckwright.evolve.archive import Elite
from deckwright.evolve.browsing import RunReader, _snapshot
from deckwright.evolve.choosing import Experience
from deckwright.evolve.config import RunConfig
from deckwright.evolve.errors import EvolveError
from deckwright.evolve.evaluation import Evaluation
from deckwright.evolve.evolution import STORE
from deckwright.evolve.loop import Generation, Run, RunState
from deckwright.evolve.naming import rules_digest
from deckwright.evolve.ratings import load_ratings
from deckwright.evolve.store import GenomeRow, RunStore
from deckwright.evolve.styles import load_style
from deckwright.evolve.tasks import BreedTask, CloseTask, JudgeTask, is_result
from deckwright.evolve.tiers import DEFAULT_BUDGET
from deckwright.genome.schema import GameGenome
from deckwright.jobs.workers import HereWorkers

DEEP = "[" * 100_000 + "]" * 100_000
JUNK = ("x'fffe'", "CAST(x'7bfffe' AS TEXT)", "9e999", "-1", "''", "'{'", "'[]'", "'null'", "'[1]'", f"'{DEEP}'")
DIGESTS = ("ab" * 32, "cd" * 32)


def a_run(folder: Path) -> Path:
    """A store with two genomes and a generation that has no archive."""
    body = load("kuhn").genome.to_dict()
    rows = [GenomeRow(digest, 1, place, "Kuhn", (), "", "", (), body) for place, digest in enumerate(DIGESTS)]
    store = RunStore(folder / STORE)
    store.begin({"style": {}}, resume=False)
    store.finish_generation(1, {"archive": {}}, rows, [])
    store.close()
    return folder / STORE


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_a_damaged_row_of_a_run_is_told_and_others_are_read(tmp_path: Path, junk: str) -> None:
    path, refused = a_run(tmp_path), 0
    content = path.read_bytes()
    columns = {
        table: [column[1] for column in sqlite3.connect(path).execute(f"PRAGMA table_info({table})")]
        for table in ("evolution_genomes", "evolution_generations", "evolution_runs")
    }
    for table, column in ((table, column) for table, names in columns.items() for column in names):
        path.write_bytes(content)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"UPDATE {table} SET {column} = {junk} WHERE rowid = 1")
            connection.commit()
        reader = RunReader(tmp_path)
        _snapshot.cache_clear()
        for ask in (reader.snapshot, reader.drafts, reader.has_run, partial(reader.family, DIGESTS[0])):
            try:
                ask()
            except EvolveError as error:
                refused += error.code == "store.corrupt"
        found = reader.find(DIGESTS[1])
        assert found is not None, (table, column)
        assert found.digest == DIGESTS[1]
        with suppress(DeckwrightError):
            store = RunStore(path)
            with suppress(DeckwrightError):
                store.begin({"style": {}}, resume=True)
            with suppress(DeckwrightError):
                store.drafts(2, "bred")
            store.close()
    assert refused > 0


ODD: tuple[Any, ...] = (None, True, -1, 10**30, float("inf"), "", "\0", [], {}, [[]], {"a": {}})


def parts(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of everything in some data, but not in genomes."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in inner:
        yield (*path, name)
        if name not in ("genome", "population", "best_of_rest"):
            yield from parts(value, (*path, name))


def changed(data: Any, path: tuple[Any, ...], *value: Any) -> Any:
    """The same with another value at a place, or without it."""
    first, *rest = path
    copy = dict(data) if isinstance(data, dict) else list(data)
    if rest:
        copy[first] = changed(copy[first], tuple(rest), *value)
    elif value:
        copy[first] = value[0]
    else:
        del copy[first]
    return copy


def judged(genome: GameGenome) -> Evaluation:
    return Evaluation(figures_of(genome, choices=4.0, luck=0.2, novelty=0.4), 4)


def test_whatever_a_sealed_checkpoint_says_going_on_ends_in_an_error_with_a_code() -> None:
    kuhn = load("kuhn").genome
    config = RunConfig(load_style("balanced"), seed=1, population=2, parents=(("kuhn", kuhn),))
    store = RunStore("sqlite://")
    bred = Run(config, HereWorkers(), store)
    bred.archive.tell(Elite("ab" * 32, kuhn, judged(kuhn), 0))
    told = Generation(0, 2, 2, 1, 1, 0, 0.5, 2, {"skill": 1}, "Kuhn")
    asked, judgements, added = {"ab" * 32: 1}, {"betting, 2": 1.9}, {"betting, 2": 0.3}
    bred.state = RunState(
        1,
        2,
        {"ab" * 32},
        [kuhn.to_dict()],
        kuhn.to_dict(),
        0.5,
        asked,
        asked,
        Experience(judgements, added),
        [vars(told)],
    )
    saved = json.loads(json.dumps(bred._saved()))
    refused = 0
    for path in parts(saved):
        for value in (*((odd,) for odd in ODD), ()):
            again = Run(config, HereWorkers(), store)
            try:
                again.restore(changed(saved, path, *value))
            except DeckwrightError:
                refused += 1
    assert refused > 500
    again = Run(config, HereWorkers(), store)
    again.restore(saved)
    assert again.state == bred.state
    store.close()


def test_a_result_of_a_worker_that_is_none_is_worked_out_again() -> None:
    kuhn = load("kuhn").genome
    task = BreedTask((kuhn.to_dict(),), (), bytes(8))
    judging = JudgeTask((kuhn.to_dict(),) * 2, (bytes(8),) * 2, {}, DEFAULT_BUDGET)
    close = CloseTask(kuhn.to_dict(), {}, bytes(8), DEFAULT_BUDGET)
    kept, judgement = {"genome": kuhn.to_dict(), "digest": rules_digest(kuhn)}, judged(kuhn).to_dict()
    sound: list[tuple[Any, Any]] = [
        ({**kept, "operator": "", "sentence": "", "choices": 2.5, "drawn": 0.0}, task),
        ({"genome": None, "reason": "no"}, task),
        ({"evaluations": [judgement, judgement]}, judging),
        ({**kept, "evaluation": judgement, "removed": 0}, close),
    ]
    assert not is_result({"evaluations": [judgement]}, judging)
    for found, of in sound:
        assert is_result(found, of)
        assert not any(is_result(odd, of) for odd in ODD)
        for path in parts(found):
            if path[-1] == "reason" or "evaluation" in path[:-1] or "evaluations" in path[:-1]:
                continue
            assert not is_result(changed(found, path), of), path
            assert not is_result(changed(found, path, [[]]), of), path


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe{\x00}\x00",
        DEEP.encode(),
        b'{"ratings": ' + DEEP.encode() + b"}",
        b'{"ratings": [1]}',
        b'{"ratings": [], "ratings": []}',
        json.dumps({"ratings": [{"genome": {}, "stars": 3}]}).encode(),
        json.dumps({"ratings": [{"genome": [], "stars": float("nan")}]}).encode(),
        json.dumps({"ratings": [{"genome": [], "stars": 3, "people": 10**400}]}).encode(),
        b'{"ratings": [{"stars": 3, "genome": ' + DEEP.encode() + b"}]}",
    ],
    ids=range(10),
)
def test_a_file_of_ratings_that_says_anything_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "ratings.json"
    path.write_bytes(content)
    with pytest.raises(EvolveError) as refused:
        load_ratings(path)
    assert refused.value.code == "ratings.does-not-parse"
