"""The one base class of everything that Deckwright refuses."""

from __future__ import annotations


class DeckwrightError(ValueError):
    """Something that cannot be done as asked: a stable code for programs, a message for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, self.message)
