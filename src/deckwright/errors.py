"""The one base class of everything that Deckwright refuses."""

from __future__ import annotations


def file_reason(error: OSError | ValueError) -> str:
    """Why a file cannot be had, for people. A name that no file can have is a ValueError of Python's."""
    return getattr(error, "strerror", None) or "no file can be called this"


class DeckwrightError(ValueError):
    """Something that cannot be done as asked: a stable code for programs, a message for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, self.message)
