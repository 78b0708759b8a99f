"""What the web app refuses."""

from __future__ import annotations

from pydantic import BaseModel

from deckwright.errors import DeckwrightError


class WebError(DeckwrightError):
    """A request that cannot be met: a stable code, a message for people, and the status of HTTP that says so."""

    def __init__(self, code: str, message: str, *, status: int = 400) -> None:
        super().__init__(code, message)
        self.status = status


class Refusal(BaseModel):
    """What the API answers when it does not do what it was asked."""

    code: str
    """For programs: it does not change."""
    message: str
    """For people."""
