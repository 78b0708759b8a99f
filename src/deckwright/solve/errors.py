"""What goes wrong when a game is to be solved."""

from __future__ import annotations

from deckwright.errors import DeckwrightError


class SolveError(DeckwrightError):
    """A game that cannot be solved, a setting that cannot be, a file that is not one; the code is stable."""
