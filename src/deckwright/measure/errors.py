"""What goes wrong when games are to be measured."""

from __future__ import annotations

from deckwright.errors import DeckwrightError


class MeasureError(DeckwrightError):
    """A measurement that cannot be made; the code is stable."""
