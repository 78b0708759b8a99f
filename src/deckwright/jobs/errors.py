"""What is refused about long work."""

from __future__ import annotations

from deckwright.errors import DeckwrightError


class JobError(DeckwrightError):
    """A job that cannot be queued, found or done; the code is stable."""
