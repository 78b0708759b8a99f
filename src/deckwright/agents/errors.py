"""What goes wrong when an agent is asked for."""

from __future__ import annotations

from deckwright.errors import DeckwrightError


class AgentError(DeckwrightError):
    """An agent that does not exist or cannot be as described; the code is stable."""
