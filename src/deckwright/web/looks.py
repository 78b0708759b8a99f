"""Which of the cards that a seat alone was shown it has looked at: kept, so that none comes back after a restart."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Column, Engine, Integer, MetaData, String, Table, delete, insert, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from deckwright.jobs.tables import add_count, make_tables
from deckwright.web.kept import corrupt, reading, unavailable

_metadata = MetaData()
_looks = Table(
    "web_looks",
    _metadata,
    Column("table_id", String(64), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("undone", Integer, nullable=False),
)


class Look(NamedTuple):
    """What a seat has acknowledged."""

    number: int
    """Of the last card."""
    undone: int
    """How often something had been taken back by then: afterwards numbers are given again."""


class Looks:
    """The number of the last card that each seat has acknowledged, in the database that holds the tables."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        make_tables(engine, _metadata)
        add_count(engine, _looks, "undone")

    def load(self, table: str) -> dict[int, Look]:
        """By seat; those who have acknowledged nothing are not in it."""
        wanted = select(_looks.c.seat, _looks.c.number, _looks.c.undone).where(_looks.c.table_id == table)
        with reading(self._engine) as connection:
            rows = connection.execute(wanted).all()
        if not all(type(value) is int for row in rows for value in row) or any(row.undone < 0 for row in rows):
            raise corrupt()
        return {row.seat: Look(row.number, row.undone) for row in rows}

    def keep(self, table: str, seat: int, look: Look) -> None:
        """A seat has looked at everything up to a number."""
        here = (_looks.c.table_id == table) & (_looks.c.seat == seat)
        try:
            with self._engine.begin() as connection:
                connection.execute(delete(_looks).where(here))
                connection.execute(insert(_looks).values(table_id=table, seat=seat, **look._asdict()))
        except IntegrityError:
            return  # another server has just kept one of this seat's
        except SQLAlchemyError:
            raise unavailable() from None
