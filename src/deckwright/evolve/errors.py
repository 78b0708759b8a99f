"""What goes wrong when games are to be varied or evolved."""

from __future__ import annotations

from deckwright.errors import DeckwrightError


class EvolveError(DeckwrightError):
    """Something that evolution cannot do as asked; the code is stable."""
