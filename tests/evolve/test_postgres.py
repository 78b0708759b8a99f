"""A run in PostgreSQL comes to what it comes to in a file, and is resumed from there."""

from __future__ import annotations

from sqlalchemy.engine import make_url
from tests.evolve.test_runs import run
from tests.play.test_postgres import server

from deckwright.evolve.store import RunStore

__all__ = ["server"]


def test_a_run_is_kept_in_postgresql_and_resumed(server: str) -> None:
    whole = run(None, 2)
    run(None, 1, store=server)
    resumed = run(None, 2, store=server, resume=True)
    assert resumed.archive.to_list() == whole.archive.to_list()
    assert resumed.history == whole.history
    assert make_url(server).drivername == "postgresql"
    store = RunStore(server)
    try:
        assert len(store.genomes()) >= len(whole.final_population)
        assert all(look["evaluation"] for look in store.looks())
    finally:
        store.close()
