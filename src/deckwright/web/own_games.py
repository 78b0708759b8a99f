"""Genomes that strangers bring: checked in a process with limits, kept by digest at an address nobody can guess."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, Engine, Float, MetaData, String, Table, Text, func, insert, select

from deckwright.engine import Game, load
from deckwright.jobs.tables import Id, make_tables
from deckwright.web.errors import WebError
from deckwright.web.kept import corrupt, reading, writing
from deckwright.web.limited import run_limited
from deckwright.web.settings import Limits

PREFIX = "own-"
"""Ids of the library have none such."""
MOST_REMEMBERED = 64

_metadata = MetaData()
_games = Table(
    "web_own_games",
    _metadata,
    Column("id", Id(), primary_key=True),
    Column("digest", String(64), nullable=False, index=True),
    Column("name", String(200), nullable=False),
    Column("body", Text, nullable=False),
    Column("kept", Float, nullable=False),
)


@dataclass(frozen=True)
class Checked:
    """What a check found: a game, or defects with their codes, paths and lines."""

    ok: bool
    issues: tuple[dict[str, Any], ...] = ()
    genome: dict[str, Any] | None = None
    digest: str = ""
    name: str = ""


def check_text(text: str, limits: Limits, options: Mapping[str, Any] | None = None) -> Checked:
    """Check a genome, with options, in a process of its own, which ends when it takes too long or too much."""
    data = run_limited("deckwright.web.checking", f"{json.dumps(dict(options or {}))}\n{text}", limits)
    if data is None:
        issue = {"code": "check.too-much", "path": "$", "message": "checking this genome takes too long", "line": 0}
        return Checked(ok=False, issues=(issue,))
    return Checked(data["ok"], tuple(data["issues"]), data["genome"], data["digest"], data["name"])


class OwnGames:
    """Checked genomes in the database."""

    def __init__(self, engine: Engine, limits: Limits) -> None:
        self._engine, self._limits = engine, limits
        self._optional: dict[tuple[str, tuple[tuple[str, Any], ...]], dict[str, Any]] = {}
        """Genomes with options that were checked."""
        make_tables(engine, _metadata)

    def keep(self, checked: Checked, *, at: str = "") -> str:
        """A new address for a genome that was checked; or one that is said, where it may be already."""
        if not checked.ok:
            raise WebError("genome.invalid", "a genome with defects is not kept")
        with writing(self._engine) as connection:
            if at and connection.execute(select(_games.c.id).where(_games.c.id == at)).scalar():
                return at
            if (connection.execute(select(func.count()).select_from(_games)).scalar() or 0) >= self._limits.own_games:
                raise WebError("own-games.too-many", "this server keeps as many games as it may", status=507)
            name = at or f"{PREFIX}{secrets.token_urlsafe(12).replace('_', 'x').replace('-', 'y').lower()}"
            row = {
                "id": name,
                "digest": checked.digest,
                "name": checked.name[:200],
                "body": json.dumps(checked.genome, separators=(",", ":")),
                "kept": time.time(),
            }
            connection.execute(insert(_games).values(row))
        return name

    def genome(self, name: str) -> dict[str, Any]:
        """A kept genome as data; WebError if there is none of that id."""
        with reading(self._engine) as connection:
            body = connection.execute(select(_games.c.body).where(_games.c.id == name)).scalar()
        if body is None:
            raise WebError("game.unknown", "there is no such game", status=404)
        try:
            found = json.loads(body) if isinstance(body, str) else None
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise corrupt()
        return found

    def by_digest(self, digest: str) -> dict[str, Any] | None:
        """A kept genome by the digest of its rules."""
        with reading(self._engine) as connection:
            name = connection.execute(select(_games.c.id).where(_games.c.digest == digest).limit(1)).scalar()
        return None if name is None else self.genome(str(name))

    def load(self, name: str, options: Mapping[str, Any]) -> Game:
        """A kept game, ready to play. With options it is another game: that is checked as if it had been brought."""
        if not options:
            return load(self.genome(name))
        genome = self._with_options(name, tuple(sorted(options.items())))
        return Game(load(genome).genome, options=dict(options))

    def _with_options(self, name: str, options: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
        known = self._optional.get((name, options))
        if known is None:
            checked = check_text(json.dumps(self.genome(name)), self._limits, dict(options))
            if not checked.ok or checked.genome is None:
                first = checked.issues[0] if checked.issues else {"code": "check.too-much", "message": "it has defects"}
                raise WebError(str(first["code"]), str(first["message"]), status=422)
            if len(self._optional) >= MOST_REMEMBERED:
                self._optional.clear()
            known = self._optional[name, options] = checked.genome
        return known
