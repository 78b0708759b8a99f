"""What the server's own tables of the database hold, read and written with a code where that cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from deckwright.web.errors import WebError


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection to read by; WebError if the store does not answer."""
    try:
        with engine.connect() as connection:
            yield connection
    except SQLAlchemyError:
        raise unavailable() from None


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction; WebError if the store does not answer, is full or may not be written."""
    try:
        with engine.begin() as connection:
            yield connection
    except SQLAlchemyError:
        raise unavailable() from None


def unavailable() -> WebError:
    """The database does not answer: it may when it is asked again."""
    return WebError("store.unavailable", "the store does not answer: try again", status=503)


def corrupt() -> WebError:
    """The database holds what nobody wrote."""
    return WebError("store.corrupt", "what is kept of this was damaged", status=500)
