"""What goes wrong when a tournament is asked for."""

from __future__ import annotations

from deckwright.errors import DeckwrightError


class ArenaError(DeckwrightError):
    """A tournament that cannot be played as described; the code is stable."""
