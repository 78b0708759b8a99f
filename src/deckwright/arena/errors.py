"""What goes wrong when a tournament is asked for."""

from __future__ import annotations


class ArenaError(ValueError):
    """A tournament that cannot be played as described; the code is stable."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
