"""What goes wrong at a table outside of play: settings, records and links that cannot be."""

from __future__ import annotations

from deckwright.errors import DeckwrightError


class TableError(DeckwrightError):
    """Something the table layer refuses to make, load or show; the code is stable."""


class LinkError(TableError):
    """A text that holds no game that can be replayed."""


class ShuffleError(TableError):
    """A record of a shuffle that does not hold together."""


class StoreError(TableError):
    """A table that cannot be read from, or written to, where it is kept."""
