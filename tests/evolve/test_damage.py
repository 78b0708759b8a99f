"""Whatever stands in the store of a run, or in a file of ratings, reading it ends in an error with a code."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import pytest

from deckwright.engine import load
from deckwright.errors import DeckwrightError
from deckwright.evolve.browsing import RunReader, _snapshot
from deckwright.evolve.errors import EvolveError
from deckwright.evolve.evolution import STORE
from deckwright.evolve.ratings import load_ratings
from deckwright.evolve.store import GenomeRow, RunStore

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
