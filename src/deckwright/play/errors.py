"""What goes wrong at a table outside of play: settings, records and links that cannot be."""

from __future__ import annotations


class TableError(ValueError):
    """Something the table layer refuses to make, load or show; the code is stable."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[type[TableError], tuple[str, str]]:
        return type(self), (self.code, self.message)


class LinkError(TableError):
    """A text that holds no game that can be replayed."""


class ShuffleError(TableError):
    """A record of a shuffle that does not hold together."""


class StoreError(TableError):
    """A table that cannot be read from, or written to, where it is kept."""
