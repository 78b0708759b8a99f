"""How people liked games: one to five stars from each seat of a finished table, and what they come to."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Column, Engine, Integer, MetaData, String, Table, delete, func, insert, select

from deckwright.jobs.tables import make_tables
from deckwright.web.kept import reading, writing

_metadata = MetaData()
_ratings = Table(
    "web_ratings",
    _metadata,
    Column("table_id", String(64), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", String(64), nullable=False, index=True),
    Column("stars", Integer, nullable=False),
)

_GIVEN = _ratings.c.stars.between(1, 5)
"""What was damaged is nobody's opinion."""


@dataclass(frozen=True)
class Liked:
    """The mean of all stars of a game, and how many gave any."""

    stars: float
    people: int


class Ratings:
    """Stars in the database that holds the tables."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        make_tables(engine, _metadata)

    def give(self, table: str, seat: int, game: str, stars: int) -> None:
        """A seat's stars; the last ones count."""
        mine = (_ratings.c.table_id == table) & (_ratings.c.seat == seat)
        with writing(self._engine) as connection:
            connection.execute(delete(_ratings).where(mine))
            connection.execute(insert(_ratings).values(table_id=table, seat=seat, game=game, stars=stars))

    def all(self) -> dict[str, Liked]:
        """What people think of every game that somebody rated."""
        wanted = (
            select(_ratings.c.game, func.avg(_ratings.c.stars), func.count()).where(_GIVEN).group_by(_ratings.c.game)
        )
        with reading(self._engine) as connection:
            rows = connection.execute(wanted.order_by(_ratings.c.game)).all()
        return {game: Liked(round(float(mean), 3), int(people)) for game, mean, people in rows}

    def of(self, game: str) -> Liked | None:
        """What people think of a game; None if nobody said."""
        wanted = select(func.avg(_ratings.c.stars), func.count()).where(_ratings.c.game == game, _GIVEN)
        with reading(self._engine) as connection:
            mean, people = connection.execute(wanted).one()
        return Liked(round(float(mean), 1), int(people)) if people else None
