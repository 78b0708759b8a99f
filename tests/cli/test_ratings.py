"""`deckwright ratings`: what people said at a server, as evolution reads it."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run

from deckwright.evolve.ratings import load_ratings
from deckwright.play.store import Store
from deckwright.web.ratings import Ratings


def test_stars_of_a_server_are_a_file_that_evolution_reads(run: Run, tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path / 'server.db'}", tmp_path / "ratings.json"
    store = Store(url)
    given = Ratings(store.engine)
    given.give("a table", 0, "hearts", 4)
    given.give("a table", 1, "cambio", 5)
    store.close()
    done = run("ratings", "--store", url, "--out", str(file))
    assert done.code == 0, done.err
    assert "1 left out" in done.out
    [found] = load_ratings(file)
    assert (found.genome.name, found.stars, found.people) == ("Hearts", 4.0, 1)
    assert run("ratings", "--store", url).data["left_out"] == 1
