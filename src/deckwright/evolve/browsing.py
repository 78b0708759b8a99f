"""Reading a run that is kept in a folder, while it goes on or afterwards, without touching it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from deckwright.errors import DeckwrightError
from deckwright.evolve.archive import Archive
from deckwright.evolve.distance import distance
from deckwright.evolve.errors import EvolveError
from deckwright.evolve.evolution import STORE
from deckwright.evolve.loop import RunState, check_history
from deckwright.evolve.styles import Style
from deckwright.genome.schema import GameGenome
from deckwright.measure.plain import from_plain
from deckwright.text import parse_json

RUN = "run"
"""What a run is called in a store of its own."""
BUSY_S = 5.0
MOST_ANCESTORS = 120


@dataclass(frozen=True)
class Snapshot:
    """A run after its last whole generation."""

    generation: int
    """How many generations are whole."""
    evaluations: int
    history: tuple[Mapping[str, Any], ...]
    archive: Archive


@dataclass(frozen=True)
class Specimen:
    """A genome that was bred, and how."""

    digest: str
    generation: int
    name: str
    parents: tuple[str, ...]
    """Digests, or names of games the run started from."""
    operator: str
    sentence: str
    genome: GameGenome


@dataclass(frozen=True)
class Ancestor:
    """A place in a family tree."""

    id: str
    """A digest, or the name of a game the run started from."""
    specimen: Specimen | None
    """None of a game the run started from."""
    parents: tuple[Ancestor, ...] = ()
    is_repeated: bool = False
    """It stands in the tree already, with its ancestors."""


class RunReader:
    """The run in a folder. Every question opens the store, reads and closes it: a run that goes on is not held up."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / STORE

    def has_run(self) -> bool:
        """Whether a run was begun here, so that it can go on."""
        return self.path.is_file() and self._one("SELECT 1 FROM evolution_runs WHERE run = ?", RUN) is not None

    def snapshot(self) -> Snapshot | None:
        """Where the run is; None before its first generation is whole."""
        row = self._one("SELECT MAX(number) FROM evolution_generations WHERE run = ?", RUN)
        if row is None or row[0] is None:
            return None
        if type(row[0]) is not int:
            raise _damaged()
        return _snapshot(self, row[0])

    def drafts(self) -> int:
        """How many children of the generation that is not whole are judged."""
        row = self._one(
            "SELECT SUM(json_array_length(result, '$.evaluations')) FROM evolution_drafts"
            " WHERE run = ? AND round = 'judged'",
            RUN,
        )
        return 0 if row is None or row[0] is None else int(row[0])

    def find(self, digest: str) -> Specimen | None:
        """A genome by its digest."""
        row = self._one(
            "SELECT digest, generation, name, parents, operator, sentence, body FROM evolution_genomes"
            " WHERE run = ? AND digest = ?",
            RUN,
            digest,
        )
        if row is None:
            return None
        data, parents = _parsed(row[6]), _parsed(row[3])
        texts = (row[0], row[2], row[4], row[5], *parents) if isinstance(parents, list) else (None,)
        if not all(type(text) is str for text in texts) or type(row[1]) is not int:
            raise _damaged()
        try:
            body = GameGenome.parse(data)
        except DeckwrightError:
            raise EvolveError("store.other-version", "the run was made by another version of Deckwright") from None
        return Specimen(row[0], row[1], row[2], tuple(parents), row[4], row[5], body)

    def family(self, digest: str) -> Ancestor:
        """A genome with its ancestors, the nearest first; each with its own ancestors once, and so many at most."""
        return _family(self, digest, set(), [MOST_ANCESTORS])

    def state(self, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """The config, and the state after a generation, as they are written."""
        config = self._one("SELECT config FROM evolution_runs WHERE run = ?", RUN)
        state = self._one("SELECT state FROM evolution_generations WHERE run = ? AND number = ?", RUN, number)
        if config is None or state is None:
            raise EvolveError("store.unavailable", "the generation has just been replaced: ask again")
        told = _parsed(config[0]), _parsed(state[0])
        if not all(isinstance(data, dict) for data in told):
            raise _damaged()
        return told

    def _one(self, query: str, *values: Any) -> tuple[Any, ...] | None:
        if not self.path.is_file():
            return None
        with self._open() as connection:
            found: tuple[Any, ...] | None = connection.execute(query, values).fetchone()
            return found

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        address = f"file:{quote(str(self.path.absolute()))}?mode=ro"
        try:
            with closing(sqlite3.connect(address, uri=True, timeout=BUSY_S)) as connection:
                connection.text_factory = lambda content: content.decode(errors="replace")
                yield connection
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):
                raise EvolveError("run.nothing-there", "there is no run yet") from None
            raise EvolveError("store.unavailable", "the store of the run does not answer") from None
        except sqlite3.DatabaseError:
            raise EvolveError("store.corrupt", "the store of the run is damaged") from None

    def __hash__(self) -> int:
        return hash(self.path)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RunReader) and other.path == self.path


def _parsed(text: object) -> Any:
    """What a column holds; EvolveError if it is damaged."""
    try:
        return parse_json(text) if isinstance(text, str) else None
    except ValueError:
        raise _damaged() from None


def _damaged() -> EvolveError:
    return EvolveError("store.corrupt", "the store of the run is damaged")


@lru_cache(maxsize=32)
def _snapshot(reader: RunReader, number: int) -> Snapshot:
    config, state = reader.state(number)
    try:
        style = Style.model_validate(config["style"])
        if config["ratings"]:
            style = style.model_copy(update={"prefers": ("liked", *style.prefers)})
        archive = Archive(style, distance=distance)
        archive.restore(state["archive"])
        found = from_plain(RunState, {name: value for name, value in state.items() if name != "archive"})
        check_history(found.history)
        return Snapshot(found.generation, found.evaluations, tuple(found.history), archive)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise EvolveError("store.other-version", "the run was made by another version of Deckwright") from None


def _family(reader: RunReader, name: str, seen: set[str], left: list[int]) -> Ancestor:
    found = reader.find(name)
    if name in seen:
        return Ancestor(name, found, is_repeated=found is not None)
    seen.add(name)
    left[0] -= 1
    if found is None or left[0] <= 0:
        return Ancestor(name, found)
    parents = dict.fromkeys(found.parents)  # a game that was crossed with itself is one parent
    return Ancestor(name, found, tuple(_family(reader, parent, seen, left) for parent in parents))
